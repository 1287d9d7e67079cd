#include "solve/press_match.h"

#include <stdlib.h>

#include "solve/parallel.h"
#include "solve/press_law.h"

static const double NEGLIGIBLE = 1e-11;

struct match_job {
    const struct press_solver *s;
    const struct law_throws *throws;
    const double *temperature;
    struct press_match *match;
    int first;               /* player with the first turn of each round */
    struct last_law last[2]; /* [player]: the turn after the other one has reached the goal */
    struct law_values values[THREADS_MAX];
    struct press_law laws[THREADS_MAX][2][2]; /* [the pair or its mirror][player] */
    atomic_bool failed;
    int sum; /* sum of the two totals in each current pair */
};

/* The turn of `player`, as seat 0. */
static struct game turn_at(const struct match_job *job, int player, int own, int other) {
    int unit = job->s->menus->unit;
    struct game g = {.seats = 2, .phase = PHASE_ROLL, .falling = (uint8_t)job->s->menus->dice};
    g.first = player != job->first;
    g.total[0] = own * unit;
    g.total[1] = other * unit;
    return g;
}

/* ---- last turns ---- */

/* Returns the gap from which even perfect play has a negligible chance of winning. */
static int far_of(const struct press_chase *chase) {
    int far = chase->far;
    while (far && chase->value[far - 1] < NEGLIGIBLE)
        far--;
    return far;
}

/* Replaces each player's last turn by the turn before it, which the other player's last turn
 * answers. */
static bool solve_answered_turns(struct match_job *job) {
    struct last_law turns[2] = {{0}};
    struct law_answer answers[2] = {{0}};
    bool good = true;
    for (int player = 0; good && player < 2; player++)
        good = law_answer_new(job->s, job->throws, job->temperature[player], &job->last[player],
                              &answers[player]);
    for (int player = 0; good && player < 2; player++)
        good = press_last_laws(job->s, job->throws, job->temperature[player], job->last[player].far,
                               &answers[1 - player], &turns[player]);
    for (int player = 0; player < 2; player++) {
        law_answer_free(&answers[player]);
        last_law_free(&job->last[player]);
        job->last[player] = turns[player];
    }
    return good;
}

static bool solve_last_turns(struct match_job *job) {
    int far = far_of(&job->s->entered), far_fresh = far_of(&job->s->fresh);
    far = far_fresh > far ? far_fresh : far;
    for (int player = 0; player < 2; player++) {
        if (!press_last_laws(job->s, job->throws, job->temperature[player], far, NULL,
                             &job->last[player]))
            return false;
    }
    return job->s->rules.params.final_round != FINAL_EVERYONE || solve_answered_turns(job);
}

/* ---- pairs ---- */

/* The outcome of a turn for both players, with everything resolved except a bust. */
struct sum {
    double win, bust; /* the first player's chance of winning; the chance of a bust */
    double given[2];
};

/* Adds up the outcomes of a turn of `player`, whose total is `own`. */
static struct sum add_up(const struct match_job *job, int player, int own, int other,
                         const struct press_law *law) {
    const struct press_match *match = job->match;
    int goal = match->goal, first_step = player == 0 ? goal : 1;
    size_t at = (size_t)(player == 0 ? own * goal + other : other * goal + own);
    const double *win = match->win[1 - player];
    const struct last_law *last = &job->last[1 - player];
    bool ends = turns_differ(job->s) && player != job->first; /* by reaching the goal */
    int scored = other > 0, far = ends ? -1 : last->far;
    struct sum sum = {.bust = law->bust};
    sum.given[player] = law->error;
    for (int t = 1; t < law->rows; t++) {
        double chance = law->stop[t];
        if (own + t < goal) {
            size_t to = at + (size_t)(t * first_step);
            sum.win += chance * win[to];
            sum.given[0] += chance * match->given[0][1 - player][to];
            sum.given[1] += chance * match->given[1][1 - player][to];
            continue;
        }
        int gap = own + t - other;
        double caught = gap <= far ? last->win[scored][gap] : 0;
        sum.win += chance * (player == 0 ? 1 - caught : caught);
        sum.given[1 - player] += chance * (gap <= far ? last->given[scored][gap] : 0);
        sum.given[player] += chance * (gap <= far ? last->after[scored][gap] : 0);
    }
    return sum;
}

/* Solves x = a + p y, y = b + q x. */
static void solve_two(double a, double p, double b, double q, double *ret_x, double *ret_y) {
    *ret_x = (a + p * b) / (1 - p * q);
    *ret_y = b + q * *ret_x;
}

/* Solves the pair of totals `first` and `second` (of the first and second player), given the laws
 * of both players' turns. */
