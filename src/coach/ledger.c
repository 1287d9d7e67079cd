#include "coach/ledger_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/say.h"
#include "rules/press.h"
#include "solve/press_solver.h"
#include "solve/sheet_solver.h"

static bool prepare(struct adviser *a, const struct rules *r, bool alone, struct work *work,
                    struct solved_tables *ret, struct text *error) {
    struct solved_tables tables = {0};
    bool cached;
    if (r->book->family == FAMILY_PRESS) {
        tables.press =
            alone ? adviser_press_alone(a, r, work, error) : adviser_press(a, r, work, error);
    } else {
        tables.sheet = adviser_sheet(a, r, work, &cached);
        if (!tables.sheet)
            say(error, coach_cancelled);
    }
    *ret = tables;
    return tables.press || tables.sheet;
}

bool ledger_prepare(struct adviser *a, const struct rules *r, struct work *work,
                    struct solved_tables *ret, struct text *error) {
    return prepare(a, r, false, work, ret, error);
}

bool ledger_prepare_alone(struct adviser *a, const struct rules *r, struct work *work,
                          struct solved_tables *ret, struct text *error) {
    return prepare(a, r, true, work, ret, error);
}

void ledger_free(struct ledger *l) {
    free(l->moments);
    free(l->who);
    memset(l, 0, sizeof *l);
}

static int unit_of(const struct rules *r, int seats) {
    if (r->book->family == FAMILY_SHEET)
        return UNIT_POINTS;
    return seats == 1 ? UNIT_TURNS : UNIT_WIN;
}

/* ---- values ---- */

static void end_plans(struct walk *w) {
    press_plan_free(w->plan);
    press_plan_free(w->points_plans[0]);
    press_plan_free(w->points_plans[1]);
}

/* If only points count, one plan serves every turn of a seat that has a score, and another every
 * turn of a seat that has none. */
static struct press_plan *plan_points(struct walk *w, const struct game *g) {
    struct press_plan **plan = &w->points_plans[g->total[g->seat] > 0];
    struct game start = *g;
    start.turn_points = 0;
    if (!*plan)
        *plan = press_plan_points(w->tables->press, &start);
    return *plan;
}

/* A turn is planned once, at its first moment; its points never fall after that. */
static bool plan_turn(struct walk *w, const struct game *g, struct text *error) {
    if (w->plan && w->plan_seat == g->seat && w->plan_turn == g->turns[g->seat])
        return true;
    const struct press_solver *s = w->tables->press;
    press_plan_free(w->plan);
    w->plan_seat = g->seat;
    w->plan_turn = g->turns[g->seat];
    w->plan = w->ledger->unit == UNIT_TURNS ? press_plan_turns(s, g) : press_plan_win(s, g);
    w->points_plan = plan_points(w, g);
    if (!w->plan || !w->points_plan)
        return say_fail(error, coach_game_value_unknown);
    struct advice advice;
    if (!press_plan_advise(w->points_plan, g, &advice))
        return false;
    w->points_now = advice.value;
    return true;
}

bool walk_advise(struct walk *w, const struct game *g, struct advice *ret, struct text *error) {
    if (w->tables->sheet) {
        sheet_advise(w->tables->sheet, g, ret);
        return true;
    }
    if (!plan_turn(w, g, error) || !press_plan_advise(w->plan, g, ret))
        return false;
    if (w->ledger->unit == UNIT_TURNS) {
        ret->value += g->turns[g->seat];
        for (int i = 0; i < ret->count; i++)
            ret->actions[i].value += g->turns[g->seat];
    }
    return true;
}

double walk_standing(const struct walk *w, const struct game *g, int seat) {
    const struct rules *r = &w->ledger->rules;
    struct game alone;
    struct advice advice;
    if (g->card[seat].filled == (1u << r->book->box_count) - 1 || set_has(g->left, seat))
        return game_total(r, g, seat);
    game_start(r, &alone, 1, 0);
    alone.card[0] = g->card[seat];
    sheet_advise(w->tables->sheet, &alone, &advice);
    return advice.value;
}

/* The mover's chance of winning against a waiting seat alone. */
static bool pair_win(const struct walk *w, const struct game *g, int mover, int waiting,
                     double *ret) {
    int turn = (mover - g->first + g->seats) % g->seats,
        other = (waiting - g->first + g->seats) % g->seats;
    return turn < other
               ? press_win(w->tables->press, g->total[mover], g->total[waiting], ret)
               : press_win_second(w->tables->press, g->total[mover], g->total[waiting], ret);
}

