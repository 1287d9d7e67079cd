/* hands: all hands of 0 to n dice, and how they grow die by die.
 *
 * A turn of a sheet game is a walk on the graph of hands: keeping dice leads to a smaller hand, and
 * rolling adds dice one at a time. So the value of a kept hand is the mean over one more die (six
 * terms), and the best keep within a roll is a maximum propagated upwards from hands with one die
 * fewer. */
#pragma once

#include "core/dice.h"

enum {
    HAND_COUNT_MAX = 924, /* hands of 0 to 6 dice: 12 choose 6 */
    ROLL_COUNT_MAX = 462, /* rolls of 6 dice: 11 choose 5 */
    PARTS_MAX = 63,       /* subsets of a roll that may be kept: all but the roll itself */
    RUNS_MAX = DICE_MAX * (DICE_MAX + 1) / 2,
    HAND_SLOT_BITS = 11,
    HAND_SLOTS = 1 << HAND_SLOT_BITS,
};

_Static_assert(DICE_MAX == 6 && FACES == 6, "the numbers above are those of six dice of six faces");
_Static_assert(HAND_SLOTS >= 2 * HAND_COUNT_MAX, "half of the slots stay empty");

/* A hand, and the hands with one die fewer: one for each face in it. */
struct climb {
    uint16_t hand, from[FACES];
};

struct hands {
    int dice;
    int count; /* number of hands in all; hand[] is sorted by number of dice */
    int inner; /* number of hands of fewer than `dice` dice, which come first; the rest are rolls */
    struct dice hand[HAND_COUNT_MAX];
    uint16_t more[HAND_COUNT_MAX][FACES]; /* this hand plus a die of that face; inner hands only */
    double chance[ROLL_COUNT_MAX];        /* probability of each roll when all dice are thrown */

    /* Climbs in order of hand size and then of the number of different faces, so that those with
     * equally long inner loops are contiguous: climbs[run[i]] to climbs[run[i + 1] - 1] have
     * faces[i] different faces. */
    struct climb climbs[HAND_COUNT_MAX];
    int runs, run[RUNS_MAX + 1], faces[RUNS_MAX + 1];
    int inner_runs; /* number of runs with inner hands, which come first */

    uint16_t slot[HAND_SLOTS]; /* for hand_index() */
};

/* For up to DICE_MAX dice. */
void hands_make(struct hands *h, int dice);
int hand_index(const struct hands *h, struct dice d);
