/* The tables of a node between its store and its clients: a full store, nodes that miss each
 * other's notifications, rooms that are evicted. Two nodes share one file and learn about each
 * other only by reading it. */
#include <event2/event.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "came.h"
#include "check.h"
#include "net/clock.h"
#include "steady.h"

enum { NODES = 2, DEAF_MS = 3600 * 1000, WATCHERS = 1000, PAGE = 3 };

static const uint8_t key[SECRET_BYTES] = {4, 2};

struct node {
    struct event_base *base;
    struct store *store;
    struct bots *bots;
    struct tables *tables;
};

static char folder[64], file[128];

static void open_node(struct node *n, int waiting_max, size_t bytes_max) {
    char words[256];
    struct text error = TEXT_IN(words);
    struct store_options o = {
        .waiting_max = waiting_max, .sweep_ms = DEAF_MS, .shared = true, .page = PAGE};
    assert_true(secrets_ready());
    n->base = event_base_new();
    n->store = store_open(file, &o, &error);
    if (!n->base || !n->store)
        fail_msg("no store: %s", words);
    n->bots = bots_new(&(struct bots_options){.base = n->base});
    n->tables = tables_new(&(struct tables_options){.base = n->base,
                                                    .store = n->store,
                                                    .bots = n->bots,
                                                    .key = key,
                                                    .bytes_max = bytes_max,
                                                    .watchers_max = WATCHERS});
}

static void close_node(struct node *n) {
    tables_stop(n->tables);
    store_close(n->store);
    bots_free(n->bots);
    tables_free(n->tables);
    event_base_free(n->base);
}

static int new_folder(void **state) {
    (void)state;
    strcpy(folder, "/tmp/tables_test.XXXXXX");
    assert_non_null(mkdtemp(folder));
    snprintf(file, sizeof file, "%s/games.db", folder);
    return 0;
}

