/* outside: a program of somebody else's that plays by the table language over its standard input
 * and output. For each choice it is told `position ...` and asked `advise`, and answers each with
 * one line of JSON; the first "do" of the "actions" in the second answer is its choice.
 *
 * Nothing it does or fails to do can hang or end us: every wait has a deadline, every line a limit,
 * and the program runs in a process group of its own that is killed as a whole. SIGPIPE must be
 * ignored by the process that uses this. */
#pragma once

#include "solve/advice.h"

/* What makes a program lose its game on the spot. */
enum forfeit {
    FORFEIT_NONE,
    FORFEIT_ILLEGAL, /* an action that the referee refuses */
    FORFEIT_GARBLED, /* an answer without an action that can be read */
    FORFEIT_SILENT,  /* no answer in time */
    FORFEIT_ENDED,   /* the program ended or closed its output */
    FORFEIT_FLOOD,   /* an answer without end */
    FORFEIT_START,   /* it could not be started */
    FORFEIT_ENDLESS, /* the game came to no end */
    FORFEITS
};

/* "illegal", "garbled", ...: for tables and JSON. */
extern const char *const forfeit_words[FORFEITS];

struct outside;

/* Nothing is started before it is needed. */
struct outside *outside_new(const char *command, double patience);
void outside_free(struct outside *o); /* ends the program; NULL is fine */

/* Before a game: starts the program unless it is running. */
enum forfeit outside_ready(struct outside *o, struct text *why);

/* Its choice. FORFEIT_NONE and *ret is legal; or why not, in words, and the program has been ended.
 * work (may be NULL) can cancel the wait, which then counts as silence. */
enum forfeit outside_choose(struct outside *o, const struct rules *r, const struct game *g,
                            struct work *work, struct action *ret, struct text *why);
