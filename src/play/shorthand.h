/* shorthand: what people type at a prompt, turned into a line of the table language.
 *   11356       the faces that fell; or, when dice lie, the dice to keep
 *   k 11        keep 1 1          -            keep none
 *   fh, chance  score that box    zero fh      score it although it brings nothing
 *   15 roll     take 1 5 roll     stop         take what scores most, and stop */
#pragma once

#include "play/state.h"

struct meaning {
    char line[LINE_MAX_BYTES]; /* for the table */
    bool zero_meant;           /* the player said that a zero is meant */
    int64_t claimed;           /* the points the player claims, -1: none named */
};

/* False when the words make no sense here; the error says what would. */
bool shorthand(const struct state *s, struct span typed, struct meaning *ret, struct text *error);
