/* Reasons in press games: what a throw risks, what stopping is worth, and what the score
 * demands. */
#include <math.h>

#include "coach/reason_parts.h"
#include "rules/press.h"

/* The state of the turn after an action. */
struct step {
    const struct valued_action *action; /* NULL if none */
    bool stops;
    int points; /* points of the turn, including what the action takes */
    int total;  /* total of the seat, including those points */
    int left;   /* number of dice that are thrown next, or would be if the player did not stop */
    bool all;   /* all dice are set aside */
};

static struct step step_of(const struct question *q, const struct valued_action *a) {
    struct step s = {.action = a};
    if (!a)
        return s;
    s.stops = a->action.act == ACT_TAKE_STOP;
    s.points = q->game->turn_points + a->points;
    s.total = q->game->total[q->game->seat] + s.points;
    s.left = dice_size(q->game->dice) - dice_size(a->action.dice);
    s.all = s.left == 0;
    s.left = s.all ? q->rules->book->dice : s.left;
    return s;
}

/* ---- a throw without a scoring die ---- */

static bool busts(const struct book *book, struct dice thrown) {
    return dice_size(press_largest(book, thrown)) == 0;
}

static double bust_chance(const struct book *book, int dice) {
    struct dice thrown = dice_first(dice);
    double bad = 0;
    do {
        bad += busts(book, thrown) ? dice_ways(thrown) : 0;
    } while (dice_next(&thrown));
    return bad / dice_throws(dice);
}

/* The value of the game to the seat after it throws again and busts; NAN if unknown, as in games
 * for three or more players that the bust does not end. */
static bool value_after_bust(const struct question *q, const struct step *roll, double *ret,
                             struct text *error) {
    struct game next = *q->game;
    struct dice thrown = dice_first(roll->left);
    struct advice advice;
    *ret = NAN;
    while (!busts(q->rules->book, thrown)) {
        if (!dice_next(&thrown))
            return true; /* no throw of this many dice busts */
    }
    game_apply(q->rules, &next, roll->action->action);
    game_apply(q->rules, &next, (struct action){.act = ACT_ROLL, .dice = thrown});
    if (next.phase == PHASE_OVER) {
        struct set winners = game_winners(q->rules, &next);
        bool won = set_has(winners, q->game->seat);
        *ret = won ? 1.0 / set_count(winners) : 0;
        return true;
    }
    if (next.seats > 2)
        return true;
    if (!adviser_advise(q->adviser, q->rules, &next, q->ret->goal, q->work, &advice, error))
        return false;
    *ret = q->ret->unit == UNIT_TURNS ? 1 + advice.value : 1 - advice.value;
    return true;
}

static bool say_risk(const struct question *q, const struct step *roll, struct text *error) {
    const char *bust = q->rules->book->bust;
    double left;
    if (!value_after_bust(q, roll, &left, error))
        return false;
    struct piece often = how_often(bust_chance(q->rules->book, roll->left));
    if (q->best == roll->action && best_act(q->advice, ACT_TAKE_STOP))
        reason_add(q, coach_throw_risk_taken, .n = roll->left, .bust = bust, .percent = often.s,
                   .points = roll->points);
    else
        reason_add(q, coach_throw_risk, .n = roll->left, .bust = bust, .percent = often.s,
                   .points = roll->points);
    if (!isnan(left))
        reason_add(q, coach_after_bust, .bust = bust, .value = worth(q, left).s);
    return true;
}

/* ---- stopping or throwing again ---- */

/* Whether the player stops in the final round with a total that loses. */
static bool loses(const struct question *q, const struct step *stop) {
    return q->game->ender && stop->stops && stop->action->value == 0;
}

/* Says what the other kind of choice, to stop or to throw again, would be worth, unless the verdict
 * has already said so or stopping would lose. */
static void say_other_kind(const struct question *q, const struct step *stop,
                           const struct step *roll) {
    const struct step *other = q->best == stop->action ? roll : stop;
    if (!q->second || !other->action || other->action == q->second || loses(q, other) ||
        same_worth(other->action->value, q->best->value))
        return;
    const char *taken = DICE(other->action->action.dice, " ");
    if (other->stops)
        reason_add(q, coach_stop_taking, .dice = taken,
                   .value = estimate(q, other->action->value).s);
    else
        reason_add(q, coach_throw_taking, .dice = taken,
                   .value = estimate(q, other->action->value).s);
}

