#include "coach/proficiency.h"

#include <math.h>
#include <stdlib.h>

#include "coach/bot.h"
#include "core/memory.h"
#include "core/random.h"
#include "core/say.h"

/* ---- the pool ---- */

enum { POOL_GAMES = 240 }; /* each seat's game counts as one */

/* The fraction of draws that are uniform over all decisions. */
static const double uniform = 0.5;
static const char pool_level[] = "family";

/* A decision from the pool at which the choice matters. */
struct chance {
    struct game game;
    double losses[8]; /* expected, by bot level */
    double q;
    int order; /* position in the pool, so that sorting is deterministic */
};

struct pool {
    const struct rules *rules;
    struct chance *list;
    int count, room;
};

static void add_chance(struct pool *p, const struct game *g, const struct advice *advice,
                       int unit) {
    p->list = grown(p->list, p->count, &p->room, sizeof *p->list);
    struct chance *c = &p->list[p->count];
    *c = (struct chance){.game = *g, .order = p->count};
    for (int level = 0; bot_levels[level].name; level++)
        c->losses[level] = bot_expected_loss(&bot_levels[level], p->rules, g, advice, unit);
    p->count++;
}

static bool play_pool_game(struct adviser *a, struct pool *p, uint64_t stream, struct work *work,
                           struct text *error) {
    const struct bot_level *level = bot_find(span_of(pool_level));
    struct practice_question q;
    struct game g;
    game_start(p->rules, &g, practice_seats(p->rules), 0);
    while (g.phase != PHASE_OVER) {
        struct action act = {.act = ACT_ROLL};
        if (g.phase == PHASE_ROLL) {
            for (int n = 0; n < g.falling; n++)
                act.dice = dice_with(act.dice, 1 + (int)random_below(&stream, FACES), 1);
        } else {
            if (!practice_look(a, p->rules, &g, work, &q, error))
                return false;
            if (q.second >= 0)
                add_chance(p, &g, &q.advice, q.unit);
            act = bot_pick(level, p->rules, &g, &q.advice, q.unit, random_unit(&stream));
        }
        game_apply(p->rules, &g, act);
    }
    return true;
}

/* Orders decisions by roll and turn; in press games by whether the turn has scored yet, then by
 * turn. */
static int by_moment(const void *a, const void *b) {
    const struct chance *x = a, *y = b;
    int order = x->game.rolls - y->game.rolls;
    if (!order)
        order = (x->game.turn_points > 0) - (y->game.turn_points > 0);
    if (!order)
        order = x->game.turns[x->game.seat] - y->game.turns[y->game.seat];
    return order ? order : x->order - y->order;
}

/* Sets each decision's probability of being drawn: partly uniform, partly by the expected losses of
 * the levels, with equal weight for all levels. */
static void set_chances(struct pool *p) {
    int levels = 0;
    for (int i = 0; i < p->count; i++)
        p->list[i].q = 0;
    for (int level = 0; bot_levels[level].name; level++) {
        double sum = 0;
        for (int i = 0; i < p->count; i++)
            sum += p->list[i].losses[level];
        for (int i = 0; sum > 0 && i < p->count; i++)
            p->list[i].q += p->list[i].losses[level] / sum;
        levels += sum > 0;
    }
    for (int i = 0; i < p->count; i++)
        p->list[i].q = uniform / p->count + (levels ? (1 - uniform) * p->list[i].q / levels : 0);
}

/* ---- drawing ---- */

/* The decision at this point of the cumulative sum of q. */
static int draw_at(const struct pool *p, double place) {
    int i = 0;
    while (i < p->count - 1 && (place -= p->list[i].q) >= 0)
        i++;
    return i;
}

static void shuffle(struct proficiency_item *items, int count, uint64_t *stream) {
    for (int i = count - 1; i > 0; i--) {
        int j = (int)random_below(stream, (uint32_t)i + 1);
        struct proficiency_item swap = items[i];
        items[i] = items[j];
        items[j] = swap;
    }
}

/* Makes two draws from each stratum; with an odd count the last stratum is larger and gets
 * three. */
static bool draw(struct adviser *a, const struct pool *p, uint64_t *stream, struct work *work,
                 struct proficiency *ret, struct text *error) {
    int n = ret->count;
    double sum = 0;
    for (int i = 0; i < p->count; i++)
        sum += p->list[i].q; /* 1, except for rounding */
    ret->strata = n / 2;
    for (int i = 0; i < n; i++) {
        struct proficiency_item *item = &ret->items[i];
        int stratum = i / 2 < ret->strata ? i / 2 : ret->strata - 1;
        int size = stratum == ret->strata - 1 ? n - 2 * stratum : 2;
        double place = (2.0 * stratum + size * random_unit(stream)) / n * sum;
        const struct chance *c = &p->list[draw_at(p, place)];
        item->stratum = stratum;
        item->weight = sum / c->q / POOL_GAMES;
        if (!practice_look(a, p->rules, &c->game, work, &item->question, error))
            return false;
    }
    shuffle(ret->items, n, stream);
    return true;
}

