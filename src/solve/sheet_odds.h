/* sheet_odds: what comes of playing a sheet game perfectly for points, as exact chances.
 *
 * Not a simulation: from the given card on, one box after the other, the best choices decide with
 * which chance each card that can follow is reached with which points. Forwards and not backwards,
 * because most cards are hardly ever met by perfect play: only totals that were reached are carried
 * on, and what is to be said of a box is known for good when it is filled.
 *
 * Chances below 1e-20 at the ends of a distribution are dropped; all of them together stay below
 * 1e-12. */
#pragma once

#include "solve/sheet_solver.h"

struct sheet_odds {
    int low, high;  /* final totals with any chance */
    double *chance; /* of a final total: chance[total - low] */
    double mean, deviation;
    double dropped;             /* the chance that was not followed; 0 to 1e-12 for perfect play */
    double upper_bonus;         /* chance of it */
    double bonuses[BOXES_MAX];  /* chance of exactly n further five-alikes from here on */
    double box_mean[BOXES_MAX]; /* points of each box; those on the card count as they are */
    double box_zero[BOXES_MAX]; /* chance of a zero in it */
};

/* From this card at the start of a turn; it may be full. NULL when cancelled. The result is the
 * same for any number of threads, to the last bit. */
struct sheet_odds *sheet_odds_of(const struct sheet_solver *s, const struct card *card, int threads,
                                 struct work *work);

/* The same for the seat to move of a game that is not over, at any moment of its turn. */
struct sheet_odds *sheet_odds_of_game(const struct sheet_solver *s, const struct game *g,
                                      int threads, struct work *work);

/* The same for play with mistakes: every action is taken with a chance that falls off as exp(-loss
 * / temperature) with the points it gives away. Every card can be met then, and chances below 1e-15
 * are not followed; `dropped` says what that adds up to. */
struct sheet_odds *sheet_odds_of_soft(const struct sheet_solver *s, const struct card *card,
                                      double temperature, int threads, struct work *work);
void sheet_odds_free(struct sheet_odds *odds); /* NULL is fine */

/* The chance of a final total of at least this much. */
double sheet_odds_reach(const struct sheet_odds *odds, int total);

/* The lowest total that is reached or stayed below with at least this chance (0.5: the median). */
int sheet_odds_percentile(const struct sheet_odds *odds, double chance);
