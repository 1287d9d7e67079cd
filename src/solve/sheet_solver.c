#include "solve/sheet_solver.h"

#include <stdlib.h>
#include <string.h>

#include "solve/lanes.h"
#include "solve/parallel.h"
#include "solve/sheet_table.h"

/* The value table has a row of `stride` upper totals for each card state, a state being the filled
 * boxes and one bit for points in the five-alike box. A row goes on for one turn's points beyond
 * the par, where nothing changes any more, so that reading behind it needs no test. */
struct sheet_solver {
    struct sheet_table table;
    int stride;
    double *value;
    int64_t states;
};

/* Scratch memory of one thread. */
struct bench {
    struct lane hand[HAND_COUNT_MAX];
    struct lane row[BOXES_MAX][KINDS_MAX];
};

struct job {
    struct sheet_solver *s;
    struct bench *benches;
    const uint32_t *cards; /* the filled boxes of the cards of this level */
};

static double *row_of(const struct sheet_solver *s, uint32_t filled, bool holds) {
    const struct sheet_table *t = &s->table;
    bool second = holds && t->five_matters;
    return s->value + ((size_t)filled * (t->five_matters ? 2 : 1) + second) * (size_t)s->stride;
}

/* The state after filling `box` with a number of points. */
static const double *row_after(const struct sheet_solver *s, uint32_t filled, bool holds, int box,
                               int points) {
    return row_of(s, filled | 1u << box, box == s->table.five ? points > 0 : holds);
}

/* How far filling this box moves the upper total. */
static int upper_step(const struct sheet_table *t, int box, int points) {
    return t->par && box_is_upper(&t->rules.book->boxes[box]) ? points : 0;
}

/* What each kind of roll brings in the open boxes, for LANES upper totals from `upper` on. */
static int score_rows(const struct sheet_solver *s, uint32_t filled, bool holds, int upper,
                      struct bench *bench, struct lane_box *boxes) {
    const struct sheet_table *t = &s->table;
    int count = 0;
    for (int box = 0; box < t->boxes; box++) {
        if (filled >> box & 1)
            continue;
        for (int k = 0; k < t->kinds[box]; k++) {
            int points = t->points[box][k];
            const double *after =
                row_after(s, filled, holds, box, points) + upper + upper_step(t, box, points);
            double *row = bench->row[box][k].v;
            for (int l = 0; l < LANES; l++)
                row[l] = points + after[l];
        }
        boxes[count++] = (struct lane_box){bench->row[box], t->kind[box]};
    }
    return count;
}

/* Five alike with the five-alike box filled: as the referee says. */
static void score_jokers(const struct sheet_solver *s, uint32_t filled, bool holds, int upper,
                         struct bench *bench) {
    const struct sheet_table *t = &s->table;
    for (int face = 1; face <= FACES; face++) {
        const struct joker_claim *claims = sheet_joker_claims(t, filled, holds, face);
        double *out = bench->hand[t->hands.inner + t->alike_roll[face]].v;
        bool first = true;
        for (int box = 0; box < t->boxes; box++) {
            if ((filled >> box & 1) || !claims[box].allowed)
                continue;
            int points = claims[box].points, all = points + claims[box].bonus;
            const double *after =
                row_after(s, filled, holds, box, points) + upper + upper_step(t, box, points);
            for (int l = 0; l < LANES; l++) {
                double value = all + after[l];
                out[l] = first || value > out[l] ? value : out[l];
            }
            first = false;
        }
    }
}

