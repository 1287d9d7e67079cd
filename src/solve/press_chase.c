/* The last turn against a known score. Only the gap matters, so one walk over the gaps covers every
 * score. */
#include <stdlib.h>
#include <string.h>

#include "solve/press_table.h"

static const double nothing = 1e-17;

static double tie_value(const struct press_menus *m) {
    return m->tie == TIE_SHARE ? 0.5 : m->tie == TIE_CHASER ? 1 : 0;
}

/* values[gap] for gaps 0 to far: the chance of exceeding the gap, where matching it counts as
 * `tie`. */
static bool missing(const struct press_menus *m, int far, double tie, double *values) {
    double *rows = press_rows_new(m, far + m->longest + 2, 1);
    double *rolls = press_rows_new(m, far + 1, 1), *stops = calloc((size_t)far + 1, sizeof *stops);
    bool room = rows && rolls && stops;
    if (room) {
        /* In row t, the remaining gap is far - t units. With enough points, the player stops as
         * soon as allowed. */
        double again = (1 - m->bust[m->dice] - m->forced) / (1 - m->forced);
        for (int t = far + 1; t <= far + 1 + m->longest; t++)
            press_turn_edge(m, rows + (ptrdiff_t)t * m->dice, 1, 0, 1, again);
        stops[far] = tie;
        press_turn_one(m, rows, stops, 0, far + 1, rolls);
        for (int gap = 0; gap <= far; gap++)
            values[gap] = rolls[(ptrdiff_t)(far - gap + 1) * m->dice - 1];
    }
    free(rows);
    free(rolls);
    free(stops);
    return room;
}

/* A player without a score must also reach the entry score, so a smaller gap does not help. */
static bool raise_to_entry(const struct press_menus *m, struct press_chase *c) {
    double *reach = malloc(((size_t)m->entry + 1) * sizeof *reach);
    if (!reach || !missing(m, m->entry, 1, reach)) {
        free(reach);
        return false;
    }
    for (int gap = 0; gap < m->entry && gap <= c->far; gap++)
        c->value[gap] = reach[m->entry];
    free(reach);
    return true;
}

static void fill_edge(const struct press_menus *m, struct press_chase *c) {
    for (int gap = c->far; gap >= 0; gap--) {
        double sum = 0;
        for (int points = 1; points <= m->longest; points++)
            sum += m->free_at[points] * chase_at(c, gap + points) +
                   m->forced_at[points] * edge_at(c, gap + points);
        c->edge[gap] = sum;
    }
}

bool press_chase_new(const struct press_menus *m, bool entered, struct press_chase *ret) {
    struct press_chase c = {0};
    int least = entered || m->entry <= m->goal ? 0 : m->entry + 1;
    for (c.far = 512; c.far; c.far *= 2) {
        free(c.value);
        c.value = malloc(((size_t)c.far + 1) * sizeof *c.value);
        if (!c.value || !missing(m, c.far, tie_value(m), c.value)) {
            free(c.value);
            return false;
        }
        if (c.far >= least && c.value[c.far] < nothing)
            break;
    }
    while (c.far > least && c.value[c.far - 1] < nothing)
        c.far--;
    c.edge = malloc(((size_t)c.far + 1) * sizeof *c.edge);
    if (!c.edge || (least && !raise_to_entry(m, &c))) {
        press_chase_free(&c);
        return false;
    }
    fill_edge(m, &c);
    *ret = c;
    return true;
}

/* ---- a turn that the leader answers ---- */

/* A walk over all gaps at once: in row t, `far - t` units are missing for a tie, or the player is
 * t - far units ahead. */
struct answered {
    int far, last;
    double *rows, *stops, *rolls;
};

/* The leader wins a tie by banking anything at all. With a lead of its own, the player wins unless
 * the leader's last turn makes up for it. */
static bool walk_answered(const struct press_solver *s, struct answered *a) {
    const struct press_menus *m = s->menus;
    const struct press_chase *answer = &s->entered;
    a->last = a->far + 1 + press_chase_enough(s, answer, 1);
    a->rows = press_rows_new(m, a->last + m->longest + 1, 1);
    a->rolls = press_rows_new(m, a->last, 1);
    a->stops = calloc((size_t)a->last, sizeof *a->stops);
    if (!a->rows || !a->rolls || !a->stops)
        return false;
    a->stops[a->far] = (1 - chase_at(answer, 0)) * tie_value(m);
    for (int t = a->far + 1; t < a->last; t++)
        a->stops[t] = 1 - chase_at(answer, t - a->far);
    for (int t = a->last; t <= a->last + m->longest; t++)
        press_turn_edge(m, a->rows + (ptrdiff_t)t * m->dice, 1, 0, 1 - chase_at(answer, t - a->far),
                        1 - s->bust_again - edge_at(answer, t - a->far));
    press_turn_one(m, a->rows, a->stops, 0, a->last, a->rolls);
    return true;
}

/* For a player without a score who would tie with fewer points than it takes to enter: values the
 * rows below the entry, in which stopping is not allowed. */
static bool enter_answered(const struct press_solver *s, const struct answered *a,
                           struct press_chase *c) {
    const struct press_menus *m = s->menus;
    size_t edge = (size_t)(m->longest + 1) * (size_t)m->dice * sizeof *a->rows;
    double *rows = press_rows_new(m, m->entry + m->longest + 1, 1);
    double *stops = malloc(((size_t)m->entry + 1) * sizeof *stops);
    bool room = rows && stops;
    for (int t = 0; room && t < m->entry; t++)
        stops[t] = PRESS_NO_STOP;
    for (int gap = m->goal; room && gap < m->entry && gap <= c->far; gap++) {
        memcpy(rows + (ptrdiff_t)m->entry * m->dice,
               a->rows + (ptrdiff_t)(a->far - gap + m->entry) * m->dice, edge);
        c->value[gap] = press_turn_one(m, rows, stops, 0, m->entry, NULL);
    }
    free(rows);
    free(stops);
    return room;
}

bool press_chase_answered(const struct press_solver *s, bool entered, struct press_chase *ret) {
    const struct press_menus *m = s->menus;
    /* The answer only lowers the chance, so it is negligible where it was before. */
    struct press_chase c = {.far = entered ? s->entered.far : s->fresh.far};
    struct answered a = {.far = c.far};
    c.value = malloc(((size_t)c.far + 1) * sizeof *c.value);
    c.edge = malloc(((size_t)c.far + 1) * sizeof *c.edge);
    bool done = c.value && c.edge && walk_answered(s, &a);
    for (int gap = 0; done && gap <= c.far; gap++)
        c.value[gap] = a.rolls[(ptrdiff_t)(a.far - gap + 1) * m->dice - 1];
    done = done && (entered || m->entry <= m->goal || enter_answered(s, &a, &c));
    free(a.rows);
    free(a.stops);
    free(a.rolls);
    if (!done) {
        press_chase_free(&c);
        return false;
    }
    fill_edge(m, &c);
    *ret = c;
    return true;
}

void press_chase_free(struct press_chase *c) {
    free(c->value);
    free(c->edge);
    *c = (struct press_chase){0};
}

/* Stopping loses the game with chance value[gap]; throwing again loses it with a chance of
 * at least `bust` times the lowest chance of a bust. Half of that product leaves a margin, because
 * `bust` is an estimate. */
int press_chase_enough(const struct press_solver *s, const struct press_chase *c, double bust) {
    double bearable = s->menus->least_bust * bust / 2;
    int low = 0, high = c->far + 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (c->value[middle] <= bearable)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}
