/* sheet_table: the shape of the card states, and what each roll scores in each box; shared by the
 * sheet solver, the goals and the odds. */
#pragma once

#include "rules/sheet.h"
#include "solve/hands.h"

enum { KINDS_MAX = 32 }; /* most distinct scores of a box: zero, and every sum of the dice */

_Static_assert(KINDS_MAX >= 1 + DICE_MAX * (FACES - 1) + 1, "every sum of all dice, and nothing");

/* The referee decides what an extra five of a kind scores; the answer depends only on whether the
 * five-of-a-kind box holds points, whether the upper box of the face is open, and whether any lower
 * box is open. */
struct joker_claim {
    bool allowed;
    int16_t points, bonus;
};

struct sheet_table {
    struct rules rules;
    struct hands hands;
    int boxes;
    uint32_t full;
    int five; /* the five-of-a-kind box, -1 if none */
    int face_box[FACES + 1];
    bool five_matters; /* whether a zero in the five-of-a-kind box affects later turns */
    int par;           /* upper totals are counted up to here */

    /* Ordinary points: roll i scores points[box][kind[box][i]]. */
    int kinds[BOXES_MAX];
    int16_t points[BOXES_MAX][KINDS_MAX];
    uint8_t kind[BOXES_MAX][ROLL_COUNT_MAX];

    uint16_t five_roll[FACES + 1]; /* the roll in which all dice show that face */
    /* [five-of-a-kind box holds points][upper box of the face is open][any lower box is open] */
    struct joker_claim joker[2][2][2][FACES + 1][BOXES_MAX];
};

void sheet_table_make(struct sheet_table *t, const struct rules *r);

/* The upper totals to distinguish on a card with these boxes filled: from *ret_first, which also
 * stands for all lower totals, to the return value. */
int sheet_upper_range(const struct sheet_table *t, uint32_t filled, int *ret_first);

/* Maps subsets of the open boxes to dense numbers and back, for tables of the cards that can
 * follow. */
uint32_t boxes_squeeze(uint32_t boxes, uint32_t open);
uint32_t boxes_spread(uint32_t dense, uint32_t open);

/* The claims for five of this face with these boxes filled, which must include the five-of-a-kind
 * box. */
const struct joker_claim *sheet_joker_claims(const struct sheet_table *t, uint32_t filled,
                                             bool holds, int face);
