/* Games between perfect players, run by the referee, end as the tables predict. */
#include <math.h>

#include "dice_of.h"
#include "press_common.h"
#include "press_games.h"

static void perfect_games_end_as_the_table_says(const char *spec, int games) {
    struct rules r = rules_named(spec);
    struct press_solver *s = press_solver_new(&r);
    assert_true(press_solve_from(s, 0, 0, 2, NULL));
    double expected, won = games_play(&r, s, games, 1);
    assert_true(press_win(s, 0, 0, &expected));
    double error = sqrt(expected * (1 - expected) / games);
    assert_true(fabs(won / games - expected) < 4 * error);
    press_solver_free(s);
}

CLAIM(games_of_two_perfect_players_end_as_the_table_says) {
    perfect_games_end_as_the_table_says(in_full() ? "yardkle" : "yardkle:goal=1000",
                                        how_many(20000, 5000));
    perfect_games_end_as_the_table_says("farkle:goal=2000,tie=leader", how_many(20000, 5000));
    perfect_games_end_as_the_table_says("yardkle:goal=1500,set-aside=all,tie=chaser",
                                        how_many(20000, 5000));
    perfect_games_end_as_the_table_says("yardkle:goal=1000,final-round=everyone",
                                        how_many(20000, 2000));
    perfect_games_end_as_the_table_says("farkle:goal=1000,final-round=everyone,tie=chaser",
                                        how_many(20000, 2000));
    perfect_games_end_as_the_table_says("yardkle:goal=1000,final-round=rest",
                                        how_many(20000, 2000));
    perfect_games_end_as_the_table_says("farkle:goal=1000,final-round=rest,tie=leader",
                                        how_many(20000, 2000));
}

CLAIM(perfect_solo_games_take_as_many_turns_as_the_table_says) {
    static const char *const specs[] = {"yardkle", "farkle:set-aside=all", "yardkle:goal=3000",
                                        NULL};
    for (int i = 0; specs[i]; i++) {
        struct rules r = rules_named(specs[i]);
        struct press_solver *s = press_solver_new(&r);
        assert_true(press_solve_turns(s, NULL));
        int goal = r.params.goal / 50, games = how_many(20000, 2000);
        struct press_plan **plans = calloc((size_t)goal, sizeof(struct press_plan *));
        double sum = 0, squares = 0, expected;
        for (int n = 0; n < games; n++) {
            struct game g;
            game_start(&r, &g, 1, 0);
            while (g.phase != PHASE_OVER) {
                int at = g.total[0] / 50;
                if (!plans[at])
                    plans[at] = press_plan_turns(s, &g);
                struct advice advice;
                int turns = g.turns[0];
                while (g.phase != PHASE_OVER && g.turns[0] == turns) {
                    struct action a = {.act = ACT_ROLL, .dice = random_dice(g.falling)};
                    if (g.phase == PHASE_CHOOSE) {
                        assert_true(press_plan_advise(plans[at], &g, &advice));
                        a = advice.actions[0].action;
                    }
                    assert_int_equal(game_apply(&r, &g, a), ALLOWED);
                }
            }
            sum += g.turns[0];
            squares += (double)g.turns[0] * g.turns[0];
        }
        assert_true(press_turns(s, 0, &expected));
        double mean = sum / games, error = sqrt((squares / games - mean * mean) / games);
        assert_true(fabs(mean - expected) < 4 * error);
        for (int at = 0; at < goal; at++)
            press_plan_free(plans[at]);
        free(plans);
        press_solver_free(s);
    }
}

CLAIM(turn_counts_include_the_turn_in_progress) {
    struct rules r = rules_named("yardkle");
    struct press_solver *s = press_solver_new(&r);
    assert_true(press_solve_turns(s, NULL));
    struct game g = position_at(&r, "9900", 0);
    struct action roll = {.act = ACT_ROLL};
    int faces[6] = {1, 2, 3, 4, 6, 6};
    struct advice advice;
    double turns;
    assert_true(press_advise_turns(s, &g, &advice));
    assert_true(press_turns(s, 9900, &turns));
    assert_true(fabs(advice.value - turns) < 1e-9);
    assert_true(turns > 1 && turns < 1.1);
    roll.dice = dice_of(faces, 6);
    assert_int_equal(game_apply(&r, &g, roll), ALLOWED);
    assert_true(press_advise_turns(s, &g, &advice));
    assert_int_equal(advice.count, 2); /* take 1 stop, take 1 roll */
    assert_true(fabs(advice.value - 1) < 1e-12);
    assert_int_equal(advice.actions[0].action.act, ACT_TAKE_STOP);
    assert_true(advice.actions[1].value > 1);
    press_solver_free(s);
}

/* Computed by hand: with one die, 4 rolls in 6 bust and lose everything; after a 1 or a 5, all six
 * dice are rolled. */
CLAIM(expected_points_of_a_turn_include_those_set_aside) {
    struct rules r = rules_named("yardkle");
    struct press_solver *s = press_solver_new(&r);
    struct game g = position_at(&r, "1000/0", 0);
    struct advice one, after_one, after_five;
    g.turn_points = 700;
    g.falling = 1;
    assert_true(press_advise_points(s, &g, &one));
    g.falling = 6;
    g.turn_points = 800;
    assert_true(press_advise_points(s, &g, &after_one));
    g.turn_points = 750;
    assert_true(press_advise_points(s, &g, &after_five));
    assert_true(fabs(one.value - (after_one.value + after_five.value) / 6) < 1e-9);
    double entered, fresh;
    assert_true(press_turn_points(s, true, &entered));
    assert_true(press_turn_points(s, false, &fresh));
    assert_true(fresh < entered);
    press_solver_free(s);
}
