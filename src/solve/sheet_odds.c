#include "solve/sheet_odds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "solve/parallel.h"
#include "solve/sheet_soft.h"
#include "solve/vector.h"

/* Probabilities below these are dropped. */
static const double NEGLIGIBLE = 1e-20, NEGLIGIBLE_SOFT = 1e-15;

/* A card state with one upper total: its probability, and the distribution of points so far. */
struct row {
    int low, high;   /* range of possible points scored since the start */
    double mass;     /* probability of reaching this state; if 0, the rest is unset */
    double *chance;  /* probability of points: chance[points - low], within the node's block */
    double *bonuses; /* stored after `chance`: probability of n five-of-a-kind bonuses */
};

/* A card state with all its upper totals. */
struct node {
    int first, last; /* upper totals; the first also stands for all below it */
    struct row *rows;
    double *block;
};

/* A possible outcome of a turn, from one row to another. */
struct move {
    double chance;
    int16_t scored;
    uint8_t box, bonus;
    uint8_t from, to; /* upper totals, relative to each node's first */
    uint8_t from_holds, to_holds;
};

_Static_assert(UPPER_MAX <= UINT8_MAX, "a move has one byte for an upper total");

/* The moves from a card state, sorted by box, and the resulting box statistics. */
struct moves {
    struct move *list;
    int begin[BOXES_MAX + 1];
    double box_mean[BOXES_MAX], box_zero[BOXES_MAX];
};

struct odds_bench {
    struct policy_bench policy;
    struct soft_bench soft;
    struct outcome outcomes[OUTCOMES_MAX];
    struct move *moves;
    int count, room;
    double *cells;
    size_t cell_room;
};

/* How turns with mistakes are played. The function is called through a pointer, so that a program
 * that computes only perfect play need not link it. */
struct mistakes {
    const struct sheet_soft *soft;
    void (*turn)(const struct sheet_table *t, const struct sheet_soft *soft,
                 const struct sheet_spot *spot, const struct sheet_after *after,
                 struct soft_bench *work, struct policy_bench *bench);
};

struct odds_job {
    const struct sheet_solver *s;
    const struct sheet_table *t;
    const struct game *game;         /* position in the first turn; NULL: its start */
    const struct mistakes *mistakes; /* NULL: none */
    double negligible;
    uint32_t from, open; /* boxes filled at the start, and those still open then */
    int level;           /* number of boxes filled since the start */
    struct node *nodes;  /* two per card, by the boxes filled since the start, as a dense number */
    struct moves *moves; /* one per card */
    struct odds_bench *benches;
    const uint32_t *dense; /* the cards of this level */
};

static bool five_filled(const struct odds_job *job, uint32_t filled) {
    return job->t->five_matters && (filled >> job->t->five & 1);
}

static int clamp_upper(const struct node *node, int upper) {
    return (upper < node->first ? node->first : upper) - node->first;
}

static void *resized(void *memory, size_t count, size_t size) {
    memory = must(realloc(memory, (count ? count : 1) * size));
    return memory;
}

static void forget_node(struct node *node) {
    free(node->rows);
    free(node->block);
    *node = (struct node){0};
}

static void forget_moves(struct moves *moves) {
    free(moves->list);
    moves->list = NULL;
}

/* ---- moves out of a card ---- */

static void note_moves(const struct odds_job *job, struct odds_bench *bench, struct moves *moves,
                       const struct sheet_spot *spot, int lane, double mass) {
    int n = sheet_policy_outcomes(job->t, spot, &bench->policy, lane, bench->outcomes);
    if (bench->count + n > bench->room) {
        bench->room = (bench->count + n) * 2;
        bench->moves = resized(bench->moves, (size_t)bench->room, sizeof *bench->moves);
    }
    int first_here, first_there = 0;
    sheet_upper_range(job->t, spot->filled, &first_here);
    for (int i = 0, box = -1; i < n; i++) {
        const struct outcome *o = &bench->outcomes[i];
        if (o->box != box)
            sheet_upper_range(job->t, o->after.filled, &first_there);
        box = o->box;
        int upper = o->after.upper < first_there ? first_there : o->after.upper;
        bench->moves[bench->count++] = (struct move){
            .chance = o->chance,
            .scored = (int16_t)o->scored,
            .box = (uint8_t)box,
            .bonus = o->scored > o->points,
            .from = (uint8_t)(spot->upper - first_here),
            .to = (uint8_t)(upper - first_there),
            .from_holds = spot->holds,
            .to_holds = o->after.holds && job->t->five_matters,
        };
        moves->box_mean[box] += mass * o->chance * o->points;
        moves->box_zero[box] += o->points ? 0 : mass * o->chance;
    }
}

