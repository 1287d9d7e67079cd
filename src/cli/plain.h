/* plain: playing in plain lines. Works over a pipe, with a screen reader and on a dumb terminal:
 * every prompt is a line of its own words, nothing is redrawn. */
#ifndef YARD_CLI_PLAIN_H
#define YARD_CLI_PLAIN_H

#include <stdio.h>

#include "play/record.h"

/* Asks a question on stdout and reads one line of stdin, without its newline. False at the end of
 * the input. */
bool plain_ask(const char *prompt, char *ret, size_t size);

/* The set-up of a new game: what is not given beforehand is asked. */
struct setup {
    const char *rules;
    const char *seats[SEATS_MAX];
    int seat_count;
    const char *dice;  /* "physical", "system", "seed 42" */
    const char *start; /* "roll", "2" */
};

/* Says the set-up lines at an empty table. False when the input ended or what was given is wrong;
 * *ret_exit is then the exit code, and what was wrong has been said. */
bool plain_setup(const struct setup *given, struct table *t, int *ret_exit);

/* Plays until the end of the input, `quit`, or the end of the game. *rec may be NULL, and may be
 * exchanged by `save`. Returns the exit code. */
int plain_play(struct table *t, struct record **rec);

/* What there is to know before a decision, and what an accepted line did. Both look at views. What
 * could be done is offered only to people. */
void plain_show(const struct state *s, bool offer);
void plain_announce(const struct state *before, const struct table *t);
void plain_help(const struct state *s);
void plain_log(const struct table *t);
void plain_end(const struct table *t);

/* ---- bots at the table ---- */

struct bots;

struct bots *bots_new(void);
void bots_free(struct bots *b);

/* Whether the next step is one that a bot takes by itself; then bots_move() takes it. When it fails
 * it has said why, and people move for the bots from then on. */
bool bots_move_next(const struct bots *b, const struct state *view);
void bots_move(struct bots *b, const struct state *view, struct table *t, struct record *rec);

/* After an undo: a bot would only step forward again, so its steps are taken back, too. */
void bots_take_back(const struct bots *b, struct table *t, struct record *rec);

#endif
