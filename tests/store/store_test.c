/* What a store guarantees to its writers. */
#include <libpq-fe.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "store/schema.h"
#include "store/store_parts.h"
#include "stores.h"

static bool file_holds(const char *words) {
    static char data[1 << 20];
    FILE *in = fopen(where, "r");
    assert_non_null(in);
    size_t n = fread(data, 1, sizeof data, in);
    fclose(in);
    return memmem(data, n, words, strlen(words));
}

STORE_CLAIM(acknowledged_data_can_be_read_by_another_node) {
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
    assert_string_equal(h.words, "There's no game none.");
    assert_int_equal(append(b, "none", 1, "x", "roll").outcome, STORE_ABSENT);
    store_close(a);
    store_close(b);
}

STORE_CLAIM(a_line_number_is_assigned_once_and_later_writers_get_the_lines_already_stored) {
    struct store *a = open_store(), *b = open_store();
    create(a, "g", NULL);
    assert_int_equal(append(a, "g", 1, "ann1", "roll 1 1 1 1 1").outcome, STORE_DONE);
    struct heard h = append(b, "g", 1, "bea1", "roll 2 2 2 2 2");
    assert_int_equal(h.outcome, STORE_CONFLICT);
    assert_string_equal(h.lines, "1 roll 1 1 1 1 1|");
    assert_string_equal(h.words, "Another request has already written event 1 of game g.");
    h = append(b, "g", 5, "bea1", "roll 2 2 2 2 2");
    assert_int_equal(h.outcome, STORE_CONFLICT);
    assert_string_equal(h.words, "Event 5 of game g can't be written before event 2.");
    assert_int_equal(h.last, 1);
    assert_int_equal(append(b, "g", 2, "bea1", "roll 2 2 2 2 2").outcome, STORE_DONE);
    assert_string_equal(read_game(a, "g", 0).lines, "1 roll 1 1 1 1 1|2 roll 2 2 2 2 2|");
    store_close(a);
    store_close(b);
}

