/* sheet_rough: a sensible choice in a sheet game that nobody has solved, within a millisecond.
 *
 * The turn at hand is worked out exactly; what the open boxes will still bring is a guess: what
 * each brings when a turn is played for it alone, more the more turns are left to wait for it, and
 * the upper bonus by how far the upper section is on its way. In Yardzee that scores about 247
 * points a game, where perfect play scores 254.6. */
#pragma once

#include "solve/advice.h"

/* The seat to move of a game that is not over; values are guesses of the final total. */
void sheet_rough_advise(const struct rules *r, const struct game *g, struct advice *ret);
