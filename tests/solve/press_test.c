/* The press solvers, checked against the referee, their own equations, and an independent slow
 * solver. */
#include <math.h>

#include "press_common.h"
#include "press_slow.h"

static const char *const many_rules[] = {
    "yardkle:goal=2000",
    "farkle:goal=2000",
    "yardkle:set-aside=all,goal=1500",
    "yardkle:hot-dice=may,tie=leader,goal=1500",
    "farkle:hot-dice=must,tie=chaser,entry=500,goal=1500",
    "farkle:set-aside=all,tie=leader,goal=1000",
    "yardkle:entry=0,goal=50",
    "yardkle:entry=1000,goal=500",
    NULL,
};

/* ---- the referee and the solver agree ---- */

/* Seat 0's chance of winning at the start of a turn, from the table or, in the final round, from
 * the advice for the seat to move. */
static double seat_zero(const struct rules *r, const struct press_solver *s, const struct game *g) {
    double win;
    if (g->phase == PHASE_OVER) {
        uint64_t winners = game_winners(r, g).bits[0];
        return winners & 1 ? winners == 3 ? 0.5 : 1 : 0;
    }
    if (g->ender) {
        struct advice advice;
        assert_true(press_advise_win(s, g, &advice));
        win = advice.value;
    } else {
        assert_true(press_win(s, g->total[g->seat], g->total[!g->seat], &win));
    }
    return g->seat ? 1 - win : win;
}

/* The plans to use, and the value for a seat that has stopped. */
struct goal {
    struct press_plan *(*plan)(const struct press_solver *, const struct game *);
    double (*stopped)(const struct rules *, const struct press_solver *, const struct game *before,
                      const struct game *after);
};

static double points_banked(const struct rules *r, const struct press_solver *s,
                            const struct game *before, const struct game *after) {
    (void)r;
    (void)s;
    return after->total[before->seat] - before->total[before->seat];
}

static double chance_left(const struct rules *r, const struct press_solver *s,
                          const struct game *before, const struct game *after) {
    double first = seat_zero(r, s, after);
    return before->seat ? 1 - first : first;
}

static void same_as_referee(const struct rules *r, const struct press_solver *s,
                            const struct press_plan *plan, const struct game *g,
                            const struct goal *goal) {
    struct advice advice;
    struct action list[ACTIONS_MAX];
    assert_true(press_plan_advise(plan, g, &advice));
    int count = game_legal(r, g, list);
    assert_int_equal(count, advice.count);
    for (int i = 0; i < count; i++) {
        int found = 0;
        for (int j = 0; j < count; j++)
            found += advice.actions[j].action.act == list[i].act &&
                     dice_same(advice.actions[j].action.dice, list[i].dice);
        assert_int_equal(found, 1);
    }
    for (int i = 0; i < count; i++) {
        const struct valued_action *a = &advice.actions[i];
        struct game after = *g;
        assert_int_equal(game_apply(r, &after, a->action), ALLOWED);
        double value;
        if (a->action.act == ACT_TAKE_ROLL) {
            assert_int_equal(a->points, after.turn_points - g->turn_points);
            value = press_plan_roll(plan, after.turn_points, after.falling);
        } else {
            int gained = after.total[g->seat] - g->total[g->seat];
            assert_int_equal(a->points, gained - g->turn_points);
            value = goal->stopped(r, s, g, &after);
        }
        assert_true(fabs(value - a->value) < 1e-9);
        assert_true(a->value <= advice.value);
    }
}

static void random_positions(const struct rules *r, const struct press_solver *s, int count,
                             const struct goal *goal) {
    struct game g;
    struct press_plan *plan = NULL;
    game_start(r, &g, 2, 0);
    while (count) {
        struct action list[ACTIONS_MAX], a = {.act = ACT_ROLL};
        if (g.phase == PHASE_OVER)
            game_start(r, &g, 2, 0);
        if (g.phase == PHASE_ROLL) {
            if (g.turn_points == 0) {
                press_plan_free(plan);
                plan = goal->plan(s, &g);
                assert_non_null(plan);
            }
            a.dice = random_dice(g.falling);
        } else {
            same_as_referee(r, s, plan, &g, goal);
            count--;
            a = list[random_below((uint32_t)game_legal(r, &g, list))];
        }
        assert_int_equal(game_apply(r, &g, a), ALLOWED);
    }
    press_plan_free(plan);
}

