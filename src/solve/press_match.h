/* press_match: the exact chance of winning a press game between two players who make mistakes, each
 * at their own temperature, from every pair of totals.
 *
 * Both policies are fixed beforehand (press_law.h), so there is nothing to optimize: the value of a
 * pair of totals depends on those of pairs with a greater sum and, through busts, on that of the
 * same pair with the other player to move, which gives two linear equations. What a player gives
 * away by mistakes follows from the same equations, which makes the table self-checking: the chance
 * of winning is that of perfect play, less the player's own losses, plus the opponent's. The
 * results are exact except for what press_law.h leaves out; in the tests, with goals of up to 800
 * points, that is less than 1e-9. */
#pragma once

#include "solve/press_solver.h"

struct press_match {
    int unit, goal; /* totals are counted in units and are below the goal */

    /* [0]: the first player is to move; [1]: the second. Indexed by [first * goal + second]. */
    double *win[2];      /* the first player's chance of winning */
    double *given[2][2]; /* [player]: chance of winning that mistakes will still cost this player */
};

/* `s` must have solved the game for two players. `first` is the player with the first turn of each
 * round, 0 or 1, which matters only with final-round=rest. Returns NULL if canceled or out of
 * memory. */
struct press_match *press_match_new(const struct press_solver *s, const double temperature[2],
                                    int first, int threads, struct work *work);
void press_match_free(struct press_match *match); /* NULL is fine */
