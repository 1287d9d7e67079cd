/* press_turn: one turn of a press game, for the press solvers only.
 *
 * Points within a turn only grow, so one backward walk over (turn points, dice to throw) values a
 * whole turn, given the value of stopping with any number of turn points and that of a bust.
 * Values are relative to a bust: a bust is worth 0, and stopping is worth what it gains over a
 * bust. So no value is negative (a player can always throw until a bust), and a turn that nearly
 * always busts, as with a very high entry, loses no digits.
 *
 * The walk handles several problems side by side (lanes); rows are as in press_menu.h, each slot
 * holding one number per lane. */
#pragma once

#include "solve/press_lanes.h"
#include "solve/press_menu.h"

/* The value of stopping where it is not allowed. */
#define PRESS_NO_STOP (-1e300)

/* `stops` holds the value of stopping in rows 0 to last - 1. Rows `last` to last + longest must
 * have been filled by press_turn_edge(): there the player stops wherever allowed. Fills the rows
 * below except row 0, whose value (throwing all dice) is returned in `ret`, per lane. */
void press_turn_lanes(const struct press_menus *m, double *rows, const double *stops, int last,
                      double ret[PRESS_LANES]);

/* Does the same for one lane, down to row `from`. `rolls`, if not NULL, receives the value of
 * throwing n dice in each of these rows, at [row * dice + n - 1]. Returns the value of throwing all
 * dice in row `from`. */
double press_turn_one(const struct press_menus *m, double *rows, const double *stops, int from,
                      int last, double *rolls);

/* The value of throwing `size` dice in this row of one lane, computed from the rows above it. */
double press_turn_throw(const struct press_menus *m, const double *row, int size);

/* Fills one lane of a row in which the player stops wherever allowed; `again` is the value of
 * having to throw all dice again. */
static inline void press_turn_edge(const struct press_menus *m, double *row, int lanes, int lane,
                                   double stop, double again) {
    row[lane] = m->must ? again : stop;
    for (int slot = 1; slot < m->dice; slot++)
        row[slot * lanes + lane] = stop;
}

/* Allocates rows aligned for vector access; caller frees. NULL if out of memory. */
double *press_rows_new(const struct press_menus *m, int rows, int lanes);
