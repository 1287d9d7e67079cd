/* press_menu: the choices that a throw of n dice offers, for the press solvers only.
 *
 * To a solver, two throws are the same if they offer the same (dice used, points) choices. Even the
 * 46,656 throws of six dice merge into about a hundred such menus.
 *
 * All choices are kept, even those that take fewer points with the same number of dice: near the
 * goal fewer points can be worth more (stopping one step short of it denies the other player a last
 * turn against a known score). */
#pragma once

#include <stddef.h>

#include "rules/game.h"

/* Menus with the same number of choices are contiguous, so that the innermost loop of the solvers
 * has a constant length. */
struct press_run {
    int menus, choices;
    const double *chance; /* one per menu */
    const int *at;        /* target of each choice: units * dice + slot of the dice left */
};

enum { PRESS_CHOICES_MAX = 64 }; /* the subsets of six dice */

struct press_menus {
    int dice;        /* number of dice in the book */
    int unit;        /* points per unit: scores are counted in units */
    int longest;     /* the most units that a single choice scores */
    int entry, goal; /* units, rounded up */
    int tie;         /* enum tie */
    bool must;       /* when all dice are set aside, they must be thrown again before stopping */
    double bust[DICE_MAX + 1];
    double least_bust;  /* the lowest chance of a bust, over all numbers of dice */
    int menus, choices; /* in total */

    /* By the number of dice thrown: [0] has all choices. [s] is for a player who would stop with 1
     * to s dice left over, and never for less with more points: the choices that leave so many dice
     * come down to the one with the most points, which goes to slot 1. */
    int run_count[DICE_MAX][DICE_MAX + 1];
    struct press_run *runs[DICE_MAX][DICE_MAX + 1];
    int reach[DICE_MAX + 1]; /* the most units of a choice that leaves dice over */

    /* Once stopping is best wherever it is allowed, all that matters about a throw of all dice is
     * the most points with which the player may stop or, if the player must take all dice and throw
     * them again, the most points taken. These are the probabilities of both, by points in units
     * from 0 to longest. */
    double *free_at, *forced_at;
    double forced; /* the sum of forced_at */
};

/* A row holds the values at one number of turn points, each the better of stopping and throwing
 * again: in slot 0 with no die left over (all are thrown again), in slots 1 to dice - 1 with that
 * many dice left over. */

/* Returns NULL if out of memory or if the rules are not those of a press game. */
struct press_menus *press_menus_new(const struct rules *r);
void press_menus_free(struct press_menus *m);

size_t press_menus_bytes(const struct press_menus *m);
