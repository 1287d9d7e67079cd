/* handicap: which head start makes two players even.
 *
 * Both are taken as bots: a level as it is, a person as the bot that gives away as much. Then all
 * is worked out, nothing simulated: in sheet games from the chances of every final total of each,
 * in press games from the chance of winning from every pair of totals. A shared win counts half. In
 * press games each of the two begins half the time; who starts with points has entered. */
#pragma once

#include "coach/strength.h"

struct handicap_side {
    struct strength strength;
    double temperature;
    double loss; /* what the bot of this temperature gives away in a game, exactly: alone in sheet
                    games, against the other one in press games */
    double mean, deviation; /* sheet: of its final totals */
};

struct handicap {
    struct handicap_side side[2];
    int step;       /* head starts are multiples of this */
    int to;         /* the side that gets it */
    int head_start; /* the one with which the chance is nearest to one half */
    int count;      /* chance[i]: that side's chance to win with a head start of i * step */
    double *chance;
    double uncertainty;  /* of that chance, by those of the persons: 95 % interval, half */
    int lowest, highest; /* head starts that lie within it */
    double dropped;      /* chances that were not followed */
};

/* With this much doubt about the chance of winning a history is too short. */
#define HANDICAP_DOUBT_MAX 0.10

/* False with an error: cancelled, beyond the solvers, or a history too short. */
bool handicap_of(struct adviser *a, const struct rules *r, const struct strength sides[2],
                 struct work *work, struct handicap *ret, struct text *error);
void handicap_free(struct handicap *h); /* a zeroed one is fine */

/* The chance with a head start of so many points, a multiple of the step. */
double handicap_chance(const struct handicap *h, int head_start);
