/* sheet_soft: a turn of a sheet game played with the mistakes of a graded bot, as exact chances.
 *
 * At every choice each legal action (a part of the dice to keep, or an open box to fill) is taken
 * with a chance that falls off with what it gives away: exp(-loss / temperature), the losses those
 * of the exact solver. No choice has chance zero, so unlike perfect play nothing can be followed
 * along the best actions only: every part of every roll counts.
 *
 * The parts of a roll are all hands below it in the order of hands, so their weights are summed for
 * all rolls at once by adding up along one face after the other; and the chances of rolls are
 * shared out among their parts by the same walk backwards. For that the weight of a hand may not
 * depend on the roll: all are measured against the best roll of the turn. Where that makes the
 * weights of a roll too small for a double (low temperatures), its parts are taken one by one. */
#pragma once

#include "solve/sheet_policy.h"

enum { PARTS_OF_ROLLS = ROLL_COUNT_MAX * PARTS_MAX };

struct sheet_soft {
    double temperature; /* points of loss; above 0 */

    /* The parts of roll i that may be kept, as hands: part[first[i]] to part[first[i + 1]]. */
    int first[ROLL_COUNT_MAX + 1];
    uint16_t part[PARTS_OF_ROLLS];

    /* By face: all hands that have it, in order of size, and what is left without one such die. */
    int steps[FACES];
    uint16_t hand[FACES][HAND_COUNT_MAX], less[FACES][HAND_COUNT_MAX];
};

/* Scratch memory of one thread, besides that of the policy. */
struct soft_bench {
    struct lane weight[HAND_COUNT_MAX], sum[HAND_COUNT_MAX];
    struct lane row[BOXES_MAX][KINDS_MAX]; /* weights of the boxes */
    struct lane boxes[ROLL_COUNT_MAX];     /* of all boxes a roll may fill */
    struct lane filled[ROLL_COUNT_MAX];    /* what goes into them, for a weight of 1 */
    struct lane claim_value[FACES + 1][BOXES_MAX], claim[FACES + 1][BOXES_MAX]; /* five alike */
    struct lane best; /* of all rolls: what weights are measured against */
};

void sheet_soft_make(const struct sheet_table *t, double temperature, struct sheet_soft *ret);

/* Like sheet_policy_make() from the start of a turn: then ask sheet_policy_outcomes(). */
void sheet_soft_turn(const struct sheet_table *t, const struct sheet_soft *soft,
                     const struct sheet_spot *spot, const struct sheet_after *after,
                     struct soft_bench *work, struct policy_bench *bench);
