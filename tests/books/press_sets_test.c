/* Puts every ordered throw of one to six dice to the referee, under every press book and both rules
 * about setting dice aside, and compares the results with the oracle. */
#include "books/reference.h"
#include "dice_of.h"
#include "rules/press.h"
#include "support.h"

enum { SETS_MAX = 63 };

/* One throw and what may be set aside according to the oracle; nothing for a bust. */
struct thrown {
    int faces[DICE_MAX], n;
    struct dice dice;
    struct reference_set sets[SETS_MAX];
    int count;
};

static struct dice dice_in(const struct reference_set *set) {
    struct dice d;
    d = dice_of(set->dice, set->n);
    return d;
}

static const struct reference_set *find_set(const struct thrown *t, struct dice d) {
    for (int i = 0; i < t->count; i++) {
        if (dice_same(dice_in(&t->sets[i]), d))
            return &t->sets[i];
    }
    return NULL;
}

/* Advances to the next throw, starting from all 1s; false after the last. */
static bool next_faces(int *faces, int n) {
    for (int i = 0; i < n; i++) {
        if (faces[i] < FACES) {
            faces[i]++;
            return true;
        }
        faces[i] = 1;
    }
    return false;
}

static void fail_at(const struct rules *r, const struct thrown *t, struct dice set,
                    const char *what, int is, int should) {
    char words[512];
    struct text out = TEXT_IN(words);
    rules_print(r, &out);
    text_put(&out, ", thrown");
    for (int i = 0; i < t->n; i++)
        text_add(&out, " %d", t->faces[i]);
    text_put(&out, ", set ");
    text_dice(&out, set, " ");
    text_add(&out, ": %s is %d, should be %d", what, is, should);
    fail_msg("%s", words);
}

static void expect(const struct rules *r, const struct thrown *t, struct dice set, const char *what,
                   int is, int should) {
    if (is != should)
        fail_at(r, t, set, what, is, should);
}

/* The position before n dice are rolled, with the others set aside for 100 points each. Seat 1 has
 * already entered the game, so only the throw decides what is legal. */
static struct game before_throw(struct rules *r, int n) {
    char line[256], spec[RULES_TEXT_MAX];
    struct text out = TEXT_IN(line), name = TEXT_IN(spec);
    rules_print(r, &name);
    text_add(&out, "%s 1000/2000 1 %d ?%d", spec, (DICE_MAX - n) * 100, n);
    return position_named(line, r);
}

/* ---- checks of one throw ---- */

static void parts_score_what_the_oracle_says(const struct rules *r, const struct thrown *t) {
    struct dice part = {0};
    while (dice_next_part(t->dice, &part)) {
        const struct reference_set *set = find_set(t, part);
        expect(r, t, part, "points", press_points(r->book, part), set ? set->points : 0);
    }
}

static void largest_is_the_one_set_allowed(const struct rules *r, const struct thrown *t) {
    struct dice largest = press_largest(r->book, t->dice);
    if (t->count == 0) {
        expect(r, t, largest, "dice in it", dice_size(largest), 0);
        return;
    }
    expect(r, t, largest, "sets", t->count, 1);
    expect(r, t, largest, "largest", dice_same(largest, dice_in(&t->sets[0])), 1);
}

static void bust_passes_the_turn(const struct rules *r, const struct thrown *t,
                                 const struct game *after) {
    struct action list[ACTIONS_MAX];
    expect(r, t, t->dice, "phase after a bust", after->phase, PHASE_ROLL);
    expect(r, t, t->dice, "seat after a bust", after->seat, 1);
    expect(r, t, t->dice, "total after a bust", after->total[0], 1000);
    expect(r, t, t->dice, "points at risk after a bust", after->turn_points, 0);
    expect(r, t, t->dice, "dice to throw after a bust", after->falling, r->book->dice);
    expect(r, t, t->dice, "choices after a bust", game_legal(r, after, list), 0);
}

static void choice_counts_its_points(const struct rules *r, const struct thrown *t,
                                     const struct game *thrown, struct action a) {
    const struct reference_set *set = find_set(t, a.dice);
    struct game after = *thrown;
    expect(r, t, a.dice, "legal", set != NULL, 1);
    expect(r, t, a.dice, "refusal of a legal choice", (int)game_apply(r, &after, a), ALLOWED);
    int points = thrown->turn_points + set->points;
    if (a.act == ACT_TAKE_STOP) {
        expect(r, t, a.dice, "total", after.total[0], 1000 + points);
        expect(r, t, a.dice, "seat", after.seat, 1);
        return;
    }
    int left = t->n - set->n;
    expect(r, t, a.dice, "points at risk", after.turn_points, points);
    expect(r, t, a.dice, "seat", after.seat, 0);
    expect(r, t, a.dice, "dice to throw", after.falling, left ? left : r->book->dice);
}

static void referee_offers_the_sets_of_the_oracle(const struct rules *r, const struct game *before,
                                                  const struct thrown *t) {
    struct game g = *before;
    struct action list[ACTIONS_MAX], roll = {.act = ACT_ROLL, .dice = t->dice};
    expect(r, t, t->dice, "refusal of the roll", (int)game_apply(r, &g, roll), ALLOWED);
    if (t->count == 0) {
        bust_passes_the_turn(r, t, &g);
        return;
    }
    expect(r, t, t->dice, "phase", g.phase, PHASE_CHOOSE);
    int count = game_legal(r, &g, list), rolls = 0, stops = 0;
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < i; j++)
            expect(r, t, list[i].dice, "offered twice",
                   list[i].act == list[j].act && dice_same(list[i].dice, list[j].dice), 0);
        choice_counts_its_points(r, t, &g, list[i]);
        rolls += list[i].act == ACT_TAKE_ROLL;
        stops += list[i].act == ACT_TAKE_STOP;
    }
    /* If hot dice must be rolled again, you cannot stop after a set that uses all dice. */
    bool uses_all = find_set(t, t->dice) != NULL;
    int hot = uses_all && r->params.hot_dice == HOT_DICE_MUST;
    expect(r, t, t->dice, "choices to roll on", rolls, t->count);
    expect(r, t, t->dice, "choices to stop", stops, t->count - hot);
}

