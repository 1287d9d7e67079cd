/* Surveys a PostgreSQL database in one read-only transaction. */
#include <stdlib.h>
#include <string.h>

#include "store/postgres.h"
#include "store/survey_parts.h"

enum { GAMES_AT_ONCE = 100 };

struct database {
    const struct survey *survey;
    PGconn *c;
};

/* A full survey may take as long as it needs; only a quick survey has a time limit. */
static const char begin[] =
    "SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0;"
    "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
static const char begin_quick[] = "SET statement_timeout = '1s'; BEGIN READ ONLY";

static void say_error(struct database *d, const char *check) {
    LOCAL_TEXT(error, 512);
    postgres_explain(d->c, POSTGRES_TO_READ, &error);
    survey_say_text(survey_bad(d->survey, check), error.data);
}

/* The rows returned by a statement; NULL if it fails. */
static PGresult *ask(struct database *d, const char *sql, const char *value) {
    PGresult *result = PQexecParams(d->c, sql, value ? 1 : 0, NULL, &value, NULL, NULL, 0);
    if (PQresultStatus(result) == PGRES_TUPLES_OK)
        return result;
    PQclear(result);
    return NULL;
}

static bool ask_number(struct database *d, const char *sql, int64_t *ret) {
    PGresult *result = ask(d, sql, NULL);
    bool good = result && PQntuples(result) == 1;
    if (good)
        *ret = strtoll(PQgetvalue(result, 0, 0), NULL, 10);
    PQclear(result);
    return good;
}

static void look_at_checksums(struct database *d) {
    PGresult *result = ask(d, "SHOW data_checksums", NULL);
    bool on = result && PQntuples(result) && !strcmp(PQgetvalue(result, 0, 0), "on");
    if (on)
        survey_say(survey_good(d->survey, "integrity"), store_checksums_on);
    else
        survey_say(survey_note(d->survey, "integrity"), store_checksums_off);
    PQclear(result);
}

static void look_at_references(struct database *d) {
    int64_t count;
    if (ask_number(d,
                   "SELECT (SELECT count(*) FROM event e WHERE NOT EXISTS "
                   "(SELECT FROM game WHERE id = e.game)) + (SELECT count(*) FROM seat s "
                   "WHERE NOT EXISTS (SELECT FROM game WHERE id = s.game))",
                   &count))
        survey_references(d->survey, count);
    else
        say_error(d, "references");
}

static void look_at_tokens(struct database *d) {
    int64_t count;
    if (ask_number(d, "SELECT count(*) FROM seat WHERE length(token) <> 32", &count))
        survey_tokens(d->survey, count);
    else
        say_error(d, "tokens");
}

static bool pass_lines(struct database *d, struct survey_pass *p, const char *game) {
    PGresult *lines = ask(d, "SELECT n, line, at FROM event WHERE game = $1 ORDER BY n", game);
    for (int i = 0; lines && i < PQntuples(lines); i++)
        survey_pass_line(p, strtoll(PQgetvalue(lines, i, 0), NULL, 10), PQgetvalue(lines, i, 1),
                         strtoll(PQgetvalue(lines, i, 2), NULL, 10));
    PQclear(lines);
    return lines;
}

static bool pass_game(struct database *d, struct survey_pass *p, const PGresult *games, int row) {
    size_t len = 0;
    unsigned char *secret = PQgetisnull(games, row, 3)
                                ? NULL
                                : PQunescapeBytea((uint8_t *)PQgetvalue(games, row, 3), &len);
    struct survey_game game = {.id = PQgetvalue(games, row, 0),
                               .setup = PQgetvalue(games, row, 1),
                               .created = strtoll(PQgetvalue(games, row, 2), NULL, 10),
                               .secret = {(const char *)secret, len}};
    survey_pass_game(p, &game);
    PQfreemem(secret);
    return d->survey->quick || pass_lines(d, p, game.id);
}

static void look_at_games(struct database *d) {
    struct survey_pass pass = {.survey = d->survey};
    char behind[128] = "", sql[160];
    bool quick = d->survey->quick, good = true;
    text_add(TEXT_OVER(sql),
             "SELECT id, setup, created, secret FROM game WHERE id > $1 ORDER BY %s LIMIT %d",
             quick ? "created DESC" : "id", quick ? SURVEY_SOME : GAMES_AT_ONCE);
    for (int count = 1; good && count && (!quick || !pass.games);) {
        PGresult *games = ask(d, sql, behind);
        count = games ? PQntuples(games) : 0;
        good = games;
        for (int i = 0; i < count && good; i++)
            good = pass_game(d, &pass, games, i);
        if (count) {
            text_put(TEXT_OVER(behind), PQgetvalue(games, count - 1, 0));
        }
        PQclear(games);
    }
    if (!good && !quick)
        say_error(d, "events");
    else if (!quick)
        survey_pass_end(&pass);
}

static void look_inside(struct database *d) {
    int64_t version = 0;
    if (!ask_number(d, "SELECT count(*) FROM pg_tables WHERE schemaname = 'yard'", &version)) {
        say_error(d, "store");
        return;
    }
    if (!version) {
        survey_say(survey_note(d->survey, "store"), store_database_empty, .name = PQdb(d->c));
        return;
    }
    survey_say(survey_good(d->survey, "store"), store_database_answers, .name = PQdb(d->c));
    if (!ask_number(d, "SELECT version FROM schema", &version)) {
        say_error(d, "schema");
        return;
    }
    if (!survey_version(d->survey, (int)version))
        return;
    if (!d->survey->quick) {
        look_at_checksums(d);
        look_at_references(d);
        look_at_tokens(d);
    }
    look_at_games(d);
}

void postgres_survey(const char *where, const struct survey *survey) {
    LOCAL_TEXT(error, 512);
    struct database d = {.survey = survey, .c = postgres_connect(where, POSTGRES_READ, &error)};
    if (!d.c) {
        survey_say_text(survey_bad(survey, "store"), error.data);
        return;
    }
    PQsetnonblocking(d.c, 0);
    PQclear(PQexec(d.c, survey->quick ? begin_quick : begin));
    look_inside(&d);
    PQfinish(d.c);
}
