/* Two players. The value of a pair of totals (own, other) depends on pairs with a greater sum,
 * which are known, and, through a bust, on (other, own), where a bust leads back here. So a pair
 * and its mirror give two equations in two unknowns:
 *
 *     x + y = 1 + gain(own, other; y)        x: chance of the player to move at (own, other)
 *     x + y = 1 + gain(other, own; x)        y: the same at (other, own)
 *
 * where gain() is what the best turn gains over a bust. It grows with the chance of losing after a
 * bust, at a rate equal to the chance of ending the turn without one, and is piecewise linear, with
 * one piece for each policy, so Newton's method ends after a few walks; the rate is taken from the
 * last two walks.
 *
 * With final-round=rest, the player with the second turn of a round wins by reaching the goal. So
 * (own, other) and (other, own) are different problems: x belongs to the player with the first
 * turn, y to the other one, and there is a table for each.
 *
 * After a step no longer than STEP_ENOUGH the pair is done: the rates lie between 0 and 1, so the
 * residual of the equations is less than that step. */
#include <math.h>
#include <stdlib.h>

#include "solve/press_table.h"

#ifndef __wasm__
#include <pthread.h>
#endif

static const double STEP_ENOUGH = 2e-12;
enum { PASSES_MAX = 100 };

/* One worker's memory, and its share of the counts. */
struct bench {
    double *rows, *stops;
    int64_t pairs, states, walks, rows_done;
};

struct side { /* the same totals seen from one of the two seats, one pair per lane */
    int turn; /* of the round */
    int own[PRESS_LANES], other[PRESS_LANES];
    double value[PRESS_LANES]; /* value to this seat when it is to move */
    double gain[PRESS_LANES], ends[PRESS_LANES];
    double old_gain[PRESS_LANES], old_bust[PRESS_LANES];
};

/* ---- one walk ---- */

/* With this many turn points or more, the player stops wherever allowed; `bust` is the chance of
 * losing after a bust. */
static int last_row(const struct press_solver *s, int turn, int own, int other, double bust) {
    const struct press_menus *m = s->menus;
    int last = press_chase_enough(s, chase_of(s, turn, other), bust) + other - own;
    last = last < m->goal - own ? m->goal - own : last;
    return own == 0 && last < m->entry ? m->entry : last;
}

static void fill_lane(const struct press_solver *s, struct bench *bench, int lane, int turn,
                      int own, int other, double bust, int last) {
    const struct press_menus *m = s->menus;
    const struct press_chase *chase = chase_of(s, turn, other);
    const double *win = s->win[!turn] + (size_t)other * (size_t)m->goal;
    double *stop = bench->stops + lane;
    int t = 1;
    for (; own == 0 && t < m->entry; t++)
        stop[t * PRESS_LANES] = PRESS_NO_STOP;
    for (; own + t < m->goal; t++)
        stop[t * PRESS_LANES] = bust - win[own + t];
    for (; t < last; t++)
        stop[t * PRESS_LANES] = bust - chase_at(chase, own + t - other);
    double *row = bench->rows + (ptrdiff_t)last * m->dice * PRESS_LANES;
    for (; t <= last + m->longest; t++, row += m->dice * PRESS_LANES) {
        int gap = own + t - other;
        press_turn_edge(m, row, PRESS_LANES, lane, bust - chase_at(chase, gap),
                        bust * (1 - s->bust_again) - edge_at(chase, gap));
    }
}

/* Computes what each lane's best turn gains over a bust. `bust` is what a bust loses: the chance of
 * winning that the other side then has. */
static void walk(const struct press_solver *s, struct bench *bench, struct side *side,
                 const double bust[PRESS_LANES]) {
    int last = 1;
    for (int l = 0; l < PRESS_LANES; l++) {
        int of_lane = last_row(s, side->turn, side->own[l], side->other[l], bust[l]);
        last = of_lane > last ? of_lane : last;
    }
    for (int l = 0; l < PRESS_LANES; l++)
        fill_lane(s, bench, l, side->turn, side->own[l], side->other[l], bust[l], last);
    press_turn_lanes(s->menus, bench->rows, bench->stops, last, side->gain);
    bench->rows_done = last;
}

/* ---- a pair ---- */

static double inside(double low, double x, double high) {
    return x < low ? low : x > high ? high : x;
}

