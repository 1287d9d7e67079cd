/* sheet_odds: what comes of playing a sheet game perfectly for points, as exact chances.
 *
 * Not a simulation: for every card that can follow, the best choices decide with which chance each
 * box gets which points, and the distributions of the cards behind are added up accordingly, from
 * full cards back to the given one. Chances below 1e-20 at the ends of a distribution are dropped;
 * all of them together stay far below the rounding of a double. */
#ifndef YARD_SOLVE_SHEET_ODDS_H
#define YARD_SOLVE_SHEET_ODDS_H

#include "solve/sheet_solver.h"

struct sheet_odds {
    int low, high;  /* final totals with any chance */
    double *chance; /* of a final total: chance[total - low] */
    double mean, deviation;
    double upper_bonus;         /* chance of it */
    double bonuses[BOXES_MAX];  /* chance of exactly n further five-alikes from here on */
    double box_mean[BOXES_MAX]; /* points of each box; those on the card count as they are */
    double box_zero[BOXES_MAX]; /* chance of a zero in it */
};

/* From this card at the start of a turn. NULL when cancelled. */
struct sheet_odds *sheet_odds_of(const struct sheet_solver *s, const struct card *card, int threads,
                                 struct work *work);
void sheet_odds_free(struct sheet_odds *odds); /* NULL is fine */

/* The chance of a final total of at least this much. */
double sheet_odds_reach(const struct sheet_odds *odds, int total);

/* The lowest total that is reached or stayed below with at least this chance (0.5: the median). */
int sheet_odds_percentile(const struct sheet_odds *odds, double chance);

#endif
