/* sheet_player: plays sheet games perfectly, very fast.
 *
 * Asking the solver anew for every choice costs microseconds; here the choices of a card for every
 * roll are worked out when the card first comes up and then only looked up. Any number of threads
 * may play with one player. */
#ifndef YARD_TESTS_SHEET_PLAYER_H
#define YARD_TESTS_SHEET_PLAYER_H

#include "solve/sheet_solver.h"

struct sheet_player;

/* The solver must outlive the player. */
struct sheet_player *sheet_player_new(const struct sheet_solver *s);
void sheet_player_free(struct sheet_player *p); /* NULL is fine */

/* Choices looked up so far take this much memory. */
int64_t sheet_player_bytes(const struct sheet_player *p);

/* Plays one game alone with dice of its own stream; returns the final total. */
int sheet_player_game(struct sheet_player *p, uint64_t seed);

/* The perfect choice of the seat to move. */
struct action sheet_player_choose(struct sheet_player *p, const struct game *g);

#endif
