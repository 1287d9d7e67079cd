/* cached_adviser: creates an adviser that keeps solved tables in the cache folder. */
#pragma once

#include "coach/adviser.h"
#include "solve/parallel.h"

/* Uses the cache folder if `cache` is set, and prints warnings to stderr. keep_all: also cache
 * tables of sheet games. threads 0: one per processor. */
struct adviser *cached_adviser_new(int threads, bool cache, bool keep_all);
