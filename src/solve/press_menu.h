/* press_menu: what a throw of n dice offers, for the press solvers only.
 *
 * To a solver two throws are the same when they offer the same (dice used, points) choices. The
 * 6^n throws merge into some dozens of such menus.
 *
 * Every choice stays in, also the one that takes fewer points with as many dice: near the goal
 * fewer points can be worth more (stopping one step short of it leaves the other player no last
 * turn against a known score). */
#pragma once

#include <stddef.h>

#include "rules/game.h"

/* Menus with the same number of choices stand together, so that the innermost loop of the solvers
 * has a constant length. */
struct press_run {
    int menus, choices;
    const double *chance; /* one a menu */
    const int *at;        /* where each choice leads: units * dice + slot of the dice left */
};

enum { PRESS_CHOICES_MAX = 64 }; /* the parts of six dice */

struct press_menus {
    int dice;        /* of the book */
    int unit;        /* all points are counted in these */
    int longest;     /* most units of one choice */
    int entry, goal; /* units, rounded up */
    int tie;         /* enum tie */
    bool must;       /* all dice set aside: no stopping before they are thrown again */
    double bust[DICE_MAX + 1];
    double least_bust; /* over all numbers of dice */
    int run_count[DICE_MAX + 1];
    struct press_run *runs[DICE_MAX + 1]; /* by the number of dice thrown */
    int menus, choices;                   /* of all */
    double *chances;                      /* what the runs point into */
    int *ats;

    /* Once stopping is best wherever it is allowed, a throw of all dice only matters by the most
     * points after which one may stop; or, where all dice must be taken and thrown again, by those
     * points. Chances by points in units, 0 to longest. */
    double *free_at, *forced_at;
    double forced; /* the sum of forced_at */
};

/* A row holds what can be had at one count of turn points, the better of stopping and going on: in
 * slot 0 with no die left over (all of them fall again), in slots 1 to dice - 1 with that many
 * left. */

/* NULL when memory runs out or the rules are of another family. */
struct press_menus *press_menus_new(const struct rules *r);
void press_menus_free(struct press_menus *m);

size_t press_menus_bytes(const struct press_menus *m);
