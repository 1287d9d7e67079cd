/* plain: playing line by line. Works over a pipe, with a screen reader and on a dumb terminal:
 * every prompt makes sense on its own, and nothing is redrawn. */
#pragma once

#include <stdio.h>

#include "coach/tutor.h"
#include "core/say.h"
#include "play/record.h"
#include "play/shorthand.h"

/* Prints a prompt and reads one line from stdin, without its newline; asks again if the line does
 * not fit or contains a zero byte. Returns false at end of input or if writing fails. */
bool plain_ask(const char *prompt, char *ret, size_t size);

/* Asks a question; returns whether the answer is yes. */
bool plain_agrees(const char *prompt);

/* tell_line() (cli/cli.h), indented like every answer to a typed line. */
#define tell_inset(key, ...) tell_lines(2, M_##key, &(struct say_##key){__VA_ARGS__})

/* plain_label() appends a label for the left column, indented and padded; plain_labelled() prints a
 * label with a paragraph in the right column. */
enum { PLAIN_COLUMN = 13 };
void plain_label(enum message label, struct text *out);
void plain_labelled(enum message label, const char *words);

/* What a player may do with the dice on the table: "keep or score". */
void plain_choices(const struct state *s, struct text *out);

/* The setup of a new game; plain_setup() asks for anything missing. */
struct setup {
    const char *rules;
    const char *seats[SEATS_MAX];
    int seat_count;
    const char *dice;  /* "physical", "system", "seed 42" */
    const char *start; /* "roll", "2" */
    const char *pace;  /* "points"; NULL: every throw */
};

/* Enters the setup lines at an empty table. Returns false if the setup is invalid (the error has
 * been reported) or if the player left; *ret_exit is then the exit code. */
bool plain_setup(const struct setup *given, struct table *t, int *ret_exit);

/* The coach's work, which is announced when it begins: what comes from the cache takes none. */
struct plain_work {
    struct work work;
    const char *game;
    atomic_bool told;
};

/* A game being played in plain mode. */
struct plain {
    struct table *table;
    struct record *record;   /* may be NULL; `save` may replace it */
    struct warning warning;  /* when to question a costly choice */
    struct adviser *adviser; /* created on first use: plain_adviser() */
    struct plain_work work;
    bool bots_gave_up; /* people move for the bots; the reason has been reported */
};

/* Plays until `quit` or the end of input; when a game ends, the player may ask for a rematch.
 * Returns the exit code; the caller keeps ownership of table and record. */
int plain_play(struct plain *p);

/* plain_show() shows the situation before a decision and, with `offer`, the possible moves (for
 * people; bots need no list). plain_announce() shows the effect of an accepted line. Both take
 * states from state_view(). */
void plain_show(const struct state *s, bool offer);
void plain_announce(const struct state *before, const struct table *t);
/* Lists what can be typed now. */
void plain_help(const struct table *t);
void plain_log(const struct table *t);
void plain_end(const struct table *t);

/* ---- bots at the table ---- */

/* Whether a bot makes the next move; bots_move() then makes it. If that fails, it reports why, and
 * people move for the bots from then on. */
bool bots_move_next(const struct plain *p, const struct state *view);
void bots_move(struct plain *p, const struct state *view);

/* After an undo, also undoes the bots' moves: otherwise they would just play them again. */
void bots_take_back(struct plain *p);

/* ---- the coach ---- */

/* plain_work() is the work to pass to the adviser. */
struct adviser *plain_adviser(struct plain *p, const struct rules *r);
struct work *plain_work(struct plain *p);

/* plain_hint() lists the best choices with their values; plain_why() compares the best choice with
 * the runner-up or with a choice in shorthand; plain_warn() sets the warning level, or shows it if
 * the word is empty. */
void plain_hint(struct plain *p);
void plain_why(struct plain *p, struct span instead);
void plain_warn(struct plain *p, struct span word);

/* Prints luck and errors so far. */
void plain_analyse(struct plain *p);

/* Asks before a costly choice; returns false if the player reconsiders. */
bool plain_choice_stands(struct plain *p, const struct state *view, const struct meaning *meaning);
