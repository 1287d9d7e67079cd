/* press_match: two players of a press game who make mistakes, each in his own measure, against each
 * other: who wins, from every pair of totals, as exact chances.
 *
 * Both ways to play are fixed beforehand (press_law.h), so nothing is chosen here: a pair of totals
 * hangs on pairs of a greater sum, and through busts on itself with the other one to move, which is
 * two linear equations. What a player gives away by his mistakes comes out of the same equations,
 * and so the table proves itself: the chance of winning is the one of perfect play, less his own
 * losses, plus the other's. Exact but for what press_law.h leaves out, all together below 1e-9. */
#pragma once

#include "solve/press_solver.h"

struct press_match {
    int unit, goal; /* totals in units, below the goal */

    /* [0]: the first player is to move; [1]: the second one. At [first * goal + second]. */
    double *win[2];      /* the first player's chance */
    double *given[2][2]; /* [player]: what he still gives away by mistakes, of his chance */
};

/* The solver must be solved for two. NULL when cancelled or out of memory. */
struct press_match *press_match_new(const struct press_solver *s, const double temperature[2],
                                    int threads, struct work *work);
void press_match_free(struct press_match *match); /* NULL is fine */