static void decide_node(const struct odds_job *job, struct odds_bench *bench, struct moves *moves,
                        uint32_t filled, bool holds) {
    struct sheet_after after = sheet_solver_after(job->s);
    const struct node *node =
        &job->nodes[boxes_squeeze(filled & ~job->from, job->open) * 2 + holds];
    int upper = node->first;
    while (node->rows && upper <= node->last) {
        if (node->rows[upper - node->first].mass == 0) {
            upper++;
            continue;
        }
        struct sheet_spot spot = {.filled = filled, .holds = holds, .upper = upper};
        if (job->mistakes)
            job->mistakes->turn(job->t, job->mistakes->soft, &spot, &after, &bench->soft,
                                &bench->policy);
        else
            sheet_policy_make(job->t, &spot, &after, filled == job->from ? job->game : NULL,
                              &bench->policy);
        for (int l = 0; l < LANES && upper <= node->last; l++, upper++) {
            double mass = node->rows[upper - node->first].mass;
            spot.upper = upper;
            if (mass != 0)
                note_moves(job, bench, moves, &spot, l, mass);
        }
    }
}

/* Copies the moves from the bench, sorted by box. */
static void sort_moves(const struct odds_bench *bench, struct moves *moves) {
    int next[BOXES_MAX + 1] = {0};
    for (int i = 0; i < bench->count; i++)
        next[bench->moves[i].box + 1]++;
    for (int box = 0; box < BOXES_MAX; box++)
        next[box + 1] += next[box];
    memcpy(moves->begin, next, sizeof moves->begin);
    moves->list = resized(NULL, (size_t)bench->count, sizeof *moves->list);
    for (int i = 0; i < bench->count; i++)
        moves->list[next[bench->moves[i].box]++] = bench->moves[i];
}

static void decide(void *user, int thread, int i) {
    struct odds_job *job = user;
    struct odds_bench *bench = &job->benches[thread];
    uint32_t filled = job->from | boxes_spread(job->dense[i], job->open);
    struct moves *moves = &job->moves[job->dense[i]];
    bench->count = 0;
    for (int holds = 0; holds <= five_filled(job, filled); holds++)
        decide_node(job, bench, moves, filled, holds);
    sort_moves(bench, moves);
}

/* ---- probability and points of a card, from the moves into it ---- */

CLONES static void add_scaled(double *restrict to, const double *restrict from, double by, int n) {
    for (int i = 0; i < n; i++)
        to[i] += by * from[i];
}

/* Iterates over all moves into a card, always in the same order. */
struct arrivals {
    const struct odds_job *job;
    uint32_t dense;
    int box;
    const struct node *sources;
    const struct move *at, *end;
};

static const struct move *next_arrival(struct arrivals *a) {
    while (a->at == a->end) {
        uint32_t bit;
        do {
            if (++a->box == a->job->t->boxes)
                return NULL;
            bit = boxes_squeeze(1u << a->box, a->job->open);
        } while (!(a->dense & bit));
        const struct moves *moves = &a->job->moves[a->dense ^ bit];
        a->sources = &a->job->nodes[(a->dense ^ bit) * 2];
        a->at = &moves->list[moves->begin[a->box]];
        a->end = &moves->list[moves->begin[a->box + 1]];
    }
    return a->at++;
}

static const struct row *source_of(const struct arrivals *a, const struct move *m) {
    return &a->sources[m->from_holds].rows[m->from];
}

