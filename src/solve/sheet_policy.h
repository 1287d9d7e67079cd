/* sheet_policy: the probabilities with which a perfectly played turn ends in each box
 * with each score. */
#pragma once

#include "solve/sheet_turn.h"

enum { OUTCOMES_MAX = BOXES_MAX * (KINDS_MAX + FACES) };

struct outcome {
    struct sheet_spot after;
    int box, points, scored;
    double chance;
};

/* Hand values at every stage of a turn and the resulting probabilities, for LANES spots at once;
 * per-thread scratch memory. */
struct policy_bench {
    struct sheet_bench turn;
    /* [stage]: values of kept hands after stage + 1 rolls */
    struct lane keep[ROLLS_MAX - 1][HAND_COUNT_MAX];
    struct lane choose[ROLLS_MAX - 1][HAND_COUNT_MAX]; /* value of the best keep within each hand */
    struct lane mass[HAND_COUNT_MAX];                  /* probability of having each hand */
    struct lane by_kind[BOXES_MAX][KINDS_MAX];         /* probability of ending in this box with
                                                        * these points */
    struct lane by_face[FACES + 1][BOXES_MAX];         /* the same for an extra five of a kind */
};

/* Computes only the values: keep[], choose[] and turn.row[]. */
void sheet_policy_values(const struct sheet_table *t, const struct sheet_spot *spot,
                         const struct sheet_after *after, struct policy_bench *bench);

/* Computes the turn for the spot and LANES - 1 more spots; each lane can then be queried. `from` is
 * the point in the turn at which to start; NULL for its beginning. */
void sheet_policy_make(const struct sheet_table *t, const struct sheet_spot *spot,
                       const struct sheet_after *after, const struct game *from,
                       struct policy_bench *bench);

/* Single steps of a turn: setting the probabilities of the first roll, and rolling the dice that
 * were not kept. */
void sheet_policy_first_roll(const struct hands *h, struct policy_bench *bench);
void sheet_policy_roll(const struct hands *h, struct policy_bench *bench);

/* Lists the outcomes of one lane, whose spot is `spot`. Returns their number. */
int sheet_policy_outcomes(const struct sheet_table *t, const struct sheet_spot *spot,
                          const struct policy_bench *bench, int lane,
                          struct outcome list[OUTCOMES_MAX]);
