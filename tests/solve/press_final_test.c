/* The three readings of the final round for two players, compared with an independent slow solver
 * that iterates over all states, and with the referee. */
#include <math.h>

#include "press_common.h"
#include "press_slow.h"

enum { UNITS = 50, GOAL_MOST = 12 };

/* Values to the player to move; units of 50 points. */
struct final {
    struct slow slow;
    int reading;
    double answer[2 * FAR];              /* by gap + FAR: own last turn, having begun */
    double reply[2][FAR + GOAL_MOST];    /* [has a score][units behind] */
    double win[2][GOAL_MOST][GOAL_MOST]; /* [second in the round][own][other] */
};

static double share(const struct slow *w, bool reached_first) {
    return w->tie == TIE_SHARE ? 0.5 : (w->tie == TIE_LEADER) == reached_first;
}

/* The last turn of the player who began the round, `gap` units behind the other one. */
static double slow_answer(const struct slow *w, int gap) {
    double stop[FAR];
    for (int t = 0; t < FAR; t++)
        stop[t] = !t ? -1 : t > gap ? 1 : t == gap ? share(w, false) : 0;
    return slow_turn(w, stop, gap < 0 ? 1 : gap == 0 ? share(w, true) : 0);
}

/* The value to the player who replies by stopping `ahead` units above the score that began the
 * round. */
static double replied(const struct final *f, int ahead) {
    if (f->reading == FINAL_EVERYONE)
        return ahead < -FAR ? 0 : 1 - f->answer[ahead + FAR];
    return ahead > 0 ? 1 : ahead == 0 ? share(&f->slow, false) : 0;
}

static double slow_reply(const struct final *f, bool scored, int gap) {
    double stop[FAR];
    for (int t = 0; t < FAR; t++)
        stop[t] = !t || (!scored && t < f->slow.entry) ? -1 : replied(f, t - gap);
    return slow_turn(&f->slow, stop, replied(f, -gap));
}

/* The answers are the same in all readings, and the replies are if nobody answers them. Call this
 * for the other readings after FINAL_OTHERS. */
static void slow_final_round(struct final *f) {
    for (int gap = -FAR; gap < FAR && f->reading == FINAL_OTHERS; gap++)
        f->answer[gap + FAR] = gap < 0 ? 1 : slow_answer(&f->slow, gap);
    for (int scored = 0; scored < 2 && f->reading != FINAL_REST; scored++) {
        for (int gap = 0; gap < FAR + GOAL_MOST; gap++)
            f->reply[scored][gap] = gap && gap < FAR ? slow_reply(f, scored, gap) : 0;
    }
}

/* The value of stopping to a player with this turn of the round. */
static double stopped(const struct final *f, int second, int total, int other) {
    if (total < f->slow.goal)
        return 1 - f->win[!second][other][total];
    if (f->reading == FINAL_REST && second)
        return 1;
    return 1 - f->reply[other > 0][total - other];
}

static double improve(struct final *f, int second, int own, int other) {
    double stop[FAR];
    for (int t = 0; t < FAR; t++)
        stop[t] = !t || (!own && t < f->slow.entry) ? -1 : stopped(f, second, own + t, other);
    double value = slow_turn(&f->slow, stop, 1 - f->win[!second][other][own]);
    double moved = fabs(value - f->win[second][own][other]);
    f->win[second][own][other] = value;
    return moved;
}

static void slow_final_win(struct final *f) {
    for (int sum = 2 * f->slow.goal - 2; sum >= 0; sum--) {
        for (int a = 0; a <= sum; a++) {
            int b = sum - a;
            if (a >= f->slow.goal || b >= f->slow.goal)
                continue;
            f->win[0][a][b] = f->win[1][b][a] = 0.5;
            while (improve(f, 0, a, b) + improve(f, 1, b, a) > 1e-11)
                ;
        }
    }
}

/* The value of a turn in the final round that starts from these totals. */
static void final_turn_is_worth(const struct rules *r, const struct press_solver *s, int own,
                                int other, bool began, double value) {
    struct game g;
    struct advice advice;
    game_start(r, &g, 2, 0);
    g.seat = began ? 0 : 1;
    g.ender = 1;
    g.total[g.seat] = own * UNITS;
    g.total[!g.seat] = other * UNITS;
    assert_true(press_advise_win(s, &g, &advice));
    if (fabs(advice.value - value) > 1e-9)
        fail_msg("final turn at %d against %d: %.12f, not %.12f", own, other, advice.value, value);
}