/* Determines the range and mass of each row; returns the number of cells needed. */
static size_t lay_out(const struct odds_job *job, uint32_t dense, struct node node[2]) {
    struct arrivals a = {.job = job, .dense = dense, .box = -1};
    size_t cells = 0;
    for (const struct move *m; (m = next_arrival(&a));) {
        const struct row *from = source_of(&a, m);
        struct row *to = &node[m->to_holds].rows[m->to];
        int low = from->low + m->scored, high = from->high + m->scored;
        to->low = to->mass == 0 || low < to->low ? low : to->low;
        to->high = to->mass == 0 || high > to->high ? high : to->high;
        to->mass += m->chance * from->mass;
    }
    for (int holds = 0; holds < 2; holds++) {
        for (int i = 0; node[holds].rows && i <= node[holds].last - node[holds].first; i++) {
            const struct row *row = &node[holds].rows[i];
            if (row->mass != 0)
                cells += (size_t)(row->high - row->low + 1 + job->level + 1);
        }
    }
    return cells;
}

static void place_rows(const struct odds_job *job, struct node *node, double **cell) {
    for (int i = 0; node->rows && i <= node->last - node->first; i++) {
        struct row *row = &node->rows[i];
        if (row->mass == 0)
            continue;
        row->chance = *cell;
        row->bonuses = row->chance + (row->high - row->low + 1);
        *cell = row->bonuses + job->level + 1;
    }
}

static void arrive(const struct odds_job *job, uint32_t dense, struct node node[2]) {
    struct arrivals a = {.job = job, .dense = dense, .box = -1};
    for (const struct move *m; (m = next_arrival(&a));) {
        const struct row *from = source_of(&a, m);
        struct row *to = &node[m->to_holds].rows[m->to];
        add_scaled(to->chance + (from->low + m->scored - to->low), from->chance, m->chance,
                   from->high - from->low + 1);
        add_scaled(to->bonuses + m->bonus, from->bonuses, m->chance, job->level);
    }
}

/* Copies the rows out of the bench, without their negligible ends. */
static void settle(const struct odds_job *job, struct node *node) {
    size_t cells = 0;
    for (int i = 0; node->rows && i <= node->last - node->first; i++) {
        struct row *row = &node->rows[i];
        int low = row->low, high = row->high;
        if (row->mass < job->negligible) {
            *row = (struct row){0};
            continue;
        }
        while (low < high && row->chance[low - row->low] < job->negligible)
            low++;
        while (high > low && row->chance[high - row->low] < job->negligible)
            high--;
        row->chance += low - row->low;
        row->low = low;
        row->high = high;
        cells += (size_t)(high - low + 1 + job->level + 1);
    }
    double *cell = node->block = resized(NULL, cells, sizeof *cell);
    for (int i = 0; node->rows && i <= node->last - node->first; i++) {
        struct row *row = &node->rows[i];
        size_t width = (size_t)(row->high - row->low + 1), counts = (size_t)job->level + 1;
        if (row->mass == 0 || !row->chance)
            continue;
        row->chance = memcpy(cell, row->chance, width * sizeof *cell);
        row->bonuses = memcpy(cell + width, row->bonuses, counts * sizeof *cell);
        cell += width + counts;
    }
}

static void gather(void *user, int thread, int i) {
    struct odds_job *job = user;
    struct odds_bench *bench = &job->benches[thread];
    uint32_t dense = job->dense[i], filled = job->from | boxes_spread(dense, job->open);
    struct node *node = &job->nodes[dense * 2];
    for (int holds = 0; holds <= five_filled(job, filled); holds++) {
        node[holds].last = sheet_upper_range(job->t, filled, &node[holds].first);
        node[holds].rows =
            grab((size_t)(node[holds].last - node[holds].first + 1), sizeof(struct row));
    }
    size_t cells = lay_out(job, dense, node);
    if (cells > bench->cell_room) {
        bench->cell_room = cells + cells / 2;
        free(bench->cells);
        bench->cells = resized(NULL, bench->cell_room, sizeof *bench->cells);
    }
    if (cells) /* a card that is never reached needs no cells, and the bench may have none */
        memset(bench->cells, 0, cells * sizeof *bench->cells);
    double *cell = bench->cells;
    place_rows(job, &node[0], &cell);
    place_rows(job, &node[1], &cell);
    arrive(job, dense, node);
    settle(job, &node[0]);
    settle(job, &node[1]);
}

