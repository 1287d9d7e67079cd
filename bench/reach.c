/* Reaching a total of 150 to 400 from the empty card: the exact chance when playing for it, the
 * exact chance when playing for points, and the share of 20,000 simulated games, played for it,
 * that reach it. Takes a few minutes and up to a gigabyte of memory. Prints JSON, one object per
 * total. */
#include <stdio.h>
#include <stdlib.h>

#include "rules/game.h"
#include "solve/parallel.h"
#include "solve/sheet_goal.h"
#include "solve/sheet_odds.h"

enum { GAMES = 20000 };

struct chase {
    const struct rules *r;
    const struct sheet_goal *goal;
    int target;
    long reached[THREADS_MAX];
};

static void chase_game(void *user, int thread, int i) {
    struct chase *c = user;
    uint64_t state = 0x9E3779B97F4A7C15u * (uint64_t)(i + 1);
    struct game g;
    struct advice advice;
    game_start(c->r, &g, 1, 0);
    while (g.phase != PHASE_OVER) {
        struct action a = {.act = ACT_ROLL};
        if (g.phase == PHASE_ROLL) {
            for (int n = 0; n < g.falling; n++) {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                a.dice = dice_with(a.dice, 1 + (int)((state >> 16) % 6), 1);
            }
        } else {
            sheet_goal_advise(c->goal, &g, &advice);
            a = advice.actions[0].action;
        }
        if (game_apply(c->r, &g, a) != ALLOWED)
            abort();
    }
    c->reached[thread] += game_total(c->r, &g, 0) >= c->target;
}

int main(void) {
    struct rules r = rules_of(book_find(span_of("yardzee")));
    struct card empty = {0};
    int threads = parallel_threads();
    struct sheet_solver *s = sheet_solve(&r, threads, NULL);
    struct sheet_odds *odds = sheet_odds_of(s, &empty, threads, NULL);
    for (int target = 150; target <= 400; target += 50) {
        double step[401] = {0};
        step[target] = 1;
        static struct chase c;
        struct goal_worth worth = {step, target + 1};
        struct sheet_goal *goal = sheet_goal_solve(&r, &empty, worth, true, threads, NULL);
        c = (struct chase){.r = &r, .goal = goal, .target = target};
        parallel(GAMES, threads, NULL, chase_game, &c);
        long reached = 0;
        for (int t = 0; t < threads; t++)
            reached += c.reached[t];
        printf("{\"bench\":\"reach from empty\",\"total\":%d,\"playing_for_it\":%.6f,"
               "\"playing_for_points\":%.6f,\"games\":%d,\"reached\":%.6f}\n",
               target, sheet_goal_value(goal, &empty), sheet_odds_reach(odds, target), GAMES,
               (double)reached / GAMES);
        fflush(stdout);
        sheet_goal_free(goal);
    }
    sheet_odds_free(odds);
    sheet_solver_free(s);
    return 0;
}
