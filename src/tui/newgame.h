/* newgame: the setup screen (rules, seats, dice, and who starts). For the next game of a series, it
 * has only the seats: who plays on, who joins, and in which order. */
#pragma once

#include "tui/screens.h"

enum { PERSON = -1 };

/* The kinds of lines on the screen. */
enum line {
    LINE_GAME,
    LINE_PARAM,
    LINE_SEAT,
    LINE_ADD,
    LINE_DICE,
    LINE_PACE,
    LINE_SEED,
    LINE_START,
    LINE_BEGIN
};

struct place {
    int line, index; /* index of the parameter or seat */
};

struct newgame {
    struct screen screen;
    struct board *board; /* the table of a series, on the screen below; NULL: a new table */
    struct rules rules;
    struct field names[SEATS_MAX];
    int levels[SEATS_MAX];  /* index into bot_levels, or PERSON */
    bool seated[SEATS_MAX]; /* played the last game of the series, so not to be edited */
    int seats;
    int dice; /* enum source_kind */
    int pace; /* enum pace: with real dice, what is entered of each turn */
    struct field seed;
    int start; /* a seat or START_BY_ROLL */
    int cursor, skip;
    char record[PATH_MAX_BYTES];
    bool unrecorded;
    char said[512];
};

enum { PLACES_MAX = SEATS_MAX + 24 }; /* every seat, every house rule and seven more lines */
int newgame_places(const struct newgame *g, struct place places[PLACES_MAX]);
void newgame_draw(const struct screen *s, const struct app *app);
