/* stock: solved tables, out of the cache or solved now. What the cache costs and saves, and which
 * tables are therefore kept, stands in doc/performance.md. */
#pragma once

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

/* The same of play with mistakes, by its temperature (three digits). */
struct sheet_odds *stock_soft_odds(const struct stock *stock, const struct sheet_solver *s,
                                   double temperature, int threads, struct work *work);

/* Two players of a press game with mistakes: the chance of the first one to win from the start,
 * each beginning half the time. */
struct press_line {
    int unit, count;
    double *chance[2]; /* [0][i]: he has a head start of i units; [1][i]: the other one has */
    double given[2];   /* what each gives away by mistakes, without a head start */
};

struct press_solver;

/* The solver is solved for two. False when cancelled or out of memory. */
bool stock_line(const struct stock *stock, const struct rules *r, const struct press_solver *s,
                const double temperature[2], int threads, struct work *work,
                struct press_line *ret);
void press_line_free(struct press_line *line);