/* The estimate for a waiting seat (press_solver.h): the seats before it move first. */
static double press_standing(const struct walk *w, const struct game *g, int seat) {
    double odds = 0, win;
    int wait = (seat - g->seat + g->seats) % g->seats;
    if (set_has(g->left, seat))
        return 0;
    for (int i = 0; i < g->seats; i++) {
        bool before = (i - g->seat + g->seats) % g->seats < wait;
        if (i == seat || set_has(g->left, i))
            continue;
        if (!pair_win(w, g, before ? i : seat, before ? seat : i, &win))
            return w->now[seat];
        win = before ? 1 - win : win;
        odds += (1 - win) / fmax(win, 1e-300);
    }
    return 1 / (1 + odds);
}

/* The final round for three or more players: the chance that the seat to move does not win goes to
 * the other leaders, or to the later seats according to their chances of overtaking. Exact if no
 * seat comes later. */
static void last_standings(const struct walk *w, const struct game *g, double mover,
                           double ret[SEATS_MAX]) {
    struct game ended = *g;
    ended.phase = PHASE_OVER; /* to find out who would win if the game ended now */
    struct set leaders = game_winners(&w->ledger->rules, &ended);
    int leader = set_first(leaders), list[SEATS_MAX];
    int coming = press_to_come(&w->ledger->rules, g, list);
    double held = 1, sum = 0;
    for (int seat = 0; seat < g->seats; seat++)
        ret[seat] = 0;
    for (int i = 0; i < coming; i++) {
        int next = list[i];
        w->ledger->approximate = true;
        if (set_has(leaders, next))
            continue; /* began the round, and plays last */
        ret[next] = press_last_turn(w->tables->press, g->total[next] > 0,
                                    g->total[leader] - g->total[next]);
        held *= 1 - ret[next];
    }
    leaders = set_without(leaders, g->seat);
    for (int seat = 0; seat < g->seats; seat++) {
        ret[seat] += set_has(leaders, seat) ? held / set_count(leaders) : 0;
        sum += ret[seat];
    }
    for (int seat = 0; seat < g->seats && sum > 0; seat++)
        ret[seat] *= (1 - mover) / sum;
    ret[g->seat] = mover;
}

/* The value of every seat, in a game that is not over. */
static bool standings(struct walk *w, const struct game *g, double ret[SEATS_MAX],
                      struct text *error) {
    struct advice advice;
    if (!walk_advise(w, g, &advice, error))
        return false;
    if (w->tables->press && g->seats > 2 && g->ender) {
        last_standings(w, g, advice.value, ret);
        return true;
    }
    for (int seat = 0; seat < g->seats; seat++) {
        if (seat == g->seat)
            ret[seat] = advice.value;
        else if (w->tables->sheet)
            ret[seat] = walk_standing(w, g, seat);
        else if (g->seats == 2)
            ret[seat] = set_has(g->left, seat) ? 0 : 1 - advice.value;
        else
            ret[seat] = press_standing(w, g, seat);
    }
    return true;
}

static void results(const struct walk *w, const struct game *g, double ret[SEATS_MAX]) {
    const struct rules *r = &w->ledger->rules;
    struct set winners = game_winners(r, g);
    for (int seat = 0; seat < g->seats; seat++) {
        if (w->ledger->unit == UNIT_POINTS)
            ret[seat] = game_total(r, g, seat);
        else if (w->ledger->unit == UNIT_TURNS)
            ret[seat] = g->turns[seat];
        else
            ret[seat] = set_has(winners, seat) ? 1.0 / set_count(winners) : 0;
    }
}

/* Updates a seat's value after others have played; values in points do not depend on them, unless
 * the seat has left. */
static void others_moved(struct walk *w, int seat, double value, bool left) {
    if (w->ledger->unit == UNIT_WIN || left)
        w->ledger->seat[seat].others += value - w->now[seat];
    w->now[seat] = value;
}

/* ---- moments ---- */

