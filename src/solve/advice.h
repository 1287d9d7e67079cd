/* advice: what every solver answers for a position, and how long work reports and is stopped. */
#pragma once

#include <stdatomic.h>

#include "rules/game.h"

/* One legal action and what it is worth under best play afterwards. */
struct valued_action {
    struct action action;
    int points; /* what it scores at once: for score and take */
    double value;
};

struct advice {
    double value;                              /* of the position */
    int count;                                 /* 0 where dice are about to fall */
    struct valued_action actions[ACTIONS_MAX]; /* best first; equal ones in the referee's order */
};

/* Sorts the actions, and takes the best as the value of the position. `least`: less is better. */
void advice_sort(struct advice *advice, bool least);

/* An action among them; NULL when it is none of the legal ones. */
const struct valued_action *advice_find(const struct advice *advice, struct action a);

/* Shared between the thread that works and the one that waits. Zero it first; NULL is fine
 * wherever one is asked for. */
struct work {
    atomic_uint_least64_t done, total; /* steps, for a progress bar */
    atomic_bool cancel;                /* set it, and the work ends early without a result */

    /* Where one thread does everything, nobody can look while it works: it calls this (unless it is
     * NULL) after every step. On several threads, several may call it at once. */
    void (*watch)(struct work *work);
};

/* Loops that take long between two steps look at this. */
static inline bool work_cancelled(const struct work *work) {
    return work && atomic_load_explicit(&work->cancel, memory_order_relaxed);
}

/* A piece of work of so many steps begins. */
void work_begin(struct work *work, uint64_t total);

/* So many steps of it are done. False: it is cancelled. */
bool work_step(struct work *work, uint64_t steps);
