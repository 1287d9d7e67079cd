/* table: a log of lines, and the state they lead to.
 *
 * The log only grows: undo and corrections are lines too, so a record loses nothing. The steps are
 * the entries in force, each with the state it was applied to.
 *
 * Saying a line takes two phases: table_prepare() checks it and works out its effect, and
 * table_commit() applies it. In between, the caller writes the line to durable storage. */
#pragma once

#include "play/state.h"

struct step {
    int line; /* line number of its entry in the log, from 1 */
    struct entry entry;
    struct state before;
};

enum telling {
    TELLING_LIVE,   /* said now: `roll` may leave the faces to the table's dice */
    TELLING_RECORD, /* read from a record, which names all faces */
};

/* Maximum number of steps at a table, enough for hundreds of games. */
enum { STEPS_MAX = 50000 };

struct table;

struct table *table_new(void);
void table_free(struct table *t);
void table_clear(struct table *t);

/* An independent table with the same log. */
struct table *table_copy(const struct table *t);

const struct state *table_now(const struct table *t);

/* ret_line (may be NULL) is the line as it must be written to the record. */
bool table_prepare(struct table *t, struct span line, enum telling telling, struct text *ret_line,
                   struct refusal *refusal);

/* The same for a line that is already parsed. `line` matters only for comments, which are stored as
 * written, and with TELLING_RECORD, to compare the spelling. */
bool table_prepare_entry(struct table *t, const struct entry *said, struct span line,
                         enum telling telling, struct text *ret_line, struct refusal *refusal);

/* The prepared entry, including the dice thrown or the secret revealed. Valid until the line is
 * committed or abandoned. */
const struct entry *table_prepared(const struct table *t);

void table_commit(struct table *t);
void table_abandon(struct table *t); /* drops the prepared line, if any */

/* Prepares and commits a line in one call, for tables that are not recorded. */
bool table_say(struct table *t, struct span line, struct text *error);
bool table_tell(struct table *t, const char *verb, const char *what, struct text *error);

int table_lines(const struct table *t);
const char *table_line(const struct table *t, int line); /* as recorded; NULL if there is none */

/* A hash of the log up to this line; two logs have the same hash only if all their lines are the
 * same. See doc/fairness.md, "The arithmetic of version 2". The hash is stored for the last line
 * and computed for others. */
void table_log_hash(const struct table *t, int line, uint8_t ret[FAIR_BYTES]);

int table_steps(const struct table *t);
int table_step_line(const struct table *t, int index);
int table_step_kind(const struct table *t, int index); /* kind of the step's entry */
void table_step_entry(const struct table *t, int index, struct entry *ret);

/* Steps are stored packed, and each is unpacked on request; reading them in sequence is fastest.
 * The result and pointers into it stay valid until a line is said or a step STEPS_AT_HAND or more
 * away is requested, including by table_state() and table_game_end(). Copy anything needed longer.
 * Not safe for two threads at the same table. */
enum { STEPS_AT_HAND = 4 };
const struct step *table_step(const struct table *t, int index);
void table_forget_steps(struct table *t);                /* frees the memory of unpacked steps */
int table_step_of_line(const struct table *t, int line); /* -1: not in force */

/* The number of steps on lines up to this one; and the state after the first `steps` steps: for 0,
 * the state of an empty table; for all steps, table_now(). Valid as long as the result of
 * table_step(). */
int table_steps_until(const struct table *t, int line);
const struct state *table_state(const struct table *t, int steps);

/* The state before the last step, or that of an empty table; unpacks nothing else. */
void table_last_before(const struct table *t, struct state *ret);

/* All throws so far, including undone ones: except with real dice, rolling again after an undo
 * gives the same dice; otherwise undo would be a way to try for better ones. */
struct fallen {
    int line;
    uint32_t throw_number; /* as counted by state_throw() */
    struct dice dice;
};
int table_throws(const struct table *t);
const struct fallen *table_throw(const struct table *t, int index);

/* Whether dice have been thrown under the current commitment. */
bool table_thrown(const struct table *t);

/* Sets the secret of fair dice before it is revealed, so that `roll` and `reveal` need no
 * arguments. May be called before the dice are set; a secret that matches no dice has no effect. */
void table_know_secret(struct table *t, const uint8_t secret[FAIR_BYTES]);

/* The first fault found in fair dice, when reading a record or at a reveal; NULL if none. */
enum wrong_why {
    WRONG_DICE,   /* the secret or the link gives different dice */
    WRONG_LINK,   /* the link does not continue the chain */
    WRONG_LOG,    /* this line or an earlier one was changed */
    WRONG_SECRET, /* the secret does not match the commitment */
};
struct wrong_throw {
    enum wrong_why why;
    struct fallen said; /* if the line is not a roll: the number of the next throw, and no dice */
    struct dice right;  /* WRONG_DICE */
    int game;           /* number in the series, from 1 */
};
const struct wrong_throw *table_wrong_throw(const struct table *t);

/* The seats that were not the host's bots when they gave a share to the commitment
 * on this line. A seat that a bot takes over later still counts. */
struct set table_sharing_people(const struct table *t, int line);

/* Whether `undo` takes back this entry, said in this state: everything but setting up and fair
 * dice. */
bool entry_is_deed(const struct entry *e, const struct state *before);

/* Whether `correct` may replace this step. */
bool table_correctable(const struct table *t, const struct step *step);

/* Hints that were asked for. Undo does not take them back. */
struct hint {
    int line; /* its line in the log */
    int step; /* table_steps() at that time; with game, seat and turn, it identifies the choice */
    int game; /* number in the series, from 0 */
    int seat, person;
    int turn; /* the seat's turn, from 1 */
};
int table_hints(const struct table *t);
const struct hint *table_hint(const struct table *t, int index);
int table_hints_of(const struct table *t, int game, int seat);
int table_hints_until(const struct table *t, int line, int game, int seat);

/* Whether a hint was asked for at the current choice. */
bool table_hinted(const struct table *t);

/* Warnings before a costly choice, which nobody asked for: counted apart from hints. */
int table_warnings_of(const struct table *t, int game, int seat);
bool table_warned(const struct table *t); /* at the current choice */

/* The comments that record these: `# warning`, and `# what-if: ...` before the rules. */
extern const char warning_line[], what_if_line[];

/* Whether this game starts from a position of another one, to see what would have happened. Such
 * games never count as results. */
bool table_what_if(const struct table *t);

/* The date in the record; "" if there is none. */
const char *table_date(const struct table *t);

/* The number of games, including one in progress; 0 without rules. */
int table_games(const struct table *t);

/* The state at the end of finished game `game` (from 0). Valid as long as the result of
 * table_step(). */
const struct state *table_game_end(const struct table *t, int game);

/* Memory used. */
size_t table_bytes(const struct table *t);
