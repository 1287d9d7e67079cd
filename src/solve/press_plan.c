/* One turn solved for a seat: the value of stopping and of throwing at every turn total
 * from the current one up. */
#include <math.h>
#include <stdlib.h>

#include "rules/press.h"
#include "solve/press_table.h"

struct press_plan {
    const struct press_solver *s;
    int from, last; /* turn points in units: rows from `from` to last - 1 */
    double bust;    /* value of a bust */
    double sign;    /* -1 if less is better, as with turns */
    double scale;   /* converts stored values to returned ones */
    double *stops, *rolls;

    /* From row `last` up, the player stops wherever allowed. The gain over a bust, from stopping at
     * once or after a forced throw of all dice, is a linear function of the row, minus the chance
     * of being caught. */
    double stop, stop_slope, again, again_slope;
    const struct press_chase *chase; /* NULL if there is no chaser */
    int gap;                         /* own total minus the chaser's, in units */
};

/* The most players still to come in a final round that is solved exactly. */
enum { LAST_EXACT = 15 };

/* A position as the solver sees it, in units. */
struct place {
    int own, points;
    int rows;                       /* minimum number of rows to value */
    int others[SEATS_MAX], count;   /* before the final round: other totals, next seat first */
    int left;                       /* how many of these have no turn yet in this round */
    int to_come[SEATS_MAX], coming; /* in the final round: totals of those still to play */
    int lead, tied; /* in the final round: the score to beat, and how many share it, not counting
                       the player who began the round if that player is still to come */
};

/* The turn of the player to move in a round with one other player, and that player's turn. */
static int own_turn(const struct place *p, int other) {
    return other < p->left ? TURN_FIRST : TURN_SECOND;
}

static int other_turn(const struct place *p, int other) {
    return other < p->left ? TURN_SECOND : TURN_FIRST;
}

static bool find_place(const struct press_solver *s, const struct game *g, struct place *ret) {
    int unit = s->menus->unit, goal = s->menus->goal;
    struct place p = {.own = g->total[g->seat] / unit, .points = g->turn_points / unit};
    if (g->phase == PHASE_OVER || g->turn_points % unit || g->turn_points < 0)
        return false;
    for (int i = 0; i < g->seats; i++) {
        if (g->total[i] % unit || g->total[i] < 0)
            return false;
    }
    if ((p.own >= goal && g->ender != g->seat + 1) || p.points > PRESS_POINTS_MAX)
        return false;
    int list[SEATS_MAX], coming = g->ender ? press_to_come(&s->rules, g, list) : 0;
    struct set later = g->ender ? set_none() : game_playing(g);
    for (int i = 0; i < coming; i++)
        later = set_with(later, list[i]);
    bool answered = coming && list[coming - 1] == g->ender - 1;
    int round_left = (g->first - g->seat + g->seats - 1) % g->seats;
    p.lead = answered ? g->total[g->ender - 1] / unit : 0;
    for (int i = 1; i < g->seats; i++) {
        int seat = (g->seat + i) % g->seats, total = g->total[seat] / unit;
        if (set_has(g->left, seat))
            continue; /* has no more turns, and cannot win */
        if (!g->ender) {
            p.others[p.count++] = total;
            p.left += i <= round_left;
        } else if (set_has(later, seat))
            p.to_come[p.coming++] = total;
        else if (total > p.lead) {
            p.lead = total;
            p.tied = 1;
        } else {
            p.tied += total == p.lead;
        }
        if (set_has(later, seat) && total >= goal && g->ender != seat + 1)
            return false;
    }
    /* A lead that nobody can reach is as good as a higher one and takes less memory. */
    int most = p.own + p.points;
    for (int i = 0; i < p.coming; i++)
        most = p.to_come[i] > most ? p.to_come[i] : most;
    most += s->entered.far + s->menus->longest + 1;
    p.lead = p.lead > most ? most : p.lead;
    *ret = p;
    return true;
}

/* ---- making plans ---- */

