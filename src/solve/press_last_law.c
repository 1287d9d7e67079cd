/* The last turn, with mistakes. Only the gap matters, so one backward walk over the gaps covers
 * every score; for a player without a score, the points below the entry score need a separate
 * walk.
 *
 * If the leader answers with a turn (final-round=everyone), stopping is worth what that turn
 * leaves: the choices depend on how a perfect leader would play it, the results on how this one
 * does. */
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
    const struct law_answer *answer;
    double *best, *played;
    double *ideal; /* as played, against a leader who answers perfectly */
};

static double tie_worth(const struct press_menus *m) {
    return m->tie == TIE_SHARE ? 0.5 : m->tie == TIE_CHASER ? 1 : 0;
}

static double stop_worth(const struct chase_walk *w, int t, const double *answers) {
    if (t < w->gap)
        return 0;
    if (answers)
        return t - w->gap <= w->answer->far ? answers[t - w->gap] : 1;
    return t > w->gap ? 1 : tie_worth(w->s->menus);
}

static double weight(const struct chase_walk *w, double value, double best) {
    return w->temperature > 0 ? exp((value - best) / w->temperature) : value >= best;
}

/* The value of a throw: with the best choice, and the weighted mean of all choices. */
struct throw_value {
    double best, played, ideal;
};

static struct throw_value value_throw(const struct chase_walk *w, const struct law_throw *throw,
                                      int t) {
    int dice = w->s->menus->dice;
    const double *best_answer = w->answer ? w->answer->best : NULL,
                 *answer = w->answer ? w->answer->played : NULL;
    double best = -1, sum = 0, played = 0, ideal = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (int i = throw->begin; i < throw->end; i++) {
            const struct law_choice *c = &w->throws->choices[i];
            int at = t * dice + c->at, to = at / dice;
            bool may = to >= w->entry && (at % dice || !w->s->menus->must);
            double stop = may ? stop_worth(w, to, best_answer) : -1;
            if (pass == 0) {
                best = fmax(best, fmax(stop, w->best[at]));
                continue;
            }
            /* Dominated choices: stopping without a chance, and fewer points with as many dice. */
            bool more = w->best[t * dice + c->most] > w->best[at];
            bool behind = stop <= 0 || stop_worth(w, t + throw->most / dice, best_answer) > stop;
            double on = more ? 0 : c->times * weight(w, w->best[at], best);
            double stopping = behind ? 0 : c->times * weight(w, stop, best);
            sum += on + stopping;
            double left = answer ? stop_worth(w, to, answer) : stop;
            played += on * w->played[at] + stopping * left;
            if (answer)
                ideal += on * w->ideal[at] + stopping * stop;
        }
    }
    return (struct throw_value){best, played / sum, (answer ? ideal : played) / sum};
}

static void value_row(const struct chase_walk *w, int t) {
    int dice = w->s->menus->dice;
    for (int size = 1; size <= dice; size++) {
        struct throw_value sum = {0};
        for (int i = w->throws->begin[size]; i < w->throws->begin[size + 1]; i++) {
            const struct law_throw *throw = &w->throws->throws[i];
            struct throw_value value = value_throw(w, throw, t);
            sum.best += throw->chance * value.best;
            sum.played += throw->chance * value.played;
            sum.ideal += throw->chance * value.ideal;
        }
        w->best[t * dice + size % dice] = sum.best;
        w->played[t * dice + size % dice] = sum.played;
        w->ideal[t * dice + size % dice] = sum.ideal;
    }
}

