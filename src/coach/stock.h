/* stock: solved tables, from the cache or solved on demand. doc/performance.md says what the cache
 * costs and saves, and why only some tables are stored. */
#pragma once

#include "coach/cache.h"
#include "solve/sheet_odds.h"

struct stock {
    char folder[CACHE_PATH_MAX]; /* "": no cache */
    bool keep_sheets;            /* also store the tables of sheet games, which are large */
    void (*warn)(void *user, const char *words); /* may be NULL */
    void *user;
};

/* A solver of a sheet game: with all values if they are in the cache, otherwise without any.
 * stock_keep_sheet() stores the values once all cards are solved. */
struct sheet_solver *stock_sheet(const struct stock *stock, const struct rules *r,
                                 bool *ret_cached);
void stock_keep_sheet(const struct stock *stock, const struct sheet_solver *s);

/* The odds from the empty card. NULL if canceled. */
struct sheet_odds *stock_odds(const struct stock *stock, const struct sheet_solver *s, int threads,
                              struct work *work);

/* Like stock_odds(), for play with mistakes. The temperature should have at most three significant
 * digits, so that stored odds are found again. */
struct sheet_odds *stock_soft_odds(const struct stock *stock, const struct sheet_solver *s,
                                   double temperature, int threads, struct work *work);

/* A press game between two players who may make mistakes: the first player's chance of winning from
 * the start, averaged over who moves first. */
struct press_line {
    int unit, count;
    double *chance[2]; /* [0][i]: the first player starts i units ahead; [1][i]: the other does */
    double given[2];   /* what each gives away through mistakes, without a head start */
};

struct press_solver;

/* Fills a solver with the stored two-player table of its rules; returns false if there is none.
 * stock_keep_press() stores the table once the solver has solved all of it. */
bool stock_press(const struct stock *stock, const struct rules *r, struct press_solver *s);
void stock_keep_press(const struct stock *stock, const struct rules *r,
                      const struct press_solver *s);

/* The solver must have solved the game for two players. Returns false if canceled or out of
 * memory. */
bool stock_line(const struct stock *stock, const struct rules *r, const struct press_solver *s,
                const double temperature[2], int threads, struct work *work,
                struct press_line *ret);
void press_line_free(struct press_line *line);
