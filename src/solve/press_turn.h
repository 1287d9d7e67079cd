/* press_turn: one turn of a press game, for the press solvers only.
 *
 * Points within a turn only grow, so one backward walk over (turn points, dice to throw) values a
 * whole turn, given what stopping is worth at every count of turn points and what a bust is worth.
 * Values are counted from the bust: a bust is 0 and stopping is what it is worth beyond a bust. So
 * no value is below 0 (one can always throw on until the bust), and a turn that nearly always
 * busts, as under a very high entry, loses no digits.
 *
 * The walk is done for several problems side by side (lanes); rows are as in press_menu.h, each
 * slot holding one number a lane. */
#pragma once

#include "solve/press_lanes.h"
#include "solve/press_menu.h"

/* The value of stopping where it is not allowed. */
#define PRESS_NO_STOP (-1e300)

/* `stops` is what stopping is worth, in rows 0 to last - 1. Rows from `last` to last + longest have
 * been filled by press_turn_edge(): there one stops wherever one may. Fills the rows below, except
 * row 0, of which `ret` is the value: of throwing all dice, in each lane. */
void press_turn_lanes(const struct press_menus *m, double *rows, const double *stops, int last,
                      double ret[PRESS_LANES]);

/* The same for one lane, down to row `from`. rolls, when not NULL, receives for each of these rows
 * the value of throwing n dice, at [row * dice + n - 1]. Returns that of all dice in row `from`. */
double press_turn_one(const struct press_menus *m, double *rows, const double *stops, int from,
                      int last, double *rolls);

/* One throw of `size` dice in the row, one lane, from the rows above it. */
double press_turn_throw(const struct press_menus *m, const double *row, int size);

/* One lane of a row in which one stops wherever one may; `again` is the value of having to throw
 * all dice again. */
static inline void press_turn_edge(const struct press_menus *m, double *row, int lanes, int lane,
                                   double stop, double again) {
    row[lane] = m->must ? again : stop;
    for (int slot = 1; slot < m->dice; slot++)
        row[slot * lanes + lane] = stop;
}

/* Room for rows as vector units like it; free() it. NULL when memory runs out. */
double *press_rows_new(const struct press_menus *m, int rows, int lanes);
