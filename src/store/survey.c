#include "store/survey.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "store/link.h"
#include "store/schema.h"
#include "store/survey_parts.h"

void survey_say(const struct survey *s, const char *check, enum survey_grade grade,
                const char *format, ...) {
    char words[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(words, sizeof words, format, args);
    va_end(args);
    s->finding(s->arg, check, grade, words);
}

void survey_count(const struct survey *s, const char *check, int64_t count, const char *good,
                  const char *bad) {
    if (count)
        survey_say(s, check, SURVEY_BAD, "%lld %s", (long long)count, bad);
    else
        survey_say(s, check, SURVEY_GOOD, "%s", good);
}

bool survey_version(const struct survey *s, int version) {
    if (version > SCHEMA_VERSION)
        survey_say(s, "schema", SURVEY_BAD,
                   "the tables have version %d, and this yard knows those up to %d: use the yard "
                   "that made them",
                   version, SCHEMA_VERSION);
    else if (version < SCHEMA_VERSION)
        survey_say(s, "schema", SURVEY_NOTE,
                   "the tables have version %d; a server brings them forward to %d when it starts",
                   version, SCHEMA_VERSION);
    else
        survey_say(s, "schema", SURVEY_GOOD, "the tables have version %d", version);
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
        text_add(TEXT_OVER(p->first_wrong), "in game %s event %lld follows event %lld", p->game,
                 (long long)n, (long long)p->last);
    }
    p->last = n;
    p->events++;
    if (p->survey->line)
        p->survey->line(p->survey->arg, n, line, at);
}

void survey_pass_end(struct survey_pass *p) {
    if (p->wrong)
        survey_say(p->survey, "events", SURVEY_BAD, "%lld gap%s in the numbers: %s",
                   (long long)p->wrong, p->wrong == 1 ? "" : "s", p->first_wrong);
    else
        survey_say(p->survey, "events", SURVEY_GOOD,
                   "%lld event%s of %lld game%s, numbered without a gap", (long long)p->events,
                   p->events == 1 ? "" : "s", (long long)p->games, p->games == 1 ? "" : "s");
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