struct moment *walk_moment(struct walk *w, const struct walked *at) {
    struct ledger *l = w->ledger;
    const struct game *g = &at->view->game;
    l->moments = grown(l->moments, l->count, &w->room, sizeof *l->moments);
    struct moment *m = &l->moments[l->count++];
    memset(m, 0, sizeof *m);
    m->step = at->step;
    m->line = table_step_line(at->table, at->step);
    m->action = table_step(at->table, at->step)->entry.action;
    m->seat = g->seat;
    m->turn = g->turns[g->seat] + 1;
    m->person = g->turns[g->seat] % seat_people(&at->view->seats[g->seat]);
    m->approximate = l->unit == UNIT_WIN && press_plan_estimates(&l->rules, g);
    l->approximate = l->approximate || m->approximate;
    return m;
}

static double points_after(struct walk *w, const struct game *before, struct action a,
                           const struct game *after) {
    bool stops = a.act == ACT_TAKE_STOP;
    struct advice advice;
    if (after->turns[before->seat] != before->turns[before->seat])
        return stops ? after->total[before->seat] - before->total[before->seat] : 0;
    return press_plan_advise(w->points_plan, after, &advice) ? advice.value : NAN;
}

/* Accounts for an action as if only points counted: a roll as luck, a decision as an error. */
static void count_points(struct walk *w, const struct game *before, struct action a,
                         const struct game *after) {
    if (!w->points_plan)
        return;
    struct turn_points *points = &w->ledger->points[before->seat];
    double value = points_after(w, before, a, after);
    if (a.act == ACT_ROLL)
        points->luck += value - w->points_now;
    else
        points->errors += w->points_now - value;
    w->points_now = value;
}

static bool ends_turn(const struct game *before, const struct game *after) {
    return after->phase == PHASE_OVER || after->turns[before->seat] != before->turns[before->seat];
}

static bool roll_moment(struct walk *w, struct moment *m, const struct game *before,
                        const struct game *after, struct text *error) {
    struct advice advice;
    struct account *seat = &w->ledger->seat[m->seat],
                   *person = &w->ledger->person[m->seat][m->person];
    m->before = w->now[m->seat];
    if (ends_turn(before, after)) { /* a bust */
        m->after = press_plan_bust(w->plan);
        if (w->ledger->unit == UNIT_TURNS)
            m->after += before->turns[m->seat];
    } else {
        if (!walk_advise(w, after, &advice, error))
            return false;
        m->after = advice.value;
    }
    seat->luck += m->after - m->before;
    person->luck += m->after - m->before;
    seat->rolls++;
    person->rolls++;
    return true;
}

/* The best action among those worth less than the best one. */
static const struct valued_action *runner_up(int unit, const struct advice *advice) {
    const struct valued_action *list = advice->actions;
    for (int i = 1; i < advice->count; i++) {
        if (choice_cost(list[i].value, list[0].value) >= grade_limit(unit, GRADE_BEST))
            return &list[i];
    }
    return NULL;
}

static void count_decision(struct account *account, const struct moment *m, double *accuracy,
                           int unit) {
    account->errors += m->before - m->after;
    if (!account->decisions++)
        *accuracy = 0;
    account->grades[m->grade]++;
    *accuracy += grade_accuracy(unit, m->cost);
    account->accuracy = 100 * *accuracy / account->decisions;
}

void walk_count_decision(struct walk *w, const struct moment *m, bool differ) {
    struct ledger *l = w->ledger;
    struct account *seat = &l->seat[m->seat], *person = &l->person[m->seat][m->person];
    if (differ) {
        count_decision(seat, m, &w->accuracy[m->seat], l->unit);
        count_decision(person, m, &w->person_accuracy[m->seat][m->person], l->unit);
    } else { /* all choices were equally good */
        seat->errors += m->before - m->after;
        person->errors += m->before - m->after;
    }
}

/* Whether the box was chosen for dice of which only the last are known. */
static bool after_last(const struct ledger *l, const struct moment *m) {
    const struct moment *before = l->count > 1 ? &l->moments[l->count - 2] : NULL;
    return before && before->action.act == ACT_LAST && before->seat == m->seat &&
           before->turn == m->turn;
}

