/* press_solver: exact values of the press games (Yardkle, Farkle), under every reading of the
 * rules.
 *
 * Two players: the chance of winning under perfect play of both, a shared win counting as its
 * share, for every pair of totals at the start of a turn and from there for every moment of a
 * turn, final round included. Alone: the fewest expected turns to the goal. For one turn: the most
 * expected points. All values are exact but for rounding and two stated cuts: a chase whose chance
 * is below 1e-17 counts as lost, and with several players still to come in the final round a lead
 * that can be caught with a chance below 1e-10 counts as won.
 *
 * Three and more players: the final round is exact for any number of them, each of those still to
 * come playing for himself. Before it the value of a table is a guess: with p the chance to win
 * against one opponent alone, from the two-player table, the odds against him are (1 - p) / p; the
 * odds against each opponent are added up and turned back into a chance. With one opponent that is
 * exact, and equal players get nearly equal shares. Who begins the final round is taken to win with
 * the product of the chances that each of the others does not overtake him. Its weakness: it knows
 * nothing of how opponents get in each other's way, nor of how play gets bolder when one of many is
 * about to finish. (Three players from the start, entry 0 and goal 500: it says 0.406 for the
 * first; 4,000 games between three who follow it gave 0.414, standard error 0.008. Longer games
 * were not measured.)
 *
 * Turn points: points within a turn have no bound. Beyond the goal a player stops wherever he may
 * as soon as the other's chance to catch up is less than what a bust would lose, which the solver
 * proves for each pair; from there the value has a closed form. Nothing is cut off.
 *
 * A solver may be asked by many threads at once; while it solves, by none. */
#pragma once

#include "solve/advice.h"

enum {
    PRESS_GOAL_MAX = 4000,   /* in units: the two-player table has the square of this */
    PRESS_POINTS_MAX = 40000 /* in units: turn points that a position may have */
};

struct press_solver;

/* Menus and last turns, at once; the tables only when solved for. NULL for a sheet game or when
 * memory runs out. */
struct press_solver *press_solver_new(const struct rules *r);
void press_solver_free(struct press_solver *s);

/* How many units the goal has, and points a unit. */
int press_solver_units(const struct press_solver *s, int *ret_unit);

/* The two-player table: all of it, or only what can follow once one seat has at least `own` points
 * and the other at least `other` (near the end that is quick). Replaces what was solved before.
 * False when cancelled, out of memory or the goal is above PRESS_GOAL_MAX units; nothing is solved
 * then. */
bool press_solve_from(struct press_solver *s, int own, int other, int threads, struct work *work);

/* The table of expected turns alone; quick. */
bool press_solve_turns(struct press_solver *s, struct work *work);

/* At the start of a turn, totals in points; 0 is not yet entered. False where not solved. */
bool press_win(const struct press_solver *s, int own, int other, double *ret);
bool press_turns(const struct press_solver *s, int own, double *ret);

/* The most expected points of one turn; who is not `entered` must reach the entry to stop. */
bool press_turn_points(const struct press_solver *s, bool entered, double *ret);

/* The last turn of two: the chance to overtake a score that is `missing` points away. */
double press_last_turn(const struct press_solver *s, bool entered, int missing);

/* Every legal action with what it is worth to the seat to move, or the value alone where dice are
 * about to fall. False where nothing is solved, or the position is none of a game in progress.
 *   win     the chance of winning (tables: press_solve_from())
 *   turns   expected turns still to come whatever the others do; a turn in progress counts as one,
 *           so stopping at the goal is worth 1 (table: press_solve_turns())
 *   points  expected points of this turn: those set aside included, 0 after a bust (no table) */
bool press_advise_win(const struct press_solver *s, const struct game *g, struct advice *ret);
bool press_advise_turns(const struct press_solver *s, const struct game *g, struct advice *ret);
bool press_advise_points(const struct press_solver *s, const struct game *g, struct advice *ret);

/* What these make and throw away: one turn solved, from its turn points up. Keep it while the turn
 * lasts, and each further question costs next to nothing. NULL where advice is false. */
struct press_plan;
struct press_plan *press_plan_win(const struct press_solver *s, const struct game *g);
struct press_plan *press_plan_turns(const struct press_solver *s, const struct game *g);
struct press_plan *press_plan_points(const struct press_solver *s, const struct game *g);

/* The one for winning a game of two before its last round, valued for at least so many units of
 * turn points. */
struct press_plan *press_plan_long(const struct press_solver *s, const struct game *g, int rows);
void press_plan_free(struct press_plan *plan);

/* The game must be in the turn the plan was made for. */
bool press_plan_advise(const struct press_plan *plan, const struct game *g, struct advice *ret);

/* NAN where it is not allowed or not in the plan. */
double press_plan_stop(const struct press_plan *plan, int points);
double press_plan_roll(const struct press_plan *plan, int points, int dice);
double press_plan_bust(const struct press_plan *plan);

/* One number for the two-player table: changes when a value changes by more than rounding. 0 where
 * not solved. */
uint64_t press_signature(const struct press_solver *s);

struct press_counts {
    int64_t pairs;      /* totals of both, at the start of a turn */
    int64_t states;     /* with turn points and dice to throw: valued once, without repeats */
    int64_t walks;      /* passes over a turn of one pair */
    int menus, choices; /* distinct throws, and choices in them */
    int64_t bytes;      /* of memory held */
};
struct press_counts press_counts(const struct press_solver *s);