#include <stdlib.h>
static int mode(void) { static int m = -1; if (m < 0) m = getenv("MODE") ? atoi(getenv("MODE")) : 0; return m; }
/* Extrapolates from the neighboring pairs, whose values vary smoothly. */
static double bend(const struct press_solver *s, int turn, int own, int other) {
    return win_at(s, turn, own, other) - win_at(s, turn, own + 1, other) - win_at(s, turn, own, other + 1) + win_at(s, turn, own + 1, other + 1);
}
static double guess(const struct press_solver *s, int turn, int own, int other) {
    int goal = s->menus->goal;
    double x;
    if (mode() >= 1 && own == 0 && other && other + 3 < goal)
        x = 3 * win_at(s, turn, own, other + 1) - 3 * win_at(s, turn, own, other + 2) + win_at(s, turn, own, other + 3);
    else if (own == 0 && other + 2 < goal)
        x = 2 * win_at(s, turn, own, other + 1) - win_at(s, turn, own, other + 2);
    else if (own && own + 1 < goal && other + 1 < goal) {
        x = win_at(s, turn, own + 1, other) + win_at(s, turn, own, other + 1) -
            win_at(s, turn, own + 1, other + 1);
        if (mode() >= 2 && other && own + 3 < goal && other + 3 < goal)
            x += 2 * bend(s, turn, own + 1, other + 1) - bend(s, turn, own + 2, other + 2);
        else if (mode() >= 1 && other && own + 2 < goal && other + 2 < goal)
            x += bend(s, turn, own + 1, other + 1);
    }
    else if (other + 1 < goal)
        x = win_at(s, turn, own, other + 1);
    else
        x = own + 1 < goal ? win_at(s, turn, own + 1, other) : 0.5;
    return inside(1e-3, x, 1);
}

static float guess_ends(const struct press_solver *s, int turn, int own, int other) {
    int goal = s->menus->goal;
    if (mode() >= 3 && own && other && own + 1 < goal && other + 1 < goal) {
        float x = s->ends[turn][own * goal + other + 1] + s->ends[turn][(own + 1) * goal + other] - s->ends[turn][(own + 1) * goal + other + 1];
        return x < 0.05f ? 0.05f : x > 1 ? 1 : x;
    }
    if (other + 1 < goal)
        return s->ends[turn][own * goal + other + 1];
    return own + 1 < goal ? s->ends[turn][(own + 1) * goal + other] : 0.6f;
}

static void side_begin(const struct press_solver *s, struct side *side) {
    for (int l = 0; l < PRESS_LANES; l++) {
        side->value[l] = guess(s, side->turn, side->own[l], side->other[l]);
        side->ends[l] = (double)guess_ends(s, side->turn, side->own[l], side->other[l]);
    }
}

/* Updates, from the last two walks, the rate at which the gain of `side` grows with the chance of
 * losing after a bust. */
static void learn_rate(struct side *side, const double bust[PRESS_LANES], bool first) {
    for (int l = 0; l < PRESS_LANES; l++) {
        double moved = bust[l] - side->old_bust[l];
        if (!first && fabs(moved) > 1e-10)
            side->ends[l] = inside(1e-300, (side->gain[l] - side->old_gain[l]) / moved, 1);
        side->old_bust[l] = bust[l];
        side->old_gain[l] = side->gain[l];
    }
}

/* Takes one Newton step in every lane; returns the length of the longest step. */
static double step(struct side *a, struct side *b) {
    double longest = 0;
    for (int l = 0; l < PRESS_LANES; l++) {
        double x = a->value[l], y = b->value[l], over = x + y - 1;
        double apart = a->gain[l] - b->gain[l];
        double scale = a->ends[l] + b->ends[l] - a->ends[l] * b->ends[l];
        double dx = (apart - a->ends[l] * (over - b->gain[l])) / scale;
        double dy = (-apart - b->ends[l] * (over - a->gain[l])) / scale;
        a->value[l] = inside(0, x + dx, 1);
        b->value[l] = inside(0, y + dy, 1);
        longest = fmax(longest, fmax(fabs(a->value[l] - x), fabs(b->value[l] - y)));
    }
    return longest;
}

/* Canceling leaves the lanes unfinished; the whole table is then discarded. */
static void solve_lanes(struct press_solver *s, struct bench *bench, struct side *a, struct side *b,
                        int lanes, const struct work *work) {
    side_begin(s, a);
    side_begin(s, b);
    double moved = 1;
    int64_t rows = 0;
    for (int pass = 0; pass < PASSES_MAX && moved > STEP_ENOUGH && !work_cancelled(work); pass++) {
        walk(s, bench, a, b->value);
        rows = bench->rows_done;
        walk(s, bench, b, a->value);
        rows += bench->rows_done;
        learn_rate(a, b->value, pass == 0);
        learn_rate(b, a->value, pass == 0);
        moved = step(a, b);
        bench->walks += 2 * lanes;
    }
    bench->states += rows * lanes * s->menus->dice;
    for (int l = 0; l < lanes; l++) {
        size_t goal = (size_t)s->menus->goal, own = (size_t)a->own[l], other = (size_t)a->other[l];
        s->win[TURN_FIRST][own * goal + other] = a->value[l];
        s->win[TURN_SECOND][other * goal + own] = b->value[l];
        s->ends[TURN_FIRST][own * goal + other] = (float)a->ends[l];
        s->ends[TURN_SECOND][other * goal + own] = (float)b->ends[l];
        bench->pairs += own == other && !turns_differ(s) ? 1 : 2;
    }
}