static int remove_folder(void **state) {
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

#define TABLES_CLAIM(name) CLAIM_WITH(name, new_folder, remove_folder)

static void await(struct node *n, const struct came *c) {
    for (int i = 0; i < 1000 && !c->done; i++)
        event_base_loop(n->base, EVLOOP_ONCE);
    assert_true(c->done);
}

static void must(struct node *n, const struct came *c) {
    await(n, c);
    if (c->code[0])
        fail_msg("%s: %s", c->code, c->words);
}

static void run_for(struct node *n, int ms) {
    struct timeval pause = {.tv_sec = ms / 1000, .tv_usec = ms % 1000 * 1000};
    event_base_loopexit(n->base, &pause);
    event_base_dispatch(n->base);
}

static struct came make(struct node *n, const char *dice) {
    struct came c;
    struct room_setup setup = {.rules = span_of("yardzee"),
                               .name = span_of("Ann"),
                               .dice = span_of(dice),
                               .seats = (const char *const[]){NULL},
                               .bots = (const char *const[][2]){{NULL, NULL}}};
    tables_create(n->tables, &setup, (struct span){0}, into(&c));
    must(n, &c);
    return c;
}

/* Opens the table on this node, holds it and loads its room. */
static struct open_table *look(struct node *n, const char *id) {
    struct came found, seen;
    tables_find(n->tables, span_of(id), into(&found));
    must(n, &found);
    tables_hold(found.table);
    tables_look(found.table, 0, into(&seen));
    must(n, &seen);
    return found.table;
}

static struct came say_at(struct node *n, struct open_table *t, int place, const char *action,
                          const char *words) {
    struct came c;
    tables_say(t, place, span_of(action), span_of(words), into(&c));
    await(n, &c);
    return c;
}

static struct came say(struct node *n, struct open_table *t, const char *action,
                       const char *words) {
    return say_at(n, t, 1, action, words);
}

static struct came sit(struct node *n, struct open_table *t, const char *action, const char *name) {
    struct came c;
    tables_sit(t, span_of(name), 0, false, span_of(action), into(&c));
    must(n, &c);
    return c;
}

static struct came move(struct node *n, struct open_table *t, const char *token,
                        const char *action) {
    struct came c;
    tables_move(t, span_of(token), span_of(action), into(&c));
    await(n, &c);
    return c;
}

/* The linker substitutes these functions, which count the calls, for the parsers (--wrap). */
static int parsed;

bool __real_entry_parse(const struct rules *r, struct span line, struct entry *ret,
                        struct text *error);
bool __wrap_entry_parse(const struct rules *r, struct span line, struct entry *ret,
                        struct text *error);
bool __wrap_entry_parse(const struct rules *r, struct span line, struct entry *ret,
                        struct text *error) {
    parsed++;
    return __real_entry_parse(r, line, ret, error);
}

bool __real_room_line_parse(struct span line, struct room_change *ret, struct text *error);
bool __wrap_room_line_parse(struct span line, struct room_change *ret, struct text *error);
bool __wrap_room_line_parse(struct span line, struct room_change *ret, struct text *error) {
    parsed += room_line_is(line);
    return __real_room_line_parse(line, ret, error);
}

enum { NO_TABLE = -2 };

/* A follower that checks that each line arrives once and in order, and none after the table was
 * deleted. */
static void hear(void *where, int line, const char *say, int64_t at) {
    int *last = where;
    (void)say, (void)at;
    assert_true(*last >= 0);
    assert_int_equal(line, line ? *last + 1 : 0);
    *last = line ? line : NO_TABLE;
}

static void heed(void *arg, const struct store_answer *a) {
    (void)arg, (void)a;
}

/* A command whose reply callback fills the store's queue. */
struct filling {
    struct came came;
    struct store *store;
};

static void note_and_fill(void *where, const struct command_result *a) {
    struct filling *f = where;
    LOCAL_TEXT(error, 256);
    note_answer(&f->came, a);
    if (!store_read(f->store, tables_id(a->table), 0, (struct store_reply){heed, NULL}, &error))
        fail_msg("the store was full before: %s", error.data);
}

TABLES_CLAIM(a_full_store_only_delays_the_move_of_a_bot) {
    struct node n;
    int last = 0;
    open_node(&n, 1, 0);
    struct open_table *t = look(&n, make(&n, "seed 42").id);
    struct follower *g = tables_follow(t, 0, 0, hear, &last);
    tables_catch_up(g, INT_MAX);
    assert_string_equal(say(&n, t, "a1", "bot Robo family").code, "");
    assert_string_equal(say(&n, t, "a2", "begin").code, "");
    assert_string_equal(say(&n, t, "a3", "roll").code, "");
    struct filling full = {.store = n.store}; /* the queue is full when the bot's turn comes */
    tables_say(t, 1, span_of("a4"), span_of("score chance"),
               (struct command_reply){note_and_fill, &full});
    must(&n, &full.came);
    for (int i = 0; i < 100 && last <= full.came.line; i++)
        run_for(&n, 50);
    assert_true(last > full.came.line); /* the bot has moved */
    tables_unfollow(g);
    tables_release(t);
    close_node(&n);
}

/* A table on two nodes, with a follower on the second. */
struct pair {
    struct node n[NODES];
    struct open_table *table[NODES];
    struct follower *follower;
    char token[TOKEN_LETTERS + 1]; /* of place 1 */
    int heard;
};

static void open_pair(struct pair *p) {
    for (int i = 0; i < NODES; i++)
        open_node(&p->n[i], 0, 0);
    struct came made = make(&p->n[0], "seed 42");
    struct text token = TEXT_IN(p->token);
    text_put(&token, made.token);
    for (int i = 0; i < NODES; i++)
        p->table[i] = look(&p->n[i], made.id);
    p->heard = 0;
    p->follower = tables_follow(p->table[1], 0, 0, hear, &p->heard);
    tables_catch_up(p->follower, INT_MAX);
    run_for(&p->n[1], 50);
}

static void close_pair(struct pair *p) {
    tables_unfollow(p->follower);
    for (int i = 0; i < NODES; i++) {
        tables_release(p->table[i]);
        close_node(&p->n[i]);
    }
}

TABLES_CLAIM(lines_read_from_the_store_reach_followers_before_the_answer) {
    struct pair p;
    open_pair(&p);
    struct came bea = sit(&p.n[0], p.table[0], "bea-0123456789abcdefghijk", "Bea");
    struct came entered;
    tables_enter(p.table[1], span_of(bea.token), into(&entered));
    must(&p.n[1], &entered);
    assert_int_equal(entered.place, 2);
    assert_int_equal(p.heard, bea.line);
    struct came begun = say(&p.n[1], p.table[1], "b1", "begin");
    assert_string_equal(begun.code, "");
    assert_int_equal(begun.line, bea.line + 1);
    assert_true(begun.lines >= begun.line);
    assert_true(p.heard >= begun.line); /* the follower heard the line before the answer */
    close_pair(&p);
}

TABLES_CLAIM(new_lines_read_in_several_pages_all_reach_followers) {
    struct pair p;
    open_pair(&p);
    struct came last = {0}, seen;
    for (int i = 0; i < 3 * PAGE + 1; i++)
        last = move(&p.n[0], p.table[0], i ? last.token : p.token, "");
    assert_string_equal(last.code, "");
    tables_look(p.table[1], last.line, into(&seen));
    must(&p.n[1], &seen);
    assert_int_equal(seen.lines, last.line);
    assert_int_equal(p.heard, last.line);
    close_pair(&p);
}

TABLES_CLAIM(a_retry_on_another_node_returns_the_original_result) {
    static const char action[] = "cem-0123456789abcdefghijk";
    struct pair p;
    open_pair(&p);
    sit(&p.n[0], p.table[0], "bea-0123456789abcdefghijk", "Bea");
    struct came cem = sit(&p.n[0], p.table[0], action, "Cem");
    struct came again = sit(&p.n[1], p.table[1], action, "Cem");
    assert_true(again.again);
    assert_int_equal(again.place, 3);
    assert_int_equal(again.line, cem.line);
    assert_string_equal(again.token, cem.token);
    assert_int_equal(p.heard, cem.line);
    close_pair(&p);
}

TABLES_CLAIM(after_a_place_moves_a_node_that_missed_it_refuses_the_old_session) {
    struct pair p;
    open_pair(&p);
    struct came moved = move(&p.n[0], p.table[0], p.token, "");
    assert_string_equal(moved.code, "");
    struct came old = say(&p.n[1], p.table[1], "b1", "begin");
    assert_string_equal(old.code, TABLES_TOKEN);
    assert_int_equal(tables_lines(p.table[1]), moved.line);
    close_pair(&p);
}

/* Sessions must not act on tokens from before the move, even if they have not heard its line yet.
 */
TABLES_CLAIM(a_node_that_reads_that_a_place_moved_knows_which_tokens_are_old) {
    struct pair p;
    open_pair(&p);
    struct came entered, seen;
    tables_enter(p.table[1], span_of(p.token), into(&entered));
    must(&p.n[1], &entered);
    int entered_at = tables_lines(p.table[1]);
    struct came moved = move(&p.n[0], p.table[0], p.token, "");
    assert_int_equal(tables_moved(p.table[0], entered.place), moved.line);
    assert_int_equal(tables_moved(p.table[1], entered.place), 0);
    tables_look(p.table[1], 1 << 30, into(&seen)); /* beyond the last line */
    must(&p.n[1], &seen);
    assert_int_equal(tables_moved(p.table[1], entered.place), moved.line);
    assert_true(tables_moved(p.table[1], entered.place) > entered_at);
    close_pair(&p);
}

/* A client that lost the answer may retry on any node. With only the old token or only the id, or
 * after another move, it learns nothing. */
TABLES_CLAIM(retrying_the_move_of_a_place_requires_both_the_old_token_and_the_same_id) {
    static const char id[] = "move-0123456789abcdefghijk", other[] = "other-0123456789abcdefgh";
    struct pair p;
    open_pair(&p);
    struct came moved = move(&p.n[0], p.table[0], p.token, id);
    assert_string_equal(moved.code, "");
    assert_string_not_equal(moved.token, p.token);
    for (int node = 1; node >= 0; node--) {
        struct came again = move(&p.n[node], p.table[node], p.token, id);
        assert_string_equal(again.code, "");
        assert_true(again.again);
        assert_int_equal(again.place, 1);
        assert_string_equal(again.token, moved.token);
        assert_string_equal(move(&p.n[node], p.table[node], p.token, other).code, TABLES_TOKEN);
        assert_string_equal(move(&p.n[node], p.table[node], p.token, "").code, TABLES_TOKEN);
        assert_string_equal(move(&p.n[node], p.table[node], "stranger", id).code, TABLES_TOKEN);
    }
    /* With the new token, the same id moves the place once more. */
    struct came next = move(&p.n[1], p.table[1], moved.token, id);
    assert_string_equal(next.code, "");
    assert_false(next.again);
    assert_string_not_equal(next.token, moved.token);
    assert_int_equal(next.line, moved.line + 1);
    assert_string_equal(move(&p.n[1], p.table[1], p.token, id).code, TABLES_TOKEN);
    close_pair(&p);
}

/* Parses are counted from the request to the answer. Other nodes parse each line when they read it;
 * room commands such as "begin" are not lines. */
TABLES_CLAIM(a_line_is_parsed_at_most_once_on_its_way_through_the_server) {
    static const struct {
        const char *words;
        int parses;
    } said[] = {{"begin", 0}, {"roll", 1}, {"hint", 1}, {"score chance", 1}, {"ask 1 club", 0}};
    struct node n, other;
    open_node(&n, 0, 0);
    struct came made = make(&n, "seed 4");
    struct open_table *t = look(&n, made.id);
    parsed = 0;
    sit(&n, t, "x", "Bea");
    assert_int_equal(parsed, 0);
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
        parsed = 0;
        struct came c = say(&n, t, "", said[i].words);
        if (c.code[0])
            fail_msg("%s: %s", said[i].words, c.words);
        if (parsed != said[i].parses)
            fail_msg("'%s' is parsed %d times", said[i].words, parsed);
    }
    open_node(&other, 0, 0);
    parsed = 0;
    struct open_table *there = look(&other, made.id);
    assert_int_equal(tables_lines(there), tables_lines(t));
    assert_int_equal(parsed, tables_lines(t));
    tables_release(there);
    tables_release(t);
    close_node(&other);
    close_node(&n);
}

