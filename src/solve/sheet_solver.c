#include "solve/sheet_solver.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "solve/parallel.h"
#include "solve/sheet_turn.h"

/* The value table has a row of `stride` upper totals for each card state, a state being the filled
 * boxes and one bit for points in the five-of-a-kind box. Rows extend beyond par, where values are
 * constant, so that all lanes can be read starting at any upper total. */
struct sheet_solver {
    struct sheet_table table;
    int stride;
    double *value;
    bool *solved; /* by filled boxes; NULL: all cards are solved */
    int64_t states;
    void (*release)(void *owner); /* NULL: we own the values */
    void *owner;
};

struct job {
    struct sheet_solver *s;
    struct sheet_bench *benches; /* one per thread */
    uint32_t *cards;             /* the filled boxes of each card, those with the most first */
    int start[BOXES_MAX + 1];    /* by number of filled boxes: the first of these cards */
};

static double *row_of(const struct sheet_solver *s, uint32_t filled, bool holds) {
    const struct sheet_table *t = &s->table;
    bool second = holds && t->five_matters;
    return s->value + ((size_t)filled * (t->five_matters ? 2 : 1) + second) * (size_t)s->stride;
}

/* The points `scored` in a turn plus those to come after it: in lane l, with l more upper
 * points. */
static void value_after(void *user, const struct sheet_spot *spot, int scored,
                        double lanes[LANES]) {
    const double *row = row_of(user, spot->filled, spot->holds) + spot->upper;
    lanes_add(row, scored, lanes);
}

static void solve_card(struct sheet_solver *s, uint32_t filled, bool holds,
                       struct sheet_bench *bench) {
    const struct sheet_table *t = &s->table;
    const struct sheet_after after = {value_after, s};
    double *row = row_of(s, filled, holds);
    int first, last = sheet_upper_range(t, filled, &first);
    for (int upper = first; upper <= last; upper += LANES) {
        struct sheet_spot spot = {.filled = filled, .holds = holds, .upper = upper};
        struct lane value;
        sheet_turn(t, &spot, &after, bench, &value);
        int n = last - upper + 1 < LANES ? last - upper + 1 : LANES;
        memcpy(row + upper, value.v, (size_t)n * sizeof *row);
    }
    for (int upper = 0; upper < first; upper++)
        row[upper] = row[first];
    for (int upper = t->par + 1; upper < s->stride; upper++)
        row[upper] = row[t->par];
}

static void solve_piece(void *user, int thread, int i) {
    struct job *job = user;
    const struct sheet_table *t = &job->s->table;
    uint32_t filled = job->cards[i];
    solve_card(job->s, filled, false, &job->benches[thread]);
    if (t->five_matters && (filled >> t->five & 1))
        solve_card(job->s, filled, true, &job->benches[thread]);
    job->s->solved[filled] = true;
}

/* A card needs those with one more filled box. */
static int cards_before(void *user, int i) {
    const struct job *job = user;
    return job->start[__builtin_popcount(job->cards[i])];
}

static void finish_full_card(const struct sheet_solver *s) {
    const struct sheet_table *t = &s->table;
    for (int holds = 0; holds <= t->five_matters; holds++) {
        double *row = row_of(s, t->full, holds);
        for (int upper = 0; upper < s->stride; upper++)
            row[upper] = upper >= t->par ? t->rules.params.upper_bonus : 0;
    }
}

/* Lists the cards that are not solved yet and have at least these boxes filled. */
static int list_cards(struct job *job, uint32_t least) {
    const struct sheet_table *t = &job->s->table;
    int count = 0;
    for (int filled = t->boxes - 1; filled >= __builtin_popcount(least); filled--) {
        job->start[filled] = count;
        for (uint32_t card = least; card <= t->full; card = (card + 1) | least) {
            if (__builtin_popcount(card) == filled && !job->s->solved[card])
                job->cards[count++] = card;
        }
    }
    return count;
}

bool sheet_solver_reach(struct sheet_solver *s, uint32_t filled, int threads, struct work *work) {
    const struct sheet_table *t = &s->table;
    if (!s->solved || s->solved[filled])
        return true;
    threads = threads < 1 ? 1 : threads > THREADS_MAX ? THREADS_MAX : threads;
    struct job *job = grab(1, sizeof *job);
    job->s = s;
    job->benches = must(aligned_alloc(64, (size_t)threads * sizeof *job->benches));
    memset(job->benches, 0, (size_t)threads * sizeof *job->benches);
    job->cards = grab(t->full + 1, sizeof *job->cards);
    int count = list_cards(job, filled);
    work_begin(work, (uint64_t)count);
    bool good = parallel_in_order(count, threads, work, cards_before, solve_piece, job);
    parallel_free(job->benches);
    parallel_free(job->cards);
    parallel_free(job);
    if (s->solved[0]) {
        parallel_free(s->solved);
        s->solved = NULL;
    }
    return good;
}

/* Makes a solver with everything but the values. */
static struct sheet_solver *without_values(const struct rules *r) {
    struct sheet_solver *s = grab(1, sizeof *s);
    sheet_table_make(&s->table, r);
    const struct sheet_table *t = &s->table;
    s->stride = (t->par + LANES + 7) / 8 * 8;
    for (uint32_t filled = 0; filled <= t->full; filled++) {
        int first, last = sheet_upper_range(t, filled, &first);
        bool twice = t->five_matters && (filled >> t->five & 1);
        s->states += (int64_t)(last - first + 1) * (twice ? 2 : 1);
    }
    return s;
}

