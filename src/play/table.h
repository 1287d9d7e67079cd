/* table: a log of lines, and the state they lead to.
 *
 * The log only grows: undo and corrections are lines too, so a record loses nothing. What counts at
 * the moment is the list of steps: the entries in force, each with the state it was applied to.
 *
 * A line is told in two moves: table_prepare() checks it and works out what it leads to;
 * table_commit() makes it so. Between them the caller writes the line where it cannot be lost. */
#pragma once

#include "play/state.h"

struct step {
    int line; /* where its entry stands in the log, from 1 */
    struct entry entry;
    struct state before;
};

enum telling {
    TELLING_LIVE,   /* somebody says it now: `roll` may leave the faces to the table's dice */
    TELLING_RECORD, /* it is read from a record, which names all faces */
};

/* A table takes this many steps, some hundred games. */
enum { STEPS_MAX = 50000 };

struct table;

struct table *table_new(void);
void table_free(struct table *t);
void table_clear(struct table *t);

/* A table of its own with the same log. */
struct table *table_copy(const struct table *t);

const struct state *table_now(const struct table *t);

/* ret_line is the line as it belongs in the record. */
bool table_prepare(struct table *t, struct span line, enum telling telling, struct text *ret_line,
                   struct refusal *refusal);

/* The same for a line that is parsed already; of a comment the line is kept, of all others `said`
 * only has to be the line where it comes from a record. */
bool table_prepare_entry(struct table *t, const struct entry *said, struct span line,
                         enum telling telling, struct text *ret_line, struct refusal *refusal);

/* What is prepared: with the dice that fall, and the secret that is revealed. */
const struct entry *table_prepared(const struct table *t);

void table_commit(struct table *t);
void table_abandon(struct table *t); /* the line is not said after all; there need not be one */

/* Both at once, for tables that are not recorded. */
bool table_say(struct table *t, struct span line, struct text *error);
bool table_tell(struct table *t, const char *verb, const char *what, struct text *error);

int table_lines(const struct table *t);
const char *table_line(const struct table *t, int line); /* as it was said */

/* A hash of the log up to this line, which two logs share only if they share every line:
 * doc/fairness.md, "The hash of a log". Of the last line it is at hand, of others it is worked out.
 */
void table_log_hash(const struct table *t, int line, uint8_t ret[FAIR_BYTES]);

int table_steps(const struct table *t);
int table_step_line(const struct table *t, int index);
int table_step_kind(const struct table *t, int index); /* of its entry */
void table_step_entry(const struct table *t, int index, struct entry *ret);

/* Steps are kept packed, and unpacked where they are asked for: quickest one after the other. What
 * is returned, and what points into it, stays as it is while only steps beside it are asked for,
 * less than STEPS_AT_HAND away, and the table is told nothing; table_state() and table_game_end()
 * ask, too. Whoever needs more makes copies. Two threads do not ask the same table at once. */
enum { STEPS_AT_HAND = 4 };
const struct step *table_step(const struct table *t, int index);
int table_step_of_line(const struct table *t, int line); /* -1: not in force */

/* How many of the steps stand on lines up to this one, and the state behind so many steps: behind
 * none it is that of an empty table, behind all of them table_now(). It stays as table_step() does.
 */
int table_steps_until(const struct table *t, int line);
const struct state *table_state(const struct table *t, int steps);

/* All throws that have fallen, the undone ones, too: an undone throw falls again as it fell, or
 * undo would be a way to try for better dice. */
struct fallen {
    int line;
    uint32_t throw_number; /* as state_throw() counts */
    struct dice dice;
};
int table_throws(const struct table *t);
const struct fallen *table_throw(const struct table *t, int index);

/* Whether dice have been thrown under the commitment at hand. */
bool table_thrown(const struct table *t);

/* The secret of fair dice, where it is known before it is revealed: there `roll` and `reveal` need
 * nothing behind them. It may be told before the dice are; one that fits no dice does nothing. */
void table_know_secret(struct table *t, const uint8_t secret[FAIR_BYTES]);

/* Where fair dice were found broken, when a record was read or at a reveal: what was refused
 * because of it. NULL: nowhere. */
enum wrong_why {
    WRONG_DICE,   /* other dice follow from the secret, or from the link */
    WRONG_LINK,   /* it does not open the chain */
    WRONG_LOG,    /* a line before it is not the one that was there when the dice fell */
    WRONG_SECRET, /* it is not the one that was committed to */
};
struct wrong_throw {
    enum wrong_why why;
    struct fallen said; /* at a reveal: the throw that would be next, of no dice */
    struct dice right;  /* WRONG_DICE */
    int game;           /* of the series, from 1 */
};
const struct wrong_throw *table_wrong_throw(const struct table *t);

/* The seats that gave a share to the commitment on this line and were no bots of the host at that
 * time, one bit each: a seat that a bot takes over later has still shared. */
uint32_t table_sharing_people(const struct table *t, int line);

/* Whether `correct` may put something else in the place of this step. */
bool table_correctable(const struct table *t, const struct step *step);

/* Hints that were asked for. An undo does not take them back: what was heard was heard. */
struct hint {
    int line; /* where it stands in the log */
    int step; /* table_steps() at that time: the choice it was for */
    int game; /* of the series, from 0 */
    int seat, person;
    int turn; /* the seat's, from 1 */
};
int table_hints(const struct table *t);
const struct hint *table_hint(const struct table *t, int index);
int table_hints_of(const struct table *t, int game, int seat);
int table_hints_until(const struct table *t, int line, int game, int seat);

/* Whether a hint has been asked for at this very moment. */
bool table_hinted(const struct table *t);

/* The date line's date, or "" when there is none. */
const char *table_date(const struct table *t);

/* The state at the end of finished game `game` (from 0) of the series. It stays as table_step()
 * does. */
const struct state *table_game_end(const struct table *t, int game);

/* What it takes up in memory. */
size_t table_bytes(const struct table *t);
