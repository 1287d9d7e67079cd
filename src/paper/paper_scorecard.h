/* paper_scorecard: the points of every combination of a press book, for the foot of its sheet. */
#pragma once

#include "paper/paper.h"
#include "rules/rules.h"

enum { SCORECARD_MAX = FACES * DICE_MAX + HANDS_MAX };

struct scorecard_item {
    char label[48];
    int points;
};

/* Read off the book's tables: as many alike of every face are one item where they all count the
 * same. Returns how many items there are. */
int scorecard_items(const struct book *book, struct scorecard_item items[SCORECARD_MAX]);

double scorecard_height(const struct book *book, double width);
void scorecard_draw(struct paper *p, const struct book *book, double x, double y, double width);