bool proficiency_draw(struct adviser *a, const struct rules *r, uint64_t seed, int count,
                      struct work *work, struct proficiency *ret, struct text *error) {
    struct goal goal = {.kind = r->book->family == FAMILY_PRESS ? GOAL_WIN : GOAL_SCORE};
    struct pool pool = {.rules = r};
    uint64_t stream = random_mix(seed + RANDOM_STEP);
    bool good = adviser_prepare(a, r, practice_seats(r), goal, work, error);
    *ret = (struct proficiency){.rules = *r, .count = count};
    for (int game = 0; good && game < POOL_GAMES / practice_seats(r); game++)
        good = play_pool_game(a, &pool, random_next(&stream), work, error);
    if (good && !pool.count) {
        say(error, coach_nothing_to_decide);
        good = false;
    }
    if (good) {
        qsort(pool.list, (size_t)pool.count, sizeof *pool.list, by_moment);
        set_chances(&pool);
        ret->items = grab((size_t)count, sizeof *ret->items);
        good = draw(a, &pool, &stream, work, ret, error);
        ret->unit = ret->items[0].question.unit;
    }
    free(pool.list);
    if (!good)
        proficiency_free(ret);
    return good;
}

void proficiency_free(struct proficiency *p) {
    free(p->items);
    *p = (struct proficiency){0};
}

/* ---- the rating ---- */

/* Student's t for 95 %, by the Cornish-Fisher expansion: accurate to 0.8 % from 3 degrees of
 * freedom up. */
static double student(double freedom) {
    const double z = 1.959963985, z3 = z * z * z, z5 = z3 * z * z, z7 = z5 * z * z;
    return z + (z3 + z) / (4 * freedom) + (5 * z5 + 16 * z3 + 3 * z) / (96 * pow(freedom, 2)) +
           (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * pow(freedom, 3));
}

struct sum {
    int n;
    double total, squares;
};

static void add(struct sum *s, double y) {
    s->n++;
    s->total += y;
    s->squares += y * y;
}

/* The standard error of the mean of n answers, and its degrees of freedom (Satterthwaite): few if
 * only a few of the answers cost much. */
static double error_of(const struct sum *strata, int count, int n, double *ret_freedom) {
    double variance = 0, fourth = 0;
    for (int i = 0; i < count; i++) {
        const struct sum *s = &strata[i];
        double spread = s->n > 1 ? s->squares - s->total * s->total / s->n : 0;
        double part = spread > 0 ? spread * s->n / (s->n - 1) / ((double)n * n) : 0;
        variance += part;
        fourth += part * part / (s->n + 1); /* f + 2, as squared estimates are biased upwards */
    }
    *ret_freedom = fourth > 0 ? fmax(3, variance * variance / fourth) : n - 1;
    return sqrt(variance);
}

/* The probability that a bot at this temperature answers all questions so far correctly. */
static double all_best(const struct proficiency *p, int answered, double temperature) {
    double chance = 1;
    for (int i = 0; i < answered; i++) {
        const struct practice_question *q = &p->items[i].question;
        double weight[ACTIONS_MAX], best = 0;
        double sum = bot_weights(temperature, &p->rules, &q->game, &q->advice, weight);
        for (int k = 0; k < q->second; k++)
            best += weight[k];
        chance *= best / sum;
    }
    return chance;
}

/* Zero observed slips still allow a nonzero rate: the loss of a bot that has one chance in twenty
 * of answering this many positions without a slip. */
static double unseen(const struct proficiency *p, int answered) {
    double low = 0, high = 1, loss = 0;
    for (int i = 0; i < 50; i++) {
        double middle = (low + high) / 2;
        if (all_best(p, answered, middle) > 0.05)
            low = middle;
        else
            high = middle;
    }
    struct bot_level bot = {.sheet_temperature = high, .press_temperature = high};
    for (int i = 0; i < answered; i++) {
        const struct practice_question *q = &p->items[i].question;
        loss += p->items[i].weight *
                bot_expected_loss(&bot, &p->rules, &q->game, &q->advice, UNIT_POINTS);
    }
    return loss / answered;
}

struct rating proficiency_rate(const struct proficiency *p, const double *costs, int answered) {
    struct sum *strata = grab((size_t)p->count, sizeof *strata);
    struct rating r = {.answered = answered};
    bool whole = answered == p->count;
    for (int i = 0; i < answered; i++) {
        double y = costs[i] * p->items[i].weight;
        r.mean += y / answered;
        /* If the test was interrupted, consecutive pairs of answers form the strata; a leftover
         * answer joins the last pair. */
        int pair = i / 2 < answered / 2 ? i / 2 : answered / 2 - 1;
        add(&strata[whole ? p->items[i].stratum : pair], y);
    }
    double freedom;
    r.error = error_of(strata, p->count, answered, &freedom);
    free(strata);
    double factor = r.mean > 0 ? exp(student(freedom) * r.error / r.mean) : 1;
    r.low = r.mean / factor;
    r.high = fmax(r.mean * factor, unseen(p, answered));
    return r;
}
