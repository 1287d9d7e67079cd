/* study: reads and analyses many records, on all cores. A bad record does not affect the others. */
#pragma once

#include "coach/analysis.h"

/* The result for one record. */
struct studied {
    int index;                       /* into paths */
    const struct analysis *analysis; /* NULL if none; then `error` says why */
    const char *error;
    const char *warning; /* set if only the end of the record is cut off; otherwise NULL */
};

/* Calls each(user, ...) once per record, from several threads and in any order; the analysis is
 * freed when each() returns. Returns false if cancelled, even while solving; some records are then
 * missing. */
bool study(const char *const *paths, int count, struct adviser *a, int threads, struct work *work,
           void (*each)(void *user, const struct studied *studied), void *user);