CLAIM(advice_lists_the_actions_the_referee_allows_with_their_outcomes) {
    static const struct goal points = {press_plan_points, points_banked};
    static const struct goal win = {press_plan_win, chance_left};
    for (int b = 0; books[b]; b++) {
        if (books[b]->family != FAMILY_PRESS)
            continue;
        struct rules r = rules_of(books[b]);
        struct press_solver *s = press_solver_new(&r);
        random_positions(&r, s, how_many(20000, 300), &points);
        press_solver_free(s);
    }
    for (int i = 0; many_rules[i]; i++) {
        struct rules r = rules_named(many_rules[i]);
        struct press_solver *s = press_solver_new(&r);
        assert_true(press_solve_from(s, 0, 0, 2, NULL));
        random_positions(&r, s, how_many(20000, 300), &win);
        press_solver_free(s);
    }
}

/* ---- every value follows from its successors ---- */

static double best_choice(const struct rules *r, const struct press_solver *s,
                          const struct press_plan *plan, const struct game *g) {
    struct action list[ACTIONS_MAX];
    double best = -1;
    int count = game_legal(r, g, list);
    for (int i = 0; i < count; i++) {
        struct game after = *g;
        game_apply(r, &after, list[i]);
        double value;
        if (list[i].act == ACT_TAKE_STOP)
            value = g->seat ? 1 - seat_zero(r, s, &after) : seat_zero(r, s, &after);
        else
            value = press_plan_roll(plan, after.turn_points, after.falling);
        best = value > best ? value : best;
    }
    return best;
}

/* The mean over all 6^n ordered throws; each hand is computed only once. */
static double over_all_throws(const struct rules *r, const struct press_solver *s,
                              const struct game *g) {
    struct press_plan *plan = press_plan_win(s, g);
    assert_non_null(plan);
    static struct {
        uint32_t bits;
        double value;
    } seen[512];
    int known = 0, throws = 1;
    double sum = 0;
    for (int i = 0; i < g->falling; i++)
        throws *= 6;
    for (int n = 0; n < throws; n++) {
        struct action a = {.act = ACT_ROLL};
        for (int i = 0, rest = n; i < g->falling; i++, rest /= 6)
            a.dice = dice_with(a.dice, 1 + rest % 6, 1);
        int at = 0;
        while (at < known && seen[at].bits != a.dice.bits)
            at++;
        if (at == known) {
            struct game after = *g;
            assert_int_equal(game_apply(r, &after, a), ALLOWED);
            bool bust = after.phase != PHASE_CHOOSE;
            seen[known].bits = a.dice.bits;
            seen[known++].value = !bust     ? best_choice(r, s, plan, &after)
                                  : g->seat ? 1 - seat_zero(r, s, &after)
                                            : seat_zero(r, s, &after);
        }
        sum += seen[at].value;
    }
    press_plan_free(plan);
    return sum / throws;
}

CLAIM(a_throw_to_come_is_worth_the_mean_over_all_ordered_throws) {
    for (int i = 0; many_rules[i]; i++) {
        struct rules r = rules_named(many_rules[i]);
        struct press_solver *s = press_solver_new(&r);
        assert_true(press_solve_from(s, 0, 0, 2, NULL));
        int unit = press_unit(r.book), goal = r.params.goal / unit;
        for (int n = 0; n < how_many(200, 10); n++) {
            struct game g;
            struct advice advice;
            game_start(&r, &g, 2, (int)random_below(2));
            g.total[g.seat] = (int)random_below((uint32_t)goal) * unit;
            g.total[!g.seat] = (int)random_below((uint32_t)(goal * 5 / 4) + 1) * unit;
            if (g.total[!g.seat] >= r.params.goal)
                g.ender = (uint8_t)(1 + !g.seat);
            g.falling = (uint8_t)(1 + random_below(6));
            g.turn_points = (int)(6 - g.falling + random_below((uint32_t)goal + 20)) * unit;
            assert_true(press_advise_win(s, &g, &advice));
            assert_true(fabs(advice.value - over_all_throws(&r, s, &g)) < 1e-9);
        }
        press_solver_free(s);
    }
}