STORE_CLAIM(a_repeated_action_is_applied_once_and_gets_the_original_answer) {
    struct store *a = open_store(), *b = open_store();
    create(a, "g", NULL);
    create(a, "h", NULL);
    append(a, "g", 1, "ann1", "roll 1 1 1 1 1");
    append(a, "g", 2, "bea1", "keep 1");
    for (int i = 1; i <= 3; i++) { /* the same id, with any number and on any node */
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

STORE_CLAIM(several_lines_are_written_together_or_not_at_all) {
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

STORE_CLAIM(seats_change_only_if_their_append_is_stored) {
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
    join.line_count = 0; /* without an event, as when changing devices */
    assert_int_equal(append_all(s, &join).outcome, STORE_DONE);
    assert_string_equal(read_game(s, "g", 0).seats, "0.0 Ann two|");
    join.game = "none";
    assert_int_equal(append_all(s, &join).outcome, STORE_ABSENT);
    store_close(s);
}

STORE_CLAIM(a_table_code_is_taken_until_the_game_is_over) {
    struct store *s = open_store();
    struct heard h = {0};
    char words[512] = "";
    struct text error = TEXT_IN(words);
    const char *line = "score chance";
    assert_int_equal(create(s, "g", "LAWN").outcome, STORE_DONE);
    h = create(s, "h", "LAWN");
    assert_int_equal(h.outcome, STORE_CONFLICT);
    assert_string_equal(h.words, "The table code LAWN is taken.");
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

STORE_CLAIM(all_games_are_listed_page_by_page) {
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

STORE_CLAIM(a_deleted_game_is_gone_completely_and_accepts_nothing_more) {
    struct store *s = open_store();
    struct store_seat seat = {.name = "Ann", .token = {"hash", 4}};
    struct store_append seats_only = {.game = "g", .seats = &seat, .seat_count = 1};
    create(s, "g", "CODE");
    create(s, "h", NULL);
    append(s, "g", 1, "a", "# gone-for-good");
    append(s, "h", 1, "a", "# stays");
    assert_int_equal(append_all(s, &seats_only).outcome, STORE_DONE);
    assert_int_equal(delete_game(s, "g", INT64_MAX).outcome, STORE_DONE);
    assert_int_equal(read_game(s, "g", 0).outcome, STORE_ABSENT);
    for (int n = 1; n <= 3; n++) /* whichever line a client has reached */
        assert_int_equal(append(s, "g", n, "b", "roll").outcome, STORE_ABSENT);
    assert_int_equal(append(s, "g", 2, "a", "# gone-for-good").outcome, STORE_ABSENT);
    assert_int_equal(append_all(s, &seats_only).outcome, STORE_ABSENT);
    struct heard h = delete_game(s, "g", INT64_MAX);
    assert_int_equal(h.outcome, STORE_ABSENT);
    assert_string_equal(h.words, "There's no game g.");
    assert_int_equal(count_rows("game WHERE id = 'g'"), 0);
    assert_int_equal(count_rows("seat WHERE game = 'g'"), 0);
    assert_int_equal(count_rows("event WHERE game = 'g'"), 0);
    assert_string_equal(read_game(s, "h", 0).lines, "1 # stays|");
    assert_int_equal(create(s, "i", "CODE").outcome, STORE_DONE); /* the code is free again */
    struct store_counts counts;
    store_counts(s, &counts);
    assert_int_equal(counts.deletions, 1);
    store_close(s);
    if (!address) {
        assert_true(file_holds("# stays"));
        assert_false(file_holds("gone-for-good"));
    }
}

STORE_CLAIM(a_game_used_in_the_meantime_is_not_deleted_for_its_age) {
    struct store *s = open_store();
    create(s, "new", NULL); /* created at time 1; events are at 5 */
    create(s, "played", NULL);
    append(s, "played", 1, "a", "roll");
    append(s, "played", 2, "b", "roll");
    assert_int_equal(read_game(s, "new", 0).used, 1);
    assert_int_equal(read_game(s, "played", 0).used, 5);
    struct heard h = delete_game(s, "played", 5);
    assert_int_equal(h.outcome, STORE_CONFLICT);
    assert_string_equal(h.words,
                        "Game played has been used in the meantime, so it wasn't deleted.");
    assert_int_equal(delete_game(s, "new", 1).outcome, STORE_CONFLICT);
    assert_int_equal(read_game(s, "played", 0).events, 2);
    assert_int_equal(delete_game(s, "new", 2).outcome, STORE_DONE);
    assert_int_equal(delete_game(s, "played", 6).outcome, STORE_DONE);
    store_close(s);
}

STORE_CLAIM(invalid_appends_are_refused_with_a_reason) {
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
        {"a b", "x", "roll", 1,
         "Invalid request: the id of a game must be 1 to 64 letters, digits, '-' or '_'."},
        {"g", "", "roll", 1,
         "Invalid request: the id of an action must be 1 to 64 letters, digits, '-' or '_'."},
        {"g", "x", "roll\n1", 1,
         "Invalid request: a line contains control characters or isn't valid UTF-8."},
        {"g", "x", "\xff", 1,
         "Invalid request: a line contains control characters or isn't valid UTF-8."},
        {"g", "x", longest, 1, "Invalid request: a line is longer than 8256 bytes."},
        {"g", "x", "roll", 0, "Events are numbered from 1."},
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

STORE_CLAIM(a_full_queue_is_reported_and_no_accepted_line_is_dropped) {
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
    assert_memory_equal(words, "Too much data is waiting to be written. Try again in a moment.",
                        57);
    await(s, &h, ROOM);
    assert_false(store_full(s));
    assert_int_equal(read_game(s, "g", 0).last, ROOM);
    store_close(s);
}

STORE_CLAIM(closing_answers_all_pending_requests) {
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

STORE_CLAIM(a_request_that_the_database_rejects_does_not_block_others) {
    struct store *s = open_store();
    struct heard h[20] = {{0}};
    char words[512] = "";
    struct text error = TEXT_IN(words);
    create(s, "g", NULL);
    run_sql(address ? "ALTER TABLE yard.seat ADD CHECK (name <> 'poison')"
                    : "CREATE TRIGGER no_poison BEFORE INSERT ON seat WHEN new.name = 'poison' "
                      "BEGIN SELECT raise(ABORT, 'no poison'); END");
    for (int i = 0; i < 20; i++) {
        struct store_seat seat = {.seat = i, .name = i == 7 ? "poison" : "Ann"};
        struct store_append a = {.game = "g", .seats = &seat, .seat_count = 1};
        must(store_append(s, &a, (struct store_reply){note, &h[i]}, &error), words);
    }
    for (int i = 0; i < 20; i++) {
        await(s, &h[i], 1);
        assert_int_equal(h[i].outcome, i == 7 ? STORE_REFUSED : STORE_DONE);
    }
    assert_non_null(strstr(h[7].words, address ? "violates check constraint" : "no poison"));
    assert_int_equal(append(s, "g", 1, "after", "roll").outcome, STORE_DONE);
    store_close(s);
}

/* Another program that has locked the database. */
struct holder {
    sqlite3 *file;
    PGconn *c;
};

/* Locks the table of events in this mode (PostgreSQL), or the file against other writers
 * (SQLite). */
static struct holder hold(const char *mode) {
    struct holder h = {0};
    if (address) {
        h.c = PQconnectdb(address);
        char sql[80];
        snprintf(sql, sizeof sql, "BEGIN; LOCK TABLE yard.event IN %s MODE", mode);
        PQclear(PQexec(h.c, sql));
    } else {
        sqlite3_open(where, &h.file);
        sqlite3_exec(h.file, "BEGIN IMMEDIATE", NULL, NULL, NULL);
    }
    return h;
}

static void let_go(struct holder h) {
    PQfinish(h.c);
    sqlite3_close(h.file);
}

STORE_CLAIM(requests_wait_for_a_locked_database) {
    struct store *s = open_with(&(struct store_options){.patience_ms = PATIENCE_MS});
    struct heard h = {0};
    char words[512] = "", why[512] = "";
    struct text error = TEXT_IN(words), health = TEXT_IN(why);
    const char *line = "roll";
    create(s, "g", NULL);
    struct holder holder = hold("EXCLUSIVE");
    must(store_append(s,
                      &(struct store_append){
                          .game = "g", .first = 1, .action = "a", .lines = &line, .line_count = 1},
                      (struct store_reply){note, &h}, &error),
         words);
    for (int ms = 0; store_healthy(s, &health) && ms < PATIENCE_MS; ms += 20)
        deliver(s, 20);
    assert_non_null(
        strstr(why, address ? "lock timeout" : "games.db: another program is using it"));
    assert_int_equal(h.answers, 0);
    let_go(holder);
    await(s, &h, 1);
    assert_int_equal(h.outcome, STORE_DONE);
    assert_true(store_healthy(s, &health));
    store_close(s);
}

STORE_CLAIM(a_store_that_others_are_writing_to_can_be_opened) {
    store_close(open_store());
    struct holder holder = hold("ROW EXCLUSIVE"); /* like a writer's lock */
    store_close(open_store());
    let_go(holder);
}

/* Waits until the writer has taken all requests from the queue. */
static void until_taken(struct store *s) {
    for (bool taken = false; !taken; sched_yield()) {
        pthread_mutex_lock(&s->lock);
        taken = !s->writes.first;
        pthread_mutex_unlock(&s->lock);
    }
}

/* The group mixes single lines, several lines at once, repeated appends to the same game,
 * conflicts, duplicates, and games whose names mean something in SQL. */
STORE_CLAIM(a_mixed_group_gives_the_same_results_as_single_appends) {
    static const struct {
        const char *game, *action;
        int64_t first;
        int lines;
        enum store_outcome outcome;
        int64_t last;
    } tries[] = {
        {"NULL", "null", 1, 1, STORE_DONE, 1}, {"b", "b1", 1, 1, STORE_DONE, 1},
        {"b", "b2", 2, 3, STORE_DONE, 4},      {"b", "b5", 5, 1, STORE_DONE, 5},
        {"b", "b1", 6, 1, STORE_DUPLICATE, 6}, {"c", "c1", 1, 2, STORE_DONE, 2},
        {"c", "c3", 3, 1, STORE_DONE, 3},      {"d", "d1", 2, 1, STORE_CONFLICT, 0},
        {"e", "e1", 1, 1, STORE_ABSENT, 0},    {"b", "b6", 6, 1, STORE_DONE, 6},
        {"f", "f0", 1, 1, STORE_DUPLICATE, 1}, {"g", "g1", 1, 1, STORE_CONFLICT, 1},
        {"null", "NULL", 1, 1, STORE_DONE, 1},
    };
    enum { TRIES = sizeof tries / sizeof *tries };
    static const char *const lines[] = {"roll \"1\\\", {2}", "", "NULL"};
    struct store *s = open_with(&(struct store_options){.patience_ms = PATIENCE_MS});
    static struct heard h[TRIES];
    struct heard first = {0};
    char words[512] = "";
    struct text error = TEXT_IN(words);
    memset(h, 0, sizeof h);
    for (int i = 0; i < 7; i++)
        create(s, (const char *[]){"NULL", "b", "c", "d", "f", "g", "null"}[i], NULL);
    append(s, "f", 1, "f0", "there");
    append(s, "g", 1, "g0", "there");
    struct holder holder = hold("EXCLUSIVE");
    struct store_append a = {
        .game = "d", .first = 7, .action = "x", .lines = lines, .line_count = 1};
    must(store_append(s, &a, (struct store_reply){note, &first}, &error), words);
    until_taken(s); /* the writer blocks on this append and then takes all the others at once */
    for (int i = 0; i < TRIES; i++) {
        a = (struct store_append){.game = tries[i].game,
                                  .action = tries[i].action,
                                  .first = tries[i].first,
                                  .lines = lines,
                                  .line_count = tries[i].lines};
        must(store_append(s, &a, (struct store_reply){note, &h[i]}, &error), words);
    }
    let_go(holder);
    for (int i = 0; i < TRIES; i++) {
        await(s, &h[i], 1);
        assert_int_equal(h[i].outcome, tries[i].outcome);
        if (tries[i].outcome != STORE_DUPLICATE) /* its game may have advanced since */
            assert_int_equal(h[i].last, tries[i].last);
    }
    assert_int_equal(first.outcome, STORE_CONFLICT);
    assert_string_equal(read_game(s, "NULL", 0).lines, "1 roll \"1\\\", {2}|");
    assert_string_equal(read_game(s, "b", 1).lines,
                        "2 roll \"1\\\", {2}|3 |4 NULL|5 roll \"1\\\", {2}|"
                        "6 roll \"1\\\", {2}|");
    assert_int_equal(read_game(s, "b", 0).last, 6);
    store_close(s);
}

static void count_events(void *arg, const struct store_event *events, int count) {
    (void)events;
    *(int *)arg += count;
}

/* The writer is blocked in a database call for longer than any request waits. */
STORE_CLAIM(requests_time_out_even_while_the_writer_is_blocked) {
    struct store *s = open_with(&(struct store_options){.patience_ms = 600});
    struct heard h[3] = {{0}};
    char words[512] = "", why[512] = "";
    struct text error = TEXT_IN(words), health = TEXT_IN(why);
    const char *line = "roll";
    int watched = 0;
    create(s, "g", NULL);
    struct store_watch *watch =
        store_watch(s, "g", 0, (struct store_hearer){count_events, &watched, NULL});
    struct store_append a = {
        .game = "g", .first = 1, .action = "a", .lines = &line, .line_count = 1};
    struct holder holder = hold("EXCLUSIVE");
    must(store_append(s, &a, (struct store_reply){note, &h[0]}, &error), words);
    until_taken(s); /* the next append stays in the queue */
    a.first = 2;
    a.action = "b";
    must(store_append(s, &a, (struct store_reply){note, &h[1]}, &error), words);
    await(s, &h[0], 1);
    await(s, &h[1], 1);
    assert_int_equal(h[0].outcome, STORE_UNAVAILABLE);
    assert_string_equal(h[0].words, "The store isn't responding. The line may or may not have "
                                    "been written. Try again with the same id.");
    assert_int_equal(h[1].outcome, STORE_UNAVAILABLE);
    assert_string_equal(h[1].words, "The store isn't responding.");
    assert_false(store_healthy(s, &health));
    assert_string_equal(why, "The store isn't responding.");
    let_go(holder);
    /* The first append is still written: watches are notified, and no request is answered
     * twice. */
    for (int ms = 0; !watched && ms < PATIENCE_MS; ms += 20)
        deliver(s, 20);
    assert_int_equal(watched, 1);
    assert_int_equal(h[0].answers, 1);
    assert_true(store_healthy(s, &health));
    h[2] = append(s, "g", 1, "a", "roll");
    assert_int_equal(h[2].outcome, STORE_DUPLICATE);
    assert_int_equal(h[2].last, 1); /* the second append was withdrawn, not written */
    struct store_counts counts;
    store_counts(s, &counts);
    assert_int_equal(counts.waiting, 0);
    assert_int_equal(counts.unavailable, 2);
    store_unwatch(s, watch);
    store_close(s);
    assert_int_equal(h[0].answers, 1);
    assert_int_equal(h[1].answers, 1);
}

static int waiting_for_locks(PGconn *c) {
    PGresult *result = PQexec(c, "SELECT count(*) FROM pg_locks WHERE NOT granted");
    int count = atoi(PQgetvalue(result, 0, 0));
    PQclear(result);
    return count;
}

/* With PostgreSQL, the writer may block without a request of its own: when it numbers the entries
 * of the list of commitments. */
STORE_CLAIM(a_store_whose_queued_requests_time_out_is_not_healthy) {
    if (!address)
        return;
    struct store *s = open_with(&(struct store_options){.patience_ms = 100, .sweep_ms = 100});
    char words[512] = "";
    struct text health = TEXT_IN(words);
    PGconn *c = PQconnectdb(address);
    struct heard h;
    char id[16];
    int n = 0;
    PQclear(PQexec(c, "SELECT pg_advisory_lock(1499558501)"));
    do { /* until a request is withdrawn before the wait for the lock times out */
        while (!waiting_for_locks(c))
            deliver(s, 10);
        snprintf(id, sizeof id, "g%d", ++n);
        h = create(s, id, NULL);
    } while (h.outcome == STORE_DONE);
    assert_int_equal(h.outcome, STORE_UNAVAILABLE);
    assert_string_equal(h.words, "The store isn't responding.");
    assert_false(store_healthy(s, &health));
    PQfinish(c);
    for (int ms = 0; !store_healthy(s, &health) && ms < PATIENCE_MS; ms += 20)
        deliver(s, 20);
    assert_true(store_healthy(s, &health));
    store_close(s);
}

STORE_CLAIM(a_store_of_the_first_version_is_upgraded) {
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
    run_sql(address ? "UPDATE yard.schema SET version = 4" : "UPDATE schema SET version = 4");
    struct text error = TEXT_IN(words);
    assert_null(store_open(where, NULL, &error));
    assert_non_null(strstr(words, " have version 4, but this program knows only versions up to 3. "
                                  "Update Yardstick to use them."));
}

STORE_CLAIM(a_database_of_another_program_is_left_alone) {
    char words[512] = "";
    struct text error = TEXT_IN(words);
    if (address) { /* other programs have their own schemas */
        run_postgres("CREATE TABLE public.game (mine integer)");
        struct store *s = open_store();
        assert_int_equal(create(s, "g", NULL).outcome, STORE_DONE);
        store_close(s);
        run_postgres("SELECT mine FROM public.game; DROP TABLE public.game");
        return;
    }
    run_sqlite("CREATE TABLE game (mine INTEGER)");
    assert_null(store_open(where, NULL, &error));
    assert_non_null(strstr(words, "games.db is another program's database. Choose another file."));
    run_sqlite("SELECT mine FROM game");
    FILE *out = fopen(where, "w");
    fputs("These are no games, but a letter to my aunt, which is long enough to be read.", out);
    fclose(out);
    text_clear(&error);
    assert_null(store_open(where, NULL, &error));
    assert_non_null(strstr(words, "games.db: it isn't a Yardstick store"));
}

STORE_CLAIM(a_file_can_be_open_in_only_one_server_at_a_time) {
    char words[512] = "", other[300];
    struct text error = TEXT_IN(words);
    struct store *s = store_open(where, NULL, &error), *second;
    assert_non_null(s);
    create(s, "g", NULL);
    if (address) {
        second = store_open(where, NULL, &error);
        assert_non_null(second);
        store_close(second);
        store_close(s);
        return;
    }
    assert_null(store_open(where, NULL, &error));
    assert_non_null(strstr(words, "games.db is in use by another server. Stop that server first."));
    snprintf(other, sizeof other, "%s-link", where); /* another name does not help */
    assert_int_equal(symlink("games.db", other), 0);
    text_clear(&error);
    assert_null(store_open(other, NULL, &error));
    assert_non_null(
        strstr(words, "games.db-link is in use by another server. Stop that server first."));
    unlink(other);
    /* The first server still works. */
    assert_int_equal(append(s, "g", 1, "a", "roll").outcome, STORE_DONE);
    store_close(s);
    snprintf(other, sizeof other, "%s-lock", where);
    assert_int_equal(access(other, F_OK), -1);
    s = store_open(where, NULL, &error);
    assert_non_null(s);
    assert_int_equal(read_game(s, "g", 0).last, 1);
    store_close(s);
}
