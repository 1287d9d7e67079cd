/* The ledger of games that are entered without all their throws, against the ledger of the same
 * games with every throw: what is known must be the same, and what is not known must add up. */
#include <math.h>
#include <string.h>

#include "coach/ledger.h"
#include "coach_support.h"
#include "kept_turn.h"

enum { TURNS_MAX = 200, SEATS = 3 };

static struct { int turns[PACES], decisions, choices; } seen;

/* ---- two tables ---- */

struct pair {
    struct table *full, *kept;
    enum pace pace[SEATS][TURNS_MAX];
};

static void set_up(struct table *t, const char *rules, int seats) {
    static const char *const names[] = {"seat Ann", "seat Bea+Ben", "seat Cem"};
    LOCAL_TEXT(l, 128);
    text_add(&l, "rules %s", rules);
    tell(t, l.data);
    for (int i = 0; i < seats; i++)
        tell(t, names[i]);
}

static void play_pair(struct pair *p, const char *rules, int seats, int turns) {
    static struct turn turn;
    static struct state after;
    p->full = table_new();
    p->kept = table_new();
    set_up(p->full, rules, seats);
    set_up(p->kept, rules, seats);
    while (!state_over(table_now(p->full)) && turns--) {
        enum pace pace = (enum pace)draw_below(&draw, PACES);
        set_pace(p->kept, pace);
        play_turn(p->full, &turn);
        after = *table_now(p->full);
        bool rolls = enter_turn(p->kept, &turn, pace, &after);
        int number = after.game.turns[turn.seat];
        assert_true(number <= TURNS_MAX);
        p->pace[turn.seat][number - 1] = rolls ? PACE_THROWS : pace;
    }
}

/* ---- one turn in both ledgers ---- */

struct part {
    const struct moment *list[256];
    int count;
    double change, unknown;
};

static void part_of(const struct ledger *l, int seat, int turn, struct part *ret) {
    *ret = (struct part){0};
    for (int i = 0; i < l->count; i++) {
        const struct moment *m = &l->moments[i];
        if (m->seat != seat || m->turn != turn)
            continue;
        assert_true(ret->count < 256);
        ret->list[ret->count++] = m;
        ret->change += m->after - m->before;
        ret->unknown += m->unknown ? m->after - m->before : 0;
    }
}

static void near(double a, double b) {
    if (fabs(a - b) > 1e-9)
        fail_msg("%.12f is not %.12f", a, b);
}

static void same_moments(const struct part *a, const struct part *b) {
    assert_int_equal(a->count, b->count);
    for (int i = 0; i < a->count; i++) {
        const struct moment *x = a->list[i], *y = b->list[i];
        assert_int_equal(x->decision, y->decision);
        assert_false(y->unknown);
        assert_int_equal(y->pace, PACE_THROWS);
        assert_int_equal(x->grade, y->grade);
        near(x->before, y->before);
        near(x->after, y->after);
        near(x->cost, y->cost);
    }
}

static void only_unknown(const struct part *a, const struct part *b) {
    assert_int_equal(b->count, 1);
    assert_true(b->list[0]->unknown);
    near(b->unknown, a->change);
}

/* The box is graded among all boxes for these dice. Rolling on is no choice there, so the best is
 * at most what it is with every throw. */
static void box_is_graded(const struct part *a, const struct part *b) {
    const struct moment *x = a->list[a->count - 1], *y = b->list[1];
    assert_int_equal(b->count, 2);
    assert_true(b->list[0]->unknown && y->decision && y->pace == PACE_LAST);
    near(x->after, y->after);
    assert_true(y->cost <= x->cost + 1e-9);
    near(y->cost, y->before - y->after);
    seen.decisions += y->cost > 0;
}

/* Whether to stop is graded for every set that may stop; the dice left are those of the choice.
 * A turn can have the same choice twice, so choices are counted, not looked up. */
static void stopping_is_graded(const struct part *a, const struct part *b) {
    int at = -1;
    for (int i = 0; i < b->count; i++) {
        const struct moment *y = b->list[i];
        if (y->unknown && y->action.act == ACT_ASIDE) {
            do
                at++;
            while (at < a->count && a->list[at]->action.act == ACT_ROLL);
        }
        if (!y->decision)
            continue;
        assert_true(at >= 0 && at < a->count && y->pace == PACE_LAST && y->choices == 2);
        assert_true(action_same(a->list[at]->action, y->action));
        near(y->after, a->list[at]->after);
        near(y->cost, fabs(y->before - y->after));
        seen.decisions += y->cost > 0;
        seen.choices++;
    }
}

