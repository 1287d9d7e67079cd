/* The sheet solver against published figures, the referee and brute force. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rules/books.h"
#include "rules/sheet.h"
#include "solve/sheet_goal.h"
#include "solve/sheet_odds.h"
#include "solve/sheet_player.h"
#include "solved.h"
#include "support.h"

static const struct sheet_solver *solved(const char *spec) {
    struct rules r = rules_named(spec);
    return solver_of(&r);
}

/* ---- figures ---- */

static void known_values_and_signatures_are_reproduced(void **state) {
    (void)state;
    static const struct {
        const char *rules;
        double value, within;
        uint64_t signature;
    } known[] = {
        /* Verhoeff's figure for the free joker; the forced joker; Yahtzee without bonuses. */
        {"yardzee", 254.5896, 5e-5, 0xc38d0c5b0ab5fe54},
        {"yahtzee", 254.5877, 5e-5, 0x2750850880d87f1a},
        {"yahtzee:bonus=0,joker=none", 245.8708, 5e-5, 0xa3a9027a29cace97},
        {"yatzy", 248.43999, 5e-6, 0x4ce79d0ce9bedb1f},
        /* No figure is published for this game; ours was computed independently from the rules. */
        {"yahtzee-classic", 254.58801, 5e-6, 0x8e76f69ebc18a6a4},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const struct sheet_solver *s = solved(known[i].rules);
        if (fabs(sheet_solver_value(s) - known[i].value) > known[i].within)
            fail_msg("%s: %.9f", known[i].rules, sheet_solver_value(s));
        if (sheet_solver_signature(s) != known[i].signature)
            fail_msg("%s: signature %016llx", known[i].rules,
                     (unsigned long long)sheet_solver_signature(s));
    }
}

static void one_thread_and_many_give_the_same_table(void **state) {
    (void)state;
    struct rules r = rules_named("yahtzee:upper-bonus=50@40");
    struct sheet_solver *one = sheet_solve(&r, 1, NULL), *four = sheet_solve(&r, 4, NULL);
    assert_true(sheet_solver_signature(one) == sheet_solver_signature(four));
    assert_true(sheet_solver_value(one) == sheet_solver_value(four));
    sheet_solver_free(one);
    sheet_solver_free(four);
}

static void a_cancelled_solve_returns_no_solver(void **state) {
    (void)state;
    struct rules r = rules_named("yardzee");
    struct work work = {0};
    atomic_store(&work.cancel, true);
    assert_null(sheet_solve(&r, 2, &work));
    double step[201] = {[200] = 1};
    struct card empty = {0};
    assert_null(sheet_goal_solve(&r, &empty, (struct goal_worth){step, 201}, false, 2, &work));
}

/* Cancels after a number of steps. */
static void cancel_later(struct work *work) {
    if (atomic_load(&work->done) >= 40)
        atomic_store(&work->cancel, true);
}

static void part_of_a_table_equals_the_whole_even_if_it_was_canceled(void **state) {
    (void)state;
    struct rules r = rules_named("yahtzee:upper-bonus=50@40");
    struct sheet_solver *whole = sheet_solve(&r, 2, NULL), *part = sheet_solver_new(&r);
    const uint32_t full = sheet_solver_table(whole)->full, least[] = {full & 0x1555, 0x15, 0};
    for (int i = 0; i < 3; i++) {
        struct work work = {.watch = cancel_later};
        assert_false(sheet_solver_reach(part, least[i], 1, &work));
        assert_true(work.done < work.total);
        assert_true(sheet_solver_reach(part, least[i], 2, NULL));
        for (uint32_t filled = least[i]; filled <= full; filled = (filled + 1) | least[i]) {
            struct card card = {.filled = filled};
            assert_true(sheet_solver_to_come(part, &card) == sheet_solver_to_come(whole, &card));
        }
    }
    assert_true(sheet_solver_signature(part) == sheet_solver_signature(whole));
    assert_true(sheet_solver_reach(part, 0, 1, NULL)); /* with nothing left to do */
    sheet_solver_free(whole);
    sheet_solver_free(part);
}

/* ---- the referee ---- */

static struct dice throw_dice(struct draw *draw, int n) {
    struct dice d = {0};
    bool same = draw_below(draw, 5) == 0; /* so that jokers come up */
    int face = 1 + draw_below(draw, 6);
    while (n--)
        d = dice_with(d, same ? face : 1 + draw_below(draw, 6), 1);
    return d;
}

