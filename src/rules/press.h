/* press: the family of games in which dice are set aside and a throw without a scoring die loses
 * the turn. */
#pragma once

#include "rules/game.h"

/* The best reading of a set of dice of one throw; 0 when a die in it does not score. */
int press_points(const struct book *book, struct dice set);

/* The set with the most dice that all score; no dice for a throw that scores nothing. */
struct dice press_largest(const struct book *book, struct dice thrown);

/* The set with which stopping banks most; without one that may stop, the largest set. */
struct dice press_most(const struct rules *r, const struct game *g);

/* All points are multiples of this. */
int press_unit(const struct book *book);

void press_begin_turn(const struct rules *r, struct game *g);
enum refused press_check(const struct rules *r, const struct game *g, struct action a);
void press_do(const struct rules *r, struct game *g, struct action a);
int press_legal(const struct rules *r, const struct game *g, struct action list[ACTIONS_MAX]);
uint32_t press_winners(const struct rules *r, const struct game *g);
