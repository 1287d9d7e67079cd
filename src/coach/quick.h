/* quick: a choice that is good enough, within milliseconds, for any rules and any position. It
 * serves players who have to move before the game is solved, or whose game is too large to solve.
 *
 * Sheet games: sheet_rough.h. Press games: the most expected points from this turn; in the final
 * round, the best chance of beating the leading score; in solo games, stopping as soon as the goal
 * is reached. */
#pragma once

#include "solve/advice.h"

/* For a game that waits for a choice. Always returns at least one action. */
void quick_advise(const struct rules *r, const struct game *g, struct advice *ret);

/* The final round of a press game with only the `most` strongest of the seats still to come, and
 * the one that began it: with many seats, solving the round exactly takes seconds. */
void quick_final(const struct rules *r, const struct game *g, int most, struct game *ret);
