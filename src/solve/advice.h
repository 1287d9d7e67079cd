/* advice: what every solver returns for a position, and how long-running work reports progress
 * and is canceled. */
#pragma once

#include <stdatomic.h>

#include "rules/game.h"

/* One legal action and its value under optimal play afterwards. */
struct valued_action {
    struct action action;
    int points; /* scored immediately, by a score or take action */
    double value;
};

struct advice {
    double value; /* value of the position */
    int count;    /* 0 if dice are about to be thrown */

    /* Sheet games: after the `count` actions come this many zeros by choice, one for each box that
     * would score. They are never better than the points, so they are no part of the list; but a
     * player may enter one, and it has its price. */
    int zeros;
    struct valued_action actions[ACTIONS_MAX]; /* best first; ties in the referee's order */
};

_Static_assert((1 << DICE_MAX) - 1 + 2 * BOXES_MAX <= ACTIONS_MAX,
               "every part of the dice and every box, with its points and with a zero, fit");

/* Sorts the actions and sets the value of the position to that of the best action. With `least`, a
 * lower value is better. */
void advice_sort(struct advice *advice, bool least);

/* The entry for an action, including zeros by choice; NULL if it is not legal. An explicit zero in
 * a box that scores nothing anyway is the same as filling that box. */
const struct valued_action *advice_find(const struct advice *advice, struct action a);

/* Shared between the thread that does the work and the thread that waits for it. Must be
 * zero-initialized. Functions that take a pointer to this struct accept NULL. */
struct work {
    atomic_uint_least64_t done, total; /* steps, for a progress bar */
    atomic_bool cancel;                /* set it to end the work early, without a result */

    /* Called unless NULL after every step of the thread that asked for the work: with a single
     * thread nothing else can observe progress. */
    void (*watch)(struct work *work);
};

/* Lets work that runs for a long time between two steps notice its cancellation. */
static inline bool work_cancelled(const struct work *work) {
    return work && atomic_load_explicit(&work->cancel, memory_order_relaxed);
}

/* Starts a job of `total` steps. */
void work_begin(struct work *work, uint64_t total);

/* Adds to the steps done; returns false if the job is canceled. */
bool work_step(struct work *work, uint64_t steps);
