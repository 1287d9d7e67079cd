/* study: many records read and analysed, on all cores. One that is wrong does not stop the others.
 */
#pragma once

#include "coach/analysis.h"

/* What became of one record. */
struct studied {
    int index;                       /* into paths */
    const struct analysis *analysis; /* NULL: there is none, and `error` says why */
    const char *error;
    const char *warning; /* of a record whose end was cut off, but not the rest; else NULL */
};

/* Calls each(user, ...) once a record, from several threads and in any order; what is analysed is
 * gone when it returns. False when cancelled, also while solving; some are missing then. */
bool study(const char *const *paths, int count, struct adviser *a, int threads, struct work *work,
           void (*each)(void *user, const struct studied *studied), void *user);