static int best_rival(const struct game *g) {
    int best = 0;
    for (int i = 0; i < g->seats; i++) {
        if (i != g->seat && g->total[i] > best)
            best = g->total[i];
    }
    return best;
}

/* The expected points of this turn after stopping and after throwing again, when it is played for
 * points alone. */
static bool turn_averages(const struct question *q, const struct step *stop,
                          const struct step *roll, double *ret_stop, double *ret_roll,
                          struct text *error) {
    struct advice points;
    struct goal goal = {.kind = GOAL_SCORE};
    if (!adviser_advise(q->adviser, q->rules, q->game, goal, q->work, &points, error))
        return false;
    *ret_stop = *ret_roll = 0;
    for (int i = 0; i < points.count; i++) {
        const struct valued_action *a = &points.actions[i];
        if (stop->action && a->action.act == ACT_TAKE_STOP && a->value > *ret_stop)
            *ret_stop = a->value;
        if (roll->action && a->action.act == ACT_TAKE_ROLL && a->value > *ret_roll)
            *ret_roll = a->value;
    }
    return true;
}

static bool say_averages(const struct question *q, const struct step *stop, const struct step *roll,
                         struct text *error) {
    double by_stop, by_roll;
    if (!turn_averages(q, stop, roll, &by_stop, &by_roll, error))
        return false;
    if (!stop->action) {
        reason_add(q, coach_points_alone, .points = by_roll);
        return true;
    }
    /* Whole points, unless the two would look the same. */
    int digits = fabs(by_roll - by_stop) < 0.95 ? digits_for(by_roll - by_stop) : 0;
    struct piece rolled = number(by_roll, digits), kept = number(by_stop, digits);
    bool stops = q->best == stop->action, points_stop = by_stop >= by_roll;
    bool agree = stops == points_stop, alone = q->game->seats == 1;
    int own = q->game->total[q->game->seat], rival = best_rival(q->game);
    if (points_stop && agree)
        reason_add(q, coach_points_stop, .thrown = rolled.s, .stopped = kept.s);
    else if (points_stop && alone)
        reason_add(q, coach_points_stop_turns, .thrown = rolled.s, .stopped = kept.s);
    else if (points_stop)
        reason_add(q, coach_points_stop_winning, .thrown = rolled.s, .stopped = kept.s, .own = own,
                   .rival = rival);
    else if (agree)
        reason_add(q, coach_points_throw, .thrown = rolled.s, .stopped = kept.s);
    else if (alone)
        reason_add(q, coach_points_throw_turns, .thrown = rolled.s, .stopped = kept.s);
    else
        reason_add(q, coach_points_throw_winning, .thrown = rolled.s, .stopped = kept.s, .own = own,
                   .rival = rival);
    return true;
}

/* ---- which dice ---- */

static void say_number_of_dice(const struct question *q, const struct step *best,
                               const struct step *second) {
    const struct book *book = q->rules->book;
    int more = best->points - second->points;
    struct piece often = how_often(bust_chance(book, best->left));
    struct piece other = how_often(bust_chance(book, second->left));
    if (best->left > second->left && more > 0)
        reason_add(q, coach_more_dice_and_points, .n = best->left, .other_dice = second->left,
                   .bust = book->bust, .percent = often.s, .other_percent = other.s, .more = more);
    else if (best->left > second->left && more == 0)
        reason_add(q, coach_more_dice, .n = best->left, .other_dice = second->left,
                   .bust = book->bust, .percent = often.s, .other_percent = other.s);
    else if (best->left > second->left)
        reason_add(q, coach_more_dice_fewer_points, .n = best->left, .other_dice = second->left,
                   .bust = book->bust, .percent = often.s, .other_percent = other.s,
                   .fewer = -more);
    else if (more > 0)
        reason_add(q, coach_fewer_dice_more_points, .n = best->left, .other_dice = second->left,
                   .bust = book->bust, .percent = often.s, .other_percent = other.s, .more = more);
}