/* Fills the rows in which the player stops as soon as allowed after the next throw. */
static void fill_beyond(const struct chase_walk *w, int from, int end) {
    const struct press_menus *m = w->s->menus;
    for (int t = from; t < end; t++) {
        for (int slot = 0; slot < m->dice; slot++) {
            double value = slot ? 1 - m->bust[slot] : 1 - w->s->bust_again;
            w->best[t * m->dice + slot] = w->played[t * m->dice + slot] =
                w->ideal[t * m->dice + slot] = value;
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
    memcpy(w->ideal + own, scored->ideal + first, count * sizeof *w->ideal);
    w->gap = gap;
    for (int t = w->entry - 1; t >= 0; t--)
        value_row(w, t);
}

/* The results for one gap, found in row `row` of a walk. */
static void put_gap(const struct chase_walk *w, int row, int scored, int gap,
                    struct last_law *ret) {
    int at = row * w->s->menus->dice;
    ret->win[scored][gap] = w->played[at];
    ret->given[scored][gap] = w->best[at] - w->ideal[at];
    ret->after[scored][gap] = w->played[at] - w->ideal[at];
}

static bool walk_room(struct chase_walk *w, int rows) {
    size_t cells = (size_t)rows * (size_t)w->s->menus->dice;
    w->best = calloc(3 * cells, sizeof *w->best);
    w->played = w->best ? w->best + cells : NULL;
    w->ideal = w->best ? w->played + cells : NULL;
    return w->best;
}

static bool law_room(int far, struct last_law *ret) {
    bool room = true;
    *ret = (struct last_law){.far = far};
    for (int scored = 0; scored < 2; scored++) {
        ret->win[scored] = calloc((size_t)far + 1, sizeof(double));
        ret->given[scored] = calloc((size_t)far + 1, sizeof(double));
        ret->after[scored] = calloc((size_t)far + 1, sizeof(double));
        room = room && ret->win[scored] && ret->given[scored] && ret->after[scored];
    }
    return room;
}

bool press_last_laws(const struct press_solver *s, const struct law_throws *throws,
                     double temperature, int far, const struct law_answer *answer,
                     struct last_law *ret) {
    const struct press_menus *m = s->menus;
    int entry = m->entry, rows = far + entry + ROWS_BEYOND + (answer ? answer->far : 0);
    struct chase_walk scored = {s, throws, temperature, .gap = far, .answer = answer},
                      fresh = scored;
    fresh.entry = entry;
    bool room = law_room(far, ret) && walk_room(&scored, rows + m->longest + 1) &&
                walk_room(&fresh, entry + m->longest + 1);
    if (room) {
        fill_beyond(&scored, rows, rows + m->longest + 1);
        for (int t = rows - 1; t >= 0; t--)
            value_row(&scored, t);
        for (int gap = 0; gap <= far; gap++) {
            put_gap(&scored, far - gap, 1, gap, ret);
            put_gap(&scored, far - gap, 0, gap, ret);
            if (entry == 0)
                continue;
            enter(&scored, &fresh, gap);
            put_gap(&fresh, 0, 0, gap, ret);
        }
    }
    free(scored.best);
    free(fresh.best);
    return room;
}

void last_law_free(struct last_law *law) {
    for (int scored = 0; scored < 2; scored++) {
        free(law->win[scored]);
        free(law->given[scored]);
        free(law->after[scored]);
    }
    *law = (struct last_law){0};
}

/* At a tie, the leader wins by banking anything; a bust leaves the tie. So the choices differ by a
 * share of the win only, as at a temperature that is higher by as much. */
static bool answer_tie(const struct press_solver *s, const struct law_throws *throws,
                       double temperature, struct law_answer *ret) {
    double tie = tie_worth(s->menus);
    struct last_law level;
    bool good = tie == 0 || press_last_laws(s, throws, temperature / tie, 0, NULL, &level);
    if (tie == 0)
        return true;
    if (good) {
        ret->best[0] = tie * (1 - level.win[1][0] - level.given[1][0]);
        ret->played[0] = tie * (1 - level.win[1][0]);
    }
    last_law_free(&level);
    return good;
}

bool law_answer_new(const struct press_solver *s, const struct law_throws *throws,
                    double temperature, const struct last_law *own, struct law_answer *ret) {
    size_t count = (size_t)own->far + 1;
    *ret = (struct law_answer){.far = own->far,
                               .best = calloc(count, sizeof(double)),
                               .played = calloc(count, sizeof(double))};
    if (!ret->best || !ret->played)
        return false;
    for (int gap = 1; gap <= own->far; gap++) {
        ret->best[gap] = 1 - own->win[1][gap] - own->given[1][gap];
        ret->played[gap] = 1 - own->win[1][gap];
    }
    return answer_tie(s, throws, temperature, ret);
}

void law_answer_free(struct law_answer *answer) {
    free(answer->best);
    free(answer->played);
    *answer = (struct law_answer){0};
}