static void solve_card(const struct sheet_solver *s, uint32_t filled, bool holds,
                       struct bench *bench) {
    const struct sheet_table *t = &s->table;
    struct lane_box boxes[BOXES_MAX];
    double *row = row_of(s, filled, holds);
    int first, last = sheet_upper_range(t, filled, &first);
    for (int upper = first; upper <= last; upper += LANES) {
        struct lane value;
        int count = score_rows(s, filled, holds, upper, bench, boxes);
        lanes_score(&t->hands, boxes, count, bench->hand);
        if (t->five >= 0 && (filled >> t->five & 1))
            score_jokers(s, filled, holds, upper, bench);
        for (int roll = 1; roll < t->rules.book->rolls; roll++) {
            lanes_keep(&t->hands, bench->hand);
            lanes_choose(&t->hands, bench->hand);
        }
        lanes_root(&t->hands, bench->hand, &value);
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
}

static void finish_full_card(const struct sheet_solver *s) {
    const struct sheet_table *t = &s->table;
    for (int holds = 0; holds <= t->five_matters; holds++) {
        double *row = row_of(s, t->full, holds);
        for (int upper = 0; upper < s->stride; upper++)
            row[upper] = upper >= t->par ? t->rules.params.upper_bonus : 0;
    }
}

static void *grab(size_t count, size_t size) {
    void *memory = calloc(count, size);
    if (!memory)
        abort();
    return memory;
}

/* Cards by number of filled boxes, from one short of full down to the empty one. */
static bool solve_levels(struct sheet_solver *s, int threads, struct work *work) {
    const struct sheet_table *t = &s->table;
    struct bench *benches = aligned_alloc(64, (size_t)threads * sizeof *benches);
    uint32_t *cards = grab(t->full + 1, sizeof *cards);
    bool good = true;
    if (!benches)
        abort();
    memset(benches, 0, (size_t)threads * sizeof *benches);
    if (work)
        atomic_store(&work->total, t->full);
    finish_full_card(s);
    for (int level = t->boxes - 1; good && level >= 0; level--) {
        int count = 0;
        for (uint32_t filled = 0; filled <= t->full; filled++) {
            if (__builtin_popcount(filled) == level)
                cards[count++] = filled;
        }
        struct job job = {s, benches, cards};
        good = parallel(count, threads, work, solve_piece, &job);
    }
    free(cards);
    free(benches);
    return good;
}

struct sheet_solver *sheet_solve(const struct rules *r, int threads, struct work *work) {
    struct sheet_solver *s = grab(1, sizeof *s);
    sheet_table_make(&s->table, r);
    const struct sheet_table *t = &s->table;
    threads = threads < 1 ? 1 : threads > THREADS_MAX ? THREADS_MAX : threads;
    s->stride = (t->par + 1 + BONUS_STEP + LANES + 7) / 8 * 8;
    size_t rows = ((size_t)t->full + 1) * (t->five_matters ? 2 : 1);
    s->value = grab(rows * (size_t)s->stride + LANES, sizeof *s->value);
    for (uint32_t filled = 0; filled <= t->full; filled++) {
        int first, last = sheet_upper_range(t, filled, &first);
        bool twice = t->five_matters && (filled >> t->five & 1);
        s->states += (int64_t)(last - first + 1) * (twice ? 2 : 1);
    }
    if (solve_levels(s, threads, work))
        return s;
    sheet_solver_free(s);
    return NULL;
}

void sheet_solver_free(struct sheet_solver *s) {
    if (!s)
        return;
    free(s->value);
    free(s);
}

const struct rules *sheet_solver_rules(const struct sheet_solver *s) {
    return &s->table.rules;
}

int64_t sheet_solver_states(const struct sheet_solver *s) {
    return s->states;
}

/* FNV-1a over all values, in units of 1e-9: a change that matters anywhere changes it, and the last
 * bits, which may depend on the compiler, do not. */
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

struct moment {
    uint32_t filled;
    bool holds;
    int upper;
    double so_far; /* points on the card, without the upper bonus, which is part of the values */
};

static struct moment moment_of(const struct sheet_solver *s, const struct card *card) {
    const struct sheet_table *t = &s->table;
    int upper = card_upper(t->rules.book, card);
    return (struct moment){
        .filled = card->filled,
        .holds = t->five >= 0 && card->points[t->five] > 0,
        .upper = upper < t->par ? upper : t->par,
        .so_far = upper + card_lower(&t->rules, card),
    };
}

double sheet_solver_to_come(const struct sheet_solver *s, const struct card *card) {
    struct moment m = moment_of(s, card);
    return row_of(s, m.filled, m.holds)[m.upper];
}

double sheet_solver_value(const struct sheet_solver *s) {
    return row_of(s, 0, false)[0];
}

/* The value of filling a box, or a negative number when that is not allowed. */
static double box_value(const struct sheet_solver *s, const struct moment *m, int roll, int box,
                        int *ret_points) {
    const struct sheet_table *t = &s->table;
    int points = t->points[box][t->kind[box][roll]], all = points;
    int face = dice_commonest(t->hands.hand[t->hands.inner + roll]);
    if (t->five >= 0 && (m->filled >> t->five & 1) && t->alike_roll[face] == roll) {
        const struct joker_claim *claim = &sheet_joker_claims(t, m->filled, m->holds, face)[box];
        if (!claim->allowed)
            return -1;
        points = claim->points;
        all = points + claim->bonus;
    }
    *ret_points = points;
    int upper = m->upper + upper_step(t, box, points);
    return all + row_after(s, m->filled, m->holds, box, points)[upper];
}

static void roll_values(const struct sheet_solver *s, const struct moment *m, double *hand) {
    const struct sheet_table *t = &s->table;
    for (int roll = 0; roll < t->hands.count - t->hands.inner; roll++) {
        double best = -1;
        for (int box = 0; box < t->boxes; box++) {
            int points;
            double value = m->filled >> box & 1 ? -1 : box_value(s, m, roll, box, &points);
            best = value > best ? value : best;
        }
        hand[t->hands.inner + roll] = best;
    }
}

static void keep_values(const struct hands *h, double *hand) {
    for (int k = h->inner - 1; k >= 0; k--) {
        const uint16_t *more = h->more[k];
        hand[k] = (hand[more[0]] + hand[more[1]] + hand[more[2]] + hand[more[3]] + hand[more[4]] +
                   hand[more[5]]) *
                  (1.0 / FACES);
    }
}

static void choose_values(const struct hands *h, double *hand) {
    for (int i = 0; i < h->runs; i++) {
        for (int c = h->run[i]; c < h->run[i + 1]; c++) {
            const struct climb *climb = &h->climbs[c];
            double best = hand[climb->hand];
            for (int f = 0; f < h->faces[i]; f++)
                best = hand[climb->from[f]] > best ? hand[climb->from[f]] : best;
            hand[climb->hand] = best;
        }
    }
}

void sheet_advise(const struct sheet_solver *s, const struct game *g, struct advice *ret) {
    const struct sheet_table *t = &s->table;
    struct moment m = moment_of(s, &g->card[g->seat]);
    double hand[HAND_COUNT_MAX];
    int rolls = t->rules.book->rolls;
    /* A turn that is about to begin has its value in the table. */
    ret->count = 0;
    if (g->phase == PHASE_ROLL && g->rolls == 0) {
        ret->value = m.so_far + row_of(s, m.filled, m.holds)[m.upper];
        return;
    }
    if (g->rolls < rolls) {
        roll_values(s, &m, hand);
        keep_values(&t->hands, hand);
        for (int roll = rolls - 1; roll > g->rolls; roll--) {
            choose_values(&t->hands, hand);
            keep_values(&t->hands, hand);
        }
    }
    if (g->phase == PHASE_ROLL) {
        ret->value = m.so_far + hand[hand_index(&t->hands, g->dice)];
        return;
    }
    struct action list[ACTIONS_MAX];
    int roll = hand_index(&t->hands, g->dice) - t->hands.inner;
    ret->count = game_legal(&t->rules, g, list);
    for (int i = 0; i < ret->count; i++) {
        struct valued_action *a = &ret->actions[i];
        *a = (struct valued_action){.action = list[i]};
        a->value =
            m.so_far + (list[i].act == ACT_KEEP ? hand[hand_index(&t->hands, list[i].dice)]
                                                : box_value(s, &m, roll, list[i].box, &a->points));
    }
    advice_sort(ret, false);
}
