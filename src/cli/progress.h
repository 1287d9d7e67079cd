/* progress: a progress bar for long work that Ctrl-C can cancel.
 *
 * A separate thread draws the bar on stderr, only on a terminal and only if the work takes more
 * than a moment, and erases it afterwards. */
#pragma once

#include <pthread.h>

#include "solve/advice.h"

struct progress {
    struct work work; /* pass it to the solver */

    const char *label;
    pthread_t watcher;
    bool watched;
    atomic_bool over;
};

/* Only one task at a time can show its progress. Until progress_end(), Ctrl-C sets work.cancel; a
 * second Ctrl-C kills the program. */
void progress_begin(struct progress *p, const char *label);

/* Erases the bar. If the work was canceled, reports that and returns false; the caller then only
 * has to exit with code 1. */
bool progress_end(struct progress *p);
