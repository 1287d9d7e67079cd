/* Turns that are entered without all their throws (rules/kept.h). How the seat's value changes is
 * known, but not how much of it was luck and how much the decisions: the account has it as unknown.
 * Two decisions are known all the same: which box was filled with the last dice, which ledger.c
 * grades like any other; and, after dice were set aside, whether to stop or to go on. */
#include <math.h>

#include "coach/ledger_parts.h"
#include "core/say.h"
#include "solve/press_solver.h"

static void count_turn(struct walk *w, const struct moment *m) {
    if (w->kept_turn == m->turn && w->kept_seat == m->seat)
        return;
    w->kept_seat = m->seat;
    w->kept_turn = m->turn;
    w->ledger->seat[m->seat].kept[m->pace]++;
    w->ledger->person[m->seat][m->person].kept[m->pace]++;
    w->ledger->points[m->seat] =
        w->points_before; /* only turns with all their throws count there */
    w->points_plan = NULL;
}

/* A change of the seat's value that luck and decisions made together. */
static struct moment *unknown_moment(struct walk *w, const struct walked *at, double after) {
    struct moment *m = walk_moment(w, at);
    m->unknown = true;
    m->pace = action_pace(&at->view->game, m->action, (enum pace)at->view->pace);
    m->before = w->now[m->seat];
    m->after = after;
    w->ledger->seat[m->seat].unknown += m->after - m->before;
    w->ledger->person[m->seat][m->person].unknown += m->after - m->before;
    w->now[m->seat] = after;
    count_turn(w, m);
    return m;
}

/* The act that follows in the same turn; -1 if none does, as in a turn that is not over. */
static int next_act(const struct walked *at) {
    const struct game *g = &at->view->game;
    for (int i = at->step + 1; i < table_steps(at->table); i++) {
        if (table_step_kind(at->table, i) != ENTRY_ACTION)
            continue;
        const struct step *next = table_step(at->table, i);
        const struct game *n = &next->before.game;
        bool same = next->before.games == at->view->games && n->seat == g->seat &&
                    n->turns[g->seat] == g->turns[g->seat];
        return same ? next->entry.action.act : -1;
    }
    return -1;
}

/* The values of stopping and of going on after these dice were set aside; NAN if stopping is not
 * allowed. */
static void aside_values(struct walk *w, const struct game *after, double *ret_stop,
                         double *ret_roll) {
    bool stops = kept_check(&w->ledger->rules, after, (struct action){.act = ACT_BANK}) == ALLOWED;
    int turns = w->ledger->unit == UNIT_TURNS ? after->turns[after->seat] : 0;
    *ret_stop = stops ? turns + press_plan_stop(w->plan, after->turn_points) : NAN;
    *ret_roll = turns + press_plan_roll(w->plan, after->turn_points, after->falling);
}

/* What the rest of the throw was is unknown, but not what the dice set aside were worth. */
static void aside_decision(struct walk *w, const struct walked *at, double stop, double roll,
                           bool stopped) {
    struct moment *m = walk_moment(w, at);
    struct action act[] = {{.act = ACT_TAKE_ROLL, .dice = m->action.dice},
                           {.act = ACT_TAKE_STOP, .dice = m->action.dice}};
    double value[] = {roll, stop};
    bool least = w->ledger->unit == UNIT_TURNS;
    int best = least ? stop < roll : stop > roll, chosen = stopped;
    m->decision = true;
    m->pace = PACE_LAST;
    m->action = act[chosen];
    m->before = value[best];
    m->after = value[chosen];
    m->cost = choice_cost(m->after, m->before);
    m->grade = grade_of(w->ledger->unit, m->cost);
    m->choices = 2;
    bool differ =
        choice_cost(value[!best], value[best]) >= grade_limit(w->ledger->unit, GRADE_BEST);
    m->second = act[!best];
    m->second_value = differ ? value[!best] : m->before;
    m->best = m->grade == GRADE_BEST ? m->action : act[best];
    m->slip = m->grade == GRADE_BEST ? SLIP_NONE : stopped ? SLIP_STOPPED : SLIP_WENT_ON;
    walk_count_decision(w, m, differ);
    w->now[m->seat] = m->after;
}

static bool walk_aside(struct walk *w, const struct walked *at, const struct game *after,
                       struct text *error) {
    double stop, roll;
    aside_values(w, after, &stop, &roll);
    if (isnan(roll))
        return say_fail(error, coach_game_value_unknown);
    bool least = w->ledger->unit == UNIT_TURNS;
    double best = isnan(stop) ? roll : least ? fmin(stop, roll) : fmax(stop, roll);
    unknown_moment(w, at, best);
    int next = next_act(at);
    if (next >= 0 && !isnan(stop))
        aside_decision(w, at, stop, roll, next == ACT_BANK);
    return true;
}

bool walk_kept(struct walk *w, const struct walked *at, const struct game *after,
               struct text *error) {
    const struct game *g = &at->view->game;
    struct action a = table_step(at->table, at->step)->entry.action;
    int turns = w->ledger->unit == UNIT_TURNS ? g->turns[g->seat] : 0;
    struct game then = *after; /* a copy: looking ahead reads other steps */
    struct advice advice;
    double value;
    switch (a.act) {
    case ACT_SCORE:
        value = walk_standing(w, &then, g->seat);
        break;
    case ACT_LAST:
        if (!walk_advise(w, &then, &advice, error))
            return false;
        value = advice.value;
        break;
    case ACT_ASIDE:
        return walk_aside(w, at, &then, error);
    case ACT_BANK:
        value = turns + press_plan_stop(w->plan, g->turn_points + a.points);
        break;
    default:
        value = turns + press_plan_bust(w->plan);
        break;
    }
    if (isnan(value))
        return say_fail(error, coach_game_value_unknown);
    /* Banking what has been set aside was graded with those dice, and changes nothing more. */
    if (a.act != ACT_BANK || a.points || choice_cost(value, w->now[g->seat]) > 0)
        unknown_moment(w, at, value);
    return true;
}
