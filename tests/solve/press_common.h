/* Shared by the tests of the press solvers. */
#ifndef YARD_TESTS_SOLVE_PRESS_COMMON_H
#define YARD_TESTS_SOLVE_PRESS_COMMON_H

#include <string.h>

#include "rules/press.h"
#include "solve/press_solver.h"
#include "support.h"

static inline struct press_solver *solver_named(const char *spec) {
    struct rules r = rules_named(spec);
    struct press_solver *s = press_solver_new(&r);
    assert_non_null(s);
    return s;
}

static uint64_t random_state = 1;

static inline uint32_t random_below(uint32_t n) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((random_state >> 33) % n);
}

static inline struct dice random_dice(int n) {
    struct dice d = {0};
    while (n--)
        d = dice_with(d, 1 + (int)random_below(6), 1);
    return d;
}

static inline struct game position_at(const struct rules *r, const char *totals, int seat) {
    struct game g;
    game_start(r, &g, 1, seat);
    g.seats = 0;
    struct span rest = span_of(totals);
    for (struct span item; span_item(&rest, '/', &item); g.seats++) {
        int64_t total;
        assert_true(span_number(item, 0, 10000000, &total));
        g.total[g.seats] = (int32_t)total;
    }
    for (int i = 1; i < g.seats && !g.ender; i++) {
        int other = (seat + i) % g.seats;
        if (g.total[other] >= r->params.goal)
            g.ender = (uint8_t)(other + 1);
    }
    return g;
}

#endif