static bool decision_moment(struct walk *w, struct moment *m, const struct game *before,
                            struct text *error) {
    struct ledger *l = w->ledger;
    struct advice advice;
    if (!walk_advise(w, before, &advice, error))
        return false;
    const struct valued_action *chosen = advice_find(&advice, m->action);
    const struct valued_action *second = runner_up(l->unit, &advice);
    if (!chosen)
        return say_fail(error, coach_choice_unknown, .line = m->line);
    m->decision = true;
    m->before = advice.value;
    m->after = chosen->value;
    m->cost = choice_cost(m->after, m->before);
    m->grade = grade_of(l->unit, m->cost);
    if (m->grade != GRADE_BEST && (!second || m->cost < choice_cost(second->value, m->before)))
        second = chosen; /* a zero by choice, which is not listed, may be second best */
    m->choices = advice.count + (chosen->action.act == ACT_SCORE && chosen->action.zero);
    m->best = advice.actions[0].action;
    m->second = second ? second->action : m->best;
    m->second_value = second ? second->value : m->before;
    m->slip = m->grade == GRADE_BEST ? SLIP_NONE : slip_of(chosen, &advice.actions[0]);
    if (m->grade == GRADE_BEST)
        m->best = m->action; /* among equals, the one that was chosen */
    m->pace = after_last(l, m) ? PACE_LAST : PACE_THROWS;
    walk_count_decision(w, m, second);
    return true;
}

/* Whether a hint was asked for at this choice. After an undo, the same step may be another seat's
 * choice, so the step alone does not identify a choice. */
static bool is_hinted(const struct table *t, int game, const struct moment *m) {
    for (int i = 0; i < table_hints(t); i++) {
        const struct hint *h = table_hint(t, i);
        if (h->step == m->step && h->game == game && h->seat == m->seat && h->turn == m->turn)
            return true;
    }
    return false;
}

/* Turns count once something has happened in them, not when they are only about to start. */
static bool begins_turn(const struct ledger *l, const struct game *g) {
    const struct moment *last = l->count ? &l->moments[l->count - 1] : NULL;
    return !last || last->seat != g->seat || last->turn != g->turns[g->seat] + 1;
}

static void count_turn(struct walk *w, int seat) {
    w->points_before = w->ledger->points[seat];
    w->ledger->points[seat].turns++;
    w->ledger->points[seat].par += w->points_now;
}

static bool walk_step(struct walk *w, const struct table *t, int step, const struct state *view,
                      const struct state *after, struct text *error) {
    const struct game *g = &view->game;
    struct advice advice;
    bool first = w->ledger->count == 0 || w->ledger->moments[w->ledger->count - 1].seat != g->seat;
    if (w->tables->press && !plan_turn(w, g, error))
        return false;
    if (first && !walk_advise(w, g, &advice, error))
        return false;
    if (first)
        others_moved(w, g->seat, advice.value, false);
    if (w->tables->press && begins_turn(w->ledger, g))
        count_turn(w, g->seat);
    struct walked at = {t, step, view};
    if (action_is_kept(g, table_step(t, step)->entry.action))
        return walk_kept(w, &at, &after->game, error);
    struct moment *m = walk_moment(w, &at);
    bool roll = m->action.act == ACT_ROLL;
    m->hinted = !roll && is_hinted(t, w->ledger->game, m);
    if (roll ? !roll_moment(w, m, g, &after->game, error) : !decision_moment(w, m, g, error))
        return false;
    count_points(w, g, m->action, &after->game);
    w->now[m->seat] = m->after;
    return true;
}

/* ---- the whole game ---- */

static const struct state *state_after(const struct table *t, int step) {
    return table_state(t, step + 1);
}

static bool is_move(const struct table *t, int step, int game, struct state *view) {
    const struct step *s = table_step(t, step);
    if (s->entry.kind != ENTRY_ACTION || s->before.games != game)
        return false;
    state_view(&s->before, view);
    return view->stage == STAGE_PLAY;
}

static bool begin(struct walk *w, const struct state *view, struct text *error) {
    struct ledger *l = w->ledger;
    l->rules = view->rules;
    l->seats = view->game.seats;
    l->who = grab((size_t)l->seats, sizeof *l->who);
    memcpy(l->who, view->seats, (size_t)l->seats * sizeof *l->who);
    l->unit = unit_of(&view->rules, l->seats);
    for (int seat = 0; seat < l->seats; seat++) {
        l->seat[seat].accuracy = NAN;
        for (int i = 0; i < PEOPLE_MAX; i++)
            l->person[seat][i].accuracy = NAN;
    }
    if (!standings(w, &view->game, w->now, error))
        return false;
    for (int seat = 0; seat < l->seats; seat++)
        l->seat[seat].par = w->now[seat];
    return true;
}

