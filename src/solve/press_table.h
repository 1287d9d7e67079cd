/* press_table: what the files of the press solver share; others use press_solver.h. */
#pragma once

#include "solve/press_solver.h"
#include "solve/press_turn.h"

/* The last turn of a game against a known score: the chance to beat it (a shared win counting
 * half) by the units still missing to equal it. */
struct press_chase {
    int far;       /* from here on the chance is below 1e-17 and taken as 0 */
    double *value; /* [0] to [far] */
    double *edge;  /* the leader's loss when he has to throw all dice again before he may stop: the
                      chance that he stops later and is beaten. His own bust is not in it. */
};

struct press_solver {
    struct rules rules;
    struct press_menus *menus;
    struct press_chase entered, fresh; /* a chaser who has a score; one who has none yet */
    double bust_again;                 /* chance to bust when all dice must be thrown, then stop */
    double *win;                       /* [own * goal + other] */
    float *ends; /* the same for: the chance that a turn ends without a bust. Only a first guess */
    int own_from, other_from;
    int64_t pairs, states, walks; /* press_counts() */
    double *turns;                /* [own] */
};

static inline double chase_at(const struct press_chase *c, int gap) {
    return gap <= c->far ? c->value[gap] : 0;
}

static inline double edge_at(const struct press_chase *c, int gap) {
    return gap <= c->far ? c->edge[gap] : 0;
}

static inline const struct press_chase *chase_of(const struct press_solver *s, int total) {
    return total ? &s->entered : &s->fresh;
}

bool press_chase_new(const struct press_menus *m, bool entered, struct press_chase *ret);
void press_chase_free(struct press_chase *c);

/* The least gap from which on nobody at risk of losing `bust` by a bust would throw again. */
int press_chase_enough(const struct press_solver *s, const struct press_chase *c, double bust);

/* The chance of winning at the start of a turn, totals in units; both below the goal. */
static inline double win_at(const struct press_solver *s, int own, int other) {
    return s->win[(size_t)own * (size_t)s->menus->goal + (size_t)other];
}

/* What stopping saves beyond a bust, in rows 0 to last - 1 of a turn for the fewest turns, when a
 * bust leaves x of them to come. */
void press_turns_stops(const struct press_solver *s, int own, double x, int last, double *stops);

/* The final round seen by a leader while others are still to come; press_last.c. */
struct press_last {
    int from, top;
    double *share; /* free() it */
};

/* Totals in units of the players to come, in order; answers for scores from `from` on, above all of
 * those totals, that at most `tied` players share. False when memory runs out. */
bool press_last_new(const struct press_solver *s, const int *totals, int count, int from, int tied,
                    struct press_last *ret);

/* A score further away than this, in units, is caught up with a chance below 1e-10. */
int press_last_reach(const struct press_solver *s);

/* What one of n leaders at this score may expect. */
double press_last_share(const struct press_last *last, int score, int n);

bool press_win_known(const struct press_solver *s, int own, int other);
