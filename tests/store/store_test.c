/* What a store promises, of both kinds: store_test [postgres://...], without an address SQLite in a
 * folder of its own. Every claim begins with an empty store. */
#include <libpq-fe.h>
#include <poll.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "store/schema.h"
#include "store/store.h"

enum { PATIENCE_MS = 60000 };

static const char *address; /* of PostgreSQL; NULL for SQLite */
static char folder[] = "/tmp/yard-store-XXXXXX", where[256];

static void run_postgres(const char *sql) {
    PGconn *c = PQconnectdb(address);
    PGresult *result = PQexec(c, sql);
    if (PQresultStatus(result) != PGRES_COMMAND_OK && PQresultStatus(result) != PGRES_TUPLES_OK)
        fail_msg("%s: %s", sql, PQerrorMessage(c));
    PQclear(result);
    PQfinish(c);
}

static void run_sqlite(const char *sql) {
    sqlite3 *db;
    assert_int_equal(sqlite3_open(where, &db), SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    sqlite3_close(db);
}

static void run_sql(const char *sql) {
    (address ? run_postgres : run_sqlite)(sql);
}

static int empty_store(void **state) {
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

static struct store *open_with(const struct store_options *options) {
    char words[1024] = "";
    struct text error = TEXT_IN(words);
    struct store *s = store_open(where, options, &error);
    if (!s)
        fail_msg("%s", words);
    return s;
}

static struct store *open_store(void) {
    return open_with(&(struct store_options){.sweep_ms = 200});
}

static void deliver(struct store *s, int ms) {
    struct pollfd fd = {.fd = store_fd(s), .events = POLLIN};
    if (poll(&fd, 1, ms) > 0)
        store_deliver(s);
}

/* What an answer said, kept for looking at. */
struct heard {
    int answers;
    enum store_outcome outcome;
    char words[512], lines[1024], games[256], seats[256], setup[256], code[80];
    int64_t last, over;
    int events;
    bool more;
    char commitment[64], secret[64];
    size_t commitment_len, secret_len;
};

static void note(void *arg, const struct store_answer *a) {
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
        if (g->commitment.len)
            memcpy(h->commitment, g->commitment.at, h->commitment_len = g->commitment.len);
        if (g->secret.len)
            memcpy(h->secret, g->secret.at, h->secret_len = g->secret.len);
    }
}

static void await(struct store *s, struct heard *h, int answers) {
    for (int ms = 0; h->answers < answers; ms += 10) {
        deliver(s, 10);
        if (ms > PATIENCE_MS)
            fail_msg("no answer");
    }
}

static void must(bool queued, const char *words) {
    if (!queued)
        fail_msg("not queued: %s", words);
}

static struct heard create(struct store *s, const char *id, const char *code) {
    struct heard h = {0};
    char words[512] = "";
    struct text error = TEXT_IN(words);
    struct store_game g = {
        .id = id, .created = 1, .rules = "yardzee", .setup = "rules yardzee\n", .code = code};
    must(store_create(s, &g, NULL, 0, (struct store_reply){note, &h}, &error), words);
    await(s, &h, 1);
    return h;
}

static struct heard append_all(struct store *s, const struct store_append *a) {
    struct heard h = {0};
    char words[512] = "";
    struct text error = TEXT_IN(words);
    must(store_append(s, a, (struct store_reply){note, &h}, &error), words);
    await(s, &h, 1);
    return h;
}

static struct heard append(struct store *s, const char *game, int64_t first, const char *action,
                           const char *line) {
    return append_all(s, &(struct store_append){.game = game,
                                                .first = first,
                                                .action = action,
                                                .lines = &line,
                                                .line_count = 1,
                                                .at = 5});
}

static struct heard read_game(struct store *s, const char *game, int64_t after) {
    struct heard h = {0};
    char words[512] = "";
    struct text error = TEXT_IN(words);
    must(store_read(s, game, after, (struct store_reply){note, &h}, &error), words);
    await(s, &h, 1);
    return h;
}

static void what_is_answered_can_be_read_by_another(void **state) {
    (void)state;
    static const char odd[] = "# \"quotes\" \\back\\slashes {braces, 'and'} \xc3\xa4\xe2\x82\xac";
    struct store *a = open_store(), *b = open_store();
    struct heard h = {0};
    char words[512] = "";
    struct text error = TEXT_IN(words);
    struct store_game g = {.id = "odd",
                           .created = 77,
                           .rules = "yardkle",
                           .setup = "rules \"x\"\n",
                           .commitment = {"\0\1\377\\x", 5},
                           .secret = {"sealed\0", 7}};
    struct store_seat seats[] = {{.name = "Ann", .token = {"hash", 4}},
                                 {.seat = 1, .name = "Robo", .bot = "club"}};
    must(store_create(a, &g, seats, 2, (struct store_reply){note, &h}, &error), words);
    await(a, &h, 1);
    assert_int_equal(h.outcome, STORE_DONE);
    h = append(a, "odd", 1, "x1", odd);
    assert_int_equal(h.outcome, STORE_DONE);
    assert_int_equal(h.last, 1);
    assert_int_equal(append(a, "odd", 2, "x2", "roll 1 2 3 4 5").outcome, STORE_DONE);
    h = read_game(b, "odd", 0);
    assert_int_equal(h.outcome, STORE_DONE);
    assert_non_null(strstr(h.lines, odd));
    assert_non_null(strstr(h.lines, "|2 roll 1 2 3 4 5|"));
    assert_string_equal(h.seats, "0.0 Ann hash|1.0 Robo bot club |");
    assert_string_equal(h.setup, "rules \"x\"\n");
    assert_int_equal(h.commitment_len, 5);
    assert_memory_equal(h.commitment, "\0\1\377\\x", 5);
    assert_int_equal(h.secret_len, 7);
    assert_memory_equal(h.secret, "sealed\0", 7);
    assert_int_equal(h.last, 2);
    assert_string_equal(read_game(b, "odd", 1).lines, "2 roll 1 2 3 4 5|");
    h = read_game(b, "none", 0);
    assert_int_equal(h.outcome, STORE_ABSENT);
    assert_string_equal(h.words, "there is no game none");
    assert_int_equal(append(b, "none", 1, "x", "roll").outcome, STORE_ABSENT);
    store_close(a);
    store_close(b);
}

static void a_number_is_given_once_and_the_loser_hears_what_was_written(void **state) {
    (void)state;
    struct store *a = open_store(), *b = open_store();
    create(a, "g", NULL);
    assert_int_equal(append(a, "g", 1, "ann1", "roll 1 1 1 1 1").outcome, STORE_DONE);
    struct heard h = append(b, "g", 1, "bea1", "roll 2 2 2 2 2");
    assert_int_equal(h.outcome, STORE_CONFLICT);
    assert_string_equal(h.lines, "1 roll 1 1 1 1 1|");
    assert_string_equal(h.words, "event 1 of game g has been written by another");
    h = append(b, "g", 5, "bea1", "roll 2 2 2 2 2");
    assert_int_equal(h.outcome, STORE_CONFLICT);
    assert_string_equal(h.words, "event 5 of game g cannot come before event 2");
    assert_int_equal(h.last, 1);
    assert_int_equal(append(b, "g", 2, "bea1", "roll 2 2 2 2 2").outcome, STORE_DONE);
    assert_string_equal(read_game(a, "g", 0).lines, "1 roll 1 1 1 1 1|2 roll 2 2 2 2 2|");
    store_close(a);
    store_close(b);
}

static void the_same_action_is_applied_once_and_answered_as_the_first_time(void **state) {
    (void)state;
    struct store *a = open_store(), *b = open_store();
    create(a, "g", NULL);
    create(a, "h", NULL);
    append(a, "g", 1, "ann1", "roll 1 1 1 1 1");
    append(a, "g", 2, "bea1", "keep 1");
    for (int i = 1; i <= 3; i++) { /* whatever number it is tried with, and on any node */
        struct heard h = append(i & 1 ? a : b, "g", i, "ann1", "roll 6 6 6 6 6");
        assert_int_equal(h.outcome, STORE_DUPLICATE);
        assert_string_equal(h.lines, "1 roll 1 1 1 1 1|");
        assert_int_equal(h.last, 2);
    }
    assert_int_equal(append(a, "h", 1, "ann1", "roll").outcome, STORE_DONE); /* another game */
    assert_int_equal(read_game(b, "g", 0).events, 2);
    assert_int_equal(create(b, "g", NULL).outcome, STORE_DUPLICATE);
    store_close(a);
    store_close(b);
}

static void several_lines_are_written_all_or_none(void **state) {
    (void)state;
    struct store *s = open_store();
    const char *lines[] = {"roll 1", "keep -", "roll 2"};
    struct store_append three = {
        .game = "g", .first = 1, .action = "a", .lines = lines, .line_count = 3};
    create(s, "g", NULL);
    assert_int_equal(append_all(s, &three).last, 3);
    assert_int_equal(append(s, "g", 4, "b", "undo").outcome, STORE_DONE);
    struct heard h = append_all(s, &three);
    assert_int_equal(h.outcome, STORE_DUPLICATE);
    assert_string_equal(h.lines, "1 roll 1|2 keep -|3 roll 2|");
    three.action = "c";
    three.first = 4;
    h = append_all(s, &three);
    assert_int_equal(h.outcome, STORE_CONFLICT);
    assert_string_equal(h.lines, "4 undo|");
    assert_int_equal(read_game(s, "g", 0).events, 4);
    store_close(s);
}

static void seats_change_with_their_event_or_not_at_all(void **state) {
    (void)state;
    struct store *s = open_store();
    const char *line = "seat Ann";
    struct store_seat ann = {.name = "Ann", .token = {"one", 3}};
    struct store_append join = {.game = "g",
                                .first = 1,
                                .action = "a",
                                .lines = &line,
                                .line_count = 1,
                                .seats = &ann,
                                .seat_count = 1};
    create(s, "g", NULL);
    assert_int_equal(append_all(s, &join).outcome, STORE_DONE);
    ann.token = span_of("two");
    join.action = "b";
    assert_int_equal(append_all(s, &join).outcome, STORE_CONFLICT);
    assert_string_equal(read_game(s, "g", 0).seats, "0.0 Ann one|");
    join.line_count = 0; /* without an event: another device, say */
    assert_int_equal(append_all(s, &join).outcome, STORE_DONE);
    assert_string_equal(read_game(s, "g", 0).seats, "0.0 Ann two|");
    join.game = "none";
    assert_int_equal(append_all(s, &join).outcome, STORE_ABSENT);
    store_close(s);
}

static void a_room_code_is_taken_until_the_game_is_over(void **state) {
    (void)state;
    struct store *s = open_store();
    struct heard h = {0};
    char words[512] = "";
    struct text error = TEXT_IN(words);
    const char *line = "score chance";
    assert_int_equal(create(s, "g", "LAWN").outcome, STORE_DONE);
    h = create(s, "h", "LAWN");
    assert_int_equal(h.outcome, STORE_CONFLICT);
    assert_string_equal(h.words, "room code LAWN is taken");
    memset(&h, 0, sizeof h);
    must(store_read_room(s, "LAWN", (struct store_reply){note, &h}, &error), words);
    await(s, &h, 1);
    assert_string_equal(h.games, "g|");
    append_all(s, &(struct store_append){.game = "g",
                                         .first = 1,
                                         .action = "a",
                                         .lines = &line,
                                         .line_count = 1,
                                         .at = 9,
                                         .over = true});
    h = read_game(s, "g", 0);
    assert_int_equal(h.over, 9);
    assert_string_equal(h.code, "-");
    assert_int_equal(create(s, "h", "LAWN").outcome, STORE_DONE);
    store_close(s);
}

static void all_games_are_listed_page_by_page(void **state) {
    (void)state;
    struct store *s = open_store();
    char words[512] = "", behind[8] = "", all[256];
    struct text error = TEXT_IN(words), list = TEXT_IN(all);
    for (int i = 0; i < 7; i++)
        create(s, (const char *[]){"d", "B", "a", "-1", "Z", "_", "0"}[i], NULL);
    for (bool more = true; more;) {
        struct heard h = {0};
        must(store_list(s, behind, 3, (struct store_reply){note, &h}, &error), words);
        await(s, &h, 1);
        more = h.more;
        text_put(&list, h.games);
        if (more)
            snprintf(behind, sizeof behind, "%.*s", (int)strcspn(strrchr(h.games, '|') - 1, "|"),
                     strrchr(h.games, '|') - 1);
    }
    assert_string_equal(all, "-1|0|B|Z|_|a|d|");
    store_close(s);
}

static void what_makes_no_sense_is_refused_in_words(void **state) {
    (void)state;
    struct store *s = open_store();
    char words[512] = "", longest[STORE_LINE_MAX + 2];
    struct text error = TEXT_IN(words);
    memset(longest, 'x', sizeof longest);
    longest[sizeof longest - 1] = '\0';
    struct {
        const char *game, *action, *line;
        int64_t first;
        const char *words;
    } tries[] = {
        {"a b", "x", "roll", 1, "the id of a game is made of 1 to 64 letters, digits, '-' and '_'"},
        {"g", "", "roll", 1, "the id of an action is made of 1 to 64 letters, digits, '-' and '_'"},
        {"g", "x", "roll\n1", 1, "a line has control characters in it, or is no UTF-8"},
        {"g", "x", "\xff", 1, "a line has control characters in it, or is no UTF-8"},
        {"g", "x", longest, 1, "a line is longer than 8256 bytes"},
        {"g", "x", "roll", 0, "events are numbered from 1"},
    };
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        struct store_append a = {.game = tries[i].game,
                                 .action = tries[i].action,
                                 .lines = &tries[i].line,
                                 .line_count = 1,
                                 .first = tries[i].first};
        text_clear(&error);
        assert_false(store_append(s, &a, (struct store_reply){0}, &error));
        assert_string_equal(words, tries[i].words);
    }
    store_close(s);
}