/* How far the table is from the value of a turn that starts at this pair of totals. */
static double residual(const struct rules *r, const struct press_solver *s, int own, int other) {
    struct game g;
    struct advice advice;
    double win;
    game_start(r, &g, 2, 0);
    g.total[0] = own;
    g.total[1] = other;
    assert_true(press_advise_win(s, &g, &advice));
    assert_true(press_win(s, own, other, &win));
    return fabs(advice.value - win);
}

CLAIM(the_table_satisfies_its_equations) {
    for (int i = 0; many_rules[i]; i++) {
        struct press_solver *s = solver_named(many_rules[i]);
        struct rules r = rules_named(many_rules[i]);
        assert_true(press_solve_from(s, 0, 0, 1, NULL));
        int unit = press_unit(r.book), step = in_full() ? unit : 3 * unit;
        for (int own = 0; own < r.params.goal; own += step) {
            for (int other = 0; other < r.params.goal; other += unit)
                assert_true(residual(&r, s, own, other) < 1e-11);
        }
        press_solver_free(s);
    }
}

/* ---- an independent solver: Yardkle's scores by hand, everything else by iteration ---- */

static double slow_chase(const struct slow *w, int own, int target) {
    double stop[FAR];
    for (int t = 0; t < FAR; t++) {
        double tie = w->tie == TIE_SHARE ? 0.5 : w->tie == TIE_CHASER;
        stop[t] = !own && t < w->entry ? -1 : own + t > target ? 1 : own + t == target ? tie : 0;
    }
    return slow_turn(w, stop, 0);
}

static void slow_win(const struct slow *w, double win[30][30]) {
    static double chase[30][30 + FAR];
    for (int own = 0; own < w->goal; own++) {
        for (int target = w->goal; target < w->goal + FAR; target++)
            chase[own][target] = target - own < FAR ? slow_chase(w, own, target) : 0;
    }
    for (int sum = 2 * w->goal - 2; sum >= 0; sum--) {
        for (int a = 0; a <= sum; a++) {
            int b = sum - a;
            if (a > b || b >= w->goal)
                continue;
            win[a][b] = win[b][a] = 0.5;
            for (double moved = 1; moved > 1e-12;) {
                moved = 0;
                for (int side = 0; side < 2; side++) {
                    int own = side ? b : a, other = side ? a : b;
                    double stop[FAR];
                    for (int t = 0; t < FAR; t++)
                        stop[t] = !t || (!own && t < w->entry) ? -1
                                  : own + t < w->goal          ? 1 - win[other][own + t]
                                                               : 1 - chase[other][own + t];
                    double value = slow_turn(w, stop, 1 - win[other][own]);
                    moved = fmax(moved, fabs(value - win[own][other]));
                    win[own][other] = value;
                }
            }
        }
    }
}

CLAIM(small_games_agree_with_an_independent_slow_solver) {
    static struct slow w;
    static double win[30][30];
    static const char *const specs[] = {
        "yardkle:entry=0,goal=200",
        "yardkle:entry=0,goal=500",
        "yardkle:entry=0,goal=400,tie=leader,hot-dice=may",
        "yardkle:entry=300,goal=450,tie=chaser",
        "yardkle:entry=500,goal=300",
        "yardkle:entry=0,goal=1000",
    };
    slow_start(&w, SET_ASIDE_ANY);
    for (int i = 0; i < how_many(6, 5); i++) {
        struct rules r = rules_named(specs[i]);
        struct press_solver *s = press_solver_new(&r);
        assert_true(press_solve_from(s, 0, 0, 2, NULL));
        w.goal = r.params.goal / 50;
        w.entry = r.params.entry / 50;
        w.tie = r.params.tie;
        w.must = r.params.hot_dice == HOT_DICE_MUST;
        slow_win(&w, win);
        for (int own = 0; own < w.goal; own++) {
            for (int other = 0; other < w.goal; other++) {
                double value;
                assert_true(press_win(s, own * 50, other * 50, &value));
                assert_true(fabs(value - win[own][other]) < 1e-9);
            }
        }
        press_solver_free(s);
    }
}

/* ---- the whole table ---- */

static void more_points_are_never_worse(const struct press_solver *s, int goal) {
    for (int own = 50; own < goal; own += 50) {
        for (int other = 50; other < goal; other += 50) {
            double here, lower;
            press_win(s, own, other, &here);
            if (own > 50) {
                press_win(s, own - 50, other, &lower);
                assert_true(here >= lower - 1e-12);
            }
            if (other > 50) {
                press_win(s, own, other - 50, &lower);
                assert_true(here <= lower + 1e-12);
            }
        }
    }
}

