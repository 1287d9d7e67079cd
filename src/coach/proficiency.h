/* proficiency: a test that estimates what a person gives away per game, and how certain that is.
 *
 * The positions are a random sample of the decisions in whole games. A pool of games is played by a
 * bot of level `family`; every decision in the pool at which the choice matters may be drawn. If
 * c(i) is what the person gives away at decision i of the pool of G games (each seat's game counts
 * as one), the rating is the sum of all c(i), divided by G. It is estimated from n of these
 * decisions.
 *
 * Most decisions of a game are ones that nobody gets wrong, so a plain sample of forty would say
 * little. Therefore decision i is drawn with a probability q(i) that is partly proportional to what
 * players of all levels are expected to give away there and partly uniform, so that no decision is
 * left out. With y = c(i) / q(i) / G, the mean of y over the sample is an unbiased estimate of the
 * rating, whatever the person does (Hansen and Hurwitz 1943); a good choice of q only makes it
 * more precise.
 *
 * The pool is sorted by roll and turn and cut into strata of equal total q, with two draws from
 * each. That gives each part of a game its share, and the variance is the sum of the variances
 * within the strata. If the test is interrupted, pairs of consecutive answers serve as strata.
 * Losses are skewed, so the interval is symmetric on the logarithmic scale: its ends are the mean
 * divided by exp(t s / mean) and the mean times that factor, with Student's t for Satterthwaite's
 * degrees of freedom. Its upper end is at least the loss of a bot that would pass this test without
 * a slip one time in twenty.
 *
 * tests/coach/proficiency_test.c lets bots of known strength take the test many times and counts
 * how often the interval contains their known loss. */
#pragma once

#include "coach/practice.h"

enum { PROFICIENCY_LEAST = 10, PROFICIENCY_MOST = 1000 };

struct proficiency_item {
    struct practice_question question;
    double weight; /* 1 / q / G */
    int stratum;
};

struct proficiency {
    struct rules rules;
    int unit;
    int count, strata;
    struct proficiency_item *items; /* in the order they are asked */
};

struct rating {
    int answered;
    double mean, error, low, high; /* loss per game, its standard error, its 95 % interval */
};

/* Draws the test for this seed. Returns false and sets error if canceled, or if the rules cannot
 * be solved or leave nothing to decide. */
bool proficiency_draw(struct adviser *a, const struct rules *r, uint64_t seed, int count,
                      struct work *work, struct proficiency *ret, struct text *error);
void proficiency_free(struct proficiency *p);

/* The rating after the first `answered` answers, of which there must be at least
 * PROFICIENCY_LEAST. */
struct rating proficiency_rate(const struct proficiency *p, const double *costs, int answered);
