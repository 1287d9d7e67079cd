/* screens: constructors of the smaller screens; board.h has the constructor of the table's
 * screen. */
#pragma once

#include "play/shelf.h"
#include "tui/board.h"
#include "tui/screen.h"

/* Options for a new game; NULL if not given. */
struct wanted {
    const char *rules, *seats[SEATS_MAX], *dice, *pace, *start, *record;
    int seat_count;
    bool unrecorded;
};

struct screen *home_new(const char *said);
struct screen *newgame_new(struct app *app, const struct wanted *wanted);
/* Starts the game with the current setup. */
bool newgame_begin(struct screen *newgame, struct app *app, struct text *error);
struct screen *help_new(bool press);
/* The seats of the next game of a series; starts it. */
struct screen *next_game_new(struct board *b);
struct screen *leave_new(struct board *b);       /* who leaves the game */
struct screen *form_help_new(bool series);       /* the keys of the form for a new game */
struct screen *practice_help_new(bool press);    /* the keys of practice */
struct screen *rules_new(const struct rules *r); /* the rules in force */
struct screen *rulebooks_new(void);              /* all rule sets */
struct screen *odds_new(void);                   /* odds of a rule set */
struct screen *shelf_new(void);                  /* past games and personal bests */
struct screen *practice_new(struct app *app);
struct screen *settings_new(struct app *app);
struct screen *correct_new(struct board *b);

/* The review of one game of a record, counted from 0. `kept`: it is recorded. */
struct screen *history_new(const struct table *t, int game, bool kept, struct app *app);
struct screen *sheet_screen_new(const struct table *t, int game); /* its score sheet */

/* A new game that starts from the position before this step. Returns NULL and sets error on
 * failure. */
struct screen *what_if_new(const struct table *t, int step, bool kept, struct app *app,
                           struct text *error);

/* Opens a record to resume. Returns NULL and sets error on failure. */
struct screen *resume_new(struct app *app, const char *path, struct text *error);
