#include "solve/sheet_goal.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "solve/parallel.h"
#include "solve/sheet_turn.h"

/* The values of one card state and upper total, for totals from `low` to `high`. Below `low` the
 * goal is certainly missed; above `high` the result is as good as it can be. */
struct stretch {
    int low, high;
    double *value;
};

/* One card state: filled boxes, and whether the five-of-a-kind box holds points. */
struct node {
    int first, last; /* upper totals */
    struct stretch *at;
};

struct sheet_goal {
    struct sheet_table table;
    struct sheet_spot from;
    uint32_t open; /* the boxes still to fill */
    double worst, best;
    int flat_until, flat_from; /* `worst` up to the first total, `best` from the second up */
    double *worth;
    int worth_count;
    struct node *nodes; /* two per card, indexed by the boxes filled since `from` */
};

struct job {
    struct sheet_goal *goal;
    struct sheet_bench *benches;
    const uint32_t *since; /* boxes filled since `from`, for the cards of this level */
};

static struct node *node_of(const struct sheet_goal *goal, uint32_t filled, bool holds) {
    bool second = holds && goal->table.five_matters;
    return &goal->nodes[boxes_squeeze(filled, goal->open) * 2 + second];
}

static double worth_of(const struct sheet_goal *goal, int total) {
    return goal->worth[total < goal->worth_count ? total : goal->worth_count - 1];
}

/* An upper bound on the points from these boxes, including five-of-a-kind bonuses. */
static int most_from(const struct sheet_table *t, uint32_t boxes, bool bonus_possible) {
    int most = 0;
    for (int box = 0; box < t->boxes; box++) {
        if (!(boxes >> box & 1))
            continue;
        int best = 0;
        for (int k = 0; k < t->kinds[box]; k++)
            best = t->points[box][k] > best ? t->points[box][k] : best;
        for (int face = 1; face <= FACES && t->five >= 0; face++) {
            int joker = t->joker[1][0][1][face][box].points;
            best = joker > best ? joker : best;
        }
        most += best + (bonus_possible ? t->rules.params.bonus : 0);
    }
    return most;
}

/* The lowest upper total of a node also stands for all below it, so it sets no lower bound. */
static struct stretch stretch_of(const struct sheet_goal *goal, uint32_t filled, bool holds,
                                 int upper, bool lowest) {
    const struct sheet_table *t = &goal->table;
    uint32_t since = filled & ~goal->from.filled, left = t->full & ~filled;
    bool bonus_before = goal->from.holds || (holds && t->five >= 0 && (since >> t->five & 1));
    bool bonus_later = holds || (t->five >= 0 && (left >> t->five & 1));
    int least = goal->from.total + (lowest ? 0 : upper - goal->from.upper);
    int most = goal->from.total + most_from(t, since, bonus_before);
    int to_come = most_from(t, left, bonus_later) + t->rules.params.upper_bonus;
    int low = goal->flat_until - to_come + 1, high = goal->flat_from - 1;
    return (struct stretch){.low = low > least ? low : least, .high = high < most ? high : most};
}

/* ---- values after a turn ---- */

static void full_card_values(const struct sheet_goal *goal, const struct sheet_spot *spot,
                             double lanes[LANES]) {
    const struct sheet_table *t = &goal->table;
    int bonus = spot->upper >= t->par ? t->rules.params.upper_bonus : 0;
    for (int l = 0; l < LANES; l++)
        lanes[l] = worth_of(goal, spot->total + bonus + l);
}

static void value_after(void *user, const struct sheet_spot *spot, int scored,
                        double lanes[LANES]) {
    const struct sheet_goal *goal = user;
    (void)scored; /* already in spot->total */
    if (spot->filled == goal->table.full) {
        full_card_values(goal, spot, lanes);
        return;
    }
    const struct node *node = node_of(goal, spot->filled, spot->holds);
    int upper = spot->upper < node->first ? node->first : spot->upper;
    const struct stretch *at = &node->at[upper - node->first];
    int below = at->low - spot->total, inside = at->high + 1 - spot->total, l = 0;
    for (; l < LANES && l < below; l++)
        lanes[l] = goal->worst;
    if (l < inside && l < LANES) {
        int n = inside < LANES ? inside - l : LANES - l;
        memcpy(&lanes[l], &at->value[spot->total + l - at->low], (size_t)n * sizeof *lanes);
        l += n;
    }
    for (; l < LANES; l++)
        lanes[l] = goal->best;
}

/* ---- solving ---- */

static void solve_node(struct sheet_goal *goal, uint32_t filled, bool holds,
                       struct sheet_bench *bench) {
    const struct sheet_table *t = &goal->table;
    const struct sheet_after after = {value_after, goal};
    struct node *node = node_of(goal, filled, holds);
    for (int upper = node->first; upper <= node->last; upper++) {
        struct stretch *at = &node->at[upper - node->first];
        *at = stretch_of(goal, filled, holds, upper, upper == node->first);
        if (at->low > at->high)
            continue;
        at->value = must(malloc((size_t)(at->high - at->low + 1) * sizeof *at->value));
        for (int total = at->low; total <= at->high; total += LANES) {
            struct sheet_spot spot = {filled, holds, upper, total};
            struct lane value;
            int n = at->high - total + 1 < LANES ? at->high - total + 1 : LANES;
            sheet_turn(t, &spot, &after, bench, &value);
            memcpy(&at->value[total - at->low], value.v, (size_t)n * sizeof(double));
        }
    }
}

