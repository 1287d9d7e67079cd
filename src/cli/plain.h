/* plain: playing in plain lines. Works over a pipe, with a screen reader and on a dumb terminal:
 * every prompt is a line of its own words, nothing is redrawn. */
#pragma once

#include <stdio.h>

#include "coach/tutor.h"
#include "play/record.h"
#include "play/shorthand.h"

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

/* A table being played. */
struct plain {
    struct table *table;
    struct record *record;   /* may be NULL, and may be exchanged by `save` */
    struct warning warning;  /* before a costly choice */
    struct adviser *adviser; /* made when first needed, by bots or people: plain_adviser() */
    bool bots_gave_up;       /* people choose for them; why has been said */
};

/* Plays until the end of the input, `quit`, or the end of the game. Returns the exit code; table
 * and record stay the caller's. */
int plain_play(struct plain *p);

/* What there is to know before a decision, and what an accepted line did. Both look at views. What
 * could be done is offered only to people. */
void plain_show(const struct state *s, bool offer);
void plain_announce(const struct state *before, const struct table *t);
void plain_help(const struct state *s);
void plain_log(const struct table *t);
void plain_end(const struct table *t);

/* ---- bots at the table ---- */

/* Whether the next step is one that a bot takes by itself; then bots_move() takes it. When it fails
 * it has said why, and people move for the bots from then on. */
bool bots_move_next(const struct plain *p, const struct state *view);
void bots_move(struct plain *p, const struct state *view);

/* After an undo: a bot would only step forward again, so its steps are taken back, too. */
void bots_take_back(struct plain *p);

/* ---- the coach ---- */

struct adviser *plain_adviser(struct plain *p, const struct rules *r);

/* The best choices with their values; the reasons, against the runner-up or another choice in
 * shorthand; the warning set, or shown when the word is empty. */
void plain_hint(struct plain *p);
void plain_why(struct plain *p, struct span instead);
void plain_warn(struct plain *p, struct span word);

/* Luck and errors so far. */
void plain_analyse(struct plain *p);

/* False when a choice is costly, that was said, and the person takes it back. */
bool plain_choice_stands(struct plain *p, const struct state *view, const struct meaning *meaning);
