#include "stores.h"

#include <libpq-fe.h>
#include <poll.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *address;
char where[256];
static char folder[] = "/tmp/yard-store-XXXXXX";

void run_postgres(const char *sql) {
    PGconn *c = PQconnectdb(address);
    PGresult *result = PQexec(c, sql);
    if (PQresultStatus(result) != PGRES_COMMAND_OK && PQresultStatus(result) != PGRES_TUPLES_OK)
        fail_msg("%s: %s", sql, PQerrorMessage(c));
    PQclear(result);
    PQfinish(c);
}

void run_sqlite(const char *sql) {
    sqlite3 *db;
    assert_int_equal(sqlite3_open(where, &db), SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    sqlite3_close(db);
}

void run_sql(const char *sql) {
    (address ? run_postgres : run_sqlite)(sql);
}

int count_rows(const char *from) {
    char sql[256];
    int rows = -1;
    snprintf(sql, sizeof sql, "SELECT count(*) FROM %s%s", address ? "yard." : "", from);
    if (address) {
        PGconn *c = PQconnectdb(address);
        PGresult *result = PQexec(c, sql);
        if (PQresultStatus(result) == PGRES_TUPLES_OK)
            rows = atoi(PQgetvalue(result, 0, 0));
        PQclear(result);
        PQfinish(c);
    } else {
        sqlite3 *db;
        sqlite3_stmt *st;
        assert_int_equal(sqlite3_open(where, &db), SQLITE_OK);
        assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &st, NULL), SQLITE_OK);
        if (sqlite3_step(st) == SQLITE_ROW)
            rows = sqlite3_column_int(st, 0);
        sqlite3_finalize(st);
        sqlite3_close(db);
    }
    return rows;
}

int empty_store(void **state) {
    (void)state;
    if (address) {
        strcpy(where, address);
        run_postgres("SET client_min_messages = warning; DROP SCHEMA IF EXISTS yard CASCADE");
        return 0;
    }
    static const char *const ends[] = {"", "-wal", "-shm"};
    for (int i = 0; i < 3; i++) {
        snprintf(where, sizeof where, "%s/games.db%s", folder, ends[i]);
        unlink(where);
    }
    snprintf(where, sizeof where, "%s/games.db", folder);
    return 0;
}

struct store *open_with(const struct store_options *options) {
    char words[1024] = "";
    struct text error = TEXT_IN(words);
    struct store_options shared = options ? *options : (struct store_options){0};
    shared.shared = true; /* most claims open several stores */
    if (!shared.patience_ms)
        shared.patience_ms = PATIENCE_MS; /* a busy machine must not cause timeouts */
    struct store *s = store_open(where, &shared, &error);
    if (!s)
        fail_msg("%s", words);
    return s;
}

struct store *open_store(void) {
    return open_with(&(struct store_options){.sweep_ms = 200});
}

void deliver(struct store *s, int ms) {
    struct pollfd fd = {.fd = store_fd(s), .events = POLLIN};
    if (poll(&fd, 1, ms) > 0)
        store_deliver(s);
}

void note(void *arg, const struct store_answer *a) {
    struct heard *h = arg;
    int answers = h->answers + 1;
    memset(h, 0, sizeof *h);
    h->answers = answers;
    h->outcome = a->outcome;
    h->last = a->last;
    h->events = a->event_count;
    h->more = a->more;
    struct text words = TEXT_IN(h->words), lines = TEXT_IN(h->lines), games = TEXT_IN(h->games),
                seats = TEXT_IN(h->seats);
    text_put(&words, a->words);
    for (int i = 0; i < a->event_count; i++)
        text_add(&lines, "%lld %s|", (long long)a->events[i].n, a->events[i].line);
    for (int i = 0; i < a->game_count; i++)
        text_add(&games, "%s|", a->games[i].id);
    for (int i = 0; i < a->seat_count; i++)
        text_add(&seats, "%d.%d %s%s%s %.*s|", a->seats[i].seat, a->seats[i].person,
                 a->seats[i].name, a->seats[i].bot ? " bot " : "",
                 a->seats[i].bot ? a->seats[i].bot : "", (int)a->seats[i].token.len,
                 a->seats[i].token.len ? a->seats[i].token.at : "");
    if (a->game_count == 1) {
        struct text setup = TEXT_IN(h->setup), code = TEXT_IN(h->code);
        const struct store_game *g = &a->games[0];
        text_put(&setup, g->setup);
        text_put(&code, g->code ? g->code : "-");
        h->over = g->over;
        h->used = g->used;
        if (g->commitment.len)
            memcpy(h->commitment, g->commitment.at, h->commitment_len = g->commitment.len);
        if (g->secret.len)
            memcpy(h->secret, g->secret.at, h->secret_len = g->secret.len);
    }
}

void await(struct store *s, struct heard *h, int answers) {
    for (int ms = 0; h->answers < answers; ms += 10) {
        deliver(s, 10);
        if (ms > PATIENCE_MS)
            fail_msg("no answer");
    }
}

void must(bool queued, const char *words) {
    if (!queued)
        fail_msg("not queued: %s", words);
}

struct heard create(struct store *s, const char *id, const char *code) {
    struct heard h = {0};
    char words[512] = "";
    struct text error = TEXT_IN(words);
    struct store_game g = {
        .id = id, .created = 1, .rules = "yardzee", .setup = "rules yardzee\n", .code = code};
    must(store_create(s, &g, NULL, 0, (struct store_reply){note, &h}, &error), words);
    await(s, &h, 1);
    return h;
}

struct heard append_all(struct store *s, const struct store_append *a) {
    struct heard h = {0};
    char words[512] = "";
    struct text error = TEXT_IN(words);
    must(store_append(s, a, (struct store_reply){note, &h}, &error), words);
    await(s, &h, 1);
    return h;
}

struct heard append(struct store *s, const char *game, int64_t first, const char *action,
                    const char *line) {
    return append_all(s, &(struct store_append){.game = game,
                                                .first = first,
                                                .action = action,
                                                .lines = &line,
                                                .line_count = 1,
                                                .at = 5});
}

struct heard delete_game(struct store *s, const char *game, int64_t used_before) {
    struct heard h = {0};
    char words[512] = "";
    struct text error = TEXT_IN(words);
    must(store_delete(s, game, used_before, (struct store_reply){note, &h}, &error), words);
    await(s, &h, 1);
    return h;
}

struct heard read_game(struct store *s, const char *game, int64_t after) {
    struct heard h = {0};
    char words[512] = "";
    struct text error = TEXT_IN(words);
    must(store_read(s, game, after, (struct store_reply){note, &h}, &error), words);
    await(s, &h, 1);
    return h;
}

int main(int argc, char **argv) {
    address = argc > 1 ? argv[1] : NULL;
    if (!mkdtemp(folder))
        return 1;
    int code = run_claims(NULL, NULL);
    empty_store(NULL);
    rmdir(folder);
    return code;
}
