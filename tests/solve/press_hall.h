/* Many games between two perfect players, run by the referee; for tests and measurements.
 *
 * They are played side by side, all at one pair of totals before any at a higher sum, so that each
 * turn is solved only once. */
#ifndef YARD_TESTS_SOLVE_PRESS_HALL_H
#define YARD_TESTS_SOLVE_PRESS_HALL_H

#include <stdlib.h>

#include "rules/press.h"
#include "solve/press_solver.h"

enum { GAPS_MAX = 4096 };

struct hall {
    const struct rules *r;
    const struct press_solver *s;
    int unit, goal;  /* goal in units */
    int *waiting[2]; /* games at [own * goal + other]; [0]: who is to move began */
    struct press_plan *last[GAPS_MAX]; /* last turns by the units missing */
    double won;                        /* by those who began */
    uint64_t random;
};

static struct dice hall_dice(struct hall *hall, int n) {
    struct dice d = {0};
    while (n--) {
        hall->random = hall->random * 6364136223846793005u + 1442695040888963407u;
        d = dice_with(d, 1 + (int)((hall->random >> 33) % 6), 1);
    }
    return d;
}

static void hall_turn(struct hall *hall, const struct press_plan *plan, struct game *g) {
    struct advice advice;
    for (int seat = g->seat; g->phase != PHASE_OVER && g->seat == seat;) {
        struct action a = {.act = ACT_ROLL};
        if (g->phase == PHASE_ROLL)
            a.dice = hall_dice(hall, g->falling);
        else if (press_plan_advise(plan, g, &advice))
            a = advice.actions[0].action;
        else
            abort();
        if (game_apply(hall->r, g, a) != ALLOWED)
            abort();
    }
}

static void hall_last_turn(struct hall *hall, struct game *g, int starter) {
    int gap = (g->total[!g->seat] - g->total[g->seat]) / hall->unit;
    bool keep = g->total[g->seat] && gap < GAPS_MAX;
    struct press_plan *plan = keep ? hall->last[gap] : NULL;
    if (!plan)
        plan = press_plan_win(hall->s, g);
    if (!plan)
        abort();
    hall_turn(hall, plan, g);
    if (keep)
        hall->last[gap] = plan;
    else
        press_plan_free(plan);
    uint32_t winners = game_winners(hall->r, g);
    if (winners >> starter & 1)
        hall->won += winners == 3 ? 0.5 : 1;
}

/* All games waiting at one pair, seat 0 to move; `starter` is the seat that began. */
static void hall_pair(struct hall *hall, int own, int other, int starter) {
    int *waiting = &hall->waiting[starter][own * hall->goal + other], games = *waiting;
    if (!games)
        return;
    struct game g;
    game_start(hall->r, &g, 2, 0);
    g.total[0] = own * hall->unit;
    g.total[1] = other * hall->unit;
    struct press_plan *plan = press_plan_win(hall->s, &g);
    if (!plan)
        abort();
    *waiting = 0;
    while (games--) {
        struct game now = g;
        hall_turn(hall, plan, &now);
        if (now.ender)
            hall_last_turn(hall, &now, starter);
        else
            hall->waiting[!starter][other * hall->goal + now.total[0] / hall->unit]++;
    }
    press_plan_free(plan);
}

/* How many of the games were won by the player who began. */
static double hall_play(const struct rules *r, const struct press_solver *s, int games,
                        uint64_t seed) {
    int unit = press_unit(r->book), goal = (r->params.goal + unit - 1) / unit;
    struct hall hall = {.r = r, .s = s, .unit = unit, .goal = goal, .random = seed};
    for (int i = 0; i < 2; i++) {
        hall.waiting[i] = calloc((size_t)goal * (size_t)goal, sizeof(int));
        if (!hall.waiting[i])
            abort();
    }
    hall.waiting[0][0] = games;
    for (int sum = 0; sum <= 2 * (goal - 1); sum++) {
        for (bool any = true; any;) { /* busts lead back to the same sum */
            any = false;
            for (int own = sum < goal ? 0 : sum - goal + 1; own <= sum && own < goal; own++) {
                for (int starter = 0; starter < 2; starter++) {
                    any = any || hall.waiting[starter][own * goal + sum - own];
                    hall_pair(&hall, own, sum - own, starter);
                }
            }
        }
    }
    for (int i = 0; i < GAPS_MAX; i++)
        press_plan_free(hall.last[i]);
    free(hall.waiting[0]);
    free(hall.waiting[1]);
    return hall.won;
}

#endif