static void a_full_store_says_so_and_drops_nothing(void **state) {
    (void)state;
    enum { ROOM = 50 };
    struct store *s = open_with(&(struct store_options){.waiting_max = ROOM});
    struct heard h = {0};
    char words[512] = "", action[16];
    struct text error = TEXT_IN(words);
    const char *line = "roll";
    create(s, "g", NULL);
    for (int i = 1; i <= ROOM + 5; i++) {
        struct store_append a = {
            .game = "g", .first = i, .action = action, .lines = &line, .line_count = 1};
        snprintf(action, sizeof action, "a%d", i);
        assert_int_equal(store_append(s, &a, (struct store_reply){note, &h}, &error), i <= ROOM);
    }
    assert_true(store_full(s));
    assert_memory_equal(words, "too much is waiting to be written: ask again in a moment", 56);
    await(s, &h, ROOM);
    assert_false(store_full(s));
    assert_int_equal(read_game(s, "g", 0).last, ROOM);
    store_close(s);
}

static void closing_answers_whoever_waits(void **state) {
    (void)state;
    struct store *s = open_store();
    struct heard h = {0};
    char words[512] = "", action[16];
    struct text error = TEXT_IN(words);
    const char *line = "roll";
    create(s, "g", NULL);
    for (int i = 1; i <= 300; i++) {
        struct store_append a = {
            .game = "g", .first = i, .action = action, .lines = &line, .line_count = 1};
        snprintf(action, sizeof action, "a%d", i);
        must(store_append(s, &a, (struct store_reply){note, &h}, &error), words);
    }
    store_close(s);
    assert_int_equal(h.answers, 300);
    s = open_store();
    assert_int_equal(read_game(s, "g", 0).last, 300);
    store_close(s);
}