static void say_which_dice(const struct question *q, const struct step *best,
                           const struct step *second) {
    int more = best->points - second->points;
    if (best->stops != second->stops)
        return;
    if (best->stops && more > 0) {
        reason_add(q, coach_banks, .points = best->points, .other_points = second->points);
    } else if (best->stops && more < 0 && best->total < q->rules->params.goal &&
               second->total >= q->rules->params.goal && q->game->seats > 1) {
        reason_add(q, coach_stays_below, .goal = q->rules->params.goal, .total = second->total);
    } else if (!best->stops && best->left != second->left) {
        say_number_of_dice(q, best, second);
    } else if (!best->stops && more > 0) {
        reason_add(q, coach_both_throw, .n = best->left, .points = best->points,
                   .other_points = second->points);
    }
}

static void say_hot_dice(const struct question *q, const struct step *best) {
    int dice = q->rules->book->dice;
    if (!best->all)
        return;
    if (q->rules->params.hot_dice == HOT_DICE_MUST && !best->stops)
        reason_add(q, coach_all_must_again, .dice = dice);
    else if (!best->stops)
        reason_add(q, coach_all_may_again, .dice = dice);
}

/* ---- the score ---- */

static void say_entry(const struct question *q, const struct step *best, const struct step *stop) {
    int entry = q->rules->params.entry, most = 0;
    if (q->game->total[q->game->seat] || !entry)
        return;
    for (int i = 0; i < q->advice->count; i++) {
        struct step s = step_of(q, &q->advice->actions[i]);
        most = s.points > most ? s.points : most;
    }
    if (most < entry)
        reason_add(q, coach_entry_must_throw, .entry = entry, .most = most);
    else if (best->stops)
        reason_add(q, coach_entry_reached, .points = best->points, .entry = entry);
    else if (stop->action && !same_worth(stop->action->value, q->best->value))
        reason_add(q, coach_entry_worth_less, .points = stop->points, .entry = entry);
    else
        reason_add(q, coach_entry_missing, .entry = entry);
}

/* The score to beat is the highest total of the opponents who have had their last turn or began the
 * round. */
static int to_beat(const struct question *q, int *ret_coming) {
    const struct game *g = q->game;
    int lead = 0, list[SEATS_MAX], coming = press_to_come(q->rules, g, list);
    for (int i = 1; i < g->seats; i++) {
        int seat = (g->seat + i) % g->seats;
        bool stands = i > coming || g->ender == seat + 1;
        lead = stands && g->total[seat] > lead ? g->total[seat] : lead;
    }
    *ret_coming = coming;
    return lead;
}

static void say_draws_level(const struct question *q, int lead) {
    int tie = q->rules->params.tie;
    if (tie == TIE_CHASER)
        reason_add(q, coach_last_level_enough, .total = lead);
    else if (tie == TIE_LEADER)
        reason_add(q, coach_last_level_short, .total = lead);
    else
        reason_add(q, coach_last_level, .total = lead);
}

static void say_at_least_level(const struct question *q, int lead, int total) {
    int tie = total == lead ? q->rules->params.tie : TIE_SHARE;
    if (tie == TIE_CHASER)
        reason_add(q, coach_last_at_enough, .lead = lead, .total = total);
    else if (tie == TIE_LEADER)
        reason_add(q, coach_last_at_short, .lead = lead, .total = total);
    else if (total == lead)
        reason_add(q, coach_last_at_level, .lead = lead);
    else
        reason_add(q, coach_last_at, .lead = lead, .total = total);
}

static void say_behind(const struct question *q, int lead, int total) {
    int tie = q->rules->params.tie, missing = lead - total;
    if (tie == TIE_CHASER)
        reason_add(q, coach_last_behind_enough, .lead = lead, .missing = missing);
    else if (tie == TIE_LEADER)
        reason_add(q, coach_last_behind_short, .lead = lead, .missing = missing);
    else
        reason_add(q, coach_last_behind, .lead = lead, .missing = missing);
}

