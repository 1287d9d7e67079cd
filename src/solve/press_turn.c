#include "solve/press_turn.h"

#include <stdlib.h>

/* A processor with wider registers is found when the program starts. Sanitizers run before that
 * choice can be made. Neither version may contract a * b + c, so all give the same digits. */
#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(__SANITIZE_ADDRESS__) &&             \
    !defined(__SANITIZE_THREAD__) && !defined(__clang__)
#define WIDEST __attribute__((target_clones("avx2", "default")))
#else
#define WIDEST
#endif

#define INLINE static inline __attribute__((always_inline))

/* Four lanes in one value; the compiler makes of it what the processor has. */
typedef double four __attribute__((vector_size(32)));
enum { FOURS = PRESS_LANES / 4 };

INLINE four larger(four a, four b) {
    for (int i = 0; i < 4; i++)
        a[i] = a[i] > b[i] ? a[i] : b[i];
    return a;
}

/* Adds the menus of one run, each with the best of its choices. */
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
                best[q] = larger(best[q], choice[q]);
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

/* A loop of known length is unrolled, which halves the time. */
#define EACH_LENGTH(run, call)                                                                     \
    switch ((run)->choices) {                                                                      \
    case 1:                                                                                        \
        call(1);                                                                                   \
        break;                                                                                     \
    case 2:                                                                                        \
        call(2);                                                                                   \
        break;                                                                                     \
    case 3:                                                                                        \
        call(3);                                                                                   \
        break;                                                                                     \
    case 4:                                                                                        \
        call(4);                                                                                   \
        break;                                                                                     \
    case 5:                                                                                        \
        call(5);                                                                                   \
        break;                                                                                     \
    case 6:                                                                                        \
        call(6);                                                                                   \
        break;                                                                                     \
    case 7:                                                                                        \
        call(7);                                                                                   \
        break;                                                                                     \
    case 8:                                                                                        \
        call(8);                                                                                   \
        break;                                                                                     \
    case 9:                                                                                        \
        call(9);                                                                                   \
        break;                                                                                     \
    default:                                                                                       \
        call((run)->choices);                                                                      \
        break;                                                                                     \
    }

/* What throwing `size` dice is worth in each lane at the turn points of `row`. */
INLINE void throw_lanes(const struct press_menus *m, const four *row, int size, four sum[FOURS]) {
    for (int q = 0; q < FOURS; q++)
        sum[q] = (four){0};
    const struct press_run *end = m->runs[size] + m->run_count[size];
    for (const struct press_run *run = m->runs[size]; run < end; run++) {
#define LANES(length) run_lanes(run, row, sum, length)
        EACH_LENGTH(run, LANES)
    }
}

static double throw_one(const struct press_menus *m, const double *row, int size) {
    double sum = 0;
    const struct press_run *end = m->runs[size] + m->run_count[size];
    for (const struct press_run *run = m->runs[size]; run < end; run++) {
#define ONE(length) run_one(run, row, &sum, length)
        EACH_LENGTH(run, ONE)
    }
    return sum;
}

WIDEST static void walk_lanes(const struct press_menus *m, double *rows, const double *stops,
                              int last, double *ret) {
    four roll[FOURS];
    for (int t = last - 1; t > 0; t--) {
        four *row = (four *)(rows + (ptrdiff_t)t * m->dice * PRESS_LANES);
        const four *stop = (const four *)(stops + (ptrdiff_t)t * PRESS_LANES);
        for (int size = 1; size < m->dice; size++) {
            throw_lanes(m, row, size, roll);
            for (int q = 0; q < FOURS; q++)
                row[size * FOURS + q] = larger(stop[q], roll[q]);
        }
        throw_lanes(m, row, m->dice, roll);
        for (int q = 0; q < FOURS; q++)
            row[q] = m->must ? roll[q] : larger(stop[q], roll[q]);
    }
    throw_lanes(m, (const four *)rows, m->dice, roll);
    for (int l = 0; l < PRESS_LANES; l++)
        ret[l] = roll[l / 4][l % 4];
}

void press_turn_lanes(const struct press_menus *m, double *rows, const double *stops, int last,
                      double ret[PRESS_LANES]) {
    walk_lanes(m, rows, stops, last, ret);
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
