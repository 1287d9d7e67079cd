/* press_solver: exact values of the press games (Yardkle, Farkle), under every reading of the
 * rules.
 *
 * Two players: the chance of winning when both play perfectly, a shared win counting half, for
 * every pair of totals at the start of a turn and from there for every state within the turn, final
 * round included. One player alone: the fewest expected turns to the goal. For one turn: the most
 * expected points. All values are exact except for rounding and two stated cuts: a chase whose
 * chance is below 1e-17 counts as lost, and with several players still to come in the final round,
 * a lead whose chance of being caught is below 1e-10 counts as won.
 *
 * With final-round=everyone, the player who began the final round plays last and knows what to
 * beat; the other's turn before that is a game against this last turn. With final-round=rest, the
 * values depend on who has the first turn of each round.
 *
 * Three or more players: the final round is exact with up to 15 players still to come, each of whom
 * plays for themselves; with more, each is taken to overtake a score independently of the others.
 * Before the final round, the value of a position is an estimate: if p
 * is the chance of winning against one opponent alone, from the two-player table, the odds of
 * losing are (1 - p) / p; those of all opponents are added up and converted back into a chance. The
 * estimate is exact with one opponent; with more, equal players get nearly equal shares. A player
 * who begins the final round is assumed to win with a chance that is the product of the chances of
 * failing to overtake, one for each of the others who have a turn left. The estimate ignores how
 * opponents get in each other's way, and how play gets bolder when one of many is about to finish.
 * (Three players from the start, entry 0 and goal 500: the estimate for the first player is 0.406;
 * 4,000 games between three players who follow the estimate gave 0.414, standard error 0.008.
 * Longer games were not measured.)
 *
 * Turn points are unbounded. Beyond the goal a player stops wherever allowed once the other's
 * chance to catch up is less than the expected loss from busting on another throw. The solver finds
 * that point for each pair of totals; from there on the value has a closed form, so no turn is cut
 * off.
 *
 * Any number of threads may query a solver at once, but none while it is solving. */
#pragma once

#include "solve/advice.h"

enum {
    PRESS_GOAL_MAX = 4000,   /* in units; the two-player table has goal times goal entries */
    PRESS_POINTS_MAX = 40000 /* in units; limit for the turn points of a position */
};

struct press_solver;

/* Computes menus and last turns; the tables are left to the solve functions. Returns NULL for a
 * sheet game or if out of memory. */
struct press_solver *press_solver_new(const struct rules *r);
void press_solver_free(struct press_solver *s);

/* The goal in units; *ret_unit receives the points per unit. */
int press_solver_units(const struct press_solver *s, int *ret_unit);

/* Solves the two-player table: all of it, or only what can follow once one seat has at least `own`
 * points and the other at least `other` (near the end of a game this is fast). Replaces what was
 * solved before. Returns false if canceled, if there is no memory for the table, if `own` or
 * `other` is not a total below the goal, or if the goal is above PRESS_GOAL_MAX units. */
bool press_solve_from(struct press_solver *s, int own, int other, int threads, struct work *work);

/* Solves the table of expected turns for one player alone. This is fast. */
bool press_solve_turns(struct press_solver *s, struct work *work);

/* The chance of winning, or the expected turns, at the start of a turn. Totals are in points; 0
 * means not yet entered. All return false if these totals are not solved. With final-round=rest,
 * press_win() is for a player who has the first turn of each round, press_win_second() for one who
 * has the second; under the other readings they are equal. */
bool press_win(const struct press_solver *s, int own, int other, double *ret);
bool press_win_second(const struct press_solver *s, int own, int other, double *ret);
bool press_turns(const struct press_solver *s, int own, double *ret);

/* The expected points of one turn with best play; unless `entered`, the player may stop only with
 * at least the entry score. */
bool press_turn_points(const struct press_solver *s, bool entered, double *ret);

/* In the last turn of a two-player game: the chance of winning for a player who is `missing` points
 * short of a tie. */
double press_last_turn(const struct press_solver *s, bool entered, int missing);

/* List every legal action with its value to the seat to move, or only the value of the position if
 * dice are about to be thrown. Return false if not solved, or if the position is not from a game in
 * progress.
 *   win     the chance of winning (table: press_solve_from())
 *   turns   expected turns still to come, ignoring the other players; a turn in progress counts as
 *           one, so stopping at the goal is worth 1 (table: press_solve_turns())
 *   points  expected points in this turn, including those set aside, 0 after a bust (no table) */
bool press_advise_win(const struct press_solver *s, const struct game *g, struct advice *ret);
bool press_advise_turns(const struct press_solver *s, const struct game *g, struct advice *ret);
bool press_advise_points(const struct press_solver *s, const struct game *g, struct advice *ret);

/* A plan is one turn, solved from its current turn points up. The functions above create and
 * discard one; if you keep a plan for the rest of the turn, each further query costs next to
 * nothing. The functions below return NULL where those above would return false. */
struct press_plan;
struct press_plan *press_plan_win(const struct press_solver *s, const struct game *g);
struct press_plan *press_plan_turns(const struct press_solver *s, const struct game *g);
struct press_plan *press_plan_points(const struct press_solver *s, const struct game *g);

/* Whether the chance of winning is an estimate for the seat to move. */
bool press_plan_estimates(const struct rules *r, const struct game *g);

/* A plan for winning a two-player game before its final round, with values for at least `rows`
 * units of turn points. */
struct press_plan *press_plan_long(const struct press_solver *s, const struct game *g, int rows);
void press_plan_free(struct press_plan *plan);

/* The game must be in the turn for which the plan was made. Returns false if the game is over
 * or has fewer turn points than it had then, or if out of memory. */
bool press_plan_advise(const struct press_plan *plan, const struct game *g, struct advice *ret);

/* press_plan_stop() and press_plan_roll() return NAN if the action is not allowed or not in the
 * plan, or if out of memory. */
double press_plan_stop(const struct press_plan *plan, int points);
double press_plan_roll(const struct press_plan *plan, int points, int dice);
double press_plan_bust(const struct press_plan *plan);

/* The two-player table as bytes, to be stored, and a solver that takes such bytes instead of
 * solving. press_payload() returns NULL unless the whole table is solved, or if out of memory; the
 * caller frees it. press_adopt() solves the end of the game again and compares. It returns false if
 * the size or a value is wrong; with a wrong value, the two-player table is then unsolved. */
void *press_payload(const struct press_solver *s, size_t *ret_size);
bool press_adopt(struct press_solver *s, const void *data, size_t size);

/* A hash of the two-player table that changes if any value changes by more than rounding.
 * 0 if not solved. */
uint64_t press_signature(const struct press_solver *s);

struct press_counts {
    int64_t pairs;      /* both players' totals at the start of a turn */
    int64_t states;     /* pairs combined with turn points and dice to throw; each counted once */
    int64_t walks;      /* passes over the turn of one pair */
    int menus, choices; /* distinct throws, and their choices */
    int64_t bytes;      /* memory held */
};
struct press_counts press_counts(const struct press_solver *s);
