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

#include "core/memory.h"
#include "solve/parallel.h"
#include "solve/press_table.h"

static const double STEP_ENOUGH = 2e-12;
enum { PASSES_MAX = 100 };

/* One thread's memory. */
struct bench {
    double *rows, *stops;
};

/* Up to PRESS_LANES pairs with the same sum, which one piece of the work solves side by side. */
struct group {
    int sum, first, lanes; /* this many pairs of this sum, from pair number `first` on */
    int own;               /* of the first pair; in the others it is greater */
    int needs;             /* groups that must be solved before this one */
    int walks, rows;       /* passes over all lanes, and the rows of the last two */
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
 * winning that the other side then has. Returns the number of rows. */
static int walk(const struct press_solver *s, struct bench *bench, struct side *side,
                const double bust[PRESS_LANES]) {
    int last = 1;
    for (int l = 0; l < PRESS_LANES; l++) {
        int of_lane = last_row(s, side->turn, side->own[l], side->other[l], bust[l]);
        last = of_lane > last ? of_lane : last;
    }
    for (int l = 0; l < PRESS_LANES; l++)
        fill_lane(s, bench, l, side->turn, side->own[l], side->other[l], bust[l], last);
    press_turn_lanes(s->menus, bench->rows, bench->stops, last, side->gain);
    return last;
}

/* ---- a pair ---- */

static double inside(double low, double x, double high) {
    return x < low ? low : x > high ? high : x;
}

/* By how much the value of a pair differs from what its three greater neighbors would lead to
 * expect. */
static double bend(const struct press_solver *s, int turn, int own, int other) {
    return win_at(s, turn, own, other) - win_at(s, turn, own + 1, other) -
           win_at(s, turn, own, other + 1) + win_at(s, turn, own + 1, other + 1);
}

/* Extrapolates from the neighboring pairs, whose values vary smoothly; only an initial guess. */
static double guess(const struct press_solver *s, int turn, int own, int other) {
    int goal = s->menus->goal;
    double x;
    if (own == 0 && other && other + 3 < goal)
        x = 3 * (win_at(s, turn, own, other + 1) - win_at(s, turn, own, other + 2)) +
            win_at(s, turn, own, other + 3);
    else if (own == 0 && other + 2 < goal)
        x = 2 * win_at(s, turn, own, other + 1) - win_at(s, turn, own, other + 2);
    else if (own && own + 1 < goal && other + 1 < goal) {
        x = win_at(s, turn, own + 1, other) + win_at(s, turn, own, other + 1) -
            win_at(s, turn, own + 1, other + 1);
        if (other && own + 2 < goal && other + 2 < goal)
            x += bend(s, turn, own + 1, other + 1);
    } else if (other + 1 < goal)
        x = win_at(s, turn, own, other + 1);
    else
        x = own + 1 < goal ? win_at(s, turn, own + 1, other) : 0.5;
    return inside(1e-3, x, 1);
}

static float guess_ends(const struct press_solver *s, int turn, int own, int other) {
    int goal = s->menus->goal;
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
                        struct group *group, const struct work *work) {
    side_begin(s, a);
    side_begin(s, b);
    double moved = 1;
    int pass = 0, rows = 0;
    for (; pass < PASSES_MAX && moved > STEP_ENOUGH && !work_cancelled(work); pass++) {
        rows = walk(s, bench, a, b->value);
        rows += walk(s, bench, b, a->value);
        learn_rate(a, b->value, pass == 0);
        learn_rate(b, a->value, pass == 0);
        moved = step(a, b);
    }
    group->walks = 2 * pass;
    group->rows = rows;
    for (int l = 0; l < group->lanes; l++) {
        size_t goal = (size_t)s->menus->goal, own = (size_t)a->own[l], other = (size_t)a->other[l];
        s->win[TURN_FIRST][own * goal + other] = a->value[l];
        s->win[TURN_SECOND][other * goal + own] = b->value[l];
        s->ends[TURN_FIRST][own * goal + other] = (float)a->ends[l];
        s->ends[TURN_SECOND][other * goal + own] = (float)b->ends[l];
    }
}

/* ---- all pairs ---- */

struct job {
    struct press_solver *s;
    struct work *work;
    struct group *groups;  /* greatest sum first */
    struct bench *benches; /* one per thread */
};

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

/* Divides all pairs into groups; returns how many. If `groups` is NULL, it only counts them.
 *
 * A pair depends on pairs in which the two totals are the same or greater. With a sum greater by 1,
 * `own` is then greater by 1 at most. So a group can be solved before all groups of the next
 * greater sum are, and threads hardly wait for each other. */
static int list_groups(const struct press_solver *s, struct group *groups) {
    int count = 0, needs = 0;
    for (int sum = 2 * (s->menus->goal - 1); sum >= s->own_from + s->other_from; sum--) {
        int start = count, lanes;
        struct side a, b;
        for (int first = 0; (lanes = pairs_of(s, sum, first, &a, &b)) > 0; first += lanes) {
            int i = count++;
            if (!groups)
                continue;
            while (needs < start &&
                   (groups[needs].sum > sum + 1 || groups[needs].own <= a.own[lanes - 1] + 1))
                needs++;
            groups[i] = (struct group){sum, first, lanes, a.own[0], needs, 0, 0};
        }
    }
    return count;
}

static int groups_before(void *user, int i) {
    const struct job *job = user;
    return job->groups[i].needs;
}

static void solve_group(void *user, int thread, int i) {
    struct job *job = user;
    struct group *group = &job->groups[i];
    struct side a, b;
    pairs_of(job->s, group->sum, group->first, &a, &b);
    solve_lanes(job->s, &job->benches[thread], &a, &b, group, job->work);
}

static void count_up(struct press_solver *s, const struct group *group) {
    struct side a, b;
    pairs_of(s, group->sum, group->first, &a, &b);
    for (int l = 0; l < group->lanes; l++)
        s->pairs += a.own[l] == a.other[l] && !turns_differ(s) ? 1 : 2;
    s->states += (int64_t)group->rows * group->lanes * s->menus->dice;
    s->walks += (int64_t)group->walks * group->lanes;
}

static bool solve_all(struct press_solver *s, int threads, struct work *work) {
    const struct press_menus *m = s->menus;
    int far = s->entered.far > s->fresh.far ? s->entered.far : s->fresh.far;
    int rows = far + 2 + m->goal + m->entry + m->longest;
    int count = list_groups(s, NULL);
    threads = threads < 1 ? 1 : threads > THREADS_MAX ? THREADS_MAX : threads;
    struct job *job = grab(1, sizeof *job);
    *job = (struct job){s, work, grab((size_t)count, sizeof *job->groups),
                        grab((size_t)threads, sizeof *job->benches)};
    list_groups(s, job->groups);
    for (int i = 0; i < threads; i++) {
        job->benches[i].rows = must(press_rows_new(m, rows, PRESS_LANES));
        job->benches[i].stops = must(press_rows_new(m, rows, PRESS_LANES));
    }
    work_begin(work, (uint64_t)count);
    bool good = parallel_in_order(count, threads, work, groups_before, solve_group, job);
    s->pairs = s->states = s->walks = 0;
    for (int i = 0; i < count; i++)
        count_up(s, &job->groups[i]);
    for (int i = 0; i < threads; i++) {
        parallel_free(job->benches[i].rows);
        parallel_free(job->benches[i].stops);
    }
    parallel_free(job->benches);
    parallel_free(job->groups);
    parallel_free(job);
    return good;
}

static void forget_ends(struct press_solver *s) {
    if (s->ends[TURN_SECOND] != s->ends[TURN_FIRST])
        parallel_free(s->ends[TURN_SECOND]);
    parallel_free(s->ends[TURN_FIRST]);
    s->ends[TURN_FIRST] = s->ends[TURN_SECOND] = NULL;
}

void press_two_free(struct press_solver *s) {
    if (s->win[TURN_SECOND] != s->win[TURN_FIRST])
        parallel_free(s->win[TURN_SECOND]);
    parallel_free(s->win[TURN_FIRST]);
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
    done = done && solve_all(s, threads, work);
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
