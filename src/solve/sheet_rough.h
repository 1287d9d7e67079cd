/* sheet_rough: a sensible choice within a millisecond, for a sheet game that has not been solved.
 *
 * The current turn is solved exactly; the future value of the open boxes is a guess: what each box
 * scores when a turn is played for it alone, more if there are more turns left to try for it, plus
 * a share of the upper bonus that depends on the progress of the upper section. In Yardzee this
 * scores about 247 points per game, where perfect play scores 254.6. */
#pragma once

#include "solve/advice.h"

/* Advises the seat to move in a game that is not over; values are estimates of the final total. */
void sheet_rough_advise(const struct rules *r, const struct game *g, struct advice *ret);