/* ---- all levels ---- */

static void start(struct odds_job *job, const struct sheet_spot *spot) {
    struct node *node = &job->nodes[spot->holds && job->t->five_matters];
    node->last = sheet_upper_range(job->t, spot->filled, &node->first);
    node->rows = grab((size_t)(node->last - node->first + 1), sizeof *node->rows);
    node->block = grab(2, sizeof *node->block);
    node->block[0] = node->block[1] = 1;
    node->rows[clamp_upper(node, spot->upper)] =
        (struct row){.mass = 1, .chance = node->block, .bonuses = node->block + 1};
}

/* Adds the box statistics of one level, always in the same order. */
static void add_boxes(const struct odds_job *job, int count, struct sheet_odds *odds) {
    for (int i = 0; i < count; i++) {
        const struct moves *moves = &job->moves[job->dense[i]];
        for (int box = 0; box < job->t->boxes; box++) {
            odds->box_mean[box] += moves->box_mean[box];
            odds->box_zero[box] += moves->box_zero[box];
        }
    }
}

/* Adds up the rows of the full card, with the upper bonus where it is earned. */
static void add_up(const struct odds_job *job, uint32_t full, int so_far, struct sheet_odds *odds) {
    const struct sheet_table *t = job->t;
    int counts = __builtin_popcount(job->open) + 1;
    for (int pass = 0; pass < 2; pass++) {
        for (int holds = 0; holds < 2; holds++) {
            const struct node *node = &job->nodes[full * 2 + (uint32_t)holds];
            for (int i = 0; node->rows && i <= node->last - node->first; i++) {
                const struct row *row = &node->rows[i];
                bool bonus = t->par && node->first + i >= t->par;
                int low = so_far + row->low + (bonus ? t->rules.params.upper_bonus : 0);
                int high = low + row->high - row->low;
                if (row->mass == 0)
                    continue;
                if (pass == 0) {
                    odds->low = odds->high < 0 || low < odds->low ? low : odds->low;
                    odds->high = high > odds->high ? high : odds->high;
                    odds->upper_bonus += bonus ? row->mass : 0;
                    add_scaled(odds->bonuses, row->bonuses, 1,
                               counts < BOXES_MAX ? counts : BOXES_MAX);
                } else {
                    add_scaled(odds->chance + (low - odds->low), row->chance, 1, high - low + 1);
                }
            }
        }
        if (pass == 0)
            odds->chance = grab((size_t)(odds->high - odds->low + 1), sizeof *odds->chance);
    }
}

static void conclude(const struct odds_job *job, const struct card *card, uint32_t full, int so_far,
                     struct sheet_odds *odds) {
    odds->high = -1;
    add_up(job, full, so_far, odds);
    for (int box = 0; box < job->t->boxes; box++) {
        if (card->filled >> box & 1) {
            odds->box_mean[box] = card->points[box];
            odds->box_zero[box] = card->points[box] == 0;
        }
    }
    odds->dropped = 1;
    for (int total = odds->low; total <= odds->high; total++)
        odds->dropped -= odds->chance[total - odds->low];
    for (int total = odds->low; total <= odds->high; total++)
        odds->mean += odds->chance[total - odds->low] * total;
    for (int total = odds->low; total <= odds->high; total++) {
        double off = total - odds->mean;
        odds->deviation += odds->chance[total - odds->low] * off * off;
    }
    odds->deviation = sqrt(odds->deviation);
}

/* Lists the cards with `level` boxes filled since the start; returns their number. */
static int cards_of_level(uint32_t cards, int level, uint32_t *dense) {
    int count = 0;
    for (uint32_t d = 0; d < cards; d++) {
        if (__builtin_popcount(d) == level)
            dense[count++] = d;
    }
    return count;
}

