/* The server's bots when tables ask for too much: which requests wait, which solves are canceled,
 * what stays in memory. The tests do not depend on the machine's speed: a game to 100,000 points
 * takes minutes to solve, and the next step a fraction of a second, so the solve is certain to be
 * still running then. */
#include <event2/event.h>
#include <stdlib.h>
#include <string.h>

#include "server/bots.h"
#include "solve/cost.h"
#include "support.h"

enum { FOR_EVER = 1000000, CLIENTS = 16, LONG_MS = 3600 * 1000 };

#define HUGE_GAME "yardkle:goal=100000"

struct said {
    bool done, hurried;
    int order; /* among all answers in a test */
    char words[256];
};

static struct event_base *base;
static struct bots *bots;
static int answers;

static void open_bots(struct bots_options o) {
    base = o.base = event_base_new();
    assert_non_null(base);
    answers = 0;
    bots = bots_new(&o);
}

static void close_bots(void) {
    bots_free(bots);
    event_base_free(base);
}

static void note(void *where, const char *words, bool hurried) {
    struct said *s = where;
    struct text w = TEXT_IN(s->words);
    assert_false(s->done);
    text_put(&w, words);
    s->done = true;
    s->hurried = hurried;
    s->order = ++answers;
}

/* A game at its first choice, with the same dice in every test. */
static struct game first_choice(const struct rules *r, int seats) {
    static const char faces[] = {1, 1, 5, 2, 3, 6};
    struct game g;
    struct action roll = {.act = ACT_ROLL};
    game_start(r, &g, seats, 0);
    for (int i = 0; i < g.falling; i++)
        roll.dice = dice_with(roll.dice, faces[i], 1);
    assert_int_equal(game_apply(r, &g, roll), ALLOWED);
    return g;
}

static void ask_bot(struct bots_client *c, const char *words, int seats, struct said *s) {
    struct rules r = rules_named(words);
    struct game g = first_choice(&r, seats);
    *s = (struct said){0};
    assert_true(bots_ask(c, &r, &g, "perfect", note, s));
}

static void await(const struct said *s) {
    while (!s->done)
        event_base_loop(base, EVLOOP_ONCE);
}

static struct bots_counts counts(void) {
    struct bots_counts c;
    bots_counts(bots, &c);
    return c;
}

/* Waits until this many rule sets are being solved; if the solving threads hang, the test runner's
 * timeout ends the test. */
static void wait_until_solving(int count) {
    while (counts().solving != count) {
        event_base_loopexit(base, &(struct timeval){.tv_usec = 1000});
        event_base_loop(base, EVLOOP_NO_EXIT_ON_EMPTY);
    }
}

static bool is_legal(const char *rules, int seats, const char *words) {
    char why[256];
    struct text error = TEXT_IN(why);
    struct rules r = rules_named(rules);
    struct game g = first_choice(&r, seats);
    struct action a;
    return action_parse(&r, span_of(words), &a, &error) && game_check(&r, &g, a) == ALLOWED;
}

/* ---- fairness ---- */

CLAIM(a_bot_that_plays_by_a_book_never_waits_for_house_rules) {
    struct said huge, honest;
    open_bots((struct bots_options){
        .budget_seconds = FOR_EVER, .bytes_max = 1 << 30, .thought_ms = LONG_MS});
    struct bots_client *a = bots_join(bots), *b = bots_join(bots);
    ask_bot(a, HUGE_GAME, 2, &huge);
    wait_until_solving(1);
    for (int i = 0; i < 20; i++) {
        ask_bot(b, "yardzee", 1, &honest);
        await(&honest);
        assert_false(honest.hurried);
    }
    assert_false(huge.done);
    assert_int_equal(counts().solving, 1); /* still running */
    bots_leave(a);
    bots_leave(b);
    close_bots();
}

CLAIM(books_are_solved_while_house_rules_wait) {
    struct said huge[4], book[2];
    struct bots_client *c[6];
    open_bots((struct bots_options){
        .budget_seconds = FOR_EVER, .bytes_max = 1 << 30, .thought_ms = LONG_MS});
    for (int i = 0; i < 6; i++)
        c[i] = bots_join(bots);
    ask_bot(c[0], HUGE_GAME, 2, &huge[0]);
    ask_bot(c[1], "yardkle:goal=99950", 2, &huge[1]);
    ask_bot(c[2], "farkle:goal=100000", 2, &huge[2]);
    ask_bot(c[3], "yardzee:bonus=7", 2, &huge[3]);
    ask_bot(c[4], "yardzee", 2, &book[0]);
    ask_bot(c[5], "yahtzee", 2, &book[1]);
    await(&book[0]);
    await(&book[1]);
    assert_false(book[0].hurried || book[1].hurried);
    for (int i = 0; i < 4; i++)
        assert_false(huge[i].done);
    for (int i = 0; i < 6; i++)
        bots_leave(c[i]);
    close_bots();
}