static struct press_plan *plan_new(const struct press_solver *s, int from, int last) {
    const struct press_menus *m = s->menus;
    struct press_plan *plan = malloc(sizeof *plan);
    if (!plan)
        return NULL;
    last = last < from + m->longest + 1 ? from + m->longest + 1 : last;
    *plan = (struct press_plan){
        .s = s,
        .from = from,
        .last = last,
        .sign = 1,
        .scale = 1,
        .rolls = press_rows_new(m, last, 1),
        .stops = malloc(((size_t)last + 1) * sizeof *plan->stops),
    };
    if (!plan->rolls || !plan->stops) {
        press_plan_free(plan);
        return NULL;
    }
    return plan;
}

void press_plan_free(struct press_plan *plan) {
    if (!plan)
        return;
    free(plan->rolls);
    free(plan->stops);
    free(plan);
}

/* Fills the rows for turn points t to t + longest, where the player stops wherever allowed. */
static void fill_edge(const struct press_plan *plan, double *rows, int t) {
    const struct press_menus *m = plan->s->menus;
    for (int end = t + m->longest; t <= end; t++, rows += m->dice) {
        double stop = plan->stop + plan->stop_slope * t,
               again = plan->again + plan->again_slope * t;
        if (plan->chase) {
            stop -= chase_at(plan->chase, t + plan->gap);
            again -= edge_at(plan->chase, t + plan->gap);
        }
        press_turn_edge(m, rows, 1, 0, stop, again);
    }
}

/* Computes the values of the turn. If out of memory, frees the plan and returns NULL. */
static struct press_plan *plan_walk(struct press_plan *plan) {
    const struct press_menus *m = plan->s->menus;
    double *rows = press_rows_new(m, plan->last + m->longest + 1, 1);
    if (!rows) {
        press_plan_free(plan);
        return NULL;
    }
    fill_edge(plan, rows + (ptrdiff_t)plan->last * m->dice, plan->last);
    press_turn_one(m, rows, plan->stops, plan->from, plan->last, plan->rolls);
    free(rows);
    return plan;
}

static bool may_stop(const struct press_solver *s, int own, int t) {
    return t && (own || t >= s->menus->entry);
}

static int at_least_entry(const struct press_solver *s, int own, int last) {
    return own == 0 && last < s->menus->entry ? s->menus->entry : last;
}

/* Values a turn in which stopping in row `last` or later gains `stop` over a bust, however high the
 * score. */
static struct press_plan *walk_to_certainty(struct press_plan *plan, double stop) {
    plan->stop = stop;
    plan->again = stop * (1 - plan->s->bust_again);
    return plan_walk(plan);
}

static struct press_plan *plan_two(const struct press_solver *s, const struct place *p) {
    const struct press_menus *m = s->menus;
    int own = p->own, other = p->others[0], next = other_turn(p, 0);
    if (!press_win_known(s, own, other))
        return NULL;
    const struct press_chase *chase = chase_of(s, own_turn(p, 0), other);
    double lost = win_at(s, next, other, own); /* the chance of losing after a bust */
    int last = press_chase_enough(s, chase, lost) + other - own;
    last = at_least_entry(s, own, last < m->goal - own ? m->goal - own : last);
    last = last < p->rows ? p->rows : last;
    struct press_plan *plan = plan_new(s, p->points, last);
    if (!plan)
        return NULL;
    plan->bust = 1 - lost;
    for (int t = plan->from; t < plan->last; t++) {
        int total = own + t;
        plan->stops[t] = !may_stop(s, own, t) ? PRESS_NO_STOP
                         : total < m->goal    ? lost - win_at(s, next, other, total)
                                              : lost - chase_at(chase, total - other);
    }
    plan->stop = lost;
    plan->again = lost * (1 - s->bust_again);
    plan->chase = chase;
    plan->gap = own - other;
    return plan_walk(plan);
}

/* The estimate for three or more players: adds up the odds of losing to each opponent, from
 * the two-player table. */
static double against_all(const struct press_solver *s, const struct place *p, int own) {
    double odds = 0;
    for (int i = 0; i < p->count; i++) {
        double lost = win_at(s, other_turn(p, i), p->others[i], own);
        odds += lost / fmax(1 - lost, 1e-300);
    }
    return 1 / (1 + odds);
}