static bool run_levels(struct odds_job *job, int boxes, int threads, struct work *work,
                       struct sheet_odds *odds) {
    uint32_t cards = 1u << boxes, *dense = grab(cards, sizeof *dense);
    bool good = true;
    job->dense = dense;
    for (int level = 0; good && level < boxes; level++) {
        int count = cards_of_level(cards, level, dense);
        good = parallel(count, threads, work, decide, job);
        if (good)
            add_boxes(job, count, odds);
        count = cards_of_level(cards, level + 1, dense);
        job->level = level + 1;
        good = good && parallel(count, threads, work, gather, job);
        count = cards_of_level(cards, level, dense);
        for (int i = 0; i < count; i++) {
            forget_node(&job->nodes[dense[i] * 2]);
            forget_node(&job->nodes[dense[i] * 2 + 1]);
            forget_moves(&job->moves[dense[i]]);
        }
    }
    free(dense);
    return good;
}

static struct sheet_odds *odds_from(const struct sheet_solver *s, const struct card *card,
                                    const struct game *game, const struct mistakes *mistakes,
                                    int threads, struct work *work) {
    struct odds_job job = {
        .s = s,
        .t = sheet_solver_table(s),
        .game = game,
        .mistakes = mistakes,
        .negligible = mistakes ? NEGLIGIBLE_SOFT : NEGLIGIBLE,
        .from = card->filled,
    };
    struct sheet_spot spot = sheet_spot_of(job.t, card);
    job.open = job.t->full & ~job.from;
    threads = threads < 1 ? 1 : threads > THREADS_MAX ? THREADS_MAX : threads;
    int boxes = __builtin_popcount(job.open);
    uint32_t cards = 1u << boxes;
    job.nodes = grab((size_t)cards * 2, sizeof *job.nodes);
    job.moves = grab(cards, sizeof *job.moves);
    job.benches = grab((size_t)threads, sizeof *job.benches);
    struct sheet_odds *odds = grab(1, sizeof *odds);
    work_begin(work, 2 * (cards - 1));
    start(&job, &spot);
    bool good = run_levels(&job, boxes, threads, work, odds);
    if (good)
        conclude(&job, card, cards - 1, spot.total, odds);
    for (uint32_t i = 0; i < cards; i++) {
        forget_node(&job.nodes[i * 2]);
        forget_node(&job.nodes[i * 2 + 1]);
        forget_moves(&job.moves[i]);
    }
    for (int i = 0; i < threads; i++) {
        free(job.benches[i].moves);
        free(job.benches[i].cells);
    }
    free(job.nodes);
    free(job.moves);
    free(job.benches);
    if (good)
        return odds;
    sheet_odds_free(odds);
    return NULL;
}

struct sheet_odds *sheet_odds_of(const struct sheet_solver *s, const struct card *card, int threads,
                                 struct work *work) {
    return odds_from(s, card, NULL, NULL, threads, work);
}

struct sheet_odds *sheet_odds_of_game(const struct sheet_solver *s, const struct game *g,
                                      int threads, struct work *work) {
    return odds_from(s, &g->card[g->seat], g, NULL, threads, work);
}

struct sheet_odds *sheet_odds_of_soft(const struct sheet_solver *s, const struct card *card,
                                      double temperature, int threads, struct work *work) {
    struct sheet_soft *soft = grab(1, sizeof *soft);
    sheet_soft_make(sheet_solver_table(s), temperature, soft);
    struct sheet_odds *odds =
        odds_from(s, card, NULL, &(struct mistakes){soft, sheet_soft_turn}, threads, work);
    free(soft);
    return odds;
}

void sheet_odds_free(struct sheet_odds *odds) {
    if (!odds)
        return;
    free(odds->chance);
    free(odds);
}

double sheet_odds_reach(const struct sheet_odds *odds, int total) {
    double sum = 0;
    for (int i = odds->high; i >= odds->low && i >= total; i--) /* smallest terms first */
        sum += odds->chance[i - odds->low];
    return sum;
}

int sheet_odds_percentile(const struct sheet_odds *odds, double chance) {
    double sum = 0;
    for (int total = odds->low; total < odds->high; total++) {
        sum += odds->chance[total - odds->low];
        if (sum >= chance)
            return total;
    }
    return odds->high;
}
