/* outside: an external program that plays through the table language on its standard input and
 * output. For each choice we send it `position ...` and `advise`; it answers each with one line of
 * JSON, and the first "do" of the "actions" in the second answer is its choice.
 *
 * Nothing the program does or fails to do can hang or kill us: every wait has a deadline, every
 * line a limit, and the program runs in its own process group, which is killed as a whole. The
 * calling process must ignore SIGPIPE. */
#pragma once

#include "solve/advice.h"

/* Why a program forfeits its game. */
enum forfeit {
    FORFEIT_NONE,
    FORFEIT_ILLEGAL, /* an action the referee refuses */
    FORFEIT_GARBLED, /* an answer without a readable action */
    FORFEIT_SILENT,  /* no answer in time */
    FORFEIT_ENDED,   /* the program ended or closed its output */
    FORFEIT_FLOOD,   /* an answer beyond the size limit */
    FORFEIT_START,   /* the program could not be started */
    FORFEIT_ENDLESS, /* the game did not end */
    FORFEITS
};

/* "illegal", "garbled", ...: for records and JSON. */
extern const char *const forfeit_words[FORFEITS];

struct outside;

/* Does not start the program yet. */
struct outside *outside_new(const char *command, double patience);
void outside_free(struct outside *o); /* terminates the program; NULL is fine */

/* Before a game: starts the program unless it is running. */
enum forfeit outside_ready(struct outside *o, struct text *why);

/* The program's choice. FORFEIT_NONE: *ret is legal. Otherwise the program has been terminated, and
 * `why` explains the forfeit unless the program was not running. work (may be NULL) can cancel the
 * wait, which then counts as silence. */
enum forfeit outside_choose(struct outside *o, const struct rules *r, const struct game *g,
                            struct work *work, struct action *ret, struct text *why);
