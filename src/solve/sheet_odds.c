#include "solve/sheet_odds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "solve/memory.h"
#include "solve/parallel.h"
#include "solve/sheet_policy.h"

#define NEGLIGIBLE 1e-20

/* What is still to come from one card state and upper total. */
struct future {
    int low, high; /* points still to come, the upper bonus included */
    double *chance;
    double upper_bonus;
    double bonuses[BOXES_MAX];
    double box_mean[BOXES_MAX], box_zero[BOXES_MAX];
};

struct node {
    int first, last; /* upper totals; the first stands for all below it too */
    struct future *at;
};

struct odds_job {
    const struct sheet_solver *s;
    const struct sheet_table *t;
    uint32_t from, open;
    struct node *nodes; /* two a card, by the boxes filled since */
    struct odds_bench *benches;
    const uint32_t *dense; /* of this level */
};

struct odds_bench {
    struct policy_bench policy;
    struct outcome outcomes[OUTCOMES_MAX];
};

static const struct future *future_of(const struct odds_job *job, const struct sheet_spot *spot) {
    bool second = spot->holds && job->t->five_matters;
    const struct node *node = &job->nodes[boxes_squeeze(spot->filled, job->open) * 2 + second];
    int upper = spot->upper < node->first ? node->first : spot->upper;
    return &node->at[upper - node->first];
}

/* ---- one card state ---- */

static void trim(struct future *f) {
    int low = f->low, high = f->high;
    while (low < high && f->chance[low - f->low] < NEGLIGIBLE)
        low++;
    while (high > low && f->chance[high - f->low] < NEGLIGIBLE)
        high--;
    memmove(f->chance, f->chance + (low - f->low), (size_t)(high - low + 1) * sizeof *f->chance);
    double *smaller = realloc(f->chance, (size_t)(high - low + 1) * sizeof *f->chance);
    f->chance = smaller ? smaller : f->chance;
    f->low = low;
    f->high = high;
}

static void add_outcome(struct future *f, const struct future *next, const struct outcome *o,
                        int boxes) {
    double chance = o->chance;
    double *restrict to = f->chance + (next->low + o->scored - f->low);
    const double *restrict from = next->chance;
    int n = next->high - next->low + 1;
    for (int i = 0; i < n; i++)
        to[i] += chance * from[i];
    bool bonus = o->scored > o->points;
    f->upper_bonus += chance * next->upper_bonus;
    for (int i = 0; i < boxes; i++) {
        f->box_mean[i] += chance * next->box_mean[i];
        f->box_zero[i] += chance * next->box_zero[i];
        if (i + bonus < BOXES_MAX)
            f->bonuses[i + bonus] += chance * next->bonuses[i];
    }
    f->box_mean[o->box] += chance * o->points;
    f->box_zero[o->box] += o->points ? 0 : chance;
}

static void work_out(const struct odds_job *job, struct odds_bench *bench,
                     const struct sheet_spot *spot, int lane, struct future *f) {
    struct sheet_after after = sheet_solver_after(job->s);
    int n = sheet_policy_outcomes(job->t, spot, &after, &bench->policy, lane, bench->outcomes);
    for (int i = 0; i < n; i++) {
        const struct outcome *o = &bench->outcomes[i];
        const struct future *next = future_of(job, &o->after);
        int low = next->low + o->scored, high = next->high + o->scored;
        f->low = !i || low < f->low ? low : f->low;
        f->high = !i || high > f->high ? high : f->high;
    }
    f->chance = grab((size_t)(f->high - f->low + 1), sizeof *f->chance);
    for (int i = 0; i < n; i++)
        add_outcome(f, future_of(job, &bench->outcomes[i].after), &bench->outcomes[i],
                    job->t->boxes);
    trim(f);
}

static void work_out_node(const struct odds_job *job, struct odds_bench *bench, uint32_t filled,
                          bool holds, struct node *node) {
    struct sheet_after after = sheet_solver_after(job->s);
    for (int upper = node->first; upper <= node->last; upper += LANES) {
        struct sheet_spot spot = {.filled = filled, .holds = holds, .upper = upper};
        sheet_policy_make(job->t, &spot, &after, &bench->policy);
        for (int l = 0; l < LANES && upper + l <= node->last; l++) {
            spot.upper = upper + l;
            work_out(job, bench, &spot, l, &node->at[upper + l - node->first]);
        }
    }
}

