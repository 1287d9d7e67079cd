/* cached_adviser: an adviser for the verbs that keeps solved tables in the cache folder. */
#pragma once

#include "coach/adviser.h"
#include "solve/parallel.h"

/* An adviser that looks into the cache folder, if wanted, and warns on stderr. keep_all: it writes
 * the tables of sheet games too. threads 0: as many as the machine has. */
struct adviser *cached_adviser_new(int threads, bool cache, bool keep_all);
