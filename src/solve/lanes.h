/* lanes: the arithmetic of a turn, done for many positions at once.
 *
 * Positions that differ only in a number (the upper total) have the same rolls, keeps and boxes, so
 * each hand holds not one value but LANES of them side by side, and the compiler makes vector
 * instructions of the inner loops: with AVX2 where the machine has it, with what there is
 * elsewhere. The width is a compromise: a whole turn of 24 lanes stays within the second-level
 * cache, and there is enough work between two look-ups of an index. */
#pragma once

#include "solve/hands.h"

enum { LANES = 24 };

struct lane {
    double v[LANES];
};

/* From the values of all rolls (hands from `inner` on) to those of all kept hands: the mean over
 * what the missing dice may show. */
void lanes_keep(const struct hands *h, struct lane *hand);

/* From the values of kept hands to those of the rolls: the best keep, all dice included. */
void lanes_choose(const struct hands *h, struct lane *hand);

/* The value before a roll of all dice. */
void lanes_root(const struct hands *h, const struct lane *hand, struct lane *ret);

/* The values of all rolls, from those of the boxes: box b pays the row row[b][kind[b][roll]]. */
struct lane_box {
    const struct lane *row;
    const uint8_t *kind;
};

void lanes_score(const struct hands *h, const struct lane_box *boxes, int count, struct lane *hand);
