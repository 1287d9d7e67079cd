/* quick: a choice that is good enough, within milliseconds, for any rules and any position: for
 * whoever has to move before the game is worked out, or plays one that is too large for it.
 *
 * Sheet games: sheet_rough.h. Press games: the most expected points of this turn; in the final
 * round the best chance to beat the score that leads; alone, stopping as soon as the goal is
 * reached. */
#pragma once

#include "solve/advice.h"

/* For a game that waits for a choice. There is always at least one action. */
void quick_advise(const struct rules *r, const struct game *g, struct advice *ret);

/* In the final round of a press game: how many seats still have a turn after this one. */
int quick_to_come(const struct game *g);

/* The same final round with only the `most` strongest of those seats. With many of them the exact
 * round takes seconds. */
void quick_final(const struct game *g, int most, struct game *ret);
