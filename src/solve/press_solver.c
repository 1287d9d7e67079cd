#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "solve/press_table.h"

struct press_solver *press_solver_new(const struct rules *r) {
    struct press_menus *m = press_menus_new(r);
    struct press_solver *s = m ? calloc(1, sizeof *s) : NULL;
    if (!s) {
        press_menus_free(m);
        return NULL;
    }
    s->rules = *r;
    s->menus = m;
    s->bust_again = m->bust[m->dice] / (1 - m->forced);
    bool answered = r->params.final_round == FINAL_EVERYONE;
    if (!press_chase_new(m, true, &s->entered) || !press_chase_new(m, false, &s->fresh) ||
        (answered && (!press_chase_answered(s, true, &s->entered_answered) ||
                      !press_chase_answered(s, false, &s->fresh_answered)))) {
        press_solver_free(s);
        return NULL;
    }
    return s;
}

void press_solver_free(struct press_solver *s) {
    if (!s)
        return;
    press_chase_free(&s->entered);
    press_chase_free(&s->fresh);
    press_chase_free(&s->entered_answered);
    press_chase_free(&s->fresh_answered);
    press_menus_free(s->menus);
    press_two_free(s);
    free(s->turns);
    free(s);
}

int press_solver_units(const struct press_solver *s, int *ret_unit) {
    *ret_unit = s->menus->unit;
    return s->menus->goal;
}

static bool win_in(const struct press_solver *s, int turn, int own, int other, double *ret) {
    int unit = s->menus->unit;
    if (own % unit || other % unit || !press_win_known(s, own / unit, other / unit))
        return false;
    *ret = win_at(s, turn, own / unit, other / unit);
    return true;
}

bool press_win(const struct press_solver *s, int own, int other, double *ret) {
    return win_in(s, TURN_FIRST, own, other, ret);
}

bool press_win_second(const struct press_solver *s, int own, int other, double *ret) {
    return win_in(s, TURN_SECOND, own, other, ret);
}

double press_last_turn(const struct press_solver *s, bool entered, int missing) {
    int gap = (missing + s->menus->unit - 1) / s->menus->unit;
    return gap < 0 ? 1 : chase_at(entered ? &s->entered : &s->fresh, gap);
}

/* A payload begins with the counts, as doubles, which hold them exactly; the table follows. */
enum { COUNTS = 3 };

static size_t table_size(const struct press_solver *s) {
    size_t goal = (size_t)s->menus->goal;
    return goal * goal * sizeof(double);
}

static int table_count(const struct press_solver *s) {
    return turns_differ(s) ? 2 : 1;
}

static size_t payload_size(const struct press_solver *s) {
    return COUNTS * sizeof(double) + (size_t)table_count(s) * table_size(s);
}

void *press_payload(const struct press_solver *s, size_t *ret_size) {
    bool whole = s->win[0] && !s->own_from && !s->other_from;
    double *to = whole ? malloc(payload_size(s)) : NULL;
    *ret_size = payload_size(s);
    if (!to)
        return NULL;
    to[0] = (double)s->pairs;
    to[1] = (double)s->states;
    to[2] = (double)s->walks;
    for (int turn = 0; turn < table_count(s); turn++)
        memcpy((char *)(to + COUNTS) + (size_t)turn * table_size(s), s->win[turn], table_size(s));
    return to;
}

/* Solves the end of the game, where both players are close to the goal, and compares its values
 * with those of the stored tables. */
static bool ends_alike(struct press_solver *s, const double *win) {
    enum { CLOSE = 4 }; /* in units */
    int goal = s->menus->goal, from = goal > CLOSE ? goal - CLOSE : 0;
    int total = from * s->menus->unit;
    bool alike = press_solve_from(s, total, total, 1, NULL);
    for (int i = 0; alike && i < table_count(s) * goal * goal; i++) {
        int turn = i / (goal * goal), own = i / goal % goal, other = i % goal;
        if (own >= from && other >= from)
            alike = fabs(win_at(s, turn, own, other) - win[i]) < 1e-9;
    }
    press_two_free(s);
    return alike;
}

bool press_adopt(struct press_solver *s, const void *data, size_t size) {
    const double *from = data;
    size_t count = size / sizeof *from;
    if (s->menus->goal > PRESS_GOAL_MAX || size != payload_size(s))
        return false;
    for (size_t i = 0; i < count; i++) {
        if (!(from[i] >= 0 && from[i] <= (i < COUNTS ? 1e15 : 1)))
            return false;
    }
    if (!ends_alike(s, from + COUNTS))
        return false;
    for (int turn = 0; turn < table_count(s); turn++) {
        s->win[turn] = malloc(table_size(s));
        if (!s->win[turn]) {
            press_two_free(s);
            return false;
        }
        memcpy(s->win[turn], (const char *)(from + COUNTS) + (size_t)turn * table_size(s),
               table_size(s));
    }
    if (table_count(s) == 1)
        s->win[TURN_SECOND] = s->win[TURN_FIRST];
    s->own_from = s->other_from = 0;
    s->pairs = (int64_t)from[0];
    s->states = (int64_t)from[1];
    s->walks = (int64_t)from[2];
    return true;
}

/* FNV-1a over the values rounded to nine decimal places, each as eight bytes, lowest byte first. A
 * value within 1e-13 of a rounding boundary could round either way on another machine; the offset
 * keeps exact values such as 1/2 away from the boundaries. */
uint64_t press_signature(const struct press_solver *s) {
    uint64_t hash = 0xcbf29ce484222325u;
    int goal = s->menus->goal, tables = turns_differ(s) ? 2 : 1;
    if (!s->win[0])
        return 0;
    for (int i = 0; i < tables * goal * goal; i++) {
        int own = i / goal % goal, other = i % goal;
        if (!press_win_known(s, own, other))
            continue;
        uint64_t value = (uint64_t)(win_at(s, i / goal / goal, own, other) * 1e9 + 0.31830988618);
        for (int byte = 0; byte < 8; byte++, value >>= 8)
            hash = (hash ^ (value & 255)) * 0x100000001b3u;
    }
    return hash;
}

struct press_counts press_counts(const struct press_solver *s) {
    int64_t goal = s->menus->goal, number = sizeof(double);
    int64_t tables = s->win[0] ? (turns_differ(s) ? 2 : 1) * goal * goal * number : 0;
    int chases = s->rules.params.final_round == FINAL_EVERYONE ? 2 : 1;
    tables += s->turns ? goal * number : 0;
    tables += chases * 2 * (s->entered.far + s->fresh.far + 2) * number;
    return (struct press_counts){
        .pairs = s->pairs,
        .states = s->states,
        .walks = s->walks,
        .menus = s->menus->menus,
        .choices = s->menus->choices,
        .bytes = tables + (int64_t)press_menus_bytes(s->menus) + (int64_t)sizeof *s,
    };
}
