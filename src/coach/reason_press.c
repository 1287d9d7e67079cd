/* Reasons in press games: what a throw risks, what stopping is worth, what the score demands. */
#include <math.h>
#include <stdlib.h>

#include "coach/reason_parts.h"
#include "rules/press.h"

/* The turn after an action. */
struct step {
    const struct valued_action *action; /* NULL if none */
    bool stops;
    int points; /* of the turn, including what the action takes */
    int total;  /* of the seat, including those */
    int left;   /* dice thrown next, or that would be without stopping */
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

static struct piece dice_words(int dice) {
    struct piece p;
    text_add(TEXT_OVER(p.s), dice == 1 ? "1 die" : "%d dice", dice);
    return p;
}

/* What the seat has left after throwing on and busting; NAN if unknown: in games for three or more
 * that the bust does not end. */
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
        uint32_t winners = game_winners(q->rules, &next);
        bool won = winners >> q->game->seat & 1;
        *ret = won ? 1.0 / __builtin_popcount(winners) : 0;
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
    reason_add(q, "Throwing %s is a %s %s of the time, with %d points at risk.",
               dice_words(roll->left).s, bust, percent(bust_chance(q->rules->book, roll->left)).s,
               roll->points);
    if (!isnan(left))
        reason_add(q, "After a %s: %s.", bust, worth(q, left).s);
    return true;
}

/* ---- stopping or throwing on ---- */

/* Stopping in the last round with a total that loses. */
static bool loses(const struct question *q, const struct step *stop) {
    return q->game->ender && stop->stops && stop->action->value == 0;
}

/* What the other kind of choice would be worth, unless the verdict has already said so. */
static void say_other_kind(const struct question *q, const struct step *stop,
                           const struct step *roll) {
    const struct step *other = q->best == stop->action ? roll : stop;
    if (!q->second || !other->action || other->action == q->second || loses(q, other))
        return;
    LOCAL_TEXT(d, 2 * DICE_MAX);
    text_dice(&d, other->action->action.dice, " ");
    reason_add(q, "If you %s, take %s: %s%s.", other->stops ? "stop" : "throw again", d.data,
               worth(q, other->action->value).s, q->ret->approximate ? " (an estimate)" : "");
}

static int best_rival(const struct game *g) {
    int best = 0;
    for (int i = 0; i < g->seats; i++) {
        if (i != g->seat && g->total[i] > best)
            best = g->total[i];
    }
    return best;
}

/* The expected points of this turn when it is played for points alone. */
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
        reason_add(q, "Played for points alone this turn brings %.0f on average from here.",
                   by_roll);
        return true;
    }
    bool stops = q->best == stop->action, points_stop = by_stop >= by_roll;
    LOCAL_TEXT(w, 96);
    if (stops != points_stop && q->game->seats == 1)
        text_put(&w, ", but what counts is the number of turns");
    else if (stops != points_stop)
        text_add(&w, ", but what counts is winning: you have %d, the best of the others %d",
                 q->game->total[q->game->seat], best_rival(q->game));
    reason_add(q,
               "For points alone %s: throwing on makes this turn worth %.0f on average, stopping "
               "%.0f%s.",
               points_stop ? "you would stop" : "you would throw on", by_roll, by_stop, w.data);
    return true;
}

/* ---- which dice ---- */

static void say_dice(const struct question *q, const struct step *best, const struct step *second) {
    const struct book *book = q->rules->book;
    int more = best->points - second->points;
    if (best->stops != second->stops)
        return;
    if (best->stops && more > 0) {
        reason_add(q, "It banks %d points, not %d.", best->points, second->points);
    } else if (best->stops && more < 0 && best->total < q->rules->params.goal &&
               second->total >= q->rules->params.goal && q->game->seats > 1) {
        reason_add(q,
                   "It stays below %d: %d would start the last round, with a known score to beat.",
                   q->rules->params.goal, second->total);
    } else if (!best->stops && best->left != second->left) {
        LOCAL_TEXT(p, 48);
        if (more)
            text_add(&p, "%d points %s", abs(more), more > 0 ? "more" : "fewer");
        else
            text_put(&p, "the same points");
        reason_add(q, "It throws %s, not %d: a %s %s of the time against %s, for %s set aside.",
                   dice_words(best->left).s, second->left, book->bust,
                   percent(bust_chance(book, best->left)).s,
                   percent(bust_chance(book, second->left)).s, p.data);
    } else if (!best->stops && more > 0) {
        reason_add(q, "Both throw %s, but it has %d points set aside, not %d.",
                   dice_words(best->left).s, best->points, second->points);
    }
}

