/* survey_parts: declarations that only the survey's own files share. */
#pragma once

#include "core/say.h"
#include "store/survey.h"

/* A finding that has no message yet. */
struct survey_finding {
    const struct survey *survey;
    const char *check;
    enum survey_grade grade;
};
struct survey_finding survey_good(const struct survey *s, const char *check);
struct survey_finding survey_note(const struct survey *s, const char *check);
struct survey_finding survey_bad(const struct survey *s, const char *check);

/* Reports a finding in the words of a message: survey_say(survey_bad(s, "store"), key, ...). */
#define survey_say(finding, key, ...)                                                              \
    survey_say_message((finding), M_##key, &(struct say_##key){__VA_ARGS__})
void survey_say_message(struct survey_finding f, enum message message, const void *places);
void survey_say_text(struct survey_finding f, const char *words);

/* Report the number of seats and events without a game, and of seats whose token is not a hash. */
void survey_references(const struct survey *s, int64_t wrong);
void survey_tokens(const struct survey *s, int64_t wrong);

/* Returns false if the version is not supported: nothing more can be checked. */
bool survey_version(const struct survey *s, int version);

/* A pass over all games, which checks that events are numbered without gaps. */
struct survey_pass {
    const struct survey *survey;
    int64_t games, events, last, wrong;
    char first_wrong[160];
    char game[128];
};
void survey_pass_game(struct survey_pass *p, const struct survey_game *game);
void survey_pass_line(struct survey_pass *p, int64_t n, const char *line, int64_t at);
void survey_pass_end(struct survey_pass *p);

void sqlite_survey(const char *where, const struct survey *s);
void postgres_survey(const char *where, const struct survey *s);
