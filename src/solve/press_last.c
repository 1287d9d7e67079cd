/* The final round with several players still to come.
 *
 * The leader after the last turns wins, and each of the players still to come plays only for
 * themselves. So all that matters about those who have had their last turn is the highest score and
 * how many share it, and the round is solved backwards from its last player:
 *
 *     share(i, M, n)    expected share of one of n leaders at M, with players i, i+1, ... to come
 *     share(last+1, M, n) = 1/n
 *
 * Player i at total b takes the best turn, given that stopping at x is worth share(i+1, x, 1) if x
 * is above M, what the tie rule says if x is M, and nothing if x is below M. The same walk also
 * computes the share that the turn leaves to a leader. A player takes the first of several equally
 * good choices; choices are equally good only if they lead to the same state.
 *
 * With final-round=everyone, the player who began the round is the last of those still to come. As
 * long as nobody has passed that player's score, it is M, and n counts only the others at M.
 *
 * From any total at the table, the chance of a score above `top` is below 1e-10; a leader above
 * `top` is taken to have won. */
#include <stdlib.h>

#include "solve/press_table.h"

static const double hardly = 1e-10;

/* The player's share, and that of a previous leader, if the player continues from here. */
struct both {
    four own[FOURS], left[FOURS];
};

struct level { /* one player's last turn */
    const struct press_solver *s;
    int total, from, top, tied; /* tied: number of leaders at M */
    int reach;                  /* scores further away are out of reach */
    const double *after;        /* share(i+1, M, n) at [(n - 1) * (top - from + 1) + M - from] */
};

static double share_after(const struct level *level, int score, int n) {
    if (score > level->top)
        return 1.0 / n;
    /* NOLINTNEXTLINE(clang-analyzer-core.uninitialized.UndefReturn): filled level by level */
    return level->after[(n - 1) * (level->top - level->from + 1) + score - level->from];
}

INLINE void choose(struct both *best, const struct both *other) {
    for (int q = 0; q < FOURS; q++) {
        four_masks better = other->own[q] > best->own[q];
        four_masks left = (four_masks)other->left[q] & better;
        best->left[q] = (four)(left | ((four_masks)best->left[q] & ~better));
        four_raise(&best->own[q], &other->own[q]);
    }
}

INLINE void add_run(const struct press_run *run, const struct both *row, struct both *sum,
                    const int choices) {
    const int *at = run->at;
    for (int i = 0; i < run->menus; i++, at += choices) {
        struct both best = row[at[0]];
        for (int j = 1; j < choices; j++)
            choose(&best, &row[at[j]]);
        for (int q = 0; q < FOURS; q++) {
            sum->own[q] += run->chance[i] * best.own[q];
            sum->left[q] += run->chance[i] * best.left[q];
        }
    }
}

INLINE void throw_dice(const struct press_menus *m, const struct both *row, int size,
                       const four left_by_bust[FOURS], struct both *ret) {
    struct both sum;
    for (int q = 0; q < FOURS; q++) {
        sum.own[q] = (four){0};
        sum.left[q] = m->bust[size] * left_by_bust[q];
    }
    const struct press_run *end = m->runs[0][size] + m->run_count[0][size];
    for (const struct press_run *run = m->runs[0][size]; run < end; run++) {
#define ADD(length) add_run(run, row, &sum, length)
        EACH_LENGTH(run->choices, ADD);
    }
    *ret = sum;
}

/* Computes one row from those above it; `ret` is the value of throwing all dice. */
CLONES static void fill_row(const struct press_menus *m, struct both *row, const struct both *stop,
                            const four left_by_bust[FOURS], struct both *ret) {
    for (int size = 1; size <= m->dice; size++) {
        bool all = size == m->dice;
        struct both roll;
        throw_dice(m, row, size, left_by_bust, &roll);
        if (all)
            *ret = roll;
        if (!all || !m->must)
            choose(&roll, stop);
        row[all ? 0 : size] = roll;
    }
}

/* Sets the values of stopping with `score`, in the lane for the leading score `lead`. */
static void stop_lane(const struct level *level, struct both *stop, int lane, int score, int lead,
                      bool allowed) {
    const struct press_menus *m = level->s->menus;
    double own = PRESS_NO_STOP, left = 0;
    if (allowed && score > lead)
        own = share_after(level, score, 1);
    else if (allowed && score < lead) {
        own = 0;
        left = share_after(level, lead, level->tied);
    } else if (allowed) {
        own = left = m->tie == TIE_SHARE ? share_after(level, lead, level->tied + 1) : 0;
        if (m->tie == TIE_CHASER)
            own = share_after(level, lead, 1);
        if (m->tie == TIE_LEADER)
            left = share_after(level, lead, level->tied);
    }
    stop->own[lane / 4][lane % 4] = own;
    stop->left[lane / 4][lane % 4] = left;
}

static bool may_stop(const struct level *level, int t) {
    return level->total || t >= level->s->menus->entry;
}

/* Once the player is above every leading score, it no longer matters which score leads: stopping
 * takes the lead, and a bust leaves the lead as it was. Fills the rows for turn points from `low`
 * up; `left` counts a bust as 1. */
