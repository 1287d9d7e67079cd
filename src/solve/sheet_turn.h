/* sheet_turn: one turn of a sheet game, solved backwards for LANES positions at once.
 *
 * The caller supplies the value of a position after the turn, so the same code serves expected
 * points (the lanes are upper totals) and any other goal (the lanes are totals so far). */
#pragma once

#include "solve/advice.h"
#include "solve/lanes.h"
#include "solve/sheet_table.h"

struct sheet_spot {
    uint32_t filled; /* one bit per box */
    bool holds;      /* the five-of-a-kind box holds points */
    int upper, total;
};

/* Callback that sets the values, in all lanes, of the spot after a box has been filled. `scored` is
 * everything that the turn scored, including the bonus for an extra five of a kind; spot->upper
 * and spot->total are already up to date. */
struct sheet_after {
    void (*value)(void *user, const struct sheet_spot *spot, int scored, double lanes[LANES]);
    void *user;
};

/* Per-thread scratch memory. hand[] holds the values of all hands. */
struct sheet_bench {
    struct lane hand[HAND_COUNT_MAX];
    struct lane row[BOXES_MAX][KINDS_MAX];
};

/* Computes the values of all rolls after the last throw. */
void sheet_turn_score(const struct sheet_table *t, const struct sheet_spot *spot,
                      const struct sheet_after *after, struct sheet_bench *bench);

/* Solves the whole turn, giving the values before the first throw. */
void sheet_turn(const struct sheet_table *t, const struct sheet_spot *spot,
                const struct sheet_after *after, struct sheet_bench *bench, struct lane *ret);

/* Fills an open box with a roll, advancing *spot to the position that follows. Returns false if the
 * joker rule forbids that box. */
bool sheet_spot_fill(const struct sheet_table *t, struct sheet_spot *spot, int roll, int box,
                     int *ret_points, int *ret_scored);

/* The same for an ACT_SCORE, which may be a zero by choice. */
bool sheet_spot_score(const struct sheet_table *t, struct sheet_spot *spot, int roll,
                      struct action a, int *ret_points, int *ret_scored);

/* Fills an open box with known points, advancing *spot to the position that follows. */
void sheet_spot_pay(const struct sheet_table *t, struct sheet_spot *spot, int box, int points,
                    int scored);

struct sheet_spot sheet_spot_of(const struct sheet_table *t, const struct card *card);

/* Advice for a game that is not over, from lane 0; `offset` is added to every value. */
void sheet_turn_advise(const struct sheet_table *t, const struct game *g,
                       const struct sheet_after *after, struct sheet_bench *bench, double offset,
                       struct advice *ret);