static void compare_turn(const struct pair *p, const struct ledger *full, const struct ledger *kept,
                         int seat, int turn) {
    static struct part a, b;
    enum pace pace = p->pace[seat][turn - 1];
    part_of(full, seat, turn, &a);
    part_of(kept, seat, turn, &b);
    near(a.change, b.change);
    seen.turns[pace]++;
    if (pace == PACE_THROWS)
        same_moments(&a, &b);
    else if (pace == PACE_POINTS)
        only_unknown(&a, &b);
    else if (full->rules.book->family == FAMILY_SHEET)
        box_is_graded(&a, &b);
    else
        stopping_is_graded(&a, &b);
}

/* ---- the accounts ---- */

static void check_account(const struct pair *p, const struct ledger *full,
                          const struct ledger *kept, int seat) {
    const struct account *x = &full->seat[seat], *a = &kept->seat[seat];
    int turns[PACES] = {0}, people = seat_people(&table_now(p->kept)->seats[seat]), counted = 0;
    double unknown = 0;
    for (int i = 0; i < table_now(p->kept)->game.turns[seat]; i++)
        turns[p->pace[seat][i]]++;
    near(x->par, a->par);
    near(x->result, a->result);
    near(x->others, a->others);
    near(a->par + a->luck - a->errors + a->unknown + a->others, a->result);
    assert_int_equal(a->kept[PACE_POINTS], turns[PACE_POINTS]);
    assert_int_equal(a->kept[PACE_LAST], turns[PACE_LAST]);
    assert_int_equal(account_kept(a), turns[PACE_POINTS] + turns[PACE_LAST]);
    assert_true(a->rolls <= x->rolls);
    for (int i = 0; i < people; i++) {
        unknown += kept->person[seat][i].unknown;
        counted += account_kept(&kept->person[seat][i]);
    }
    near(unknown, a->unknown);
    assert_int_equal(counted, account_kept(a));
    if (full->rules.book->family == FAMILY_PRESS) /* only turns with all their throws */
        assert_int_equal(kept->points[seat].turns, turns[PACE_THROWS]);
}

static void compare_ledgers(const struct solved_tables *tables, const char *rules, int seats,
                            int turns) {
    static struct pair p;
    char words[512];
    struct text error = TEXT_IN(words);
    struct ledger full, kept;
    play_pair(&p, rules, seats, turns);
    if (!ledger_of(tables, p.full, -1, &full, &error) ||
        !ledger_of(tables, p.kept, -1, &kept, &error))
        fail_msg("%s", words);
    for (int seat = 0; seat < seats; seat++) {
        for (int turn = 1; turn <= table_now(p.full)->game.turns[seat]; turn++)
            compare_turn(&p, &full, &kept, seat, turn);
        check_account(&p, &full, &kept, seat);
    }
    ledger_free(&full);
    ledger_free(&kept);
    table_free(p.full);
    table_free(p.kept);
}

static void games_of(const char *rules, int most_seats, int games) {
    struct solved_tables tables;
    char words[512];
    struct text error = TEXT_IN(words);
    struct rules r;
    if (!rules_parse(span_of(rules), &r, &error) ||
        !ledger_prepare(adviser, &r, NULL, &tables, &error))
        fail_msg("%s", words);
    memset(&seen, 0, sizeof seen);
    for (int i = 0; i < games; i++)
        compare_ledgers(&tables, rules, 1 + i % most_seats, i % 5 ? 1 << 20 : draw_below(&draw, 9));
    assert_true(seen.turns[PACE_THROWS] && seen.turns[PACE_POINTS] && seen.turns[PACE_LAST]);
    assert_true(seen.decisions > 0);
}

CLAIM(turns_of_a_sheet_game_without_all_throws_change_the_value_as_with_them) {
    games_of("yardzee", 3, how_many(2000, 60));
}

CLAIM(turns_of_a_press_game_without_all_throws_change_the_value_as_with_them) {
    games_of("yardkle:goal=2000", 2, how_many(1000, 40));
    assert_true(seen.choices > 0);
    games_of("yardkle:goal=1000,entry=200,final-round=everyone", 3, how_many(100, 100));
}

CLAIM(a_game_of_points_alone_has_nothing_to_review) {
    struct solved_tables tables;
    struct ledger l;
    LOCAL_TEXT(error, 512);
    struct table *t = table_of("rules yardkle:goal=2000\nseat Ann\nseat Bea\npace points\n"
                               "bank 500\nbust\nbank 1500\nbank 600");
    assert_true(ledger_prepare(adviser, &table_now(t)->rules, NULL, &tables, &error));
    assert_true(ledger_of(&tables, t, -1, &l, &error));
    assert_true(l.finished && l.count == 4);
    for (int seat = 0; seat < 2; seat++) {
        assert_true(account_only_points(&l.seat[seat]));
        assert_true(isnan(l.seat[seat].accuracy));
        assert_true(l.seat[seat].luck == 0 && l.seat[seat].errors == 0);
    }
    near(l.seat[0].result, 1);
    ledger_free(&l);
    table_free(t);
}

int main(void) {
    return run_claims(adviser_begin, adviser_end);
}
