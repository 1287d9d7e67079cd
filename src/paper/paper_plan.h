/* paper_plan: where everything on a printed score sheet goes. */
#pragma once

#include "paper/paper.h"
#include "paper/paper_name.h"
#include "play/scoresheet.h"

enum { HOW_LINES = 2 };

struct plan {
    struct paper *p;
    const struct scoresheet *s;
    double width, height; /* page size */
    double title_height;
    double label_width, how_width, column_width;
    double label_size, how_size;
    double head_height, row_height, foot_height;
    int tables, table_columns;      /* number of tables, and columns in each */
    int pages, page_lines;          /* pages per table, and lines per page */
    double points_size, total_size; /* rounds: font sizes of points and running total */
    double points_width;            /* rounds: width of the widest number of points */
    bool stacked;                   /* rounds: points are printed above the total, not beside it */
};

static const double margin = 42, pad = 6, name_pad = 6, table_gap = 14;
static const double subhead_height = 10;

struct plan plan_sheet(struct paper *p, const struct scoresheet *s);

double plan_line_height(const struct plan *l, int line);
double plan_all_lines(const struct plan *l); /* height of all lines */
struct name plan_name(const struct plan *l, int column);

/* A line for the bonuses of five of a kind: one mark each, and their points. */
bool plan_is_bonus(const struct scoresheet *s, int line);

/* The face of an upper box; 0 for any other line. */
int plan_face(const struct scoresheet *s, int line);

bool plan_is_bold(const struct sheet_line *line);

/* A cell of a press game: the turn's points and the running total; other lines have a total only.
 */
struct turn_cell {
    char points[CELL_MAX], total[CELL_MAX];
};
struct turn_cell turn_cell(const struct sheet_cell *cell);

/* Breaks the words about how to score if they are too wide for one line, after a colon if possible.
 */
struct how_lines {
    char text[HOW_LINES][96];
    int count;
};
struct how_lines how_lines(const struct plan *l, const char *how, double width);
