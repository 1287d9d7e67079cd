/* cost: what it takes to solve a rule set, estimated from its parameters before anything is
 * allocated. A server asks it before it promises a bot.
 *
 * The constants were measured on one thread (doc/performance.md, "What a rule set costs"); a test
 * compares the estimates with each other and with the steps that real solves count. */
#pragma once

#include "rules/rules.h"

struct solve_cost {
    double seconds; /* of processor time; INFINITY where the solver has no table so large */
    double bytes;   /* of the table and what is needed to make it */
};

/* For what people usually play for: points in sheet games; winning in press games of two and more
 * seats, the fewest turns alone. */
struct solve_cost solve_cost(const struct rules *r, int seats);

/* The highest goal with which these rules cost no more than this, in points; 0: none does, or the
 * rules have no goal. */
int solve_goal_within(const struct rules *r, int seats, struct solve_cost limit);
