#include "store/survey.h"

#include <string.h>

#include "store/link.h"
#include "store/schema.h"
#include "store/survey_parts.h"

struct survey_finding survey_good(const struct survey *s, const char *check) {
    return (struct survey_finding){s, check, SURVEY_GOOD};
}

struct survey_finding survey_note(const struct survey *s, const char *check) {
    return (struct survey_finding){s, check, SURVEY_NOTE};
}

struct survey_finding survey_bad(const struct survey *s, const char *check) {
    return (struct survey_finding){s, check, SURVEY_BAD};
}

void survey_say_text(struct survey_finding f, const char *words) {
    f.survey->finding(f.survey->arg, f.check, f.grade, words);
}

void survey_say_message(struct survey_finding f, enum message message, const void *places) {
    LOCAL_TEXT(words, 1024);
    say_message(&words, message, places);
    survey_say_text(f, words.data);
}

void survey_references(const struct survey *s, int64_t wrong) {
    if (wrong)
        survey_say(survey_bad(s, "references"), store_references_wrong, .n = wrong);
    else
        survey_say(survey_good(s, "references"), store_references_good);
}

void survey_tokens(const struct survey *s, int64_t wrong) {
    if (wrong)
        survey_say(survey_bad(s, "tokens"), store_tokens_wrong, .n = wrong);
    else
        survey_say(survey_good(s, "tokens"), store_tokens_good);
}

bool survey_version(const struct survey *s, int version) {
    if (version > SCHEMA_VERSION)
        survey_say(survey_bad(s, "schema"), store_tables_later, .version = version,
                   .known = SCHEMA_VERSION);
    else if (version < SCHEMA_VERSION)
        survey_say(survey_note(s, "schema"), store_tables_earlier, .version = version,
                   .known = SCHEMA_VERSION);
    else
        survey_say(survey_good(s, "schema"), store_tables_version, .version = version);
    return version >= 1 && version <= SCHEMA_VERSION;
}

/* ---- all games ---- */

void survey_pass_game(struct survey_pass *p, const struct survey_game *game) {
    text_put(TEXT_OVER(p->game), game->id);
    p->games++;
    p->last = 0;
    if (p->survey->game)
        p->survey->game(p->survey->arg, game);
}

void survey_pass_line(struct survey_pass *p, int64_t n, const char *line, int64_t at) {
    if (n != p->last + 1 && !p->wrong++) {
        say(TEXT_OVER(p->first_wrong), store_gap, .game = p->game, .event = n, .last = p->last);
    }
    p->last = n;
    p->events++;
    if (p->survey->line)
        p->survey->line(p->survey->arg, n, line, at);
}

void survey_pass_end(struct survey_pass *p) {
    if (p->wrong)
        survey_say(survey_bad(p->survey, "events"), store_gaps, .n = p->wrong,
                   .first = p->first_wrong);
    else
        survey_say(survey_good(p->survey, "events"), store_no_gap, .n = p->events,
                   .games = WORDS(store_games, .n = p->games));
}

/* ---- by the kind of store ---- */

bool store_is_database(const char *where) {
    return link_kind_of(where)->many;
}

void store_survey(const char *where, const struct survey *survey) {
    if (store_is_database(where))
        postgres_survey(where, survey);
    else
        sqlite_survey(where, survey);
}

void store_shown(const char *where, struct text *out) {
    const char *start = store_is_database(where) ? strstr(where, "://") : NULL;
    const char *query = start ? strchr(start, '?') : NULL;
    if (!start) {
        text_put(out, where);
        return;
    }
    /* The password is between the first ':' and the last '@' before the path. */
    start += 3;
    size_t host = strcspn(start, "/?");
    const char *at = memrchr(start, '@', host);
    const char *colon = at ? memchr(start, ':', (size_t)(at - start)) : NULL;
    text_put_n(out, where, (size_t)((colon ? colon : start) - where));
    const char *rest = colon ? at : start;
    text_put_n(out, rest, query ? (size_t)(query - rest) : strlen(rest));
}