static size_t row_count(const struct sheet_solver *s) {
    return ((size_t)s->table.full + 1) * (s->table.five_matters ? 2 : 1);
}

/* The last row may be read up to LANES values beyond its end. */
static size_t value_count(const struct sheet_solver *s) {
    return row_count(s) * (size_t)s->stride + LANES;
}

struct sheet_solver *sheet_solver_new(const struct rules *r) {
    struct sheet_solver *s = without_values(r);
    s->value = grab(value_count(s), sizeof *s->value);
    s->solved = grab(s->table.full + 1, sizeof *s->solved);
    s->solved[s->table.full] = true;
    finish_full_card(s);
    return s;
}

struct sheet_solver *sheet_solve(const struct rules *r, int threads, struct work *work) {
    struct sheet_solver *s = sheet_solver_new(r);
    if (sheet_solver_reach(s, 0, threads, work))
        return s;
    sheet_solver_free(s);
    return NULL;
}

void sheet_solver_free(struct sheet_solver *s) {
    if (!s)
        return;
    if (s->release)
        s->release(s->owner);
    else
        parallel_free(s->value);
    parallel_free(s->solved);
    parallel_free(s);
}

/* ---- stored tables ---- */

void sheet_solver_shape(const struct rules *r, uint32_t ret[SHAPE_NUMBERS]) {
    struct sheet_solver *s = without_values(r);
    ret[0] = (uint32_t)s->table.boxes;
    ret[1] = (uint32_t)row_count(s);
    ret[2] = (uint32_t)s->stride;
    ret[3] = (uint32_t)s->states;
    sheet_solver_free(s);
}

const void *sheet_solver_payload(const struct sheet_solver *s, size_t *ret_size) {
    *ret_size = value_count(s) * sizeof *s->value;
    return s->value;
}

/* Solves some cards again, spread over the table and including the empty card. A different
 * solver's values would differ nearly everywhere. */
static bool proves_true(const struct sheet_solver *s) {
    enum { PROBES = 61 }; /* prime, so that the open boxes of the cards vary */
    const struct sheet_table *t = &s->table;
    const struct sheet_after after = {value_after, (void *)s};
    struct sheet_bench *bench = grab(1, sizeof *bench);
    bool good = true;
    for (uint32_t i = 0; good && i < PROBES; i++) {
        uint32_t filled = (uint32_t)((uint64_t)t->full * i / PROBES);
        int first, last = sheet_upper_range(t, filled, &first);
        struct sheet_spot spot = {.filled = filled, .upper = first};
        struct lane value;
        spot.holds = t->five_matters && (filled >> t->five & 1) && i % 2;
        sheet_turn(t, &spot, &after, bench, &value);
        const double *row = row_of(s, filled, spot.holds) + first;
        for (int l = 0; l < LANES && first + l <= last; l++)
            good = good && fabs(value.v[l] - row[l]) < 1e-9;
    }
    free(bench);
    return good;
}

struct sheet_solver *sheet_solver_from_payload(const struct rules *r, const void *data, size_t size,
                                               void (*release)(void *owner), void *owner) {
    struct sheet_solver *s = without_values(r);
    s->value = (double *)data; /* never written */
    s->release = release;
    s->owner = owner;
    if (size == value_count(s) * sizeof *s->value && proves_true(s))
        return s;
    free(s);
    return NULL;
}

const struct rules *sheet_solver_rules(const struct sheet_solver *s) {
    return &s->table.rules;
}

const struct sheet_table *sheet_solver_table(const struct sheet_solver *s) {
    return &s->table;
}

struct sheet_after sheet_solver_after(const struct sheet_solver *s) {
    return (struct sheet_after){value_after, (void *)s};
}

int64_t sheet_solver_states(const struct sheet_solver *s) {
    return s->states;
}

/* FNV-1a over all values, in millionths: it changes with every significant change of a value, but
 * not with the last bits, which may depend on the compiler. */
uint64_t sheet_solver_signature(const struct sheet_solver *s) {
    const struct sheet_table *t = &s->table;
    uint64_t hash = 14695981039346656037u;
    for (uint32_t filled = 0; filled <= t->full; filled++) {
        for (int holds = 0; holds <= (t->five_matters && (filled >> t->five & 1)); holds++) {
            int first, last = sheet_upper_range(t, filled, &first);
            for (int upper = first; upper <= last; upper++) {
                uint64_t value = (uint64_t)(row_of(s, filled, holds)[upper] * 1e6 + 0.5);
                for (int byte = 0; byte < 8; byte++)
                    hash = (hash ^ (value >> (8 * byte) & 255)) * 1099511628211u;
            }
        }
    }
    return hash;
}

/* ---- single positions ---- */

double sheet_solver_to_come(const struct sheet_solver *s, const struct card *card) {
    struct sheet_spot spot = sheet_spot_of(&s->table, card);
    return row_of(s, spot.filled, spot.holds)[spot.upper];
}

double sheet_solver_value(const struct sheet_solver *s) {
    return row_of(s, 0, false)[0];
}

void sheet_advise(const struct sheet_solver *s, const struct game *g, struct advice *ret) {
    const struct sheet_after after = {value_after, (void *)s};
    const struct card *card = &g->card[g->seat];
    int so_far = sheet_spot_of(&s->table, card).total;
    ret->count = 0;
    if (g->phase == PHASE_ROLL && g->rolls == 0) {
        ret->value = so_far + sheet_solver_to_come(s, card); /* this value is in the table */
        return;
    }
    struct sheet_bench bench;
    sheet_turn_advise(&s->table, g, &after, &bench, so_far, ret);
}