static void say_hot_dice(const struct question *q, const struct step *best) {
    int dice = q->rules->book->dice;
    if (!best->all)
        return;
    if (q->rules->params.hot_dice == HOT_DICE_MUST && !best->stops)
        reason_add(q, "All %d dice are set aside then, and all %d must be thrown again.", dice,
                   dice);
    else if (!best->stops)
        reason_add(q, "All %d dice are set aside then, and all %d may be thrown again.", dice,
                   dice);
}

/* ---- the score sheet ---- */

static void say_entry(const struct question *q, const struct step *best, const struct step *stop) {
    int entry = q->rules->params.entry, most = 0;
    if (q->game->total[q->game->seat] || !entry)
        return;
    for (int i = 0; i < q->advice->count; i++) {
        struct step s = step_of(q, &q->advice->actions[i]);
        most = s.points > most ? s.points : most;
    }
    if (most < entry)
        reason_add(q,
                   "You are not on the sheet yet: that takes %d in one turn, and this is %d at "
                   "most, so you must throw on.",
                   entry, most);
    else if (best->stops)
        reason_add(q, "%d points get you on the sheet; %d are needed.", best->points, entry);
    else if (stop->action && !same_worth(stop->action->value, q->best->value))
        reason_add(q,
                   "Stopping with %d would get you on the sheet (%d are needed), but is worth "
                   "less.",
                   stop->points, entry);
    else
        reason_add(q, "You are not on the sheet yet: that takes %d in one turn.", entry);
}

/* The score to beat is that of the best player who has had their last turn. */
static int to_beat(const struct game *g, int *ret_coming) {
    int lead = 0, coming = 0;
    bool done = false;
    for (int i = 1; i < g->seats; i++) {
        int seat = (g->seat + i) % g->seats;
        done = done || g->ender == seat + 1;
        coming += !done;
        lead = done && g->total[seat] > lead ? g->total[seat] : lead;
    }
    *ret_coming = coming;
    return lead;
}

static const char *level_words(const struct rules *r) {
    return r->params.tie == TIE_CHASER   ? ", which is enough"
           : r->params.tie == TIE_LEADER ? ", which is not enough"
                                         : "";
}

static void say_last_round(const struct question *q, const struct step *best,
                           const struct step *stop) {
    int coming, lead = to_beat(q->game, &coming);
    if (best->stops && best->total > lead)
        reason_add(q, "This is the last round: your %d beats %d.", best->total, lead);
    else if (best->stops && best->total == lead)
        reason_add(q, "This is the last round: your %d draws level with the best so far%s.", lead,
                   level_words(q->rules));
    else if (best->total >= lead)
        reason_add(q, "This is the last round: %d is to be beaten, and you are at %d%s.", lead,
                   best->total, best->total == lead ? level_words(q->rules) : "");
    else
        reason_add(q, "This is the last round: %d is to be beaten, and %d more would be level%s.",
                   lead, lead - best->total, level_words(q->rules));
    if (stop->action && !best->stops && stop->total < lead && loses(q, stop))
        reason_add(q, "Stopping with %d would lose for certain.", stop->total);
    if (coming && stop->action && stop->total > lead)
        reason_add(q, "After you %d more %s a last turn to beat it.", coming,
                   coming == 1 ? "player has" : "players have");
}

/* Reaching the goal gives the others one more turn. */
static void say_goal(const struct question *q, const struct step *stop) {
    int seats = q->game->seats;
    const char *verb = q->best == stop->action ? "starts" : "would start";
    if (!stop->action || stop->total < q->rules->params.goal)
        return;
    if (seats == 1)
        reason_add(q, "Stopping with %d reaches %d: that is the game.", stop->total,
                   q->rules->params.goal);
    else if (seats == 2)
        reason_add(q,
                   "Stopping with %d %s the last round: the other player has one turn from %d and "
                   "wins %s of the time.",
                   stop->total, verb, best_rival(q->game), percent(1 - stop->action->value).s);
    else
        reason_add(q, "Stopping with %d %s the last round: each of the others has one turn.",
                   stop->total, verb);
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
        say_dice(q, &best, &second);
    say_other_kind(q, &stop, &roll);
    if (roll.action && !say_risk(q, &roll, error))
        return false;
    return q->game->ender || say_averages(q, &stop, &roll, error);
}