/* ---- all pairs ---- */

/* Pairs with the same sum are independent of each other, except a pair and its mirror; each sum is
 * solved after the next greater one. */
struct crew {
    struct press_solver *s;
    struct work *work;
    int size;
    atomic_int next; /* lane groups of this sum taken so far */
    atomic_bool stop;
#ifndef __wasm__
    pthread_mutex_t lock;
    pthread_cond_t all_here;
#endif
    int waiting, round;
    struct bench total;
};

#ifndef __wasm__
static void crew_lock(struct crew *crew) {
    pthread_mutex_lock(&crew->lock);
}

static void crew_unlock(struct crew *crew) {
    pthread_mutex_unlock(&crew->lock);
}

static void crew_wait(struct crew *crew) {
    pthread_cond_wait(&crew->all_here, &crew->lock);
}

static void crew_wake(struct crew *crew) {
    pthread_cond_broadcast(&crew->all_here);
}
#else /* a single thread never waits */
static void crew_lock(struct crew *crew) {
    (void)crew;
}
#define crew_unlock crew_lock
#define crew_wait crew_lock
#define crew_wake crew_lock
#endif

/* The last thread to arrive starts the next sum. */
static void wait_for_all(struct crew *crew) {
    crew_lock(crew);
    int round = crew->round;
    if (++crew->waiting == crew->size) {
        crew->waiting = 0;
        crew->round++;
        atomic_store(&crew->next, 0);
        if (work_cancelled(crew->work))
            atomic_store(&crew->stop, true);
        crew_wake(crew);
    }
    while (round == crew->round)
        crew_wait(crew);
    crew_unlock(crew);
}

static bool within(const struct press_solver *s, int own, int other) {
    return own >= s->own_from && other >= s->other_from;
}

/* Whether to solve for these totals, `own` belonging to the player with the first turn. If the
 * turns do not differ, this also solves the opposite order, so each pair is listed only once. */
static bool listed(const struct press_solver *s, int own, int other) {
    if (turns_differ(s))
        return within(s, own, other) || within(s, other, own);
    return within(s, own, other) && !(own > other && within(s, other, own));
}

static int least_from(const struct press_solver *s) {
    return s->own_from < s->other_from ? s->own_from : s->other_from;
}

/* Goes through the pairs of one sum in order of `own`. Fills the lanes starting with pair number
 * `first`, and repeats the last pair in the lanes left over. Returns the number of pairs filled in.
 */
static int pairs_of(const struct press_solver *s, int sum, int first, struct side *a,
                    struct side *b) {
    int goal = s->menus->goal, least = least_from(s), seen = 0, lanes = 0;
    int from = sum - (goal - 1) > least ? sum - (goal - 1) : least;
    int to = sum - least < goal - 1 ? sum - least : goal - 1;
    a->turn = TURN_FIRST;
    b->turn = TURN_SECOND;
    for (int own = from; own <= to && lanes < PRESS_LANES; own++) {
        int other = sum - own;
        if (!listed(s, own, other) || seen++ < first)
            continue;
        a->own[lanes] = b->other[lanes] = own;
        a->other[lanes] = b->own[lanes] = other;
        lanes++;
    }
    for (int l = lanes; l && l < PRESS_LANES; l++) {
        a->own[l] = b->other[l] = a->own[lanes - 1];
        a->other[l] = b->own[l] = a->other[lanes - 1];
    }
    return lanes;
}

static void work_on(struct crew *crew, struct bench *bench) {
    struct press_solver *s = crew->s;
    struct side a, b;
    for (int sum = 2 * (s->menus->goal - 1); sum >= s->own_from + s->other_from; sum--) {
        for (;;) {
            int lanes = pairs_of(s, sum, atomic_fetch_add(&crew->next, 1) * PRESS_LANES, &a, &b);
            if (!lanes)
                break;
            if (work_cancelled(crew->work))
                break;
            solve_lanes(s, bench, &a, &b, lanes, crew->work);
            work_step(crew->work, (uint64_t)lanes);
        }
        wait_for_all(crew);
        if (atomic_load(&crew->stop))
            return;
    }
}

