/* work_odds: the odds of a rule set, as text. */
#pragma once

#include "tui/work.h"

/* Returns false if canceled or if the solvers do not support the rules. error is always set in the
 * second case, but not always in the first. */
bool odds_words_of(struct adviser *a, const struct rules *r, struct work *work,
                   struct odds_words **ret, struct text *error);
