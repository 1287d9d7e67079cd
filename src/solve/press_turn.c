#include "solve/press_turn.h"

#include <limits.h>
#include <stdlib.h>

/* Adds up the menus of one run, each worth its best choice and weighted by the menu's chance. */
INLINE void run_lanes(const struct press_run *run, const four *row, four sum[FOURS],
                      const int choices) {
    const int *at = run->at;
    for (int i = 0; i < run->menus; i++, at += choices) {
        four best[FOURS];
        const four *choice = row + (ptrdiff_t)at[0] * FOURS;
        EACH_FOUR best[q] = choice[q];
        for (int j = 1; j < choices; j++) {
            choice = row + (ptrdiff_t)at[j] * FOURS;
            EACH_FOUR four_raise(&best[q], &choice[q]);
        }
        EACH_FOUR sum[q] += run->chance[i] * best[q];
    }
}

INLINE void run_one(const struct press_run *run, const double *row, double *sum,
                    const int choices) {
    const int *at = run->at;
    for (int i = 0; i < run->menus; i++, at += choices) {
        double best = row[at[0]];
        for (int j = 1; j < choices; j++)
            best = best > row[at[j]] ? best : row[at[j]];
        *sum += run->chance[i] * best;
    }
}

/* The value of throwing `size` dice at the turn points of `row`, in each lane. */
INLINE void throw_lanes(const struct press_menus *m, const four *row, int stopping, int size,
                        four sum[FOURS]) {
    EACH_FOUR sum[q] = (four){0};
    const struct press_run *run = m->runs[stopping][size];
    const struct press_run *end = run + m->run_count[stopping][size];
    for (; run < end; run++) {
#define LANES(length) run_lanes(run, row, sum, length)
        EACH_LENGTH_FAST(run->choices, LANES)
    }
}

static double throw_one(const struct press_menus *m, const double *row, int size) {
    double sum = 0;
    const struct press_run *end = m->runs[0][size] + m->run_count[0][size];
    for (const struct press_run *run = m->runs[0][size]; run < end; run++) {
#define ONE(length) run_one(run, row, &sum, length)
        EACH_LENGTH(run->choices, ONE);
    }
    return sum;
}

/* Whether a > b in any lane. */
INLINE bool any_above(const four *a, const four *b) {
    four_masks above = {0};
    EACH_FOUR above |= a[q] > b[q];
    return four_any(&above);
}

/* Once the turn points are high, players stop with any number of dice left over, or with any number
 * up to s, and simpler menus give the same values. `calm[s]` counts the rows above the current one,
 * without a gap, in which this holds and in which stopping never loses by more points; simpler
 * menus need as many such rows as a choice can reach. The points at which the turn's player reaches
 * the goal interrupt the count, since stopping just below the goal may be better. */
INLINE void calm_at_edge(const struct press_menus *m, const double *rows, int last,
                         int calm[DICE_MAX]) {
    const ptrdiff_t length = (ptrdiff_t)m->dice * FOURS;
    const four *row = (const four *)rows + last * length, *end = row + m->longest * length;
    int count = 1;
    for (; row < end && !any_above(row + FOURS, row + length + FOURS); row += length)
        count++;
    for (int s = 1; s < m->dice; s++)
        calm[s] = count;
    calm[0] = INT_MAX; /* no condition */
}

/* Row 0 is a throw of all dice, with nothing to bank yet. */
CLONES static void walk_lanes(const struct press_menus *m, double *rows, const double *stops,
                              int last, double *ret) {
    four roll[FOURS] = {{0}};
    int calm[DICE_MAX];
    calm_at_edge(m, rows, last, calm);
    const four *above = (const four *)rows + ((ptrdiff_t)last * m->dice + 1) * FOURS;
    for (int t = last - 1; t >= 0; t--) {
        four *row = (four *)rows + (ptrdiff_t)t * m->dice * FOURS;
        const four *stop = (const four *)stops + (ptrdiff_t)t * FOURS;
        int stopping = 0; /* in this row, the player stops with up to so many dice left over */
        for (int size = t ? 1 : m->dice; size <= m->dice; size++) {
            int simple = m->dice - 1;
            while (calm[simple] < m->reach[size])
                simple--;
            throw_lanes(m, row, simple, size, roll);
            bool all = size == m->dice;
            if (t && !all && stopping == size - 1 && !any_above(roll, stop))
                stopping = size;
            EACH_FOUR {
                if (t && !(all && m->must))
                    four_raise(&roll[q], &stop[q]);
                row[(all ? 0 : size) * FOURS + q] = roll[q];
            }
        }
        bool drops = t && any_above(stop, above);
        above = stop;
        for (int s = 1; s < m->dice; s++)
            calm[s] = s <= stopping ? (drops ? 0 : calm[s]) + 1 : 0;
    }
    for (int l = 0; l < PRESS_LANES; l++)
        ret[l] = roll[l / 4][l % 4];
}

void press_turn_lanes(const struct press_menus *m, double *rows, const double *stops, int last,
                      double ret[PRESS_LANES]) {
    walk_lanes(m, rows, stops, last, ret);
}

double press_turn_throw(const struct press_menus *m, const double *row, int size) {
    return throw_one(m, row, size);
}

double press_turn_one(const struct press_menus *m, double *rows, const double *stops, int from,
                      int last, double *rolls) {
    double value = 0;
    for (int t = last - 1; t >= from; t--) {
        double *row = rows + (ptrdiff_t)t * m->dice, stop = stops[t];
        for (int size = 1; size <= m->dice; size++) {
            value = throw_one(m, row, size);
            bool stopping = stop > value && (size < m->dice || !m->must);
            row[size < m->dice ? size : 0] = stopping ? stop : value;
            if (rolls)
                rolls[(ptrdiff_t)t * m->dice + size - 1] = value;
        }
    }
    return value;
}

double *press_rows_new(const struct press_menus *m, int rows, int lanes) {
    size_t bytes = (size_t)rows * (size_t)m->dice * (size_t)lanes * sizeof(double);
    return aligned_alloc(64, (bytes + 63) / 64 * 64);
}
