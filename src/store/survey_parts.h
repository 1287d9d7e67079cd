/* survey_parts: shared by the two kinds of survey; others use survey.h. */
#pragma once

#include "store/survey.h"

void survey_say(const struct survey *s, const char *check, enum survey_grade grade,
                const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Good if the count is 0; otherwise bad, with the count in front of `bad`. */
void survey_count(const struct survey *s, const char *check, int64_t count, const char *good,
                  const char *bad);

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
