/* paper_scorecard: what is printed below the sheet of a press game: the points of every
 * combination, and reminders of the entry score, the goal and hot dice. */
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

/* The reminders under these rules. Returns their number. */
enum { REMINDERS_MAX = 3, REMINDER_BYTES = 128 };
int scorecard_reminders(const struct rules *r, char reminders[REMINDERS_MAX][REMINDER_BYTES]);

double scorecard_height(const struct rules *r, double width);
void scorecard_draw(struct paper *p, const struct rules *r, double x, double y, double width);
