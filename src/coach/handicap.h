/* handicap: the head start that makes two players even.
 *
 * Both are modeled as bots, a person as the bot whose mistakes cost as much as theirs. Chances
 * are computed, not simulated: in sheet games from each player's distribution of final totals, in
 * press games from the chance of winning from every pair of totals. A shared win counts as half a
 * win. In press games each player starts half the time, and a player with a head start counts as
 * having entered the game. */
#pragma once

#include "coach/strength.h"

struct handicap_side {
    struct strength strength;
    double temperature;
    double loss; /* what the bot at this temperature gives away per game, computed exactly: alone in
                    sheet games, against the other side in press games */
    double mean, deviation; /* sheet: mean and standard deviation of the final totals */
};

struct handicap {
    struct handicap_side side[2];
    int step;       /* head starts are multiples of this */
    int to;         /* the side that gets the head start */
    int head_start; /* the head start that brings the chance nearest to one half */
    int count;      /* chance[i]: that side's chance of winning with a head start of i * step */
    double *chance;
    double uncertainty;  /* half the width of the chance's 95 % interval with that head start */
    int lowest, highest; /* range of head starts whose chances lie within that interval */
    double dropped;      /* total probability of the neglected outcomes */
};

/* If the chance of winning is more uncertain than this, a history is too short. */
#define HANDICAP_DOUBT_MAX 0.10

/* Returns false and sets error if canceled, if the solvers cannot handle the rules, or if a
 * history is too short. */
bool handicap_of(struct adviser *a, const struct rules *r, const struct strength sides[2],
                 struct work *work, struct handicap *ret, struct text *error);
void handicap_free(struct handicap *h); /* a zeroed struct is fine */

/* The chance of winning with a head start of this many points, a multiple of the step. */
double handicap_chance(const struct handicap *h, int head_start);
