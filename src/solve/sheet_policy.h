/* sheet_policy: with which chances a perfectly played turn ends in which box with which points. */
#pragma once

#include "solve/sheet_turn.h"

enum { OUTCOMES_MAX = BOXES_MAX * (KINDS_MAX + FACES) };

struct outcome {
    struct sheet_spot after;
    int box, points, scored;
    double chance;
};

/* Hand values at every stage of a turn and what comes of them, for LANES spots at once; scratch
 * memory of one thread. */
struct policy_bench {
    struct sheet_bench turn;
    /* [stage]: values of kept hands after stage + 1 rolls */
    struct lane keep[ROLLS_MAX - 1][HAND_COUNT_MAX];
    struct lane choose[ROLLS_MAX - 1][HAND_COUNT_MAX]; /* the best keep within each hand */
    struct lane mass[HAND_COUNT_MAX];                  /* the chance of being there */
    struct lane by_kind[BOXES_MAX][KINDS_MAX];         /* of ending in this box with these points */
    struct lane by_face[FACES + 1][BOXES_MAX];         /* the same for further five-alikes */
};

/* The values alone: keep[], choose[] and turn.row[]. */
void sheet_policy_values(const struct sheet_table *t, const struct sheet_spot *spot,
                         const struct sheet_after *after, struct policy_bench *bench);

/* Works out the turn for the spot and LANES - 1 more; then ask for each lane. The turn begins with
 * `from`: at its start (NULL), or at any moment of it. */
void sheet_policy_make(const struct sheet_table *t, const struct sheet_spot *spot,
                       const struct sheet_after *after, const struct game *from,
                       struct policy_bench *bench);

/* Steps of such a turn: the chances of the first throw, and throwing the dice that were not kept.
 */
void sheet_policy_first_roll(const struct hands *h, struct policy_bench *bench);
void sheet_policy_roll(const struct hands *h, struct policy_bench *bench);

/* The outcomes of one lane; `spot` is that lane's own. Returns how many. */
int sheet_policy_outcomes(const struct sheet_table *t, const struct sheet_spot *spot,
                          const struct policy_bench *bench, int lane,
                          struct outcome list[OUTCOMES_MAX]);
