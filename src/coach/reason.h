/* reason: why the best action is best, in sentences that anyone can understand.
 *
 * Every sentence follows from the rules or from numbers of the solved game, which it prints, so
 * that it can be checked; none is used unless its condition holds. The first sentence is the
 * verdict: the best action, its value, and its margin over the second action. doc/coach.md lists
 * all sentences and their conditions. */
#pragma once

#include "coach/adviser.h"

enum { REASONS_MAX = 8, REASON_TEXT_MAX = 1024, ACTION_WORDS_MAX = 160 };

struct reasons {
    struct goal goal;
    int unit;         /* enum unit */
    bool approximate; /* the values are estimates */
    bool compared;    /* there is a second action; otherwise all choices are worth the same */
    struct action best, second; /* second: the action asked about, or else the runner-up */
    double best_value, second_value;
    int count; /* number of sentences, at least one */
    char sentence[REASONS_MAX][REASON_TEXT_MAX];
};

/* For the seat to move, at a choice: why the best action beats `instead` or, if that is NULL or the
 * best action itself, the runner-up. Returns false and fills in the refusal if dice are about to
 * be rolled, if the game is over, if `instead` is illegal, or when adviser_advise() would; *ret is
 * then undefined. */
bool reason_of(struct adviser *a, const struct rules *r, const struct game *g,
               const struct action *instead, struct work *work, struct reasons *ret,
               struct refusal *refusal);

/* A legal action in words: "keep 4 4 4", "keep nothing", "score 12 in Fours", "enter a zero in
 * Fours", "enter a zero in Fours instead of 12", "set aside 1 5 and roll again", "set aside 1 5 and
 * stop". */
void action_words(const struct rules *r, const struct game *g, struct action a, struct text *out);
