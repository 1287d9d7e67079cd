/* sheet_solver: exact solution of a sheet game played alone for the highest expected total.
 *
 * The value of a card depends on little: which boxes are filled, the upper total as far as it
 * matters for the upper bonus, and whether the five-of-a-kind box holds points (bonuses and, in
 * some books, the joker depend on it). Cards with n filled boxes depend only on those with n + 1,
 * so the table is filled from full cards down to the empty one; cards with the same number of
 * filled boxes are independent of each other and are distributed among threads, and the upper
 * totals of one card are the lanes of lanes.h. Upper totals too high for the filled boxes are
 * skipped, and those from which the bonus is out of reach are merged into one.
 *
 * Points and jokers come from the referee: box_points() and sheet_claim(). */
#pragma once

#include "solve/advice.h"
#include "solve/sheet_turn.h"

struct sheet_solver;

/* Solves all cards. Returns NULL if canceled. */
struct sheet_solver *sheet_solve(const struct rules *r, int threads, struct work *work);

/* The same step by step: a solver without values, and the values of all cards with at least these
 * boxes filled, which are all that advice about such a card needs. If canceled, it returns false
 * and keeps what is solved. */
struct sheet_solver *sheet_solver_new(const struct rules *r);
bool sheet_solver_reach(struct sheet_solver *s, uint32_t filled, int threads, struct work *work);
void sheet_solver_free(struct sheet_solver *s); /* NULL is fine */

const struct rules *sheet_solver_rules(const struct sheet_solver *s);

/* Expected points still to come from this card at the start of a turn, including the upper
 * bonus. */
double sheet_solver_to_come(const struct sheet_solver *s, const struct card *card);

/* Expected grand total from the empty card. */
double sheet_solver_value(const struct sheet_solver *s);

/* For the seat to move in a game that is not over: the expected grand total after each action. */
void sheet_advise(const struct sheet_solver *s, const struct game *g, struct advice *ret);

/* For code that builds on the values: the shape of the table, and the values after a turn. */
const struct sheet_table *sheet_solver_table(const struct sheet_solver *s);
struct sheet_after sheet_solver_after(const struct sheet_solver *s);

/* The number of card states that have a value, and a hash that changes when any value changes by
 * more than rounding. */
int64_t sheet_solver_states(const struct sheet_solver *s);
uint64_t sheet_solver_signature(const struct sheet_solver *s);

/* For storing solved tables: all values as one block of memory, and its shape, which depends
 * only on the rules. */
enum { SHAPE_NUMBERS = 4 };
void sheet_solver_shape(const struct rules *r, uint32_t ret[SHAPE_NUMBERS]);
const void *sheet_solver_payload(const struct sheet_solver *s, size_t *ret_size);

/* Makes a solver from a stored block, which it borrows: the block must stay unchanged until
 * sheet_solver_free() calls release(owner). Returns NULL, without releasing the block, if it is not
 * a table for these rules: the size is wrong, or sample cards have a different value when solved
 * again. */
struct sheet_solver *sheet_solver_from_payload(const struct rules *r, const void *data, size_t size,
                                               void (*release)(void *owner), void *owner);