/* A player who stops at or above the goal wins if nobody still to come does better. Treating the
 * opponents as independent, each with their own chance to overtake this score, gives a value within
 * 0.001 of the exact final round (within 0.01 if several are about to finish) and is a thousand
 * times faster. */
static double overtaken_by_none(const struct press_solver *s, const struct place *p, int total) {
    double none = 1;
    for (int i = 0; i < p->count; i++)
        none *= 1 - chase_at(chase_of(s, own_turn(p, i), p->others[i]), total - p->others[i]);
    return none;
}

static struct press_plan *plan_many(const struct press_solver *s, const struct place *p) {
    const struct press_menus *m = s->menus;
    int most = 0;
    for (int i = 0; i < p->count; i++) {
        if (!press_win_known(s, p->own, p->others[i]))
            return NULL;
        most = p->others[i] > most ? p->others[i] : most;
    }
    int enough = most + press_last_reach(s) + 1;
    enough = enough < m->goal ? m->goal : enough;
    struct press_plan *plan = plan_new(s, p->points, at_least_entry(s, p->own, enough - p->own));
    if (!plan)
        return NULL;
    plan->bust = against_all(s, p, p->own);
    for (int t = plan->from; t < plan->last; t++) {
        int total = p->own + t;
        plan->stops[t] = !may_stop(s, p->own, t) ? PRESS_NO_STOP
                         : total < m->goal       ? against_all(s, p, total) - plan->bust
                                                 : overtaken_by_none(s, p, total) - plan->bust;
    }
    return walk_to_certainty(plan, 1 - plan->bust);
}

/* In the final round, the value of a bust. Only the player who began the round, in its own last
 * turn, can have a total that wins or ties; it was the first to reach it. */
static double held(const struct press_solver *s, const struct place *p) {
    if (p->own != p->lead)
        return p->own > p->lead;
    return s->menus->tie == TIE_SHARE ? 1.0 / (p->tied + 1) : s->menus->tie == TIE_LEADER;
}

/* The chance that a player with this total, in their last turn, gets past a higher one. */
static double press_overtakes(const struct press_solver *s, int own, int total) {
    const struct press_chase *chase = own ? &s->entered : &s->fresh;
    return own >= total ? 1 : chase_at(chase, total - own);
}

/* The exact final round takes time that grows with the square of the number of players still to
 * come; many of them are estimated. */
static struct press_plan *plan_last_of_many(const struct press_solver *s, const struct place *p) {
    const struct press_menus *m = s->menus;
    int most = p->lead;
    for (int i = 0; i < p->coming; i++)
        most = p->to_come[i] > most ? p->to_come[i] : most;
    int enough = most + press_last_reach(s) + 1 - p->own;
    struct press_plan *plan = plan_new(s, p->points, at_least_entry(s, p->own, enough));
    double tie = m->tie == TIE_SHARE ? 1.0 / (p->tied + 1) : m->tie == TIE_CHASER;
    for (int t = p->points; plan && t < plan->last; t++) {
        int total = p->own + t;
        double kept = total < p->lead ? 0 : total == p->lead ? tie : 1;
        for (int i = 0; i < p->coming && kept > 0; i++)
            kept *= 1 - press_overtakes(s, p->to_come[i], total);
        plan->stops[t] = may_stop(s, p->own, t) ? kept : PRESS_NO_STOP;
    }
    return plan ? walk_to_certainty(plan, 1) : NULL;
}