/* Checks that after the list come the zeros by choice: one for each box that would score, worth
 * what the referee's position is worth, and less than the points. */
static void compare_zeros(const struct sheet_solver *s, const struct rules *r, const struct game *g,
                          const struct advice *advice) {
    int zeros = 0;
    for (int i = 0; i < advice->count; i++) {
        const struct valued_action *box = &advice->actions[i];
        struct action zero = box->action;
        if (zero.act != ACT_SCORE)
            continue;
        zero.zero = 1;
        const struct valued_action *a = advice_find(advice, zero);
        assert_non_null(a);
        assert_int_equal(a->points, 0);
        assert_true((a == box) == (box->points == 0));
        struct game after = *g;
        assert_int_equal(game_apply(r, &after, zero), ALLOWED);
        const struct card *card = &after.card[g->seat];
        double value =
            card_upper(r->book, card) + card_lower(r, card) + sheet_solver_to_come(s, card);
        assert_true(fabs(a->value - value) < 1e-9);
        assert_true(a == box || a->value < box->value);
        zeros += a != box;
    }
    assert_int_equal(advice->zeros, zeros);
}

/* Checks that the advice lists each legal action once, with the referee's points and the value of
 * the position that the referee reaches. */
static void compare_position(const struct sheet_solver *s, const struct rules *r,
                             const struct game *g) {
    struct action legal[ACTIONS_MAX];
    struct advice advice, next;
    int n = game_legal(r, g, legal);
    sheet_advise(s, g, &advice);
    assert_int_equal(advice.count, n);
    for (int i = 0; i < n; i++) {
        const struct valued_action *a = NULL;
        for (int k = 0; k < n; k++) {
            if (!memcmp(&advice.actions[k].action, &legal[i], sizeof legal[i]))
                a = &advice.actions[k];
        }
        assert_non_null(a);
        struct game after = *g;
        assert_int_equal(game_apply(r, &after, legal[i]), ALLOWED);
        double value;
        if (legal[i].act == ACT_KEEP) {
            sheet_advise(s, &after, &next);
            assert_int_equal(next.count, 0);
            value = next.value;
        } else {
            const struct card *card = &after.card[g->seat];
            assert_int_equal(a->points, card->points[legal[i].box]);
            value = card_upper(r->book, card) + card_lower(r, card) + sheet_solver_to_come(s, card);
        }
        if (fabs(a->value - value) > 1e-9)
            fail_msg("%s: %.12f, but the position after it has %.12f", r->book->id, a->value,
                     value);
    }
    for (int k = 1; k < n; k++)
        assert_true(advice.actions[k].value <= advice.actions[k - 1].value);
    assert_true(advice.value == advice.actions[0].value);
    compare_zeros(s, r, g, &advice);
}

static void actions_points_and_successors_are_the_referees(void **state) {
    const char *spec = *state;
    struct rules r = rules_named(spec);
    const struct sheet_solver *s = solved(spec);
    struct sheet_player *perfect = sheet_player_new(s);
    struct draw draw = {0x5eed};
    struct action list[ACTIONS_MAX];
    struct game g = {.phase = PHASE_OVER};
    for (int positions = how_many(20000, 300); positions;) {
        if (g.phase == PHASE_OVER)
            game_start(&r, &g, 1 + draw_below(&draw, 3), 0);
        if (g.phase == PHASE_ROLL) {
            struct action roll = {.act = ACT_ROLL, .dice = throw_dice(&draw, g.falling)};
            assert_int_equal(game_apply(&r, &g, roll), ALLOWED);
            continue;
        }
        compare_position(s, &r, &g);
        positions--;
        int n = game_legal(&r, &g, list);
        struct action a = list[draw_below(&draw, n)];
        a.zero = a.act == ACT_SCORE && draw_below(&draw, 4) == 0;
        if (draw_below(&draw, 2))
            a = sheet_player_choose(perfect, &g); /* visit positions from good play, too */
        assert_int_equal(game_apply(&r, &g, a), ALLOWED);
    }
    sheet_player_free(perfect);
}

/* ---- brute force ---- */

/* The value of a turn, computed from all ordered throws of the dice rolled, using nothing from the
 * solver but the values of cards at the start of a turn. Dice are kept by position here. */