static void fill_above(const struct level *level, struct both *rows, int low, int high) {
    const struct press_menus *m = level->s->menus;
    struct both stop, again, all;
    four one[FOURS];
    for (int q = 0; q < FOURS; q++) {
        one[q] = (four){1, 1, 1, 1};
        stop.own[q] = one[q];
        stop.left[q] = (four){0};
        again.own[q] = one[q] * (1 - level->s->bust_again);
        again.left[q] = one[q] * level->s->bust_again;
    }
    for (int t = high; t <= high + m->longest; t++) {
        for (int slot = 0; slot < m->dice; slot++)
            rows[t * m->dice + slot] = slot || !m->must ? stop : again;
    }
    for (int t = high - 1; t >= low; t--) {
        int score = level->total + t;
        for (int lane = 0; lane < PRESS_LANES; lane++)
            stop_lane(level, &stop, lane, score, score - 1, may_stop(level, t));
        fill_row(m, rows + t * m->dice, &stop, one, &all);
    }
}

/* Computes share(i, M, tied) for the eight scores M that start at `lead`. */
static void solve_leads(const struct level *level, const struct both *above, struct both *rows,
                        int lead, double ret[PRESS_LANES]) {
    const struct press_menus *m = level->s->menus;
    int last = lead + PRESS_LANES - level->total; /* fewest points to beat all eight scores */
    four bust[FOURS];
    for (int lane = 0; lane < PRESS_LANES; lane++)
        bust[lane / 4][lane % 4] = share_after(level, lead + lane, level->tied);
    for (int i = last * m->dice; i < (last + m->longest + 1) * m->dice; i++) {
        rows[i] = above[i];
        for (int q = 0; q < FOURS; q++)
            rows[i].left[q] *= bust[q];
    }
    struct both stop, all = {0};
    for (int t = last - 1; t >= 0; t--) {
        for (int lane = 0; lane < PRESS_LANES; lane++)
            stop_lane(level, &stop, lane, level->total + t, lead + lane, t && may_stop(level, t));
        fill_row(m, rows + t * m->dice, &stop, bust, &all);
    }
    for (int lane = 0; lane < PRESS_LANES; lane++)
        ret[lane] = all.left[lane / 4][lane % 4];
}

static bool solve_level(struct level *level, int most, double *before) {
    const struct press_menus *m = level->s->menus;
    int scores = level->top - level->from + 1;
    int high = level->top + PRESS_LANES - level->total;
    high = high < m->entry ? m->entry : high;
    size_t size = (size_t)(high + m->longest + 1) * (size_t)m->dice * sizeof(struct both);
    struct both *above = aligned_alloc(32, size), *rows = aligned_alloc(32, size);
    bool room = above && rows;
    if (room) {
        fill_above(level, above, level->from - level->total, high);
        for (level->tied = 1; level->tied <= most; level->tied++) {
            for (int lead = level->from; lead <= level->top; lead += PRESS_LANES) {
                double shares[PRESS_LANES];
                if (lead - level->total > level->reach) {
                    for (int l = 0; l < PRESS_LANES; l++)
                        shares[l] = share_after(level, lead + l, level->tied);
                } else {
                    solve_leads(level, above, rows, lead, shares);
                }
                for (int l = 0; l < PRESS_LANES && lead + l <= level->top; l++)
                    before[(level->tied - 1) * scores + lead + l - level->from] = shares[l];
            }
        }
    }
    free(above);
    free(rows);
    return room;
}

int press_last_reach(const struct press_solver *s) {
    int reach = 0;
    while (reach < s->entered.far && s->entered.value[reach] > hardly)
        reach++;
    return reach;
}

bool press_last_new(const struct press_solver *s, const int *totals, int count, int from, int tied,
                    struct press_last *ret) {
    int reach = press_last_reach(s);
    struct press_last last = {.from = from, .top = from};
    for (int i = 0; i < count; i++)
        last.top = totals[i] + reach > last.top ? totals[i] + reach : last.top;
    bool shared = s->menus->tie == TIE_SHARE;
    int scores = last.top - from + 1, most = shared ? tied + count : 1;
    double *before = malloc((size_t)(most * scores) * sizeof *before);
    last.share = malloc((size_t)(most * scores) * sizeof *last.share);
    bool done = before && last.share;
    for (int i = 0; done && i < most * scores; i++)
        last.share[i] = 1.0 / (1 + i / scores);
    /* If the player who began the round busts in its own last turn, those at the same score share
     * the win with it, or win as the last to catch up. */
    bool tie = count && totals[count - 1] == from;
    for (int n = 1; done && tie && n <= most; n++)
        last.share[(n - 1) * scores] = shared ? 1.0 / (n + 1) : s->menus->tie == TIE_CHASER;
    for (int i = count - 1; i >= 0 && done; i--) {
        struct level level = {.s = s,
                              .total = totals[i],
                              .from = from,
                              .top = last.top,
                              .reach = reach,
                              .after = last.share};
        done = solve_level(&level, shared ? tied + i : 1, before);
        double *swap = before;
        before = last.share;
        last.share = swap;
    }
    free(before);
    if (done)
        *ret = last;
    else
        free(last.share);
    return done;
}

double press_last_share(const struct press_last *last, int score, int n) {
    if (score > last->top)
        return 1.0 / n;
    return last->share[(n - 1) * (last->top - last->from + 1) + score - last->from];
}
