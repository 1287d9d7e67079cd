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
    LINE_GRAND,   /* the grand total */
    LINE_RESULT,  /* below it: settlement, games won; not in the answers of the table language */
};

enum sheet_kind {
    SHEET_BOXES,  /* a sheet game */
    SHEET_ROUNDS, /* a press game: one line per round */
    SHEET_SERIES, /* one line per game, one column per seat */
};

struct sheet_line {
    int kind;
    const char *word; /* for programs: as in row_word(); "round" in press games */
    const char *box;  /* key of the box on this line; NULL if none */
    char label[96];   /* as on the sheets of the books */
    char brief[96];   /* the same for a screen, mostly shorter */
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
    int bonuses;         /* in the row for five-of-a-kind bonuses: how many `points` consists of */
    bool won;            /* the total that won the game, alone or shared */
    char text[CELL_MAX]; /* for people: "25", "+350  1200" */
};

struct scoresheet {
    char title[192];                     /* "Yardzee" */
    char subtitle[RULES_TEXT_MAX + 128]; /* the rule set as written in records, date, hints */
    char result[512];                    /* who won and who began; empty until the game is over */
    struct rules rules;
    int kind;
    bool blank;
    bool own_card; /* of one player: the columns are games */
    int columns, lines;
    char (*heads)[SEAT_NAME_MAX]; /* one per column; empty on a blank sheet */
    struct sheet_line *line;
    struct sheet_cell *cells;   /* line * columns + column */
    int current;                /* the column of the seat to move; -1: none */
    int first;                  /* the column of the seat that began; -1: none, or not over yet */
    struct scoresheet *reverse; /* the other side of the sheet: the series; NULL if none */
};

/* The current or last game (game = -1), or an earlier one of the series (from 0). */
struct scoresheet *scoresheet_of_game(const struct table *t, int game);

/* The game as of this line of the log; the rules must have been set by then. */
struct scoresheet *scoresheet_of_past(const struct table *t, int line);

/* One seat's games of a series side by side. */
struct scoresheet *scoresheet_of_series(const struct table *t, int seat);

/* A blank sheet with this many columns, or, for 0, as many as the sheet of the book has. */
enum { SHEET_COLUMNS_MAX = 99 };
struct scoresheet *scoresheet_blank(const struct rules *r, int columns);

/* The same to print, with names in the column heads and, if the book has settlement, a reverse for
 * a series. For 0, it has as many columns as there are names. */
struct scoresheet *scoresheet_form(const struct rules *r, int columns, const char *const *names,
                                   int name_count);

/* Adds what is printed once a game or series is over: who won and began, the settlement, and the
 * totals of a series of several games on the reverse. `game` as in scoresheet_of_game(). */
void scoresheet_add_result(struct scoresheet *s, const struct table *t, int game);

const struct sheet_cell *scoresheet_cell(const struct scoresheet *s, int line, int column);
void scoresheet_free(struct scoresheet *s); /* NULL is fine */
