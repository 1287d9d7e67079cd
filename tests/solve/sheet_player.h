/* sheet_player: plays sheet games perfectly, very fast.
 *
 * Asking the solver for every choice costs microseconds; here the choices of a card for every roll
 * are computed when the card first comes up and looked up from then on. Any number of threads may
 * share one player. */
#ifndef YARD_TESTS_SHEET_PLAYER_H
#define YARD_TESTS_SHEET_PLAYER_H

#include "solve/sheet_solver.h"

struct sheet_player;

/* The solver must outlive the player. */
struct sheet_player *sheet_player_new(const struct sheet_solver *s);
void sheet_player_free(struct sheet_player *p); /* p may be NULL */

/* Memory taken by the choices computed so far. */
int64_t sheet_player_bytes(const struct sheet_player *p);

/* Plays one solo game with its own stream of dice; returns the final total. */
int sheet_player_game(struct sheet_player *p, uint64_t seed);

/* The perfect choice for the seat to move. */
struct action sheet_player_choose(struct sheet_player *p, const struct game *g);

#endif
