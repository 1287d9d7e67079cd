/* support: helpers for tests of games. Each fails the running test if its arguments are invalid. */
#ifndef YARD_TESTS_SUPPORT_H
#define YARD_TESTS_SUPPORT_H

#include "check.h"
#include "rules/game.h"

struct rules rules_named(const char *spec);

/* Parses a hand such as "1 1 5"; "-" is empty. */
struct dice hand(const char *faces);

/* Index of a box in its book. */
int box_named(const struct rules *r, const char *key);

struct action action_named(const struct rules *r, const char *line);

/* Applies one action if it is legal; returns the referee's verdict. */
enum refused ask(const struct rules *r, struct game *g, const char *line);

/* Applies actions separated by "; ", all of which must be legal. */
void play(const struct rules *r, struct game *g, const char *lines);

/* Parses a position and its rules. */
struct game position_named(const char *line, struct rules *ret_rules);

/* A random roll or a random legal choice, sometimes a zero by choice. The game must not be over. */
struct action any_action(const struct rules *r, const struct game *g, struct draw *draw);

#endif
