/* sheet_turn: one turn of a sheet game, worked out backwards for LANES positions at once.
 *
 * What a position is worth after its turn is asked of the caller, so the same turn serves expected
 * points (the lanes are upper totals) and any other goal (the lanes are totals so far). */
#pragma once

#include "solve/advice.h"
#include "solve/lanes.h"
#include "solve/sheet_table.h"

struct sheet_spot {
    uint32_t filled; /* not full */
    bool holds;      /* points in the five-alike box */
    int upper, total;
};

/* The values, in all lanes, of the spot after filling a box. `scored` is all it brought, the bonus
 * of a further five alike included; spot->upper and spot->total have moved on already. */
struct sheet_after {
    void (*value)(void *user, const struct sheet_spot *spot, int scored, double lanes[LANES]);
    void *user;
};

/* Scratch memory of one thread. hand[] holds the values of all hands. */
struct sheet_bench {
    struct lane hand[HAND_COUNT_MAX];
    struct lane row[BOXES_MAX][KINDS_MAX];
};

/* The values of all rolls after the last throw. */
void sheet_turn_score(const struct sheet_table *t, const struct sheet_spot *spot,
                      const struct sheet_after *after, struct sheet_bench *bench);

/* The whole turn: the values before the first throw. */
void sheet_turn(const struct sheet_table *t, const struct sheet_spot *spot,
                const struct sheet_after *after, struct sheet_bench *bench, struct lane *ret);

/* What filling an open box with a roll brings: false when the joker rule forbids it. *spot is moved
 * on to the position after it. */
bool sheet_spot_fill(const struct sheet_table *t, struct sheet_spot *spot, int roll, int box,
                     int *ret_points, int *ret_scored);

/* The same for points that are known. */
void sheet_spot_pay(const struct sheet_table *t, struct sheet_spot *spot, int box, int points,
                    int scored);

struct sheet_spot sheet_spot_of(const struct sheet_table *t, const struct card *card);

/* The advice for a game that is not over, from lane 0; `offset` is added to every value. */
void sheet_turn_advise(const struct sheet_table *t, const struct game *g,
                       const struct sheet_after *after, struct sheet_bench *bench, double offset,
                       struct advice *ret);
