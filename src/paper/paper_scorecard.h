/* paper_scorecard: the points of every combination of a press book, printed below its sheet. */
#pragma once

#include "paper/paper.h"
#include "rules/rules.h"

enum { SCORECARD_MAX = FACES * DICE_MAX + HANDS_MAX };

struct scorecard_item {
    char label[48];
    int points;
};

/* Lists the items, derived from the book's tables: n of a kind is a single item if it scores the
 * same for every face. Returns the number of items. */
int scorecard_items(const struct book *book, struct scorecard_item items[SCORECARD_MAX]);

double scorecard_height(const struct book *book, double width);
void scorecard_draw(struct paper *p, const struct book *book, double x, double y, double width);