static void solve_piece(void *user, int thread, int i) {
    struct job *job = user;
    struct sheet_goal *goal = job->goal;
    const struct sheet_table *t = &goal->table;
    uint32_t filled = goal->from.filled | job->since[i];
    bool five_since = t->five >= 0 && (job->since[i] >> t->five & 1);
    if (five_since || !goal->from.holds)
        solve_node(goal, filled, false, &job->benches[thread]);
    if (t->five_matters && (five_since || goal->from.holds))
        solve_node(goal, filled, true, &job->benches[thread]);
}

static void forget(struct node *node) {
    for (int i = 0; node->at && i <= node->last - node->first; i++)
        free(node->at[i].value);
    free(node->at);
    node->at = NULL;
}

static void prepare(struct sheet_goal *goal, uint32_t since) {
    uint32_t filled = goal->from.filled | since;
    for (int holds = 0; holds < 2; holds++) {
        struct node *node = &goal->nodes[boxes_squeeze(filled, goal->open) * 2 + (uint32_t)holds];
        int first, last = sheet_upper_range(&goal->table, filled, &first);
        /* Upper totals never fall below the one on the card. */
        node->first = first > goal->from.upper ? first : goal->from.upper;
        node->first = node->first < last ? node->first : last;
        node->last = last;
        node->at = grab((size_t)(last - node->first + 1), sizeof *node->at);
        for (int i = 0; i <= last - node->first; i++)
            node->at[i] = (struct stretch){.low = 1, .high = 0};
    }
}

static bool solve_levels(struct sheet_goal *goal, bool all, int threads, struct work *work) {
    int boxes = __builtin_popcount(goal->open);
    uint32_t cards = 1u << boxes, *since = grab(cards, sizeof *since);
    struct sheet_bench *benches = must(aligned_alloc(64, (size_t)threads * sizeof *benches));
    bool good = true;
    memset(benches, 0, (size_t)threads * sizeof *benches);
    work_begin(work, cards - 1);
    for (int level = boxes - 1; good && level >= 0; level--) {
        int count = 0;
        for (uint32_t dense = 0; dense < cards; dense++) {
            int filled = __builtin_popcount(dense);
            if (filled == level) {
                since[count] = boxes_spread(dense, goal->open);
                prepare(goal, since[count++]);
            } else if (filled == level + 2 && !all) { /* no longer needed */
                forget(&goal->nodes[dense * 2]);
                forget(&goal->nodes[dense * 2 + 1]);
            }
        }
        struct job job = {goal, benches, since};
        good = parallel(count, threads, work, solve_piece, &job);
    }
    free(benches);
    free(since);
    return good;
}

static void take_worth(struct sheet_goal *goal, struct goal_worth worth) {
    goal->worth = grab((size_t)worth.count, sizeof *goal->worth);
    memcpy(goal->worth, worth.of, (size_t)worth.count * sizeof *goal->worth);
    goal->worth_count = worth.count;
    goal->worst = worth.of[0];
    goal->best = worth.of[worth.count - 1];
    while (goal->flat_until + 1 < worth.count && worth.of[goal->flat_until + 1] == goal->worst)
        goal->flat_until++;
    goal->flat_from = worth.count - 1;
    while (goal->flat_from && worth.of[goal->flat_from - 1] == goal->best)
        goal->flat_from--;
}

struct sheet_goal *sheet_goal_solve(const struct rules *r, const struct card *card,
                                    struct goal_worth worth, bool all, int threads,
                                    struct work *work) {
    struct sheet_goal *goal = grab(1, sizeof *goal);
    sheet_table_make(&goal->table, r);
    take_worth(goal, worth);
    goal->from = sheet_spot_of(&goal->table, card);
    goal->open = goal->table.full & ~goal->from.filled;
    goal->nodes = grab((size_t)2 << __builtin_popcount(goal->open), sizeof *goal->nodes);
    threads = threads < 1 ? 1 : threads > THREADS_MAX ? THREADS_MAX : threads;
    bool good = solve_levels(goal, all, threads, work);
    if (good)
        return goal;
    sheet_goal_free(goal);
    return NULL;
}

void sheet_goal_free(struct sheet_goal *goal) {
    if (!goal)
        return;
    for (uint32_t i = 0; i < 2u << __builtin_popcount(goal->open); i++)
        forget(&goal->nodes[i]);
    free(goal->nodes);
    free(goal->worth);
    free(goal);
}

double sheet_goal_value(const struct sheet_goal *goal, const struct card *card) {
    struct sheet_spot spot = sheet_spot_of(&goal->table, card);
    struct lane value;
    value_after((void *)goal, &spot, 0, value.v);
    return value.v[0];
}

void sheet_goal_advise(const struct sheet_goal *goal, const struct game *g, struct advice *ret) {
    const struct sheet_after after = {value_after, (void *)goal};
    struct sheet_bench bench;
    sheet_turn_advise(&goal->table, g, &after, &bench, 0, ret);
}
