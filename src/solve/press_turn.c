#include "solve/press_turn.h"

#include <stdlib.h>

/* Adds up the menus of one run, each worth its best choice and weighted by the menu's chance. */
INLINE void run_lanes(const struct press_run *run, const four *row, four sum[FOURS],
                      const int choices) {
    const int *at = run->at;
    for (int i = 0; i < run->menus; i++, at += choices) {
        four best[FOURS];
        const four *choice = row + (ptrdiff_t)at[0] * FOURS;
        for (int q = 0; q < FOURS; q++)
            best[q] = choice[q];
        for (int j = 1; j < choices; j++) {
            choice = row + (ptrdiff_t)at[j] * FOURS;
            for (int q = 0; q < FOURS; q++)
                four_raise(&best[q], &choice[q]);
        }
        for (int q = 0; q < FOURS; q++)
            sum[q] += run->chance[i] * best[q];
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
INLINE void throw_lanes(const struct press_menus *m, const four *row, int size, four sum[FOURS]) {
    for (int q = 0; q < FOURS; q++)
        sum[q] = (four){0};
    const struct press_run *end = m->runs[size] + m->run_count[size];
    for (const struct press_run *run = m->runs[size]; run < end; run++) {
#define LANES(length) run_lanes(run, row, sum, length)
        EACH_LENGTH(run->choices, LANES)
    }
}

static double throw_one(const struct press_menus *m, const double *row, int size) {
    double sum = 0;
    const struct press_run *end = m->runs[size] + m->run_count[size];
    for (const struct press_run *run = m->runs[size]; run < end; run++) {
#define ONE(length) run_one(run, row, &sum, length)
        EACH_LENGTH(run->choices, ONE)
    }
    return sum;
}

/* Row 0 is a throw of all dice, with nothing to bank yet. */
WIDEST static void walk_lanes(const struct press_menus *m, double *rows, const double *stops,
                              int last, double *ret) {
    four roll[FOURS] = {0};
    for (int t = last - 1; t >= 0; t--) {
        four *row = (four *)(rows + (ptrdiff_t)t * m->dice * PRESS_LANES);
        const four *stop = (const four *)(stops + (ptrdiff_t)t * PRESS_LANES);
        for (int size = t ? 1 : m->dice; size <= m->dice; size++) {
            throw_lanes(m, row, size, roll);
            bool all = size == m->dice;
            for (int q = 0; q < FOURS; q++) {
                if (t && !(all && m->must))
                    four_raise(&roll[q], &stop[q]);
                row[(all ? 0 : size) * FOURS + q] = roll[q];
            }
        }
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