/* ---- all throws ---- */

typedef void visit(const struct rules *r, const struct game *before, const struct thrown *t);

static void each_throw(const char *id, enum set_aside reading, visit *visitor) {
    struct rules r = rules_named(id);
    r.params.set_aside = (int)reading;
    int throws = 0;
    for (int n = 1; n <= DICE_MAX; n++) {
        struct game before = before_throw(&r, n);
        struct thrown t = {.faces = {1, 1, 1, 1, 1, 1}, .n = n};
        do {
            t.dice = dice_of(t.faces, n);
            t.count = reference_sets(id, reading == SET_ASIDE_ALL, t.faces, n, t.sets, SETS_MAX);
            assert_true(t.count >= 0);
            visitor(&r, &before, &t);
            throws++;
        } while (next_faces(t.faces, n));
    }
    assert_int_equal(throws, 6 + 36 + 216 + 1296 + 7776 + 46656);
}

static void lenient(const struct rules *r, const struct game *before, const struct thrown *t) {
    parts_score_what_the_oracle_says(r, t);
    referee_offers_the_sets_of_the_oracle(r, before, t);
}

static void strict(const struct rules *r, const struct game *before, const struct thrown *t) {
    largest_is_the_one_set_allowed(r, t);
    referee_offers_the_sets_of_the_oracle(r, before, t);
}

CLAIM(yardkle_lets_you_set_aside_any_scoring_dice) {
    each_throw("yardkle", SET_ASIDE_ANY, lenient);
}

CLAIM(farkle_lets_you_set_aside_any_scoring_dice) {
    each_throw("farkle", SET_ASIDE_ANY, lenient);
}

CLAIM(in_strict_yardkle_you_must_set_aside_all_scoring_dice) {
    each_throw("yardkle", SET_ASIDE_ALL, strict);
}

CLAIM(in_strict_farkle_you_must_set_aside_all_scoring_dice) {
    each_throw("farkle", SET_ASIDE_ALL, strict);
}

/* A new press book needs a reference and claims like those above; a message names each book without
 * a reference. */
CLAIM(the_oracle_knows_two_press_books) {
    struct reference_set sets[SETS_MAX];
    int one = 1, found = 0;
    for (const struct book *const *book = books; *book; book++) {
        if ((*book)->family != FAMILY_PRESS)
            continue;
        if (reference_sets((*book)->id, 0, &one, 1, sets, SETS_MAX) == 1)
            found++;
        else
            print_message("# %s: no reference here\n", (*book)->id);
    }
    assert_int_equal(found, 2);
}

/* ---- independent figures, in case oracle and book share an error ---- */

CLAIM(yardkle_throws_bust_as_often_as_counted_by_hand) {
    /* Ordered throws that show only 2, 3, 4 and 6, and no triplet: with three dice 64 - 4; with
     * four, two pairs (36), one pair (144) or none (24); with five, two pairs (360) or one (240);
     * with six, two pairs (1080), since three pairs score. */
    static const int right[DICE_MAX + 1] = {0, 4, 16, 60, 204, 600, 1080};
    const struct book *book = book_find(span_of("yardkle"));
    for (int n = 1; n <= DICE_MAX; n++) {
        int busts = 0;
        struct dice d = dice_first(n);
        do
            busts += press_largest(book, d).bits ? 0 : dice_ways(d);
        while (dice_next(&d));
        assert_int_equal(busts, right[n]);
    }
}

CLAIM(each_set_alone_scores_what_the_rules_say) {
    static const struct {
        const char *set;
        int yardkle, farkle;
    } figures[] = {
        {"1 1 1 1", 1100, 1000},     {"2 2 2 2", 0, 1000},        {"5 5 5 5", 550, 1000},
        {"1 1 1 1 1", 1200, 2000},   {"6 6 6 6 6", 0, 2000},      {"1 1 1", 1000, 300},
        {"4 4 4 4 2 2", 3000, 1500}, {"2 2 2 2 2 2", 3000, 3000}, {"1 1 1 5 5 5", 2500, 2500},
        {"2 2 3 3 4 4", 1500, 1500}, {"1 1 5 5", 300, 300},       {"2 2 2 1 5", 350, 350},
        {"2 2 2 3", 0, 0},
    };
    const struct book *yardkle = book_find(span_of("yardkle"));
    const struct book *farkle = book_find(span_of("farkle"));
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++) {
        assert_int_equal(press_points(yardkle, hand(figures[i].set)), figures[i].yardkle);
        assert_int_equal(press_points(farkle, hand(figures[i].set)), figures[i].farkle);
    }
}

CLAIM(yardkle_lets_you_set_aside_three_of_four_twos) {
    const struct book *yardkle = book_find(span_of("yardkle"));
    assert_true(dice_same(press_largest(yardkle, hand("2 2 2 2")), hand("2 2 2")));
    assert_true(dice_same(press_largest(yardkle, hand("2 2 2 2 5 6")), hand("2 2 2 5")));
}

CLAIM(every_press_score_is_a_multiple_of_fifty) {
    assert_int_equal(press_unit(book_find(span_of("yardkle"))), 50);
    assert_int_equal(press_unit(book_find(span_of("farkle"))), 50);
}
