/* sheet_goal: optimal play of a sheet game for any goal that is a function of the final total.
 *
 * Uses the same backward induction as the sheet solver, with the total so far as an additional part
 * of the state, spread over the lanes, and maximizes the expectation of worth[final total]. For
 * `reach N`, the worth is a step at N; for `win`, it is the expected share of the win with that
 * total, given the opponents' distributions. Only positions that can follow from the given card are
 * solved, and of these only totals at which the outcome is still open. */
#pragma once

#include "solve/advice.h"

struct sheet_goal;

struct goal_worth {
    const double *of; /* of[total], non-decreasing; totals from count up are worth of[count - 1] */
    int count;
};

/* With `all`, keeps what is needed to advise on every later position in the game, not only on those
 * in the current turn. Returns NULL if canceled. */
struct sheet_goal *sheet_goal_solve(const struct rules *r, const struct card *card,
                                    struct goal_worth worth, bool all, int threads,
                                    struct work *work);
void sheet_goal_free(struct sheet_goal *goal); /* NULL is fine */

/* The card's value at the start of a turn; the card must be the solved card or follow from it
 * (without `all`, after one turn at most). */
double sheet_goal_value(const struct sheet_goal *goal, const struct card *card);

/* The seat to move must have the solved card (or, with `all`, one that follows from it). */
void sheet_goal_advise(const struct sheet_goal *goal, const struct game *g, struct advice *ret);