TABLES_CLAIM(a_node_that_missed_a_deletion_stores_nothing_more) {
    struct pair p;
    struct came deleted, found;
    open_pair(&p);
    struct came bea = sit(&p.n[0], p.table[0], "bea-0123456789abcdefghijk", "Bea");
    tables_delete(p.table[0], span_of(bea.token), into(&deleted));
    await(&p.n[0], &deleted);
    assert_string_equal(deleted.code, "host");
    tables_delete(p.table[0], span_of(p.token), into(&deleted));
    must(&p.n[0], &deleted);
    assert_string_equal(say(&p.n[0], p.table[0], "a1", "begin").code, TABLES_ABSENT);
    assert_true(p.heard >= 0); /* the other node was not notified: the table is still open */
    assert_string_equal(say(&p.n[1], p.table[1], "b1", "begin").code, TABLES_ABSENT);
    assert_int_equal(p.heard, NO_TABLE);
    assert_string_equal(say(&p.n[1], p.table[1], "b2", "begin").code, TABLES_ABSENT);
    tables_find(p.n[1].tables, span_of(tables_id(p.table[1])), into(&found));
    await(&p.n[1], &found);
    assert_string_equal(found.code, TABLES_ABSENT);
    run_for(&p.n[1], 50); /* no timer may still use the deleted table */
    close_pair(&p);
}

