/* scoresheet: a score sheet as a grid, ready to be drawn as text, SVG or PDF, or on a web page.
 *
 * Sheet games have one line per row of rows.h. Press games have one line per round, with the points
 * of each turn and the running total. The sheet of a series has one column per game instead of one
 * per seat. */
#pragma once

#include "play/table.h"
#include "rules/rows.h"

enum { CELL_MAX = 24 };

enum line_kind {
    LINE_HEADING, /* across the whole width, no cells */
    LINE_ENTRY,   /* filled in during the game */
    LINE_SUM,     /* computed */
    LINE_GRAND,   /* the last line, the grand total */
};

struct sheet_line {
    int kind;
    const char *word; /* for programs: as in row_word(); "round" in press games */
    const char *box;  /* key of the box on this line; NULL if none */
    char label[96];
    char how[96];
};

enum cell_kind {
    CELL_EMPTY,
    CELL_NUMBER, /* `points` */
    CELL_TURN,   /* press games: `points` of the turn, 0 for a bust, and the `total` after it */
};

struct sheet_cell {
    int kind;
    int points, total;
    char text[CELL_MAX]; /* for people: "25", "+350  1200" */
};

struct scoresheet {
    char title[192];                     /* "Yardzee" */
    char subtitle[RULES_TEXT_MAX + 128]; /* the rule set as written in records, date, hints */
    const struct book *book;
    bool blank;
    int columns, lines;
    char (*heads)[SEAT_NAME_MAX]; /* one per column; empty on a blank sheet */
    struct sheet_line *line;
    struct sheet_cell *cells; /* line * columns + column */
    int current;              /* the column of the seat to move; -1: none */
};

/* The current or last game (game = -1), or an earlier one of the series (from 0). */
struct scoresheet *scoresheet_of_game(const struct table *t, int game);

/* The game as of this line of the log; the rules must have been set by then. */
struct scoresheet *scoresheet_of_past(const struct table *t, int line);

/* One seat's games of a series side by side. */
struct scoresheet *scoresheet_of_series(const struct table *t, int seat);

struct scoresheet *scoresheet_blank(const struct rules *r);

const struct sheet_cell *scoresheet_cell(const struct scoresheet *s, int line, int column);
void scoresheet_free(struct scoresheet *s); /* NULL is fine */
