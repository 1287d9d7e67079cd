/* press: games in which you set dice aside, and a throw without a scoring die loses the points of
 * the turn. */
#pragma once

#include "rules/game.h"

/* The highest score for a set of dice from one throw; 0 if any die in the set does not score. */
int press_points(const struct book *book, struct dice set);

/* The largest set in which every die scores; empty if nothing scores. */
struct dice press_largest(const struct book *book, struct dice thrown);

/* The set that banks the most points if you stop now; the largest set if no set allows you to
 * stop. */
struct dice press_most(const struct rules *r, const struct game *g);

/* The set that would score more than press_most(), but uses up all dice, so that they must be
 * thrown again; empty if there is none. */
struct dice press_more(const struct rules *r, const struct game *g);

/* The chance that no die of a throw of n dice scores. */
double press_bust(const struct book *book, int n);

/* The greatest common divisor of the book's points: every score is a multiple of it. */
int press_unit(const struct book *book);

/* In the final round: lists the seats that have a turn after the one to move, in order, and returns
 * how many there are. With final-round=everyone, the seat that began the round is the last one. */
int press_to_come(const struct rules *r, const struct game *g, int ret[SEATS_MAX]);

void press_next_turn(const struct rules *r, struct game *g); /* of the next seat that has one */
void press_begin_turn(const struct rules *r, struct game *g);
enum refused press_check(const struct rules *r, const struct game *g, struct action a);
void press_do(const struct rules *r, struct game *g, struct action a);
int press_legal(const struct rules *r, const struct game *g, struct action list[ACTIONS_MAX]);
struct set press_winners(const struct rules *r, const struct game *g);