/* Somebody who follows games, and minds a gap or an echo. */
struct follower {
    int64_t last;
    int wrong;
};

static void follow(void *arg, const struct store_event *events, int count) {
    struct follower *f = arg;
    for (int i = 0; i < count; i++)
        f->wrong += events[i].n != ++f->last;
}

static void a_watch_hears_every_event_once_whoever_wrote_it(void **state) {
    (void)state;
    struct store *a = open_store(), *b = open_store();
    struct follower early = {0}, late = {0}, there = {0};
    char action[16];
    create(a, "g", NULL);
    struct store_watch *first = store_watch(a, "g", 0, (struct store_hearer){follow, &early});
    struct store_watch *far = store_watch(b, "g", 0, (struct store_hearer){follow, &there});
    for (int i = 1; i <= 600; i++) { /* more than one answer to a catch-up holds */
        snprintf(action, sizeof action, "a%d", i);
        assert_int_equal(append(i % 3 ? a : b, "g", i, action, "roll").outcome, STORE_DONE);
        assert_int_equal(early.wrong, 0);
    }
    struct store_watch *second = store_watch(a, "g", 0, (struct store_hearer){follow, &late});
    for (int ms = 0; early.last + late.last + there.last < 1800 && ms < PATIENCE_MS; ms += 20) {
        deliver(a, 10);
        deliver(b, 10);
    }
    assert_int_equal(early.last, 600);
    assert_int_equal(late.last, 600);
    assert_int_equal(there.last, 600);
    assert_int_equal(early.wrong + late.wrong + there.wrong, 0);
    store_unwatch(a, first);
    store_unwatch(a, second);
    store_unwatch(b, far);
    store_close(a);
    store_close(b);
}

