/* shorthand: turns typed input into a line of the table language. At the table's pace:
 *   11356       the faces rolled; when choosing, the dice to keep
 *   k 11        keep 1 1          -            keep none
 *   fh, chance  score that box    zero fh      a zero there: score fh or, if it scores, score fh 0
 *   15 roll     take 1 5 roll     stop         take the set that scores most, and stop
 * Without all throws, at the start of a turn:
 *   12346       last 1 2 3 4 6    15, stop     aside 1 5, bank
 *   850         bank 850          fours 12     score fours 12 */
#pragma once

#include "play/state.h"

struct meaning {
    char line[LINE_MAX_BYTES]; /* for the table */
    bool zero_meant;           /* the player explicitly wants a zero */
    int64_t claimed;           /* points the player claims; -1: none given */
    bool stop_alone;           /* `stop` without dice: see stop_words() */
};

/* Whether the span is this word, in small or capital letters. */
bool same_letters(struct span s, const char *word);

/* Before `stop` alone: if the set that banks most leaves out dice that score, because with them all
 * dice would have to be thrown again, says so and asks whether to stop all the same. Otherwise
 * returns false. */
bool stop_words(const struct state *s, struct text *why, struct text *question);

/* Returns false if the input makes no sense here; the error explains what to type instead. */
bool shorthand(const struct state *s, struct span typed, struct meaning *ret, struct text *error);