static void *crew_member(void *argument) {
    struct crew *crew = argument;
    const struct press_menus *m = crew->s->menus;
    int far = crew->s->entered.far > crew->s->fresh.far ? crew->s->entered.far : crew->s->fresh.far;
    int rows = far + 2 + m->goal + m->entry + m->longest;
    struct bench bench = {
        .rows = press_rows_new(m, rows, PRESS_LANES),
        .stops = press_rows_new(m, rows, PRESS_LANES),
    };
    if (!bench.rows || !bench.stops)
        abort(); /* the other threads would wait indefinitely */
    wait_for_all(crew);
    work_on(crew, &bench);
    free(bench.rows);
    free(bench.stops);
    crew_lock(crew);
    crew->total.states += bench.states;
    crew->total.walks += bench.walks;
    crew->total.pairs += bench.pairs;
    crew_unlock(crew);
    return NULL;
}

static bool solve_all(struct press_solver *s, int threads, struct work *work) {
    struct crew crew = {.s = s, .work = work, .size = 1};
#ifndef __wasm__
    pthread_t *helpers = calloc((size_t)threads, sizeof *helpers);
    pthread_mutex_init(&crew.lock, NULL);
    pthread_cond_init(&crew.all_here, NULL);
    /* The lock holds the helpers at their first wait until it is known how many were started. */
    pthread_mutex_lock(&crew.lock);
    while (helpers && crew.size < threads &&
           pthread_create(&helpers[crew.size - 1], NULL, crew_member, &crew) == 0)
        crew.size++;
    pthread_mutex_unlock(&crew.lock);
#else
    (void)threads;
#endif
    crew_member(&crew);
#ifndef __wasm__
    for (int i = 0; helpers && i < crew.size - 1; i++)
        pthread_join(helpers[i], NULL);
    pthread_mutex_destroy(&crew.lock);
    pthread_cond_destroy(&crew.all_here);
    free(helpers);
#endif
    s->pairs = crew.total.pairs;
    s->states = crew.total.states;
    s->walks = crew.total.walks;
    return !atomic_load(&crew.stop);
}

static void forget_ends(struct press_solver *s) {
    if (s->ends[TURN_SECOND] != s->ends[TURN_FIRST])
        free(s->ends[TURN_SECOND]);
    free(s->ends[TURN_FIRST]);
    s->ends[TURN_FIRST] = s->ends[TURN_SECOND] = NULL;
}

void press_two_free(struct press_solver *s) {
    if (s->win[TURN_SECOND] != s->win[TURN_FIRST])
        free(s->win[TURN_SECOND]);
    free(s->win[TURN_FIRST]);
    s->win[TURN_FIRST] = s->win[TURN_SECOND] = NULL;
}

bool press_solve_from(struct press_solver *s, int own, int other, int threads, struct work *work) {
    const struct press_menus *m = s->menus;
    size_t goal = (size_t)m->goal;
    if (goal > PRESS_GOAL_MAX || own < 0 || other < 0 || own % m->unit || other % m->unit ||
        own / m->unit >= m->goal || other / m->unit >= m->goal)
        return false;
    press_two_free(s);
    for (int turn = TURN_FIRST; turn <= TURN_SECOND; turn++) {
        bool own_table = turn == TURN_FIRST || turns_differ(s);
        s->win[turn] = own_table ? calloc(goal * goal, sizeof(double)) : s->win[TURN_FIRST];
        s->ends[turn] = own_table ? calloc(goal * goal, sizeof(float)) : s->ends[TURN_FIRST];
    }
    s->own_from = own / m->unit;
    s->other_from = other / m->unit;
    bool done = s->win[0] && s->win[1] && s->ends[0] && s->ends[1];
    if (done && work) {
        uint_least64_t pairs = 0;
        for (int a = least_from(s); a < m->goal; a++) {
            for (int b = least_from(s); b < m->goal; b++)
                pairs += listed(s, a, b);
        }
        work_begin(work, pairs);
    }
    done = done && solve_all(s, threads < 1 ? 1 : threads, work);
    forget_ends(s);
    if (!done)
        press_two_free(s);
    return done;
}

bool press_win_known(const struct press_solver *s, int own, int other) {
    int goal = s->menus->goal;
    return s->win[TURN_FIRST] && own >= 0 && other >= 0 && own < goal && other < goal &&
           (within(s, own, other) || within(s, other, own));
}
