/* study: reads and analyzes many records in parallel. A bad record does not affect the others. */
#pragma once

#include "coach/analysis.h"

/* The result for one record. */
struct studied {
    int index;                       /* into paths */
    const struct analysis *analysis; /* NULL if none; then `error` says why */
    const char *error;
    const char *warning; /* set if the end of the record is cut off; otherwise NULL */
};

/* Calls each(user, ...) once per record, from several threads and in any order; the analysis is
 * freed when each() returns. Returns false if canceled, which is possible even while solving;
 * each() is then not called for some records. */
bool study(const char *const *paths, int count, struct adviser *a, int threads, struct work *work,
           void (*each)(void *user, const struct studied *studied), void *user);
