/* sheet_odds: the exact distribution of results when a sheet game is played perfectly for points.
 *
 * Not a simulation: from the given card, box by box, the best choices determine the probability
 * of reaching each later card with each number of points. The computation runs forwards rather than
 * backwards, because perfect play hardly ever reaches most cards: only totals that were reached are
 * carried along, and the statistics of a box are final once it is filled.
 *
 * Card states and tails of distributions with probabilities below 1e-20 (1e-15 with mistakes) are
 * dropped; with perfect play, these probabilities add up to less than 1e-12. */
#pragma once

#include "solve/sheet_solver.h"

struct sheet_odds {
    int low, high;  /* range of possible final totals */
    double *chance; /* probability of a final total: chance[total - low] */
    double mean, deviation;
    double dropped;             /* total probability dropped; 0 to 1e-12 for perfect play */
    double upper_bonus;         /* probability of earning the upper bonus */
    double bonuses[BOXES_MAX];  /* probability of exactly n more five-of-a-kind bonuses */
    double box_mean[BOXES_MAX]; /* mean points of each box; for a filled box, its points */
    double box_zero[BOXES_MAX]; /* probability of a zero in each box */
};

/* Computes the odds from this card at the start of a turn; the card may be full. Returns NULL if
 * canceled. The result is bit-identical for any number of threads. */
struct sheet_odds *sheet_odds_of(const struct sheet_solver *s, const struct card *card, int threads,
                                 struct work *work);

/* Computes the odds for the seat to move in a game that is not over, at any point in its turn. */
struct sheet_odds *sheet_odds_of_game(const struct sheet_solver *s, const struct game *g,
                                      int threads, struct work *work);

/* Computes the odds for play with mistakes: every action is taken with a probability proportional
 * to exp(-loss / temperature), the loss being the points that the action costs. Mistakes
 * can lead to any card, so probabilities below 1e-15 are not followed; `dropped` is their sum. */
struct sheet_odds *sheet_odds_of_soft(const struct sheet_solver *s, const struct card *card,
                                      double temperature, int threads, struct work *work);
void sheet_odds_free(struct sheet_odds *odds); /* NULL is fine */

/* The probability of a final total of at least `total`. */
double sheet_odds_reach(const struct sheet_odds *odds, int total);

/* The lowest total t for which the final total is at most t with at least this probability
 * (0.5: the median). */
int sheet_odds_percentile(const struct sheet_odds *odds, double chance);
