/* sheet_goal: best play of a sheet game towards any goal that is a function of the final total.
 *
 * The same backward induction as the sheet solver's, with the total so far as one more part of the
 * state, and as the lanes: maximise the expectation of worth[final total]. `reach N` is a step at
 * N; `win` is the chance that the opponents end below, given their distributions. Only what can
 * follow from the given card is worked out. Totals at which nothing can change any more are not. */
#pragma once

#include "solve/advice.h"

struct sheet_goal;

struct goal_worth {
    const double *of; /* of[total], never falling; totals from count on are worth of[count - 1] */
    int count;
};

/* `all`: keep what is needed to advise every later position of the game, not only those of the turn
 * at hand. NULL when cancelled. */
struct sheet_goal *sheet_goal_solve(const struct rules *r, const struct card *card,
                                    struct goal_worth worth, bool all, int threads,
                                    struct work *work);
void sheet_goal_free(struct sheet_goal *goal); /* NULL is fine */

/* The card's value at the start of a turn; it must follow from the solved one. */
double sheet_goal_value(const struct sheet_goal *goal, const struct card *card);

/* The seat to move has the solved card (or, with `all`, one that follows from it). */
void sheet_goal_advise(const struct sheet_goal *goal, const struct game *g, struct advice *ret);