static struct press_plan *plan_last(const struct press_solver *s, const struct place *p) {
    const struct press_menus *m = s->menus;
    struct press_last after;
    if (p->coming > LAST_EXACT)
        return plan_last_of_many(s, p);
    if (!press_last_new(s, p->to_come, p->coming, p->lead, p->tied + 1, &after))
        return NULL;
    int enough = after.top + 1 - p->own;
    struct press_plan *plan = plan_new(s, p->points, at_least_entry(s, p->own, enough));
    double tie = m->tie == TIE_SHARE    ? press_last_share(&after, p->lead, p->tied + 1)
                 : m->tie == TIE_CHASER ? press_last_share(&after, p->lead, 1)
                                        : 0;
    for (int t = p->points; plan && t < plan->last; t++) {
        int total = p->own + t;
        double value = total < p->lead    ? 0
                       : total == p->lead ? tie
                                          : press_last_share(&after, total, 1);
        plan->stops[t] = may_stop(s, p->own, t) ? value - held(s, p) : PRESS_NO_STOP;
    }
    free(after.share);
    if (!plan)
        return NULL;
    plan->bust = held(s, p);
    return walk_to_certainty(plan, 1 - plan->bust);
}

/* Everybody else has left: whatever the player does wins. */
static struct press_plan *plan_won(const struct press_solver *s, const struct place *p) {
    struct press_plan *plan = plan_new(s, p->points, at_least_entry(s, p->own, p->points + 1));
    if (!plan)
        return NULL;
    plan->bust = 1;
    for (int t = plan->from; t < plan->last; t++)
        plan->stops[t] = may_stop(s, p->own, t) ? 0 : PRESS_NO_STOP;
    return walk_to_certainty(plan, 0);
}

bool press_plan_estimates(const struct rules *r, const struct game *g) {
    int list[SEATS_MAX];
    return set_count(game_playing(g)) > 2 && (!g->ender || press_to_come(r, g, list) > LAST_EXACT);
}

struct press_plan *press_plan_win(const struct press_solver *s, const struct game *g) {
    struct place p;
    if (g->seats < 2 || !find_place(s, g, &p))
        return NULL;
    if (set_count(game_playing(g)) == 1)
        return plan_won(s, &p);
    if (g->ender)
        return plan_last(s, &p);
    return p.count == 1 ? plan_two(s, &p) : plan_many(s, &p);
}

struct press_plan *press_plan_long(const struct press_solver *s, const struct game *g, int rows) {
    struct place p;
    if (g->seats != 2 || g->ender || set_any(g->left) || !find_place(s, g, &p))
        return NULL;
    p.rows = rows;
    return plan_two(s, &p);
}

struct press_plan *press_plan_turns(const struct press_solver *s, const struct game *g) {
    struct place p;
    const struct press_menus *m = s->menus;
    if (!s->turns || !find_place(s, g, &p))
        return NULL;
    struct press_plan *plan = plan_new(s, p.points, at_least_entry(s, p.own, m->goal - p.own));
    if (!plan)
        return NULL;
    double x = s->turns[p.own];
    plan->sign = -1;
    plan->bust = -1 - x; /* the turn in progress counts as one */
    press_turns_stops(s, p.own, x, plan->last, plan->stops);
    return walk_to_certainty(plan, x);
}

/* Turn points from which a player who may stop never throws again: throwing n dice once and then
 * stopping adds at most the mean of the best choices, and a bust loses everything. */
static int points_enough(const struct press_menus *m) {
    double enough = 1;
    for (int size = 1; size <= m->dice; size++) {
        double sum = 0;
        for (int i = 0; i < m->run_count[0][size]; i++) {
            const struct press_run *run = &m->runs[0][size][i];
            for (int j = 0; j < run->menus; j++) /* choices are sorted by points */
                sum += run->chance[j] * (run->at[(j + 1) * run->choices - 1] / m->dice);
        }
        enough = fmax(enough, sum / m->bust[size]);
    }
    return (int)enough + 1;
}

static struct press_plan *plan_points(const struct press_solver *s, bool entered, int points) {
    const struct press_menus *m = s->menus;
    struct press_plan *plan = plan_new(s, points, at_least_entry(s, entered, points_enough(m)));
    if (!plan)
        return NULL;
    plan->scale = m->unit;
    /* Throwing all dice until stopping is allowed keeps the points so far unless a throw busts, and
     * adds the points of the throws. */
    plan->stop_slope = 1;
    plan->again_slope = 1 - s->bust_again;
    for (int p = 1; p <= m->longest; p++)
        plan->again += p * (m->free_at[p] + plan->again_slope * m->forced_at[p]) / (1 - m->forced);
    for (int t = points; t < plan->last; t++)
        plan->stops[t] = may_stop(s, entered, t) ? t : PRESS_NO_STOP;
    return plan_walk(plan);
}

