/* stock: solved tables, out of the cache or solved now. What the cache costs and saves, and which
 * tables are therefore kept, stands in doc/performance.md. */
#ifndef YARD_COACH_STOCK_H
#define YARD_COACH_STOCK_H

#include "coach/cache.h"
#include "solve/sheet_odds.h"

struct stock {
    char folder[CACHE_PATH_MAX]; /* "": no cache */
    bool keep_sheets;            /* write the tables of sheet games too, which are large */
    void (*warn)(void *user, const char *words); /* may be NULL */
    void *user;
};

/* NULL when cancelled. */
struct sheet_solver *stock_sheet(const struct stock *stock, const struct rules *r, int threads,
                                 struct work *work, bool *ret_cached);

/* The odds of the empty card. NULL when cancelled. */
struct sheet_odds *stock_odds(const struct stock *stock, const struct sheet_solver *s, int threads,
                              struct work *work);

#endif