TABLES_CLAIM(rooms_are_evicted_to_save_memory_even_while_followed) {
    struct node n;
    struct tables_counts counts;
    int last = 0;
    open_node(&n, 0, 1);
    struct open_table *first = look(&n, make(&n, "seed 42").id);
    struct follower *g = tables_follow(first, 0, 0, hear, &last);
    tables_catch_up(g, INT_MAX);
    struct open_table *second = look(&n, make(&n, "seed 43").id);
    tables_counts(n.tables, &counts);
    assert_int_equal(counts.rooms, 1);
    assert_int_equal(counts.dropped_rooms, 1);
    struct came begun = say(&n, first, "a1", "begin");
    assert_string_equal(begun.code, "");
    assert_true(last >= begun.line);
    tables_unfollow(g);
    tables_release(first);
    tables_release(second);
    close_node(&n);
}

/* ---- presence ---- */

/* Longer than players have to reconnect; longer than a table waits for absent players. */
enum { GRACE_MS = 6000, WAIT_MS = 31000 };

/* Ann and Bea in a game. Ann follows it all the time; Bea comes and goes. */
struct evening {
    struct node n;
    struct open_table *table;
    struct follower *ann, *bea;
    char token[TOKEN_LETTERS + 1]; /* Bea's */
    char line[128];                /* the last line that Ann heard */
};

