/* tables: solved tables for the verbs: where they are kept. */
#pragma once

#include "coach/adviser.h"
#include "solve/parallel.h"

/* An adviser that looks into the cache folder, if wanted, and warns on stderr. keep_all: it writes
 * the tables of sheet games too. threads 0: as many as the machine has. */
struct adviser *adviser_with_cache(int threads, bool cache, bool keep_all);
