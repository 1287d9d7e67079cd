/* work_odds: what can be expected of a rule set, in lines of words. */
#pragma once

#include "tui/work.h"

/* False when cancelled, or with an error when the rules are beyond the solvers. */
bool odds_words_of(struct adviser *a, const struct rules *r, struct work *work,
                   struct odds_words **ret, struct text *error);