static void follow_lines(void *where, int line, const char *say, int64_t at) {
    struct evening *e = where;
    struct text l = TEXT_IN(e->line);
    (void)line, (void)at;
    text_put(&l, say);
}

static void heed_places(void *arg, struct set places) {
    (void)arg, (void)places;
}

static void ignore(void *arg, int line, const char *say, int64_t at) {
    (void)arg, (void)line, (void)say, (void)at;
}

static void come(struct evening *e) {
    e->bea = tables_follow(e->table, INT_MAX, 2, ignore, e);
    tables_attend(e->bea, heed_places);
}

static void go(struct evening *e) {
    tables_unfollow(e->bea);
    e->bea = NULL;
    steady_advance(GRACE_MS);
}

static void begin_evening(struct evening *e) {
    *e = (struct evening){0};
    open_node(&e->n, 0, 0);
    e->table = look(&e->n, make(&e->n, "seed 42").id);
    struct came bea = sit(&e->n, e->table, "bea-0123456789abcdefghijk", "Bea");
    struct text token = TEXT_IN(e->token);
    text_put(&token, bea.token);
    e->ann = tables_follow(e->table, bea.line, 1, follow_lines, e);
    tables_attend(e->ann, heed_places);
    assert_string_equal(say(&e->n, e->table, "a1", "begin").code, "");
    steady_advance(GRACE_MS); /* the grace period after opening is over */
}

static void end_evening(struct evening *e) {
    tables_unfollow(e->ann);
    tables_unfollow(e->bea);
    tables_release(e->table);
    close_node(&e->n);
}

static void until_heard(struct evening *e, const char *line) {
    for (int i = 0; i < 20 && strcmp(e->line, line); i++)
        event_base_loop(e->n.base, EVLOOP_ONCE);
    assert_string_equal(e->line, line);
}

TABLES_CLAIM(a_place_keeps_its_token_while_a_bot_is_about_to_take_over) {
    struct evening e;
    struct came entered;
    begin_evening(&e);
    assert_string_equal(say(&e.n, e.table, "a2", "ask 2 novice").code, "");
    assert_true(tables_held(e.table, 2));
    tables_enter(e.table, span_of(e.token), into(&entered));
    must(&e.n, &entered);
    assert_int_equal(entered.place, 2);
    end_evening(&e);
}

TABLES_CLAIM(a_connected_player_is_not_replaced) {
    struct evening e;
    begin_evening(&e);
    come(&e);
    struct came asked = say(&e.n, e.table, "a2", "ask 2 novice");
    assert_string_equal(asked.code, "phase");
    assert_non_null(strstr(asked.words, "Bea is here"));
    go(&e);
    assert_string_equal(say(&e.n, e.table, "a3", "ask 2 novice").code, "");
    come(&e);
    until_heard(&e, "# room: back 2");
    go(&e);
    assert_string_equal(say(&e.n, e.table, "a4", "ask 2 novice").code, "");
    steady_advance(WAIT_MS);
    until_heard(&e, "correct 8 seat Bea bot novice");
    end_evening(&e);
}

TABLES_CLAIM(a_request_counts_as_presence_just_like_a_socket) {
    struct evening e;
    begin_evening(&e);
    assert_string_equal(say(&e.n, e.table, "a2", "ask 2 novice").code, "");
    assert_string_equal(say_at(&e.n, e.table, 2, "b1", "roll").code, "turn");
    until_heard(&e, "# room: back 2");
    assert_string_equal(say(&e.n, e.table, "a3", "ask 2 novice").code, "phase");
    steady_advance(GRACE_MS);
    assert_string_equal(say(&e.n, e.table, "a4", "ask 2 novice").code, "");
    end_evening(&e);
}

