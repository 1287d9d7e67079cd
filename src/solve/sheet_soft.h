/* sheet_soft: a turn of a sheet game played with the mistakes of a graded bot, as
 * exact probabilities.
 *
 * At every choice each legal action (a subset of the dice to keep, or an open box to fill) is taken
 * with a probability proportional to exp(-loss / temperature), the losses being those of the exact
 * solver. Dominated actions (dominated.h) are never taken. Any other action may be, so, unlike in
 * perfect play, following the best actions is not enough: every subset of every roll counts.
 *
 * With hands ordered by inclusion, the subsets of a roll are all hands below it, so their weights
 * are summed for all rolls at once, by prefix sums along one face after another; the same walk, run
 * backwards, distributes the probabilities of rolls among their subsets. This requires that the
 * weight of a hand not depend on the roll: all weights are relative to the best roll of the turn.
 * Where that makes the weights of a roll too small for a double (low temperatures), and where only
 * upper boxes are open, so that some subsets are dominated, subsets are handled one by one. */
#pragma once

#include "solve/sheet_policy.h"

enum { PARTS_OF_ROLLS = ROLL_COUNT_MAX * PARTS_MAX };

struct sheet_soft {
    double temperature; /* in points of loss; above 0 */

    /* The subsets of roll i that may be kept, as hands:
     * part[first[i]] to part[first[i + 1] - 1]. */
    int first[ROLL_COUNT_MAX + 1];
    uint16_t part[PARTS_OF_ROLLS];

    /* By face: all hands that contain the face, in order of size, and each of them without one such
     * die. */
    int steps[FACES];
    uint16_t hand[FACES][HAND_COUNT_MAX], less[FACES][HAND_COUNT_MAX];

    /* The boxes, one bit each, that it is hasty to fill with a roll while another roll is left; [1]
     * if the box is the only open one. */
    uint32_t hasty[2][ROLL_COUNT_MAX];
};

/* Per-thread scratch memory, in addition to a policy_bench. */
struct soft_bench {
    struct lane weight[HAND_COUNT_MAX], sum[HAND_COUNT_MAX];
    struct lane row[BOXES_MAX][KINDS_MAX]; /* weights of the boxes */
    /* [1] for the last roll of a turn, [0] for those before it: the total weight of the boxes that
     * a roll may fill, and the probability they get, per unit of weight. */
    struct lane boxes[2][ROLL_COUNT_MAX], filled[2][ROLL_COUNT_MAX];
    struct lane claim_value[FACES + 1][BOXES_MAX], claim[FACES + 1][BOXES_MAX]; /* jokers */
    struct lane best; /* highest value of any roll: the reference for weights */
};

void sheet_soft_make(const struct sheet_table *t, double temperature, struct sheet_soft *ret);

/* Works like sheet_policy_make() from the start of a turn; then call sheet_policy_outcomes(). */
void sheet_soft_turn(const struct sheet_table *t, const struct sheet_soft *soft,
                     const struct sheet_spot *spot, const struct sheet_after *after,
                     struct soft_bench *work, struct policy_bench *bench);
