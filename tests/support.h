/* support: what tests of games say again and again. Each fails the running test when what it is
 * asked for cannot be. */
#ifndef YARD_TESTS_SUPPORT_H
#define YARD_TESTS_SUPPORT_H

#include "check.h"
#include "rules/game.h"

struct rules rules_named(const char *spec);

/* The hand of "1 1 5"; "-" for none. */
struct dice hand(const char *faces);

/* The place of a box in its book. */
int box_named(const struct rules *r, const char *key);

struct action action_named(const struct rules *r, const char *line);

/* What the referee says to one action in words; an allowed one is done. */
enum refused ask(const struct rules *r, struct game *g, const char *line);

/* Actions that have to be allowed, with "; " between them. */
void play(const struct rules *r, struct game *g, const char *lines);

/* The position, with its rules. */
struct game position_named(const char *line, struct rules *ret_rules);

/* Dice as they fall, or one of the legal choices; not for a game that is over. */
struct action any_action(const struct rules *r, const struct game *g, struct draw *draw);

#endif