/* One of several who write the same games at once: each on a store of its own, or all on one. */
struct writer {
    struct store *store;
    int name, games, wanted;
    int written, conflicts, wrong;
    pthread_t thread;
    bool own;

    int64_t last[8];
    bool busy[8];
};

struct turn {
    struct writer *w;
    int game;
};

static void wrote(void *arg, const struct store_answer *a) {
    struct turn *t = arg;
    t->w->busy[t->game] = false;
    t->w->last[t->game] = a->last;
    t->w->written += a->outcome == STORE_DONE;
    t->w->conflicts += a->outcome == STORE_CONFLICT;
    t->w->wrong += a->outcome != STORE_DONE && a->outcome != STORE_CONFLICT;
    if (a->outcome == STORE_CONFLICT && !a->event_count)
        t->w->wrong++;
}

static void *write_on(void *arg) {
    struct writer *w = arg;
    struct turn turns[8];
    char words[512], action[32], game[4] = "g0";
    const char *line = action;
    for (int tries = 0; w->written < w->wanted && !w->wrong;) {
        struct text error = TEXT_IN(words);
        for (int g = 0; g < w->games; g++) {
            if (w->busy[g])
                continue;
            snprintf(action, sizeof action, "%d-%d", w->name, tries++);
            game[1] = (char)('0' + g);
            turns[g] = (struct turn){w, g};
            struct store_append a = {.game = game,
                                     .first = w->last[g] + 1,
                                     .action = action,
                                     .lines = &line,
                                     .line_count = 1};
            w->busy[g] = true;
            w->wrong += !store_append(w->store, &a, (struct store_reply){wrote, &turns[g]}, &error);
        }
        deliver(w->store, 1000);
    }
    for (int g = 0; g < w->games; g++) {
        while (w->busy[g])
            deliver(w->store, 1000);
    }
    return NULL;
}

