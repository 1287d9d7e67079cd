/* proficiency: a test that says what somebody gives away in a game, and how sure that is.
 *
 * The positions are a random sample of the decisions of real games. A pool of games is played by a
 * bot that plays by feel; every decision of the pool at which a choice matters may be drawn. If
 * c(i) is what the person gives away at decision i of the pool of G games (a seat's game counts as
 * one), the rating is the sum of all c(i), divided by G. It is estimated from n of them.
 *
 * Most decisions of a game are ones that nobody gets wrong, and a plain sample of forty would tell
 * little. So decision i is drawn with a chance q(i) in proportion to what players of all levels are
 * expected to give away there, with a part at which all are alike likely, so that nobody is safe
 * anywhere. With y = c(i) / q(i) / G the mean of the y of the sample is the rating without bias,
 * whatever the person does (Hansen and Hurwitz 1943); a good guess of q only makes it more precise.
 *
 * The pool is sorted by roll and turn and cut into strata of equal q, with two draws from each: so
 * each part of a game has its share, and the variance is the sum of those within the strata. When
 * the test is broken off, answers that follow each other take the place of strata. What people give
 * away is skewed, so the interval is symmetric for its logarithm: the mean times and divided by
 * exp(t s / mean), with Student's t for Satterthwaite's degrees of freedom. Its upper end is no
 * lower than what a bot gives away that would make no slip at all in this test once in twenty
 * times.
 *
 * tests/solve/proficiency_test.c lets bots of known strength take the test many times and counts
 * how often the interval holds what they are known to give away. */
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
    struct proficiency_item *items; /* in the order in which they are asked */
};

struct rating {
    int answered;
    double mean, error, low, high; /* given away in a game; a 95 % interval */
};

/* Draws the test of this seed. False when cancelled, or when the rules have no value to go by. */
bool proficiency_draw(struct adviser *a, const struct rules *r, uint64_t seed, int count,
                      struct work *work, struct proficiency *ret, struct text *error);
void proficiency_free(struct proficiency *p);

/* The rating after the first `answered` answers; at least PROFICIENCY_LEAST of them. */
struct rating proficiency_rate(const struct proficiency *p, const double *costs, int answered);
