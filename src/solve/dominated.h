/* dominated: choices that nobody makes, however weak a player, because another choice of the same
 * kind is plainly better: taking fewer points than the same throw offers, writing a score that
 * another roll can only improve, stopping behind in the last turn. Graded bots never make them, and
 * the exact odds of graded play leave them out too. */
#pragma once

#include "solve/advice.h"

/* Whether filling the box with these dice while a roll is left is hasty: the box pays nothing, or
 * some die can be rolled again without lowering what it pays. If it is the `only` open box, that
 * roll must also be able to raise it. Not meant for five of a kind once its box is filled: that
 * roll earns a bonus. */
bool box_is_hasty(const struct box *box, struct dice d, bool only);

/* Whether a reroll is pointless: if only upper boxes are open, it keeps a die that none of them
 * counts or, if only one box is open, rerolls a die that this box counts. `filled` has one bit
 * per box. Not meant for cards on which another five of a kind earns a bonus: that makes any face
 * worth keeping. */
bool keep_is_pointless(const struct book *book, uint32_t filled, struct dice d, struct dice keep);

/* Marks the actions that are not dominated; there is always at least one. In press games fewer
 * points can be worth more (press_menu.h), so there a choice is dominated only if its value is
 * lower too. */
void advice_sensible(const struct rules *r, const struct game *g, const struct advice *advice,
                     bool ret[ACTIONS_MAX]);