/* As many events as were acknowledged, numbered without a gap, each action once: asked of the
 * database itself. */
static void sound(int written) {
    struct store *s = open_store();
    int64_t all = 0;
    for (int g = 0; g < 4; g++) {
        char game[4] = {'g', (char)('0' + g)};
        struct heard h = read_game(s, game, 0);
        assert_int_equal(h.events, h.last);
        all += h.last;
    }
    assert_int_equal(all, written);
    store_close(s);
}

static void nodes_that_write_the_same_games_leave_no_gap(void **state) {
    (void)state;
    enum { NODES = 4 };
    struct writer nodes[NODES] = {0};
    struct store *s = open_store();
    int written = 0, conflicts = 0;
    for (int g = 0; g < 4; g++)
        create(s, (const char *[]){"g0", "g1", "g2", "g3"}[g], NULL);
    store_close(s);
    for (int i = 0; i < NODES; i++) {
        nodes[i] =
            (struct writer){.store = open_with(&(struct store_options){.patience_ms = 60000}),
                            .name = i,
                            .games = 4,
                            .wanted = 100};
        pthread_create(&nodes[i].thread, NULL, write_on, &nodes[i]);
    }
    for (int i = 0; i < NODES; i++) {
        pthread_join(nodes[i].thread, NULL);
        assert_int_equal(nodes[i].wrong, 0);
        written += nodes[i].written;
        conflicts += nodes[i].conflicts;
        store_close(nodes[i].store);
    }
    assert_true(conflicts > 0);
    sound(written);
}

struct asker {
    struct store *store;
    int name;
    struct heard *heard;
    pthread_t thread;
};

static void *ask_much(void *arg) {
    struct asker *a = arg;
    char words[256], action[32], game[4] = {'g', (char)('0' + a->name)};
    const char *line = "roll";
    for (int i = 1; i <= 500; i++) {
        struct text error = TEXT_IN(words);
        struct store_append append = {
            .game = game, .first = i, .action = action, .lines = &line, .line_count = 1};
        snprintf(action, sizeof action, "a%d", i);
        while (!store_append(a->store, &append, (struct store_reply){note, a->heard}, &error))
            usleep(1000); /* full */
    }
    return NULL;
}

static void many_threads_may_ask_one_store(void **state) {
    (void)state;
    struct store *s = open_with(&(struct store_options){.waiting_max = 200});
    struct asker askers[4];
    struct heard h = {0};
    for (int i = 0; i < 4; i++)
        create(s, (const char *[]){"g0", "g1", "g2", "g3"}[i], NULL);
    for (int i = 0; i < 4; i++) {
        askers[i] = (struct asker){s, i, &h, 0};
        pthread_create(&askers[i].thread, NULL, ask_much, &askers[i]);
    }
    await(s, &h, 2000);
    for (int i = 0; i < 4; i++)
        pthread_join(askers[i].thread, NULL);
    struct store_counts counts;
    store_counts(s, &counts);
    assert_int_equal(counts.events, 2000);
    assert_true(counts.groups < 2000);
    store_close(s);
    sound(2000);
}