struct press_plan *press_plan_points(const struct press_solver *s, const struct game *g) {
    struct place p;
    return find_place(s, g, &p) ? plan_points(s, p.own > 0, p.points) : NULL;
}

bool press_turn_points(const struct press_solver *s, bool entered, double *ret) {
    struct press_plan *plan = plan_points(s, entered, 0);
    if (!plan)
        return false;
    *ret = press_plan_roll(plan, 0, s->menus->dice);
    press_plan_free(plan);
    return true;
}

/* ---- queries ---- */

double press_plan_bust(const struct press_plan *plan) {
    return plan->sign * plan->scale * plan->bust;
}

static bool in_plan(const struct press_plan *plan, int points, int *ret) {
    int unit = plan->s->menus->unit, t = points / unit;
    *ret = t;
    return points >= 0 && points % unit == 0 && t >= plan->from;
}

static double outward(const struct press_plan *plan, double beyond_bust) {
    return plan->sign * plan->scale * (plan->bust + beyond_bust);
}

double press_plan_stop(const struct press_plan *plan, int points) {
    int t;
    if (!in_plan(plan, points, &t))
        return NAN;
    if (t >= plan->last) {
        double stop = plan->stop + plan->stop_slope * t;
        return outward(plan, plan->chase ? stop - chase_at(plan->chase, t + plan->gap) : stop);
    }
    return plan->stops[t] <= PRESS_NO_STOP ? NAN : outward(plan, plan->stops[t]);
}

double press_plan_roll(const struct press_plan *plan, int points, int dice) {
    const struct press_menus *m = plan->s->menus;
    int t;
    if (!in_plan(plan, points, &t) || dice < 1 || dice > m->dice)
        return NAN;
    if (t < plan->last)
        return outward(plan, plan->rolls[(ptrdiff_t)t * m->dice + dice - 1]);
    double *rows = press_rows_new(m, m->longest + 1, 1), value = NAN;
    if (rows) {
        fill_edge(plan, rows, t);
        value = outward(plan, press_turn_throw(m, rows, dice));
    }
    free(rows);
    return value;
}

bool press_plan_advise(const struct press_plan *plan, const struct game *g, struct advice *ret) {
    const struct rules *r = &plan->s->rules;
    int t;
    if (!in_plan(plan, g->turn_points, &t) || g->phase == PHASE_OVER)
        return false;
    if (g->phase == PHASE_ROLL) {
        ret->count = ret->zeros = 0;
        ret->value = press_plan_roll(plan, g->turn_points, g->falling);
        return !isnan(ret->value);
    }
    struct action list[ACTIONS_MAX];
    int count = game_legal(r, g, list);
    for (int i = 0; i < count; i++) {
        int points = press_points(r->book, list[i].dice), after = g->turn_points + points;
        int left = dice_size(g->dice) - dice_size(list[i].dice);
        double value = list[i].act == ACT_TAKE_STOP
                           ? press_plan_stop(plan, after)
                           : press_plan_roll(plan, after, left ? left : r->book->dice);
        if (isnan(value))
            return false;
        ret->actions[i] = (struct valued_action){list[i], points, value};
    }
    ret->count = count;
    ret->zeros = 0;
    advice_sort(ret, plan->sign < 0);
    return true;
}

static bool advise(struct press_plan *plan, const struct game *g, struct advice *ret) {
    bool done = plan && press_plan_advise(plan, g, ret);
    press_plan_free(plan);
    return done;
}

bool press_advise_win(const struct press_solver *s, const struct game *g, struct advice *ret) {
    return advise(press_plan_win(s, g), g, ret);
}

bool press_advise_turns(const struct press_solver *s, const struct game *g, struct advice *ret) {
    return advise(press_plan_turns(s, g), g, ret);
}

bool press_advise_points(const struct press_solver *s, const struct game *g, struct advice *ret) {
    return advise(press_plan_points(s, g), g, ret);
}
