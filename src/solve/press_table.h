/* press_table: declarations shared by the files of the press solver; other code uses
 * press_solver.h. */
#pragma once

#include "solve/press_solver.h"
#include "solve/press_turn.h"

/* The last turn of a game against a known score: the chance of beating it (a shared win counting
 * half), indexed by the units needed for a tie. */
struct press_chase {
    int far;       /* from here on the chance is below 1e-17 and taken as 0 */
    double *value; /* [0] to [far] */
    double *edge;  /* a leader's loss when all dice must be thrown again before stopping: the chance
                      of stopping later and being beaten. The leader's own bust is not included */
};

/* The turn in a round of two: with final-round=rest, the player with the second turn ends the game
 * by reaching the goal. Under the other readings, both players' positions are worth the same. */
enum { TURN_FIRST, TURN_SECOND };

struct press_solver {
    struct rules rules;
    struct press_menus *menus;
    struct press_chase entered, fresh; /* for a chaser with a score, and for one without */
    /* The same if the leader has a turn after the chaser (final-round=everyone); otherwise empty.
     */
    struct press_chase entered_answered, fresh_answered;
    double bust_again; /* chance of a bust when all dice must be thrown until stopping is allowed */
    double *win[2]; /* [turn][own * goal + other]; one table unless the turn makes a difference */
    float *ends[2]; /* same index: chance that a turn ends without a bust; only an initial guess */
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

/* What the other player, at `total`, can do about a player who stops at the goal in this turn of
 * the round. */
static inline const struct press_chase *chase_of(const struct press_solver *s, int turn,
                                                 int total) {
    static const struct press_chase none = {.far = -1};
    if (s->rules.params.final_round == FINAL_EVERYONE)
        return total ? &s->entered_answered : &s->fresh_answered;
    if (s->rules.params.final_round == FINAL_REST && turn == TURN_SECOND)
        return &none;
    return total ? &s->entered : &s->fresh;
}

/* Whether the two-player table differs for the two turns of a round. */
static inline bool turns_differ(const struct press_solver *s) {
    return s->rules.params.final_round == FINAL_REST;
}

bool press_chase_new(const struct press_menus *m, bool entered, struct press_chase *ret);
bool press_chase_answered(const struct press_solver *s, bool entered, struct press_chase *ret);
void press_chase_free(struct press_chase *c);

/* A lead with which a player who stands to lose `bust` by a bust certainly never throws again. */
int press_chase_enough(const struct press_solver *s, const struct press_chase *c, double bust);

/* The chance of winning at the start of a turn. Both totals are in units and below the goal. */
static inline double win_at(const struct press_solver *s, int turn, int own, int other) {
    return s->win[turn][(size_t)own * (size_t)s->menus->goal + (size_t)other];
}

/* When playing for the fewest turns: fills `stops`, for turn points of 0 to last - 1 units, with
 * the turns that stopping saves over a bust, after which x more turns are expected. */
void press_turns_stops(const struct press_solver *s, int own, double x, int last, double *stops);

/* The final round as seen by a leader while others are still to come; see press_last.c. */
struct press_last {
    int from, top;
    double *share; /* caller frees */
};

/* `totals` has the totals of the players still to come, in order, in units. The result covers
 * leading scores of `from` or more, held by at most `tied` players. `from` must exceed every one of
 * `totals`, except that the last may be `from` itself: the score of the player who began the round
 * and plays last, who is not counted among the leaders. Returns false if out of memory. */
bool press_last_new(const struct press_solver *s, const int *totals, int count, int from, int tied,
                    struct press_last *ret);

/* A score further away than this, in units, is caught with a chance below 1e-10. */
int press_last_reach(const struct press_solver *s);

/* The expected share of the win for one of n leaders at this score. */
double press_last_share(const struct press_last *last, int score, int n);

void press_two_free(struct press_solver *s);
bool press_win_known(const struct press_solver *s, int own, int other);