static void a_store_of_the_first_version_is_brought_forward(void **state) {
    (void)state;
    char words[512] = "";
    if (address)
        run_postgres("CREATE SCHEMA yard; CREATE TABLE yard.schema (version integer NOT NULL);"
                     "INSERT INTO yard.schema VALUES (1); SET search_path = yard");
    else
        run_sqlite("PRAGMA application_id = 0x59617264; CREATE TABLE schema (version INTEGER NOT "
                   "NULL) STRICT; INSERT INTO schema VALUES (1);");
    char sql[4096];
    struct text t = TEXT_IN(sql);
    text_add(&t, "%s%s", address ? "SET search_path = yard;" : "",
             (address ? postgres_steps : sqlite_steps)[0]);
    run_sql(sql);
    run_sql(address ? "INSERT INTO yard.game VALUES ('old', 1, 'yardzee', 'rules yardzee', 'OLD')"
                    : "INSERT INTO game VALUES ('old', 1, 'yardzee', 'rules yardzee', 'OLD', NULL, "
                      "NULL)");
    run_sql(address ? "INSERT INTO yard.event VALUES ('old', 1, 'a', 'roll', 2)"
                    : "INSERT INTO event VALUES ('old', 1, 'a', 'roll', 2)");
    struct store *s = open_store();
    assert_string_equal(read_game(s, "old", 0).lines, "1 roll|");
    assert_int_equal(append(s, "old", 2, "b", "keep -").outcome, STORE_DONE);
    store_close(s);
    run_sql(address ? "UPDATE yard.schema SET version = 3" : "UPDATE schema SET version = 3");
    struct text error = TEXT_IN(words);
    assert_null(store_open(where, NULL, &error));
    assert_non_null(strstr(words, "was made by a later version of yard (its tables have version 3, "
                                  "this yard knows those up to 2): use that version"));
}

static void a_database_of_another_program_is_left_alone(void **state) {
    (void)state;
    char words[512] = "";
    struct text error = TEXT_IN(words);
    if (address) { /* there other programs have their own schemas */
        run_postgres("CREATE TABLE public.game (mine integer)");
        struct store *s = open_store();
        assert_int_equal(create(s, "g", NULL).outcome, STORE_DONE);
        store_close(s);
        run_postgres("SELECT mine FROM public.game; DROP TABLE public.game");
        return;
    }
    run_sqlite("CREATE TABLE game (mine INTEGER)");
    assert_null(store_open(where, NULL, &error));
    assert_non_null(strstr(words, "games.db is a database of another program"));
    run_sqlite("SELECT mine FROM game");
    FILE *out = fopen(where, "w");
    fputs("These are no games, but a letter to my aunt, which is long enough to be read.", out);
    fclose(out);
    text_clear(&error);
    assert_null(store_open(where, NULL, &error));
    assert_non_null(strstr(words, "games.db: it is no store of yard"));
}

int main(int argc, char **argv) {
    address = argc > 1 ? argv[1] : NULL;
    if (!mkdtemp(folder))
        return 1;
#define CLAIM(name) cmocka_unit_test_setup(name, empty_store)
    const struct CMUnitTest tests[] = {
        CLAIM(what_is_answered_can_be_read_by_another),
        CLAIM(a_number_is_given_once_and_the_loser_hears_what_was_written),
        CLAIM(the_same_action_is_applied_once_and_answered_as_the_first_time),
        CLAIM(several_lines_are_written_all_or_none),
        CLAIM(seats_change_with_their_event_or_not_at_all),
        CLAIM(a_room_code_is_taken_until_the_game_is_over),
        CLAIM(all_games_are_listed_page_by_page),
        CLAIM(what_makes_no_sense_is_refused_in_words),
        CLAIM(a_full_store_says_so_and_drops_nothing),
        CLAIM(closing_answers_whoever_waits),
        CLAIM(a_watch_hears_every_event_once_whoever_wrote_it),
        CLAIM(nodes_that_write_the_same_games_leave_no_gap),
        CLAIM(many_threads_may_ask_one_store),
        CLAIM(a_store_of_the_first_version_is_brought_forward),
        CLAIM(a_database_of_another_program_is_left_alone),
    };
    int code = cmocka_run_group_tests_name(address ? "postgres" : "sqlite", tests, NULL, NULL);
    empty_store(NULL);
    rmdir(folder);
    return code;
}