struct slow {
    const struct rules *r;
    const struct sheet_solver *s;
    struct card card;
    double last[7776], first[7776]; /* by ordered throw, in base 6 */
};

static double slow_fill(const struct slow *w, int code) {
    struct dice d = {0};
    for (int i = 0; i < 5; i++, code /= 6)
        d = dice_with(d, 1 + code % 6, 1);
    double best = -1;
    for (int box = 0; box < w->r->book->box_count; box++) {
        struct claim claim = sheet_claim(w->r, &w->card, d, box);
        if (claim.refusal != ALLOWED)
            continue;
        struct card card = w->card;
        card.filled |= (uint16_t)(1u << box);
        card.points[box] = (int16_t)claim.points;
        double value = claim.points + claim.bonus + sheet_solver_to_come(w->s, &card);
        best = value > best ? value : best;
    }
    return best;
}

/* The best value of keeping any subset of one ordered throw. */
static double slow_keep(const double *next, int code) {
    static const int place[5] = {1, 6, 36, 216, 1296};
    double best = -1;
    for (int kept = 0; kept < 32; kept++) {
        int fixed = 0, rolled[5], n = 0, throws = 1;
        for (int i = 0; i < 5; i++) {
            if (kept >> i & 1) {
                fixed += code / place[i] % 6 * place[i];
            } else {
                rolled[n++] = place[i];
                throws *= 6;
            }
        }
        double sum = 0;
        for (int t = 0; t < throws; t++) {
            int made = fixed;
            for (int i = 0, rest = t; i < n; i++, rest /= 6)
                made += rest % 6 * rolled[i];
            sum += next[made];
        }
        best = sum / throws > best ? sum / throws : best;
    }
    return best;
}

/* Throws that differ only in order are worth the same: only the ascending one is computed. */
static bool ascending(int code) {
    for (int i = 0; i < 4; i++, code /= 6) {
        if (code % 6 > code / 6 % 6)
            return false;
    }
    return true;
}

static int sorted_code(int code) {
    int count[6] = {0}, sorted = 0, place = 1;
    for (int i = 0; i < 5; i++, code /= 6)
        count[code % 6]++;
    for (int face = 0; face < 6; face++) {
        for (int i = 0; i < count[face]; i++, place *= 6)
            sorted += face * place;
    }
    return sorted;
}

static double slow_turn(struct slow *w) {
    double sum = 0;
    for (int code = 0; code < 7776; code++)
        w->last[code] = slow_fill(w, code);
    for (int stage = 0; stage < 2; stage++) {
        for (int code = 0; code < 7776; code++) {
            if (ascending(code))
                w->first[code] = slow_keep(w->last, code);
        }
        for (int code = 0; code < 7776; code++)
            w->last[code] = w->first[sorted_code(code)];
    }
    for (int code = 0; code < 7776; code++)
        sum += w->last[code];
    return sum / 7776;
}

static void random_card(const struct rules *r, struct draw *draw, struct card *card) {
    memset(card, 0, sizeof *card);
    int boxes = draw_below(draw, r->book->box_count);
    while (boxes) {
        int box = draw_below(draw, r->book->box_count);
        struct claim claim = sheet_claim(r, card, throw_dice(draw, 5), box);
        if (claim.refusal != ALLOWED)
            continue;
        card->filled |= (uint16_t)(1u << box);
        card->points[box] = (int16_t)claim.points;
        card->bonuses += claim.bonus > 0;
        boxes--;
    }
}

static void the_solver_agrees_with_brute_force_over_all_ordered_rolls(void **state) {
    (void)state;
    static const char *const specs[] = {"yardzee", "yahtzee", "yahtzee-classic", "yatzy",
                                        "yahtzee:joker=none,upper-bonus=20@50"};
    static struct slow w;
    struct draw draw = {77};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        struct rules r = rules_named(specs[i]);
        const struct sheet_solver *s = solved(specs[i]);
        for (int n = how_many(40, 2); n; n--) {
            w.r = &r;
            w.s = s;
            random_card(&r, &draw, &w.card);
            double slow = slow_turn(&w), fast = sheet_solver_to_come(s, &w.card);
            if (fabs(slow - fast) > 1e-9)
                fail_msg("%s: %.12f by brute force, %.12f by the solver", specs[i], slow, fast);
        }
    }
}

/* ---- goals ---- */

