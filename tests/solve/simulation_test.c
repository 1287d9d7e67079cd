/* A million perfect games per book (in short runs, a hundred thousand games of the template book),
 * compared with the exact mean and distribution; and games played by the policy of `reach`,
 * compared with its exact chance. Seeds are fixed, so the test either always passes or always
 * fails. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "rules/books.h"
#include "rules/sheet.h"
#include "solve/parallel.h"
#include "solve/sheet_goal.h"
#include "solve/sheet_odds.h"
#include "solve/sheet_player.h"

enum { TOTALS = 2048, BATCH = 1000 };

struct simulation {
    struct sheet_player *player;
    long count[THREADS_MAX][TOTALS];
};

static void play_batch(void *user, int thread, int i) {
    struct simulation *sim = user;
    for (int g = 0; g < BATCH; g++) {
        int total = sheet_player_game(sim->player, (uint64_t)i * BATCH + (uint64_t)g + 1);
        assert_in_range(total, 0, TOTALS - 1);
        sim->count[thread][total]++;
    }
}

/* How extreme a chi-square value with k degrees of freedom is, in standard deviations of a normal
 * distribution (Wilson and Hilferty's cube root). */
static double chi_square_z(double x, int k) {
    double v = 2.0 / (9.0 * k);
    return (cbrt(x / k) - (1 - v)) / sqrt(v);
}

static void a_million_games_follow_the_exact_distribution(void **state) {
    const char *spec = *state;
    char words[256];
    struct text error = TEXT_IN(words);
    struct rules r = rules_of(&book_template);
    assert_true(!strcmp(spec, "template") || rules_parse(span_of(spec), &r, &error));
    int threads = parallel_threads(), batches = how_many(1000, 100);
    struct sheet_solver *s = sheet_solve(&r, threads, NULL);
    struct card empty = {0};
    struct sheet_odds *odds = sheet_odds_of(s, &empty, threads, NULL);
    static struct simulation sim;
    memset(&sim, 0, sizeof sim);
    sim.player = sheet_player_new(s);
    assert_true(parallel(batches, threads, NULL, play_batch, &sim));

    double games = (double)batches * BATCH, mean = 0;
    for (int total = 0; total < TOTALS; total++) {
        for (int t = 1; t < threads; t++)
            sim.count[0][total] += sim.count[t][total];
        mean += (double)sim.count[0][total] * total / games;
    }
    assert_true(fabs(odds->mean - sheet_solver_value(s)) < 1e-9);
    double errors = (mean - odds->mean) / (odds->deviation / sqrt(games));
    if (fabs(errors) > 4)
        fail_msg("%s: mean %.4f, %.2f standard errors off", spec, mean, errors);

    /* Bins in which at least fifty games are expected. */
    double chi = 0, expected = 0, seen = 0;
    int bins = 0;
    for (int total = odds->low; total <= odds->high; total++) {
        expected += odds->chance[total - odds->low] * games;
        seen += (double)sim.count[0][total];
        bool rest_is_small = sheet_odds_reach(odds, total + 1) * games < 50;
        if (expected >= 50 && (!rest_is_small || total == odds->high)) {
            chi += (seen - expected) * (seen - expected) / expected;
            expected = seen = 0;
            bins++;
        }
    }
    if (expected > 0) {
        chi += (seen - expected) * (seen - expected) / expected;
        bins++;
    }
    double z = chi_square_z(chi, bins - 1);
    if (z > 3.09) /* p below 0.001 */
        fail_msg("%s: chi-square %.1f in %d bins", spec, chi, bins);
    sheet_player_free(sim.player);
    sheet_odds_free(odds);
    sheet_solver_free(s);
}

/* ---- reach ---- */

struct chase {
    const struct rules *r;
    const struct sheet_goal *goal;
    struct card card;
    int target;
    long reached[THREADS_MAX];
};

static void chase_game(void *user, int thread, int i) {
    struct chase *c = user;
    struct draw draw = {0x9E3779B97F4A7C15u * (uint64_t)(i + 1)};
    struct game g;
    struct advice advice;
    game_start(c->r, &g, 1, 0);
    g.card[0] = c->card;
    while (g.phase != PHASE_OVER) {
        struct action a = {.act = ACT_ROLL};
        if (g.phase == PHASE_ROLL) {
            for (int n = 0; n < g.falling; n++)
                a.dice = dice_with(a.dice, 1 + draw_below(&draw, 6), 1);
        } else {
            sheet_goal_advise(c->goal, &g, &advice);
            a = advice.actions[0].action;
        }
        assert_int_equal(game_apply(c->r, &g, a), ALLOWED);
    }
    c->reached[thread] += game_total(c->r, &g, 0) >= c->target;
}

/* From an ordinary half-filled card, playing for a target has at least as high a chance of reaching
 * it as playing for points, and games played for the target reach it that often. */
static void games_played_for_a_total_reach_it_as_often_as_computed(void **state) {
    (void)state;
    char words[256];
    struct text error = TEXT_IN(words);
    struct rules r;
    struct game g;
    assert_true(position_parse(span_of("yahtzee ones=2,twos=6,threes=9,three-kind=22,full-house=25,"
                                       "chance=21 1 ?5 0"),
                               &r, &g, &error));
    int threads = parallel_threads(), games = how_many(20000, 1000);
    struct sheet_solver *s = sheet_solve(&r, threads, NULL);
    struct sheet_odds *odds = sheet_odds_of(s, &g.card[0], threads, NULL);
    for (int target = 150; target <= 400; target += 50) {
        double step[401] = {0};
        step[target] = 1;
        struct goal_worth worth = {step, target + 1};
        struct sheet_goal *goal = sheet_goal_solve(&r, &g.card[0], worth, true, threads, NULL);
        double chance = sheet_goal_value(goal, &g.card[0]);
        assert_true(chance >= sheet_odds_reach(odds, target) - 1e-12);
        static struct chase c;
        c = (struct chase){.r = &r, .goal = goal, .card = g.card[0], .target = target};
        assert_true(parallel(games, threads, NULL, chase_game, &c));
        long reached = 0;
        for (int t = 0; t < threads; t++)
            reached += c.reached[t];
        double spread = sqrt(chance * (1 - chance) * games) + 1e-9;
        if (fabs((double)reached - chance * games) > 4 * spread + 1)
            fail_msg("reach %d: chance %.5f, but %ld of %d games", target, chance, reached, games);
        sheet_goal_free(goal);
    }
    sheet_odds_free(odds);
    sheet_solver_free(s);
}

int main(void) {
#define BOOK(spec)                                                                                 \
    {                                                                                              \
        "games_follow_the_distribution_of_" spec, a_million_games_follow_the_exact_distribution,   \
            NULL, NULL, spec                                                                       \
    }
    const struct CMUnitTest tests[] = {
        BOOK("yardzee"),
        BOOK("yahtzee"),
        BOOK("yahtzee-classic"),
        BOOK("yatzy"),
        cmocka_unit_test(games_played_for_a_total_reach_it_as_often_as_computed),
    };
    /* Short runs use only the template book, which is small; the group's name says "in part". */
    const struct CMUnitTest part[] = {
        BOOK("template"),
        cmocka_unit_test(games_played_for_a_total_reach_it_as_often_as_computed),
    };
    if (!in_full())
        return cmocka_run_group_tests_name("simulation, in part", part, NULL, NULL);
    return cmocka_run_group_tests_name("simulation", tests, NULL, NULL);
}
