/* sheet_solver: exact best play of a sheet game alone, most points in expectation.
 *
 * The value of a card depends on little: which boxes are filled, the upper total as far as it
 * matters for the upper bonus, and whether the five-alike box holds points (bonuses and, in some
 * books, the joker hang on it). All cards with n filled boxes need only those with n + 1, so the
 * table is filled from full cards down to the empty one; cards with equally many boxes are
 * independent of each other and are shared out among threads, and the upper totals of one card are
 * the lanes of lanes.h. Upper totals that cannot occur are skipped, and those from which the bonus
 * is out of reach are one.
 *
 * Points and jokers come from the referee: box_points() and sheet_claim(). */
#pragma once

#include "solve/advice.h"
#include "solve/sheet_turn.h"

struct sheet_solver;

/* NULL when cancelled. */
struct sheet_solver *sheet_solve(const struct rules *r, int threads, struct work *work);
void sheet_solver_free(struct sheet_solver *s); /* NULL is fine */

const struct rules *sheet_solver_rules(const struct sheet_solver *s);

/* Expected points still to come from this card at the start of a turn, the upper bonus included. */
double sheet_solver_to_come(const struct sheet_solver *s, const struct card *card);

/* Expected grand total of the empty card. */
double sheet_solver_value(const struct sheet_solver *s);

/* The seat to move of a game that is not over: expected final grand total of each action. */
void sheet_advise(const struct sheet_solver *s, const struct game *g, struct advice *ret);

/* For what builds on the values: the shape of the table, and what turns lead to. */
const struct sheet_table *sheet_solver_table(const struct sheet_solver *s);
struct sheet_after sheet_solver_after(const struct sheet_solver *s);

/* How many card states have a value, and a number that changes when any value does. */
int64_t sheet_solver_states(const struct sheet_solver *s);
uint64_t sheet_solver_signature(const struct sheet_solver *s);

/* For keeping solved tables: all values as one piece of memory, and its shape, which depends on the
 * rules only. */
enum { SHAPE_NUMBERS = 4 };
void sheet_solver_shape(const struct rules *r, uint32_t ret[SHAPE_NUMBERS]);
const void *sheet_solver_payload(const struct sheet_solver *s, size_t *ret_size);

/* A solver over such memory, which is borrowed: it must stay as it is until release(owner) is
 * called by sheet_solver_free(). NULL, and nothing is released, when it is no table for these
 * rules: the size is wrong, or cards here and there, worked out afresh, are worth something else.
 */
struct sheet_solver *sheet_solver_from_payload(const struct rules *r, const void *data, size_t size,
                                               void (*release)(void *owner), void *owner);
