/* The last turn, with mistakes. Only the gap matters, so one backward walk over the gaps covers
 * every score; for a player without a score, the points below the entry score need a separate
 * walk. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "solve/press_law.h"

enum { ROWS_BEYOND = 240 }; /* units beyond the score to beat; with more, the player stops */

/* `best` and `played`: the value of throwing, by turn points and number of dice, with best play and
 * as played. */
struct chase_walk {
    const struct press_solver *s;
    const struct law_throws *throws;
    double temperature;
    int gap;   /* units behind the score to beat, at the start of the turn */
    int entry; /* the player may not stop below this */
    double *best, *played;
};

static double stop_worth(const struct chase_walk *w, int t) {
    int tie = w->s->menus->tie;
    if (t != w->gap)
        return t > w->gap;
    return tie == TIE_SHARE ? 0.5 : tie == TIE_CHASER ? 1 : 0;
}

static double weight(const struct chase_walk *w, double value, double best) {
    return w->temperature > 0 ? exp((value - best) / w->temperature) : value >= best;
}

/* Computes the values of one throw: the best of its choices, and their weighted mean. */
static void value_throw(const struct chase_walk *w, const struct law_throw *throw, int t,
                        double *ret_best, double *ret_played) {
    int dice = w->s->menus->dice;
    double best = -1, sum = 0, played = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (int i = throw->begin; i < throw->end; i++) {
            const struct law_choice *c = &w->throws->choices[i];
            int at = t * dice + c->at, to = at / dice;
            bool may = to >= w->entry && (at % dice || !w->s->menus->must);
            double stop = may ? stop_worth(w, to) : -1;
            if (pass == 0) {
                best = fmax(best, fmax(stop, w->best[at]));
                continue;
            }
            /* Dominated choices: stopping without a chance, and fewer points with as many dice. */
            bool more = w->best[t * dice + c->most] > w->best[at];
            bool behind = stop <= 0 || stop_worth(w, t + throw->most / dice) > stop;
            double on = more ? 0 : c->times * weight(w, w->best[at], best);
            double stopping = behind ? 0 : c->times * weight(w, stop, best);
            sum += on + stopping;
            played += on * w->played[at] + stopping * stop;
        }
    }
    *ret_best = best;
    *ret_played = played / sum;
}

static void value_row(const struct chase_walk *w, int t) {
    int dice = w->s->menus->dice;
    for (int size = 1; size <= dice; size++) {
        double best = 0, played = 0;
        for (int i = w->throws->begin[size]; i < w->throws->begin[size + 1]; i++) {
            const struct law_throw *throw = &w->throws->throws[i];
            double best_here, played_here;
            value_throw(w, throw, t, &best_here, &played_here);
            best += throw->chance * best_here;
            played += throw->chance * played_here;
        }
        w->best[t * dice + size % dice] = best;
        w->played[t * dice + size % dice] = played;
    }
}

/* Fills the rows in which the player stops as soon as allowed after the next throw. */
static void fill_beyond(const struct chase_walk *w, int from, int end) {
    const struct press_menus *m = w->s->menus;
    for (int t = from; t < end; t++) {
        for (int slot = 0; slot < m->dice; slot++) {
            double value = slot ? 1 - m->bust[slot] : 1 - w->s->bust_again;
            w->best[t * m->dice + slot] = w->played[t * m->dice + slot] = value;
        }
    }
}

/* Computes the few rows below the entry; above them, the turn continues as it does for a player
 * with a score. */
static void enter(const struct chase_walk *scored, struct chase_walk *w, int gap) {
    int dice = w->s->menus->dice;
    size_t first = (size_t)((scored->gap - gap + w->entry) * dice), own = (size_t)(w->entry * dice),
           count = (size_t)(w->s->menus->longest * dice + dice);
    memcpy(w->best + own, scored->best + first, count * sizeof *w->best);
    memcpy(w->played + own, scored->played + first, count * sizeof *w->played);
    w->gap = gap;
    for (int t = w->entry - 1; t >= 0; t--)
        value_row(w, t);
}

bool press_last_laws(const struct press_solver *s, const struct law_throws *throws,
                     double temperature, int far, double *win[2], double *given[2]) {
    const struct press_menus *m = s->menus;
    int entry = m->entry, rows = far + entry + ROWS_BEYOND, all = rows + m->longest + 1;
    int few = entry + m->longest + 1;
    struct chase_walk scored = {s, throws, temperature, .gap = far}, fresh = scored;
    fresh.entry = entry;
    scored.best = calloc((size_t)(2 * all * m->dice), sizeof *scored.best);
    fresh.best = calloc((size_t)(2 * few * m->dice), sizeof *fresh.best);
    bool room = scored.best && fresh.best;
    if (room) {
        scored.played = scored.best + (ptrdiff_t)all * m->dice;
        fresh.played = fresh.best + (ptrdiff_t)few * m->dice;
        fill_beyond(&scored, rows, all);
        for (int t = rows - 1; t >= 0; t--)
            value_row(&scored, t);
        for (int gap = 0; gap <= far; gap++) {
            int start = (far - gap) * m->dice;
            win[1][gap] = scored.played[start];
            given[1][gap] = scored.best[start] - scored.played[start];
            win[0][gap] = win[1][gap];
            given[0][gap] = given[1][gap];
            if (entry == 0)
                continue;
            enter(&scored, &fresh, gap);
            win[0][gap] = fresh.played[0];
            given[0][gap] = fresh.best[0] - fresh.played[0];
        }
    }
    free(scored.best);
    free(fresh.best);
    return room;
}