static void finish_full_card(const struct odds_job *job, struct node *node) {
    const struct sheet_table *t = job->t;
    for (int upper = node->first; upper <= node->last; upper++) {
        struct future *f = &node->at[upper - node->first];
        bool bonus = t->par && upper >= t->par;
        f->low = f->high = bonus ? t->rules.params.upper_bonus : 0;
        f->chance = grab(1, sizeof *f->chance);
        f->chance[0] = 1;
        f->upper_bonus = bonus;
        f->bonuses[0] = 1;
    }
}

static void piece(void *user, int thread, int i) {
    struct odds_job *job = user;
    uint32_t filled = job->from | boxes_spread(job->dense[i], job->open);
    bool five_filled = job->t->five >= 0 && (filled >> job->t->five & 1);
    for (int holds = 0; holds <= (five_filled && job->t->five_matters); holds++) {
        struct node *node = &job->nodes[job->dense[i] * 2 + (uint32_t)holds];
        node->last = sheet_upper_range(job->t, filled, &node->first);
        node->at = grab((size_t)(node->last - node->first + 1), sizeof *node->at);
        if (filled == job->t->full)
            finish_full_card(job, node);
        else
            work_out_node(job, &job->benches[thread], filled, holds, node);
    }
}

static void forget(struct node *node) {
    for (int i = 0; node->at && i <= node->last - node->first; i++)
        free(node->at[i].chance);
    free(node->at);
    node->at = NULL;
}

/* ---- all of them ---- */

static struct sheet_odds *result(const struct odds_job *job, const struct card *card) {
    const struct sheet_table *t = job->t;
    struct sheet_odds *odds = grab(1, sizeof *odds);
    struct sheet_spot spot = sheet_spot_of(t, card);
    const struct future *f = future_of(job, &spot);
    int n = f->high - f->low + 1;
    odds->low = spot.total + f->low;
    odds->high = spot.total + f->high;
    odds->chance = grab((size_t)n, sizeof *odds->chance);
    memcpy(odds->chance, f->chance, (size_t)n * sizeof *odds->chance);
    odds->upper_bonus = f->upper_bonus;
    memcpy(odds->bonuses, f->bonuses, sizeof odds->bonuses);
    for (int box = 0; box < t->boxes; box++) {
        bool filled = card->filled >> box & 1;
        odds->box_mean[box] = filled ? card->points[box] : f->box_mean[box];
        odds->box_zero[box] = filled ? card->points[box] == 0 : f->box_zero[box];
    }
    for (int i = 0; i < n; i++)
        odds->mean += odds->chance[i] * (odds->low + i);
    for (int i = 0; i < n; i++) {
        double off = odds->low + i - odds->mean;
        odds->deviation += odds->chance[i] * off * off;
    }
    odds->deviation = sqrt(odds->deviation);
    return odds;
}

struct sheet_odds *sheet_odds_of(const struct sheet_solver *s, const struct card *card, int threads,
                                 struct work *work) {
    struct odds_job job = {.s = s, .t = sheet_solver_table(s), .from = card->filled};
    job.open = job.t->full & ~job.from;
    threads = threads < 1 ? 1 : threads > THREADS_MAX ? THREADS_MAX : threads;
    int boxes = __builtin_popcount(job.open);
    uint32_t cards = 1u << boxes, *dense = grab(cards, sizeof *dense);
    job.nodes = grab((size_t)cards * 2, sizeof *job.nodes);
    job.benches = grab((size_t)threads, sizeof *job.benches);
    job.dense = dense;
    bool good = true;
    if (work)
        atomic_store(&work->total, cards);
    for (int level = boxes; good && level >= 0; level--) {
        int count = 0;
        for (uint32_t d = 0; d < cards; d++) {
            int filled = __builtin_popcount(d);
            if (filled == level)
                dense[count++] = d;
            else if (filled == level + 2) {
                forget(&job.nodes[d * 2]);
                forget(&job.nodes[d * 2 + 1]);
            }
        }
        good = parallel(count, threads, work, piece, &job);
    }
    struct sheet_odds *odds = good ? result(&job, card) : NULL;
    for (uint32_t i = 0; i < cards * 2; i++)
        forget(&job.nodes[i]);
    free(job.nodes);
    free(job.benches);
    free(dense);
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
    for (int i = odds->high; i >= odds->low && i >= total; i--) /* the small ones first */
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
