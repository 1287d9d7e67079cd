/* progress: what is to be seen of long work, and Ctrl-C to end it.
 *
 * The bar is drawn on stderr by a thread of its own, only where that is a terminal and only when
 * the work takes longer than a moment; nothing of it remains. */
#pragma once

#include <pthread.h>

#include "solve/advice.h"

struct progress {
    struct work work; /* give it to the solver */

    const char *label;
    pthread_t watcher;
    bool watched;
    atomic_bool over;
};

/* One at a time. Until progress_end(), Ctrl-C sets work.cancel; a second one ends the program. */
void progress_begin(struct progress *p, const char *label);

/* Erases the bar. False when it was cancelled, and that has been said: exit code 1. */
bool progress_end(struct progress *p);