CLAIM(tables_are_served_in_turn) {
    struct said warm, said[CLIENTS];
    struct bots_client *c[CLIENTS];
    open_bots((struct bots_options){.thought_ms = LONG_MS});
    for (int i = 0; i < CLIENTS; i++)
        c[i] = bots_join(bots);
    ask_bot(c[0], "yardzee", 2, &warm);
    await(&warm);
    for (int round = 0; round < 3; round++) {
        int before = answers;
        for (int i = 0; i < CLIENTS; i++)
            ask_bot(c[i], "yardzee", 2, &said[i]);
        for (int i = 0; i < CLIENTS; i++) {
            await(&said[i]);
            assert_int_equal(said[i].order, before + 1 + i);
        }
    }
    for (int i = 0; i < CLIENTS; i++)
        bots_leave(c[i]);
    close_bots();
}

CLAIM(a_table_has_at_most_one_request_pending) {
    struct said first, second = {0};
    struct rules r = rules_named(HUGE_GAME);
    struct game g = first_choice(&r, 2);
    open_bots((struct bots_options){
        .budget_seconds = FOR_EVER, .bytes_max = 1 << 30, .thought_ms = LONG_MS});
    struct bots_client *c = bots_join(bots);
    ask_bot(c, HUGE_GAME, 2, &first);
    assert_false(bots_ask(c, &r, &g, "perfect", note, &second));
    bots_leave(c);
    close_bots();
}

/* ---- limits ---- */

CLAIM(a_request_that_takes_too_long_gets_a_quick_legal_choice) {
    static const char *const hard[] = {HUGE_GAME, "farkle:goal=90000"};
    open_bots(
        (struct bots_options){.budget_seconds = FOR_EVER, .bytes_max = 1 << 30, .thought_ms = 1});
    for (int i = 0; i < 2; i++) {
        struct said s;
        struct bots_client *c = bots_join(bots);
        ask_bot(c, hard[i], 2, &s);
        await(&s);
        assert_true(s.hurried);
        assert_true(is_legal(hard[i], 2, s.words));
        bots_leave(c);
    }
    assert_int_equal(counts().hurried, 2);
    close_bots();
}

CLAIM(rules_over_budget_get_an_immediate_choice_and_are_never_solved) {
    /* The last game is too large for any table that the solver can build. */
    static const char *const hard[] = {HUGE_GAME, "farkle:goal=1000000"};
    open_bots((struct bots_options){.thought_ms = LONG_MS});
    struct bots_client *c = bots_join(bots);
    for (int i = 0; i < 2; i++) {
        for (int seats = 2; seats <= 16; seats += 7) {
            struct said s;
            ask_bot(c, hard[i], seats, &s);
            await(&s);
            assert_true(s.hurried);
            assert_true(is_legal(hard[i], seats, s.words));
        }
    }
    assert_int_equal(counts().solving, 0);
    assert_int_equal(counts().solved, 0);
    bots_leave(c);
    close_bots();
}

/* The estimate is within the budget, but the solve takes longer than `overrun` allows. */
CLAIM(a_solve_that_overruns_its_budget_is_abandoned) {
    struct said s;
    struct rules r = rules_named("yardkle:goal=8000");
    double seconds = solve_cost(&r, 2).seconds;
    assert_true(seconds < 1);
    open_bots((struct bots_options){.budget_seconds = 1, .thought_ms = LONG_MS, .overrun = 0.01});
    struct bots_client *c = bots_join(bots);
    ask_bot(c, "yardkle:goal=8000", 2, &s);
    await(&s);
    assert_true(s.hurried);
    assert_int_equal(counts().given_up, 1);
    ask_bot(c, "yardkle:goal=8000", 2, &s);
    await(&s);
    assert_true(s.hurried);
    assert_int_equal(counts().given_up, 1); /* not retried for this table */
    bots_leave(c);
    close_bots();
}

CLAIM(final_rounds_with_many_seats_get_a_quick_choice) {
    struct rules r = rules_named(HUGE_GAME);
    struct game g = first_choice(&r, 16);
    struct said s = {0};
    for (int i = 1; i < 16; i++)
        g.total[i] = 99000;
    g.total[15] = 100500;
    g.ender = 16;
    open_bots((struct bots_options){.thought_ms = LONG_MS});
    struct bots_client *c = bots_join(bots);
    assert_true(bots_ask(c, &r, &g, "perfect", note, &s));
    await(&s);
    assert_true(s.hurried); /* the choice considered only the strongest opponents */
    bots_leave(c);
    close_bots();
}

/* ---- leaving ---- */

CLAIM(leaving_cancels_the_solve_and_the_request) {
    struct said huge, other;
    open_bots((struct bots_options){
        .budget_seconds = FOR_EVER, .bytes_max = 1 << 30, .thought_ms = LONG_MS});
    struct bots_client *a = bots_join(bots), *b = bots_join(bots);
    ask_bot(a, HUGE_GAME, 2, &huge);
    ask_bot(b, "yardkle:goal=1000,entry=50", 2, &other);
    wait_until_solving(1);
    assert_int_equal(counts().waiting, 2);
    bots_leave(a);
    assert_int_equal(counts().waiting, 1);
    await(&other); /* solved by the thread that was busy with the huge game */
    assert_false(other.hurried);
    assert_false(huge.done);
    assert_int_equal(counts().cancelled, 1);
    bots_leave(b);
    wait_until_solving(0);
    close_bots();
}

