/* Many games between two perfect players, run by the referee; for tests and measurements.
 *
 * The games are played side by side: all games at one pair of totals before any with a higher sum,
 * so that a turn is solved once for many games. */
#ifndef YARD_TESTS_SOLVE_PRESS_GAMES_H
#define YARD_TESTS_SOLVE_PRESS_GAMES_H

#include <stdlib.h>

#include "rules/press.h"
#include "solve/press_solver.h"

enum { GAPS_MAX = 4096 };

struct games {
    const struct rules *r;
    const struct press_solver *s;
    int unit, goal;  /* goal in units */
    int *waiting[2]; /* number of games at [own * goal + other]; [0]: the player to move started */
    /* Plans for last turns, by units behind the score to beat; [1] if the seat has a score, [2] if
     * it began the final round. */
    struct press_plan *last[3][GAPS_MAX];
    double won; /* by the starting player */
    uint64_t random;
};

static struct dice games_dice(struct games *all, int n) {
    struct dice d = {0};
    while (n--) {
        all->random = all->random * 6364136223846793005u + 1442695040888963407u;
        d = dice_with(d, 1 + (int)((all->random >> 33) % 6), 1);
    }
    return d;
}

static void games_turn(struct games *all, const struct press_plan *plan, struct game *g) {
    struct advice advice;
    for (int seat = g->seat; g->phase != PHASE_OVER && g->seat == seat;) {
        struct action a = {.act = ACT_ROLL};
        if (g->phase == PHASE_ROLL)
            a.dice = games_dice(all, g->falling);
        else if (press_plan_advise(plan, g, &advice))
            a = advice.actions[0].action;
        else
            abort();
        if (game_apply(all->r, g, a) != ALLOWED)
            abort();
    }
}

static void games_last_turn(struct games *all, struct game *g) {
    int gap = (g->total[!g->seat] - g->total[g->seat]) / all->unit;
    bool keep = gap >= 0 && gap < GAPS_MAX;
    struct press_plan **kept = all->last[g->ender == g->seat + 1 ? 2 : g->total[g->seat] > 0];
    struct press_plan *plan = keep ? kept[gap] : NULL;
    if (!plan)
        plan = press_plan_win(all->s, g);
    if (!plan)
        abort();
    games_turn(all, plan, g);
    if (keep)
        kept[gap] = plan;
    else
        press_plan_free(plan);
}

static void games_end(struct games *all, struct game *g, int starter) {
    while (g->phase != PHASE_OVER)
        games_last_turn(all, g);
    uint64_t winners = game_winners(all->r, g).bits[0];
    if (winners >> starter & 1)
        all->won += winners == 3 ? 0.5 : 1;
}

/* Plays one turn in each game waiting at this pair of totals, with seat 0 to move; `starter` is the
 * seat that started. */
static void games_pair(struct games *all, int own, int other, int starter) {
    int *waiting = &all->waiting[starter][own * all->goal + other], games = *waiting;
    if (!games)
        return;
    struct game g;
    game_start(all->r, &g, 2, 0);
    g.first = (uint8_t)starter;
    g.total[0] = own * all->unit;
    g.total[1] = other * all->unit;
    struct press_plan *plan = press_plan_win(all->s, &g);
    if (!plan)
        abort();
    *waiting = 0;
    while (games--) {
        struct game now = g;
        games_turn(all, plan, &now);
        if (now.ender)
            games_end(all, &now, starter);
        else
            all->waiting[!starter][other * all->goal + now.total[0] / all->unit]++;
    }
    press_plan_free(plan);
}

/* Returns how many of the games the starting player won; a tie counts as half a win. */
static double games_play(const struct rules *r, const struct press_solver *s, int games,
                         uint64_t seed) {
    int unit = press_unit(r->book), goal = (r->params.goal + unit - 1) / unit;
    struct games all = {.r = r, .s = s, .unit = unit, .goal = goal, .random = seed};
    for (int i = 0; i < 2; i++) {
        all.waiting[i] = calloc((size_t)goal * (size_t)goal, sizeof(int));
        if (!all.waiting[i])
            abort();
    }
    all.waiting[0][0] = games;
    for (int sum = 0; sum <= 2 * (goal - 1); sum++) {
        for (bool any = true; any;) { /* busts lead back to the same sum */
            any = false;
            for (int own = sum < goal ? 0 : sum - goal + 1; own <= sum && own < goal; own++) {
                for (int starter = 0; starter < 2; starter++) {
                    any = any || all.waiting[starter][own * goal + sum - own];
                    games_pair(&all, own, sum - own, starter);
                }
            }
        }
    }
    for (int i = 0; i < 3 * GAPS_MAX; i++)
        press_plan_free(all.last[i / GAPS_MAX][i % GAPS_MAX]);
    free(all.waiting[0]);
    free(all.waiting[1]);
    return all.won;
}

#endif
