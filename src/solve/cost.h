/* cost: what it takes to solve a rule set, estimated from its parameters before anything is
 * allocated. A server checks the estimate before offering a bot.
 *
 * The constants were measured on one thread (doc/performance.md, "What a rule set costs"); a test
 * checks that the estimates grow with the number of steps that real solves take. */
#pragma once

#include "rules/rules.h"

struct solve_cost {
    double seconds; /* processor time; INFINITY if the table would be too large for the solver */
    double bytes;   /* for the table and for building it */
};

/* Estimates the cost for the usual goal: points in sheet games; winning in press games with two or
 * more seats; fewest turns in press games played alone. */
struct solve_cost solve_cost(const struct rules *r, int seats);

/* The highest goal in points, no higher than the rules' own, at which the cost stays within the
 * limit; 0 if there is none or the rules have no goal. */
int solve_goal_within(const struct rules *r, int seats, struct solve_cost limit);