static bool finish(struct walk *w, const struct game *g, struct text *error) {
    double now[SEATS_MAX] = {0};
    if (g->phase == PHASE_OVER)
        results(w, g, now);
    else if (!standings(w, g, now, error))
        return false;
    for (int seat = 0; seat < w->ledger->seats; seat++) {
        others_moved(w, seat, now[seat], set_has(g->left, seat));
        w->ledger->seat[seat].result = now[seat];
        w->ledger->points[seat].result = w->ledger->points[seat].par +
                                         w->ledger->points[seat].luck -
                                         w->ledger->points[seat].errors;
    }
    return true;
}

static void count_hints(struct ledger *l, const struct table *t) {
    for (int i = 0; i < table_hints(t); i++) {
        const struct hint *h = table_hint(t, i);
        if (h->game != l->game || h->seat >= l->seats)
            continue;
        l->seat[h->seat].hints++;
        l->person[h->seat][h->person].hints++;
    }
}

static bool walk_game(struct walk *w, const struct table *t, struct text *error) {
    struct ledger *l = w->ledger;
    struct state *view = grab(1, sizeof *view);
    bool good = true, begun = false;
    for (int step = 0; good && step < table_steps(t); step++) {
        if (!is_move(t, step, l->game, view))
            continue;
        good = (begun || begin(w, view, error)) &&
               walk_step(w, t, step, view, state_after(t, step), error);
        begun = true;
    }
    l->finished = l->game < table_now(t)->games;
    const struct state *end = l->finished ? table_game_end(t, l->game) : table_now(t);
    state_view(end, view);
    if (good && !begun && view->stage != STAGE_PLAY) {
        say(error, coach_game_not_begun);
        good = false;
    }
    if (good && !begun)
        good = begin(w, view, error);
    good = good && finish(w, &view->game, error);
    free(view);
    return good;
}

bool ledger_of(const struct solved_tables *tables, const struct table *t, int game,
               struct ledger *ret, struct text *error) {
    const struct state *now = table_now(t);
    int last = now->games - state_over(now);
    struct ledger l = {.game = game < 0 ? last : game};
    struct walk *w = grab(1, sizeof *w);
    w->tables = tables;
    w->ledger = &l;
    bool good = false;
    if (!now->rules.book)
        say(error, coach_no_rules_named);
    else if (game > last)
        say(error, coach_no_game, .game = game + 1);
    else
        good = walk_game(w, t, error);
    end_plans(w);
    free(w);
    if (!good) {
        ledger_free(&l);
        return false;
    }
    count_hints(&l, t);
    *ret = l;
    return true;
}

int account_kept(const struct account *a) {
    return a->kept[PACE_POINTS] + a->kept[PACE_LAST];
}

bool account_only_points(const struct account *a) {
    return a->kept[PACE_POINTS] && !a->kept[PACE_LAST] && !a->rolls && !a->decisions;
}

bool moment_is_partial(const struct ledger *l, const struct moment *m) {
    return m->pace == PACE_LAST && l->rules.book->family == FAMILY_PRESS;
}

/* ---- highlights ---- */

void ledger_costliest(const struct ledger *l, int seat, int ret[3]) {
    for (int place = 0; place < 3; place++) {
        ret[place] = -1;
        for (int i = 0; i < l->count; i++) {
            const struct moment *m = &l->moments[i];
            bool taken = (place > 0 && i == ret[0]) || (place > 1 && i == ret[1]);
            if (taken || !m->decision || (seat >= 0 && m->seat != seat) || m->grade <= GRADE_GOOD)
                continue;
            if (ret[place] < 0 || m->cost > l->moments[ret[place]].cost)
                ret[place] = i;
        }
    }
}

void ledger_luckiest(const struct ledger *l, int seat, int *ret_best, int *ret_worst) {
    double sign = l->unit == UNIT_TURNS ? -1 : 1, most = 0, least = 0;
    *ret_best = *ret_worst = -1;
    for (int i = 0; i < l->count; i++) {
        const struct moment *m = &l->moments[i];
        double luck = sign * (m->after - m->before);
        if (m->decision || m->unknown || m->seat != seat)
            continue;
        if (luck > most) {
            most = luck;
            *ret_best = i;
        }
        if (luck < least) {
            least = luck;
            *ret_worst = i;
        }
    }
}