CLAIM(a_solve_that_another_table_needs_continues) {
    struct said first, second, third;
    open_bots((struct bots_options){
        .budget_seconds = FOR_EVER, .bytes_max = 1 << 30, .thought_ms = LONG_MS});
    struct bots_client *a = bots_join(bots), *b = bots_join(bots), *c = bots_join(bots);
    ask_bot(a, HUGE_GAME, 2, &first);
    ask_bot(b, HUGE_GAME, 2, &second);
    wait_until_solving(1);
    bots_leave(a);
    ask_bot(c, "yardzee", 2, &third);
    await(&third);
    assert_int_equal(counts().cancelled, 0);
    assert_int_equal(counts().solving, 1);
    bots_leave(b);
    bots_leave(c);
    wait_until_solving(0);
    assert_int_equal(counts().cancelled, 1);
    close_bots();
}

CLAIM(solving_continues_after_a_hurried_choice) {
    struct said s;
    open_bots(
        (struct bots_options){.budget_seconds = FOR_EVER, .bytes_max = 1 << 30, .thought_ms = 1});
    struct bots_client *c = bots_join(bots);
    do { /* each choice is hurried until the rules are solved, and none after that */
        ask_bot(c, "yardkle:goal=2000,entry=50", 2, &s);
        await(&s);
    } while (s.hurried);
    assert_int_equal(counts().cancelled, 0);
    bots_leave(c);
    close_bots();
}

/* ---- memory ---- */

CLAIM(solved_house_rules_are_limited_in_number_and_books_are_never_evicted) {
    static const char *const made[] = {"yardkle:goal=1000,entry=0", "yardkle:goal=1000,entry=50",
                                       "yardkle:goal=1000,entry=100",
                                       "yardkle:goal=1000,entry=150"};
    struct said s;
    open_bots((struct bots_options){.thought_ms = LONG_MS, .sets_max = 2});
    struct bots_client *c = bots_join(bots);
    ask_bot(c, "yardzee", 2, &s);
    await(&s);
    for (int i = 0; i < 4; i++) {
        ask_bot(c, made[i], 2, &s);
        await(&s);
        assert_false(s.hurried);
    }
    assert_int_equal(counts().solved, 3); /* the book and two house rules */
    assert_int_equal(counts().evicted, 2);
    ask_bot(c, made[3], 2, &s);
    await(&s);
    ask_bot(c, "yardzee", 2, &s);
    await(&s);
    assert_int_equal(counts().evicted, 2); /* both were in memory */
    bots_leave(c);
    close_bots();
}

CLAIM(the_memory_for_solved_house_rules_is_limited) {
    struct said s;
    struct rules r = rules_named("yardkle:goal=1000,entry=0");
    size_t one = (size_t)solve_cost(&r, 2).bytes;
    open_bots((struct bots_options){.thought_ms = LONG_MS, .bytes_max = one + one / 2});
    struct bots_client *c = bots_join(bots);
    ask_bot(c, "yardkle:goal=1000,entry=0", 2, &s);
    await(&s);
    ask_bot(c, "yardkle:goal=1000,entry=50", 2, &s);
    await(&s);
    assert_false(s.hurried);
    assert_int_equal(counts().evicted, 1);
    assert_int_equal(counts().bytes, one);
    bots_leave(c);
    close_bots();
}

/* ---- refusals ---- */

CLAIM(the_refusal_of_rules_that_cost_too_much_states_the_allowed_maximum) {
    static const char *const fine[] = {"yardzee",
                                       "yahtzee",
                                       "yahtzee-classic",
                                       "yatzy",
                                       "yardkle",
                                       "farkle",
                                       "yatzy:upper-bonus=1000@105",
                                       "yardkle:goal=20000",
                                       "farkle:goal=20000,entry=1000",
                                       "yardkle:goal=5000,entry=100000"};
    static const char *const wrong[] = {HUGE_GAME, "yardkle:goal=50000", "farkle:goal=1000000"};
    open_bots((struct bots_options){0});
    for (size_t i = 0; i < sizeof fine / sizeof *fine; i++) {
        char words[512];
        struct text why = TEXT_IN(words);
        struct rules r = rules_named(fine[i]);
        if (!bots_play(bots, &r, 2, &why))
            fail_msg("%s: %s", fine[i], words);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char words[512];
        struct text why = TEXT_IN(words);
        struct rules r = rules_named(wrong[i]);
        assert_false(bots_play(bots, &r, 2, &why));
        const char *most = strstr(words, "at most ");
        assert_non_null(most);
        r.params.goal = atoi(most + 8); /* the stated maximum is right, and not too cautious */
        assert_true(bots_play(bots, &r, 2, &why));
        r.params.goal += 50;
        assert_false(bots_play(bots, &r, 2, &why));
    }
    close_bots();
}
