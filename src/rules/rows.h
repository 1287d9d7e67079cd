/* rows: the score sheet of a sheet game, from top to bottom. Text, terminal, paper and page all use
 * this list, so a row is added or renamed in one place. */
#pragma once

#include "rules/game.h"

enum { ROWS_MAX = BOXES_MAX + 16, ROW_HOW_BYTES = 96 };

enum row_kind {
    ROW_HEADING,
    ROW_BOX,
    ROW_UPPER_SUM,
    ROW_UPPER_BONUS,
    ROW_UPPER_TOTAL,
    ROW_FIVE_BONUS,
    ROW_LOWER_TOTAL,
    ROW_UPPER_AGAIN,
    ROW_GRAND_TOTAL,
};

struct row {
    enum row_kind kind;
    int box;                 /* ROW_BOX */
    const char *label;       /* short, for a screen */
    const char *printed;     /* as on the sheets of the books */
    char how[ROW_HOW_BYTES]; /* how to score it, in a few words */
};

/* Laid out like the score sheet on the Yardzee rule sheet: the upper section with its sum, bonus
 * and total; the lower section with bonus check marks and total; then the upper total again and the
 * grand total. */
int sheet_rows(const struct rules *r, struct row rows[ROWS_MAX]);

/* Machine-readable name: "box", "upper-sum", ... */
const char *row_word(enum row_kind kind);

/* The value to show in this row for this card; returns false if the cell is still empty. */
bool row_value(const struct rules *r, const struct card *card, const struct row *row, int *ret);