static void compare(const char *spec, const char *reading) {
    static struct final f;
    char name[128];
    struct text words = TEXT_IN(name);
    text_add(&words, "%s,final-round=%s", spec, reading);
    struct rules r = rules_named(name);
    struct press_solver *s = press_solver_new(&r);
    assert_true(press_solve_from(s, 0, 0, 2, NULL));
    slow_start(&f.slow, r.params.set_aside);
    f.slow.goal = r.params.goal / UNITS;
    f.slow.entry = r.params.entry / UNITS;
    f.slow.tie = r.params.tie;
    f.slow.must = r.params.hot_dice == HOT_DICE_MUST;
    f.reading = r.params.final_round;
    slow_final_round(&f);
    slow_final_win(&f);
    int goal = f.slow.goal;
    for (int i = 0; i < 2 * goal * goal; i++) {
        int own = i / 2 / goal, other = i / 2 % goal;
        double value;
        assert_true(i % 2 ? press_win_second(s, own * UNITS, other * UNITS, &value)
                          : press_win(s, own * UNITS, other * UNITS, &value));
        if (fabs(value - f.win[i % 2][own][other]) > 1e-9)
            fail_msg("%s: at %d against %d, turn %d: %.12f, not %.12f", name, own, other, 1 + i % 2,
                     value, f.win[i % 2][own][other]);
    }
    for (int lead = goal; lead < goal + 30; lead += 3) {
        for (int own = 0; own < goal; own++)
            final_turn_is_worth(&r, s, own, lead, false, f.reply[own > 0][lead - own]);
        for (int gap = -3; gap < 30 && f.reading == FINAL_EVERYONE; gap++)
            final_turn_is_worth(&r, s, lead, lead + gap, true, f.answer[gap + FAR]);
    }
    press_solver_free(s);
}

CLAIM(every_reading_of_the_final_round_agrees_with_a_slow_solver) {
    static const char *const readings[] = {"others", "rest", "everyone"};
    static const char *const specs[] = {
        "yardkle:goal=300,entry=0",
        "yardkle:goal=200,entry=0,tie=leader,hot-dice=may",
        "yardkle:goal=200,entry=150,tie=chaser",
        "yardkle:goal=200,entry=350,tie=share,set-aside=all",
        "yardkle:goal=200,entry=300,tie=leader",
        "yardkle:goal=600,entry=0",
        "yardkle:goal=600,entry=500,tie=leader",
        "yardkle:goal=600,entry=300,tie=chaser,hot-dice=may",
        "yardkle:goal=450,entry=600,tie=chaser",
    };
    for (int i = 0; i < how_many(9, 5); i++) {
        for (int reading = 0; reading < 3; reading++)
            compare(specs[i], readings[reading]);
    }
}

/* ---- what must hold for whole games ---- */

static double first_wins(const char *spec) {
    struct press_solver *s = solver_named(spec);
    double value;
    assert_true(press_solve_from(s, 0, 0, 2, NULL));
    assert_true(press_win(s, 0, 0, &value));
    press_solver_free(s);
    return value;
}

/* With the rest of the round, the second player gets as many turns as the first, and knows the
 * score to beat. */
CLAIM(the_rest_of_the_round_favors_the_second_player) {
    assert_true(first_wins("yardkle:goal=2000,final-round=rest") < 0.5);
    assert_true(first_wins("yardkle:goal=2000") > 0.5);
    assert_true(first_wins("yardkle:goal=2000,final-round=everyone") > 0.5);
}

CLAIM(part_of_a_table_with_two_turns_equals_the_whole) {
    struct press_solver *whole = solver_named("yardkle:goal=1500,final-round=rest"),
                        *part = solver_named("yardkle:goal=1500,final-round=rest");
    assert_true(press_solve_from(whole, 0, 0, 1, NULL));
    assert_true(press_solve_from(part, 500, 1200, 2, NULL));
    for (int own = 0; own < 1500; own += 50) {
        for (int other = 0; other < 1500; other += 50) {
            double a, b;
            bool inside = (own >= 500 && other >= 1200) || (own >= 1200 && other >= 500);
            assert_int_equal(press_win(part, own, other, &a), inside);
            if (inside && press_win(whole, own, other, &b))
                assert_true(fabs(a - b) < 1e-11);
            assert_int_equal(press_win_second(part, own, other, &a), inside);
            if (inside && press_win_second(whole, own, other, &b))
                assert_true(fabs(a - b) < 1e-11);
        }
    }
    press_solver_free(whole);
    press_solver_free(part);
}
