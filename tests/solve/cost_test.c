/* The estimated cost of solving a rule set, compared with the real cost: steps that the solvers
 * count and bytes that they hold, not time measured by a clock. */
#include <math.h>

#include "solve/cost.h"
#include "solve/press_solver.h"
#include "solve/sheet_solver.h"
#include "support.h"

static void is_near(const char *what, double estimate, double real, double factor) {
    if (!(estimate < real * factor && estimate > real / factor))
        fail_msg("%s: estimated %g, really %g", what, estimate, real);
}

/* Rows walked times choices examined in each, which is where the time goes. */
static double steps_of_two(const char *words) {
    struct rules r = rules_named(words);
    struct press_solver *s = press_solver_new(&r);
    assert_true(s && press_solve_from(s, 0, 0, 1, NULL));
    struct press_counts c = press_counts(s);
    double rows = (double)c.states / ((double)c.pairs * r.book->dice);
    double bytes = solve_cost(&r, 2).bytes;
    press_solver_free(s);
    assert_true(bytes >= (double)c.pairs * sizeof(double)); /* for the table alone */
    return rows * (double)c.walks * (128 + c.choices);      /* 128: fixed cost per row */
}

CLAIM(press_estimates_grow_with_the_steps_that_solving_takes) {
    static const char *const sets[] = {
        "yardkle:goal=1000",
        "yardkle:goal=2500",
        "yardkle:goal=5000",
        "yardkle:goal=8000",
        "farkle:goal=2500",
        "yardkle:goal=5000,set-aside=all",
        "farkle:goal=5000,entry=0",
        "yardkle:goal=5000,hot-dice=may,tie=leader",
        "yardkle:goal=1000,entry=50000",
    };
    double steps = steps_of_two("yardkle:goal=4000");
    struct rules one = rules_named("yardkle:goal=4000");
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        struct rules r = rules_named(sets[i]);
        is_near(sets[i], solve_cost(&r, 2).seconds / solve_cost(&one, 2).seconds,
                steps_of_two(sets[i]) / steps, 1.6);
    }
}

CLAIM(sheet_cost_estimates_match_the_table_size_and_grow_with_the_number_of_cards) {
    static const char *const sets[] = {"yardzee", "yahtzee:bonus=0,joker=none", "yatzy",
                                       "yardzee:upper-bonus=35@105", "yardzee:upper-bonus=0"};
    struct rules one = rules_named("yahtzee:bonus=0,joker=none");
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        struct rules r = rules_named(sets[i]);
        uint32_t shape[SHAPE_NUMBERS]; /* boxes, rows, stride, states */
        sheet_solver_shape(&r, shape);
        double bytes = (double)shape[1] * shape[2] * sizeof(double);
        is_near(sets[i], solve_cost(&r, 2).bytes, bytes, 1.01);
        is_near(sets[i], solve_cost(&r, 2).seconds / solve_cost(&one, 2).seconds,
                (double)shape[1] / 8192, 1.6);
    }
}

CLAIM(two_player_games_beyond_the_largest_table_have_infinite_cost) {
    struct rules r = rules_named("yardkle:goal=1000000");
    assert_true(isinf(solve_cost(&r, 2).seconds));
    assert_true(solve_cost(&r, 1).seconds > 100 && !isinf(solve_cost(&r, 1).seconds));
}

CLAIM(the_highest_goal_within_a_limit_is_just_within_it) {
    struct solve_cost limit = {.seconds = 30, .bytes = 1e8};
    for (int seats = 1; seats <= 2; seats++) {
        struct rules r = rules_named("farkle:goal=1000000");
        r.params.goal = solve_goal_within(&r, seats, limit);
        assert_true(r.params.goal >= 20000);
        assert_true(solve_cost(&r, seats).seconds <= limit.seconds);
        r.params.goal += 50;
        assert_true(solve_cost(&r, seats).seconds > limit.seconds);
    }
    struct rules sheet = rules_named("yardzee");
    assert_int_equal(solve_goal_within(&sheet, 2, limit), 0);
}