CLAIM(the_press_books_have_their_known_values) {
    static const struct {
        const char *spec;
        double win, turns, points;
        uint64_t signature;
    } known[] = {
        {"yardkle", 0.529172778107, 18.313990240, 577.894994, 0xf7d82c34e52db205},
        {"farkle", 0.529521494111, 19.322082227, 542.063244, 0xaca53f5f3e294d87},
    };
    for (int i = 0; i < (SANITIZED ? 0 : 2); i++) {
        struct press_solver *s = solver_named(known[i].spec);
        struct rules r = rules_named(known[i].spec);
        struct work work = {0};
        double win, turns, points;
        assert_true(press_solve_from(s, 0, 0, 2, &work));
        assert_true(atomic_load(&work.done) == atomic_load(&work.total));
        assert_true(press_win(s, 0, 0, &win));
        assert_true(press_solve_turns(s, NULL));
        assert_true(press_turns(s, 0, &turns));
        assert_true(press_turn_points(s, true, &points));
        assert_true(fabs(win - known[i].win) < 1e-11);
        assert_true(fabs(turns - known[i].turns) < 1e-8);
        assert_true(fabs(points - known[i].points) < 1e-5);
        assert_true(press_signature(s) == known[i].signature);
        for (int pair = 0; pair < 200 * 200; pair += in_full() ? 1 : 7)
            assert_true(residual(&r, s, pair / 200 * 50, pair % 200 * 50) < 1e-11);
        more_points_are_never_worse(s, 10000);
        press_solver_free(s);
    }
}

CLAIM(several_threads_and_partial_solves_give_the_same_table) {
    struct press_solver *one = solver_named("yardkle:goal=2000");
    struct press_solver *two = solver_named("yardkle:goal=2000");
    struct press_solver *part = solver_named("yardkle:goal=2000");
    assert_true(press_signature(one) == 0);
    assert_true(press_solve_from(one, 0, 0, 1, NULL));
    assert_true(press_solve_from(two, 0, 0, 2, NULL));
    assert_true(press_signature(one) == press_signature(two));
    assert_true(press_solve_from(part, 500, 1200, 2, NULL));
    double a, b;
    for (int own = 0; own < 2000; own += 50) {
        for (int other = 0; other < 2000; other += 50) {
            bool inside = (own >= 500 && other >= 1200) || (own >= 1200 && other >= 500);
            assert_int_equal(press_win(part, own, other, &a), inside);
            if (inside && press_win(one, own, other, &b))
                assert_true(fabs(a - b) < 1e-10);
        }
    }
    assert_true(press_counts(part).pairs < press_counts(one).pairs);
    assert_int_equal(press_counts(one).pairs, 1600);
    press_solver_free(one);
    press_solver_free(two);
    press_solver_free(part);
}

CLAIM(a_cancelled_solve_leaves_no_result) {
    struct press_solver *s = solver_named("yardkle:goal=1000");
    struct work work = {0};
    double value;
    atomic_store(&work.cancel, true);
    assert_false(press_solve_from(s, 0, 0, 2, &work));
    assert_false(press_win(s, 0, 0, &value));
    assert_false(press_solve_turns(s, &work));
    assert_false(press_turns(s, 0, &value));
    atomic_store(&work.cancel, false);
    assert_true(press_solve_from(s, 0, 0, 2, &work));
    assert_true(press_win(s, 0, 0, &value));
    press_solver_free(s);
}

/* Values that depend on chances of 2e-9 keep their precision. */
CLAIM(a_game_with_an_almost_unreachable_entry_score_is_still_solved) {
    struct press_solver *s = solver_named("yardkle:entry=20000,goal=300");
    struct rules r = rules_named("yardkle:entry=20000,goal=300");
    double first, second, turns;
    assert_true(press_solve_from(s, 0, 0, 2, NULL));
    assert_true(press_solve_turns(s, NULL));
    assert_true(press_win(s, 0, 0, &first));
    assert_true(press_win(s, 250, 0, &second));
    assert_true(press_turns(s, 0, &turns));
    assert_true(first > 0.5 && first < 0.51);
    assert_true(second > 0.99);
    assert_true(turns > 1e8 && turns < 1e10);
    assert_true(residual(&r, s, 0, 0) < 1e-11);
    press_solver_free(s);
}