static void solve_pair(const struct match_job *job, int first, int second,
                       const struct press_law *law_of_first,
                       const struct press_law *law_of_second) {
    struct press_match *match = job->match;
    struct sum x = add_up(job, 0, first, second, law_of_first),
               y = add_up(job, 1, second, first, law_of_second);
    size_t at = (size_t)first * (size_t)match->goal + (size_t)second;
    solve_two(x.win, x.bust, y.win, y.bust, &match->win[0][at], &match->win[1][at]);
    for (int player = 0; player < 2; player++)
        solve_two(x.given[player], x.bust, y.given[player], y.bust, &match->given[player][0][at],
                  &match->given[player][1][at]);
}

/* Computes the laws of a turn for both players, who might be in either's place. If it matters whose
 * turn is first in a round, their turns have different values. */
static bool laws_of(const struct match_job *job, int own, int other, struct law_values *values,
                    struct press_law laws[2]) {
    struct game g = turn_at(job, job->first, own, other);
    if (!turns_differ(job->s))
        return press_laws(job->s, job->throws, &g, job->temperature, 2, values, laws);
    for (int player = 0; player < 2; player++) {
        g = turn_at(job, player, own, other);
        if (!press_laws(job->s, job->throws, &g, &job->temperature[player], 1, values,
                        &laws[player]))
            return false;
    }
    return true;
}

/* Solves a pair of totals and its mirror image, so that each turn is valued once for both players
 * who might take it. */
static void solve_totals(void *user, int thread, int i) {
    struct match_job *job = user;
    int low = job->sum - (job->match->goal - 1), a = (low > 0 ? low : 0) + i, b = job->sum - a;
    struct press_law(*law)[2] = job->laws[thread];
    if (!laws_of(job, a, b, &job->values[thread], law[0]) ||
        !laws_of(job, b, a, &job->values[thread], law[1])) {
        atomic_store(&job->failed, true);
        return;
    }
    solve_pair(job, a, b, &law[0][0], &law[1][1]);
    solve_pair(job, b, a, &law[1][0], &law[0][1]);
}

static bool solve_pairs(struct match_job *job, int threads, struct work *work) {
    int goal = job->match->goal;
    for (job->sum = 2 * (goal - 1); job->sum >= 0; job->sum--) {
        int pairs = job->sum < goal ? job->sum + 1 : 2 * goal - 1 - job->sum;
        if (!parallel((pairs + 1) / 2, threads, work, solve_totals, job) ||
            atomic_load(&job->failed))
            return false;
    }
    return true;
}

static bool make_tables(struct press_match *match) {
    size_t cells = (size_t)match->goal * (size_t)match->goal;
    bool good = true;
    for (int mover = 0; mover < 2; mover++) {
        match->win[mover] = calloc(cells, sizeof(double));
        match->given[0][mover] = calloc(cells, sizeof(double));
        match->given[1][mover] = calloc(cells, sizeof(double));
        good = good && match->win[mover] && match->given[0][mover] && match->given[1][mover];
    }
    return good;
}

struct press_match *press_match_new(const struct press_solver *s, const double temperature[2],
                                    int first, int threads, struct work *work) {
    struct match_job *job = calloc(1, sizeof *job);
    struct press_match *match = calloc(1, sizeof *match);
    struct law_throws *throws = law_throws_new(s);
    bool good = job && match && throws;
    threads = threads < 1 ? 1 : threads > THREADS_MAX ? THREADS_MAX : threads;
    if (good) {
        uint64_t goal = (uint64_t)s->menus->goal;
        *match = (struct press_match){.unit = s->menus->unit, .goal = s->menus->goal};
        job->s = s;
        job->throws = throws;
        job->temperature = temperature;
        job->match = match;
        job->first = first;
        work_begin(work, goal * (goal + 1) / 2);
        good = make_tables(match) && solve_last_turns(job) && solve_pairs(job, threads, work);
    }
    for (int i = 0; job && i < THREADS_MAX; i++) {
        law_values_free(&job->values[i]);
        for (int law = 0; law < 4; law++)
            press_law_free(&job->laws[i][law / 2][law % 2]);
    }
    for (int player = 0; job && player < 2; player++)
        last_law_free(&job->last[player]);
    law_throws_free(throws);
    free(job);
    if (good)
        return match;
    press_match_free(match);
    return NULL;
}

void press_match_free(struct press_match *match) {
    if (!match)
        return;
    for (int mover = 0; mover < 2; mover++) {
        free(match->win[mover]);
        free(match->given[0][mover]);
        free(match->given[1][mover]);
    }
    free(match);
}
