/* sheet_table: what the sheet solver, the goals and the odds share: the shape of the card states,
 * and what each roll brings in each box. */
#pragma once

#include "rules/sheet.h"
#include "solve/hands.h"

enum { KINDS_MAX = 32 }; /* different points a box can pay: nothing, or the sum of some dice */

_Static_assert(KINDS_MAX >= 1 + DICE_MAX * (FACES - 1) + 1, "every sum of all dice, and nothing");

/* Five alike with the five-alike box filled is decided by the referee; the answer depends on
 * whether that box holds points, the upper box of the face is open, and any lower box is open. */
struct joker_claim {
    bool allowed;
    int16_t points, bonus;
};

struct sheet_table {
    struct rules rules;
    struct hands hands;
    int boxes;
    uint32_t full;
    int five; /* the five-alike box, -1: none */
    int face_box[FACES + 1];
    bool five_matters; /* whether a zero in the five-alike box differs from points there */
    int par;           /* upper totals are counted up to here */

    /* Ordinary points: roll i scores points[box][kind[box][i]]. */
    int kinds[BOXES_MAX];
    int16_t points[BOXES_MAX][KINDS_MAX];
    uint8_t kind[BOXES_MAX][ROLL_COUNT_MAX];

    uint16_t alike_roll[FACES + 1]; /* the roll with all dice of that face */
    struct joker_claim joker[2][2][2][FACES + 1][BOXES_MAX]; /* holds, own open, lower open */
};

void sheet_table_make(struct sheet_table *t, const struct rules *r);

/* The upper totals of a card with these boxes filled that must be told apart: from *ret_first,
 * which stands for all below it too, to the returned one. */
int sheet_upper_range(const struct sheet_table *t, uint32_t filled, int *ret_first);

/* Sets of some open boxes as dense numbers, and back: tables of what can follow from a card. */
uint32_t boxes_squeeze(uint32_t boxes, uint32_t open);
uint32_t boxes_spread(uint32_t dense, uint32_t open);

/* The claims of five alike of a face on such a card; only when the five-alike box is filled. */
const struct joker_claim *sheet_joker_claims(const struct sheet_table *t, uint32_t filled,
                                             bool holds, int face);