static void playing_for_points_is_worth_the_expected_total(void **state) {
    (void)state;
    struct rules r = rules_named("yahtzee");
    const struct sheet_solver *s = solved("yahtzee");
    struct draw draw = {99};
    static double worth[2500];
    for (int i = 0; i < 2500; i++)
        worth[i] = i;
    for (int n = how_many(20, 3); n; n--) {
        struct card card;
        do
            random_card(&r, &draw, &card);
        while (__builtin_popcount(card.filled) < 8);
        struct sheet_goal *goal =
            sheet_goal_solve(&r, &card, (struct goal_worth){worth, 2500}, true, 2, NULL);
        double total = card_upper(r.book, &card) + card_lower(&r, &card);
        double expected = total + sheet_solver_to_come(s, &card);
        if (fabs(sheet_goal_value(goal, &card) - expected) > 1e-9)
            fail_msg("%.12f as a goal, %.12f as a value", sheet_goal_value(goal, &card), expected);
        sheet_goal_free(goal);
    }
}

/* With one box open, one turn of brute force is enough. */
static void the_chance_of_a_total_with_one_box_open_matches_brute_force(void **state) {
    (void)state;
    struct rules r = rules_named("yardzee");
    struct draw draw = {3};
    for (int n = how_many(60, 5); n; n--) {
        struct card card;
        do
            random_card(&r, &draw, &card);
        while (__builtin_popcount(card.filled) != 12);
        int total = card_upper(r.book, &card) + card_lower(&r, &card);
        int target = total + 1 + draw_below(&draw, 60), box = __builtin_ctz(~card.filled);
        double step[3000] = {0};
        step[target] = 1;
        struct goal_worth worth = {step, target + 1};
        struct sheet_goal *goal = sheet_goal_solve(&r, &card, worth, false, 1, NULL);
        static double last[7776], kept[7776];
        for (int code = 0; code < 7776; code++) {
            struct dice d = {0};
            for (int i = 0, rest = code; i < 5; i++, rest /= 6)
                d = dice_with(d, 1 + rest % 6, 1);
            struct card full = card;
            struct claim claim = sheet_claim(&r, &card, d, box);
            full.filled |= (uint16_t)(1u << box);
            full.points[box] = (int16_t)claim.points;
            full.bonuses += claim.bonus > 0;
            last[code] =
                card_upper(r.book, &full) + card_upper_bonus(&r, &full) + card_lower(&r, &full) >=
                target;
        }
        for (int stage = 0; stage < 2; stage++) {
            for (int code = 0; code < 7776; code++)
                kept[code] = ascending(code) ? slow_keep(last, code) : 0;
            for (int code = 0; code < 7776; code++)
                last[code] = kept[sorted_code(code)];
        }
        double sum = 0;
        for (int code = 0; code < 7776; code++)
            sum += last[code];
        if (fabs(sum / 7776 - sheet_goal_value(goal, &card)) > 1e-12)
            fail_msg("reach %d: %.12f, by brute force %.12f", target, sheet_goal_value(goal, &card),
                     sum / 7776);
        sheet_goal_free(goal);
    }
}

int main(void) {
#define BOOK(spec)                                                                                 \
    { "positions_of_" spec, actions_points_and_successors_are_the_referees, NULL, NULL, spec }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_thread_and_many_give_the_same_table),
        cmocka_unit_test(a_cancelled_solve_returns_no_solver),
        cmocka_unit_test(part_of_a_table_equals_the_whole_even_if_it_was_canceled),
        cmocka_unit_test(playing_for_points_is_worth_the_expected_total),
        cmocka_unit_test(known_values_and_signatures_are_reproduced),
        BOOK("yardzee"),
        BOOK("yahtzee"),
        BOOK("yahtzee-classic"),
        BOOK("yatzy"),
        BOOK("yatzy:joker=free,bonus=50"),
        cmocka_unit_test(the_solver_agrees_with_brute_force_over_all_ordered_rolls),
        cmocka_unit_test(the_chance_of_a_total_with_one_box_open_matches_brute_force),
    };
    size_t count = sizeof tests / sizeof *tests;
#ifdef __SANITIZE_THREAD__
    count = 4; /* this sanitizer is slow, and the other tests do not concern threads */
#endif
    return _cmocka_run_group_tests("sheet solver", tests, count, NULL, forget_solvers);
}
