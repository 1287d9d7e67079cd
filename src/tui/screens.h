/* screens: how each of the smaller screens begins. The table's is in board.h. */
#pragma once

#include "play/shelf.h"
#include "tui/board.h"
#include "tui/screen.h"

/* What is known of a new game before it is set up; NULL where nothing is. */
struct wanted {
    const char *rules, *seats[SEATS_MAX], *dice, *start, *record;
    int seat_count;
    bool unrecorded;
};

struct screen *home_new(const char *said);
struct screen *newgame_new(struct app *app, const struct wanted *wanted);
/* Begins the game at once, as it is set up. */
bool newgame_begin(struct screen *newgame, struct app *app, struct text *error);
struct screen *help_new(bool press);
struct screen *rules_new(const struct rules *r); /* the rules in force */
struct screen *rulebooks_new(void);              /* all rule sets */
struct screen *odds_new(void);                   /* what can be expected */
struct screen *shelf_new(void);                  /* past games and personal bests */
struct screen *practice_new(struct app *app);
struct screen *settings_new(struct app *app);
struct screen *correct_new(struct board *b);
struct screen *history_new(const struct table *t, struct app *app);

/* Opens a record to go on with; NULL with an error. */
struct screen *resume_new(struct app *app, const char *path, struct text *error);
