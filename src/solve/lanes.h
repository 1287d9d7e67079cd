/* lanes: the arithmetic of a turn, for many positions at once.
 *
 * Positions that differ only in one number (the upper total) share rolls, keeps and boxes, so each
 * hand holds LANES values side by side instead of one, and the compiler vectorizes the inner
 * loops: with AVX2 where available, otherwise with the target's default vectors. The width is a
 * compromise: a whole turn of 24 lanes fits into the second-level cache, and there is enough work
 * between two index look-ups. */
#pragma once

#include "solve/hands.h"

enum { LANES = 16 };

struct lane {
    double v[LANES];
};

/* Computes the values of all kept hands from those of all rolls (hands `inner` and up): the mean
 * over the dice still to be rolled. */
void lanes_keep(const struct hands *h, struct lane *hand);

/* Computes the values of the rolls from those of the kept hands: the best keep, including keeping
 * all dice. */
void lanes_choose(const struct hands *h, struct lane *hand);

/* Does the same for the last choice of a turn: computes the value before a roll of all dice. The
 * values of the rolls stay as they were. */
void lanes_root(const struct hands *h, struct lane *hand, struct lane *ret);

/* lanes_score() computes the values of all rolls from those of the boxes: filling a box with a roll
 * is worth the box's row[kind[roll]]. */
struct lane_box {
    const struct lane *row;
    const uint8_t *kind;
};

void lanes_score(const struct hands *h, const struct lane_box *boxes, int count, struct lane *hand);

/* Adds the same points to each value; `ret` holds LANES values. */
void lanes_add(const double *value, double points, double *ret);