static void say_last_round(const struct question *q, const struct step *best,
                           const struct step *stop) {
    int coming, lead = to_beat(q, &coming);
    if (best->stops && best->total > lead)
        reason_add(q, coach_last_beats, .total = best->total, .lead = lead);
    else if (best->stops && best->total == lead)
        say_draws_level(q, lead);
    else if (best->total >= lead)
        say_at_least_level(q, lead, best->total);
    else
        say_behind(q, lead, best->total);
    if (stop->action && !best->stops && stop->total < lead && loses(q, stop))
        reason_add(q, coach_stop_loses, .total = stop->total);
    if (stop->action && !best->stops && stop->total == lead && q->rules->params.tie == TIE_SHARE &&
        !same_worth(stop->action->value, q->best->value))
        reason_add(q, coach_stop_shares, .total = stop->total);
    if (coming && stop->action && stop->total > lead)
        reason_add(q, coach_last_turns_after, .n = coming);
}

/* Two players: what stopping at the goal leaves to the other one. */
static void say_goal_two(const struct question *q, const struct step *stop, bool starts) {
    int total = stop->total, rival = best_rival(q->game);
    struct piece lost = how_often(1 - stop->action->value);
    bool answered = q->rules->params.final_round == FINAL_EVERYONE;
    if (answered && starts)
        reason_add(q, coach_starts_last_answer, .total = total, .rival = rival, .percent = lost.s);
    else if (answered)
        reason_add(q, coach_would_start_last_answer, .total = total, .rival = rival,
                   .percent = lost.s);
    else if (starts)
        reason_add(q, coach_starts_last_two, .total = total, .rival = rival, .percent = lost.s);
    else
        reason_add(q, coach_would_start_last_two, .total = total, .rival = rival,
                   .percent = lost.s);
}

/* Three or more players; `left` of the others have a turn after this one. */
static void say_goal_many(const struct question *q, int total, bool starts, int left) {
    int reading = q->rules->params.final_round;
    if (reading == FINAL_EVERYONE && starts)
        reason_add(q, coach_starts_last_all, .total = total);
    else if (reading == FINAL_EVERYONE)
        reason_add(q, coach_would_start_last_all, .total = total);
    else if (reading == FINAL_REST && starts)
        reason_add(q, coach_starts_last_rest, .total = total, .n = left);
    else if (reading == FINAL_REST)
        reason_add(q, coach_would_start_last_rest, .total = total, .n = left);
    else if (starts)
        reason_add(q, coach_starts_last, .total = total);
    else
        reason_add(q, coach_would_start_last, .total = total);
}

/* Reaching the goal gives the others one more turn. */
static void say_goal(const struct question *q, const struct step *stop) {
    int list[SEATS_MAX], left;
    bool starts = q->best == stop->action;
    struct game after = *q->game;
    if (!stop->action || stop->total < q->rules->params.goal)
        return;
    after.ender = (uint8_t)(after.seat + 1);
    left = press_to_come(q->rules, &after, list);
    if (q->game->seats == 1)
        reason_add(q, coach_reaches_goal, .total = stop->total, .goal = q->rules->params.goal);
    else if (q->rules->params.final_round == FINAL_REST && !left)
        reason_add(q, coach_stop_ends_game, .total = stop->total);
    else if (q->game->seats == 2)
        say_goal_two(q, stop, starts);
    else
        say_goal_many(q, stop->total, starts, left);
}

bool reason_press(const struct question *q, struct text *error) {
    struct step best = step_of(q, q->best), second = step_of(q, q->second);
    struct step stop = step_of(q, best_act(q->advice, ACT_TAKE_STOP));
    struct step roll = step_of(q, best_act(q->advice, ACT_TAKE_ROLL));
    say_entry(q, &best, &stop);
    if (q->game->ender)
        say_last_round(q, &best, &stop);
    else
        say_goal(q, &stop);
    say_hot_dice(q, &best);
    if (q->second)
        say_which_dice(q, &best, &second);
    say_other_kind(q, &stop, &roll);
    if (roll.action && !say_risk(q, &roll, error))
        return false;
    return q->game->ender || say_averages(q, &stop, &roll, error);
}
