/* Playing alone: the fewest expected turns to the goal. A turn from total a ends at a higher total,
 * whose value is known, or in a bust, back at a. With x turns expected from a, the best turn saves
 * save(x) of them over a bust, and the turn itself costs one: save(x) = 1. The saving is piecewise
 * linear in x, with the chance of ending the turn without a bust as its slope, so Newton's method
 * ends after a few walks. */
#include <math.h>
#include <stdlib.h>

#include "solve/press_table.h"

void press_turns_stops(const struct press_solver *s, int own, double x, int last, double *stops) {
    const struct press_menus *m = s->menus;
    for (int t = 0; t < last; t++) {
        bool may = t && (own || t >= m->entry);
        stops[t] = !may ? PRESS_NO_STOP : own + t < m->goal ? x - s->turns[own + t] : x;
    }
}

static double solve_total(const struct press_solver *s, int own, double *rows, double *stops,
                          const struct work *work) {
    const struct press_menus *m = s->menus;
    int last = m->goal - own;
    last = own == 0 && last < m->entry ? m->entry : last;
    double x = own + 1 < m->goal ? s->turns[own + 1] : 1, rate = 0.5, old_x = 0, old = 0;
    for (int pass = 0; pass < 100 && !work_cancelled(work); pass++) {
        press_turns_stops(s, own, x, last, stops);
        for (int t = last; t <= last + m->longest; t++) /* stopping at the goal saves x turns */
            press_turn_edge(m, rows + (ptrdiff_t)t * m->dice, 1, 0, x, x * (1 - s->bust_again));
        double saved = press_turn_one(m, rows, stops, 0, last, NULL);
        if (pass && fabs(x - old_x) > 1e-9 * x)
            rate = (saved - old) / (x - old_x);
        double move = (1 - saved) / fmax(rate, 1e-300);
        old_x = x;
        old = saved;
        x += move;
        if (fabs(move) < 1e-13 * x)
            break;
    }
    return x;
}

bool press_solve_turns(struct press_solver *s, struct work *work) {
    const struct press_menus *m = s->menus;
    int most = m->goal > m->entry ? m->goal : m->entry;
    double *rows = press_rows_new(m, most + m->longest + 1, 1);
    double *stops = malloc(((size_t)most + 1) * sizeof *stops);
    free(s->turns);
    s->turns = malloc((size_t)m->goal * sizeof *s->turns);
    bool done = rows && stops && s->turns;
    work_begin(work, (uint64_t)m->goal);
    for (int own = m->goal - 1; own >= 0 && done; own--) {
        s->turns[own] = solve_total(s, own, rows, stops, work);
        done = work_step(work, 1);
    }
    free(rows);
    free(stops);
    if (!done) {
        free(s->turns);
        s->turns = NULL;
    }
    return done;
}

bool press_turns(const struct press_solver *s, int own, double *ret) {
    int unit = s->menus->unit;
    if (!s->turns || own < 0 || own % unit || own / unit >= s->menus->goal)
        return false;
    *ret = s->turns[own / unit];
    return true;
}