TABLES_CLAIM(reading_a_table_in_pages_gives_nobody_more_time) {
    enum { CLOCK_S = 100 };
    struct evening e = {0};
    struct came made;
    struct room_setup setup = {.rules = span_of("yardzee"),
                               .name = span_of("Ann"),
                               .dice = span_of("seed 42"),
                               .clock_seconds = CLOCK_S,
                               .seats = (const char *const[]){NULL},
                               .bots = (const char *const[][2]){{NULL, NULL}}};
    open_node(&e.n, 0, 0);
    tables_create(e.n.tables, &setup, (struct span){0}, into(&made));
    must(&e.n, &made);
    e.table = look(&e.n, made.id);
    struct came begun = say(&e.n, e.table, "a1", "begin");
    assert_string_equal(begun.code, "");
    assert_true(tables_lines(e.table) - begun.line >= PAGE);
    tables_release(e.table);
    close_node(&e.n);
    steady_advance(CLOCK_S * 600); /* more than half of the time limit */
    open_node(&e.n, 0, 0);
    e.table = look(&e.n, made.id);
    e.ann = tables_follow(e.table, tables_lines(e.table), 1, follow_lines, &e);
    steady_advance(CLOCK_S * 500);
    struct came seen;
    tables_look(e.table, 0, into(&seen));
    must(&e.n, &seen);
    assert_string_equal(say(&e.n, e.table, "a2", "begin").code, "phase"); /* already timed out */
    assert_string_equal(e.line, "# room: late 1");
    end_evening(&e);
}

TABLES_CLAIM(setting_the_clock_ahead_gives_no_seat_away) {
    enum { DAY_MS = 24 * 3600 * 1000 };
    struct evening e;
    begin_evening(&e);
    assert_string_equal(say(&e.n, e.table, "a2", "ask 2 novice").code, "");
    daytime_set(DAY_MS);
    assert_string_equal(say(&e.n, e.table, "a3", "roll").code, "");
    assert_string_equal(say(&e.n, e.table, "a4", "hint").code, "");
    assert_string_equal(e.line, "hint"); /* no bot has taken over */
    daytime_set(-2 * DAY_MS);
    assert_string_equal(say(&e.n, e.table, "a5", "score chance").code, "");
    steady_advance(WAIT_MS);
    until_heard(&e, "correct 8 seat Bea bot novice");
    daytime_set(DAY_MS);
    end_evening(&e);
}

/* A follower that only counts how often it was told to leave. */
static void mind_end(void *where, int line, const char *say, int64_t at) {
    (void)say, (void)at;
    *(int *)where += line == TABLES_OUSTED;
}

TABLES_CLAIM(a_table_full_of_spectators_keeps_no_player_out) {
    static struct follower *followers[WATCHERS];
    struct node n;
    int told = 0;
    open_node(&n, 0, 0);
    struct open_table *t = look(&n, make(&n, "seed 42").id);
    for (int i = 0; i < WATCHERS; i++) {
        followers[i] = tables_follow(t, 0, 0, mind_end, &told);
        assert_non_null(followers[i]);
    }
    assert_null(tables_follow(t, 0, 0, mind_end, &told));
    struct follower *host = tables_follow(t, 0, 1, mind_end, &told);
    assert_non_null(host);
    tables_unfollow(host); /* the connection drops and comes back */
    host = tables_follow(t, 0, 1, mind_end, &told);
    assert_non_null(host);
    assert_null(tables_follow(t, 0, 0, mind_end, &told)); /* still no room for spectators */
    tables_unfollow(followers[0]);
    followers[0] = tables_follow(t, 0, 0, mind_end, &told);
    assert_non_null(followers[0]);
    assert_int_equal(told, 0);
    for (int i = 0; i < WATCHERS; i++)
        tables_unfollow(followers[i]);
    tables_unfollow(host);
    tables_release(t);
    close_node(&n);
}

TABLES_CLAIM(a_ninth_window_at_a_place_disconnects_the_oldest) {
    enum { WINDOWS = TABLES_HOLDERS_MAX + 2 };
    struct follower *windows[WINDOWS], *other;
    struct node n;
    int told[WINDOWS] = {0}, other_told = 0;
    open_node(&n, 0, 0);
    struct open_table *t = look(&n, make(&n, "seed 42").id);
    other = tables_follow(t, 0, 2, mind_end, &other_told);
    for (int i = 0; i < WINDOWS; i++) {
        windows[i] = tables_follow(t, 0, 1, mind_end, &told[i]);
        assert_non_null(windows[i]);
    }
    for (int i = 0; i < WINDOWS; i++)
        assert_int_equal(told[i], i < WINDOWS - TABLES_HOLDERS_MAX);
    assert_int_equal(other_told, 0);
    for (int i = 0; i < WINDOWS; i++)
        tables_unfollow(windows[i]);
    tables_unfollow(other);
    tables_release(t);
    close_node(&n);
}
