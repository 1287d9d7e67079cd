#include <math.h>

#include "coach/reason_parts.h"
#include "rules/sheet.h"

/* ---- pieces of sentences ---- */

bool same_worth(double a, double b) {
    return fabs(a - b) <= 1e-9 * (1 + fabs(a));
}

int digits_for(double size) {
    size = fabs(size);
    return size >= 0.095 ? 1 : size >= 0.0095 ? 2 : 3;
}

static void put_number(struct text *out, double x, int digits) {
    if (digits == 0)
        say(out, coach_number_0, .x = x);
    else if (digits == 1)
        say(out, coach_number_1, .x = x);
    else if (digits == 2)
        say(out, coach_number_2, .x = x);
    else
        say(out, coach_number_3, .x = x);
}

struct piece number(double x, int digits) {
    struct piece p;
    put_number(TEXT_OVER(p.s), x, digits);
    return p;
}

struct piece percent(double chance) {
    struct piece p;
    struct text t = TEXT_IN(p.s);
    double shown = 100 * chance, edge = fmin(fabs(shown), fabs(100 - shown));
    if (edge < 1e-12)
        say(&t, coach_percent, .number = number(shown, 0).s);
    else if (edge >= 0.001)
        say(&t, coach_percent, .number = number(shown, digits_for(edge)).s);
    else if (shown < 50)
        say(&t, coach_percent_under);
    else
        say(&t, coach_percent_over);
    return p;
}

struct piece how_often(double chance) {
    struct piece p;
    if (chance >= 0.01 && chance <= 0.99)
        return percent(chance);
    if (chance < 1e-12 || 1 - chance < 1e-12)
        return percent(round(chance));
    if (chance < 0.5)
        say(TEXT_OVER(p.s), coach_chance_under);
    else
        say(TEXT_OVER(p.s), coach_chance_over);
    return p;
}

struct piece amount(double difference) {
    struct piece p;
    struct text t = TEXT_IN(p.s);
    double size = fabs(difference);
    if (size < 0.001)
        say(&t, coach_amount_under);
    else
        put_number(&t, size, digits_for(size));
    return p;
}

struct piece mean(double points) {
    if (same_worth(points, round(points)))
        return number(fabs(round(points)), 0);
    return number(points, fabs(points) < 0.05 ? 2 : 1); /* "0.0" would look like zero */
}

struct piece worth(const struct question *q, double value) {
    struct piece p;
    struct text t = TEXT_IN(p.s);
    if (q->ret->unit == UNIT_WIN)
        say(&t, coach_chance_of_winning, .percent = percent(value).s);
    else if (q->ret->unit == UNIT_POINTS)
        say(&t, coach_expected_score, .points = number(value, 1).s);
    else if (same_worth(value, 1))
        say(&t, coach_only_this_turn);
    else
        say(&t, coach_turns_on_average, .turns = value);
    return p;
}

struct piece estimate(const struct question *q, double value) {
    struct piece p;
    if (!q->ret->approximate)
        return worth(q, value);
    say(TEXT_OVER(p.s), coach_an_estimate, .value = worth(q, value).s);
    return p;
}

/* ---- actions in words ---- */

enum form {
    FORM_DO,    /* "keep 4 4" */
    FORM_BEGIN, /* "Keep 4 4": begins a sentence */
    FORM_IF,    /* "if you keep 4 4" */
};

static void put_score(struct text *out, enum form form, int points, const char *box) {
    if (form == FORM_DO)
        say(out, coach_do_score, .points = points, .box = box);
    else if (form == FORM_BEGIN)
        say(out, coach_begin_score, .points = points, .box = box);
    else
        say(out, coach_if_score, .points = points, .box = box);
}

static void put_zero(struct text *out, enum form form, const char *box) {
    if (form == FORM_DO)
        say(out, coach_do_zero, .box = box);
    else if (form == FORM_BEGIN)
        say(out, coach_begin_zero, .box = box);
    else
        say(out, coach_if_zero, .box = box);
}

/* Never begins a sentence: only the best action does, and a zero by choice is never best. */
static void put_given_up(struct text *out, enum form form, int points, const char *box) {
    if (form == FORM_IF)
        say(out, coach_if_zero_instead, .points = points, .box = box);
    else
        say(out, coach_do_zero_instead, .points = points, .box = box);
}

static void put_keep(struct text *out, enum form form, struct dice kept) {
    if (form == FORM_DO)
        say(out, coach_do_keep, .dice = DICE(kept, " "));
    else if (form == FORM_BEGIN)
        say(out, coach_begin_keep, .dice = DICE(kept, " "));
    else
        say(out, coach_if_keep, .dice = DICE(kept, " "));
}

static void put_keep_nothing(struct text *out, enum form form) {
    if (form == FORM_DO)
        say(out, coach_do_keep_nothing);
    else if (form == FORM_BEGIN)
        say(out, coach_begin_keep_nothing);
    else
        say(out, coach_if_keep_nothing);
}

static void put_take_roll(struct text *out, enum form form, struct dice taken) {
    if (form == FORM_DO)
        say(out, coach_do_take_roll, .dice = DICE(taken, " "));
    else if (form == FORM_BEGIN)
        say(out, coach_begin_take_roll, .dice = DICE(taken, " "));
    else
        say(out, coach_if_take_roll, .dice = DICE(taken, " "));
}

static void put_take_stop(struct text *out, enum form form, struct dice taken) {
    if (form == FORM_DO)
        say(out, coach_do_take_stop, .dice = DICE(taken, " "));
    else if (form == FORM_BEGIN)
        say(out, coach_begin_take_stop, .dice = DICE(taken, " "));
    else
        say(out, coach_if_take_stop, .dice = DICE(taken, " "));
}

static void put_action(const struct rules *r, const struct game *g, struct action a, enum form form,
                       struct text *out) {
    if (a.act == ACT_SCORE) {
        const char *box = words_of(r->book->boxes[a.box].label);
        int points = sheet_score(r, g, a).points, given_up = sheet_given_up(r, g, a);
        if (points)
            put_score(out, form, points, box);
        else if (given_up)
            put_given_up(out, form, given_up, box);
        else
            put_zero(out, form, box);
    } else if (a.act == ACT_KEEP && !a.dice.bits) {
        put_keep_nothing(out, form);
    } else if (a.act == ACT_KEEP) {
        put_keep(out, form, a.dice);
    } else if (a.act == ACT_TAKE_ROLL) {
        put_take_roll(out, form, a.dice);
    } else {
        put_take_stop(out, form, a.dice);
    }
}

/* Events are not chosen, so they need only one form. */
void action_words(const struct rules *r, const struct game *g, struct action a, struct text *out) {
    if (a.act == ACT_ROLL)
        say(out, coach_do_roll, .dice = DICE(a.dice, " "));
    else if (a.act == ACT_LAST)
        say(out, coach_do_last, .dice = DICE(a.dice, " "));
    else if (a.act == ACT_ASIDE)
        say(out, coach_do_aside, .dice = DICE(a.dice, " "));
    else if (a.act == ACT_BANK)
        say(out, coach_do_bank, .n = g->turn_points + a.points);
    else if (a.act == ACT_BUST)
        say(out, coach_do_bust, .bust = r->book->bust);
    else
        put_action(r, g, a, FORM_DO, out);
}

struct piece doing(const struct question *q, struct action a) {
    struct piece p;
    put_action(q->rules, q->game, a, FORM_DO, TEXT_OVER(p.s));
    return p;
}

static struct piece begin_doing(const struct question *q, struct action a) {
    struct piece p;
    put_action(q->rules, q->game, a, FORM_BEGIN, TEXT_OVER(p.s));
    return p;
}

struct piece if_doing(const struct question *q, struct action a) {
    struct piece p;
    put_action(q->rules, q->game, a, FORM_IF, TEXT_OVER(p.s));
    return p;
}

/* ---- adding ---- */

const struct valued_action *best_act(const struct advice *advice, int act) {
    for (int i = 0; i < advice->count; i++) {
        if (advice->actions[i].action.act == act)
            return &advice->actions[i];
    }
    return NULL;
}

void reason_add_message(const struct question *q, enum message message, const void *places) {
    struct reasons *ret = q->ret;
    if (ret->count == REASONS_MAX)
        return;
    struct text sentence = TEXT_IN(ret->sentence[ret->count]);
    say_message(&sentence, message, places);
    ret->count++;
}

/* ---- the verdict ---- */

/* The margin of the best action over the second: "2.3 points more", "3.1 percentage points more",
 * "0.20 turns fewer". */
static struct piece gain(const struct question *q) {
    struct piece p;
    struct text t = TEXT_IN(p.s);
    double difference = q->best->value - q->second->value;
    if (q->ret->unit == UNIT_WIN)
        say(&t, coach_percent_more, .amount = amount(100 * difference).s);
    else if (q->ret->unit == UNIT_TURNS)
        say(&t, coach_fewer, .amount = amount(difference).s);
    else
        say(&t, coach_more, .amount = amount(difference).s);
    return p;
}

static void say_verdict(const struct question *q, const struct valued_action *equal) {
    struct piece best = begin_doing(q, q->best->action), value = estimate(q, q->best->value);
    if (q->second)
        reason_add(q, coach_verdict, .action = best.s, .value = value.s, .more = gain(q).s,
                   .other = if_doing(q, q->second->action).s);
    else if (equal)
        reason_add(q, coach_verdict_equal, .action = best.s, .value = value.s,
                   .other = if_doing(q, equal->action).s);
    else if (q->advice->count == 1)
        reason_add(q, coach_verdict_only, .action = best.s, .value = value.s);
    else
        reason_add(q, coach_verdict_same, .value = value.s);
}

/* Other actions that are just as good as the best. */
static void say_equals(const struct question *q) {
    enum { NAMED = 3 };
    LOCAL_TEXT(t, (NAMED + 1) * PIECE_MAX);
    int count = 0;
    for (int i = 0; i < q->advice->count; i++) {
        const struct valued_action *a = &q->advice->actions[i];
        if (a == q->best || !same_worth(a->value, q->best->value))
            continue;
        if (!count) {
            text_put(&t, doing(q, a->action).s);
        } else if (count < NAMED) {
            text_put(&t, ", ");
            say(&t, coach_or_action, .action = doing(q, a->action).s);
        }
        count++;
    }
    if (count > NAMED) {
        text_put(&t, ", ");
        say(&t, coach_and_others);
    }
    if (count && q->second)
        reason_add(q, coach_just_as_good, .actions = t.data);
}

/* ---- the question ---- */

static const struct valued_action *runner_up(const struct advice *advice) {
    for (int i = 1; i < advice->count; i++) {
        if (!same_worth(advice->actions[i].value, advice->value))
            return &advice->actions[i];
    }
    return NULL;
}

bool reason_of(struct adviser *a, const struct rules *r, const struct game *g,
               const struct action *instead, struct work *work, struct reasons *ret,
               struct refusal *refusal) {
    struct text *error = refusal->words;
    struct advice advice;
    struct goal goal = goal_of_game(r, g, (struct goal){.kind = GOAL_USUAL});
    if (!choice_asked(r, g, instead, refusal) ||
        !adviser_advise(a, r, g, goal, work, &advice, error))
        return false;
    const struct valued_action *best = &advice.actions[0], *second = runner_up(&advice);
    const struct valued_action *asked = instead ? advice_find(&advice, *instead) : NULL;
    const struct valued_action *equal = NULL;
    if (asked && asked != best) {
        equal = same_worth(asked->value, best->value) ? asked : NULL;
        second = equal ? NULL : asked;
    }
    const struct valued_action *other = equal ? equal : second ? second : best;
    *ret = (struct reasons){
        .goal = goal,
        .unit = goal_unit(goal),
        .approximate = adviser_approximates(r, g, goal),
        .compared = other != best,
        .best = best->action,
        .best_value = best->value,
        .second = other->action,
        .second_value = other->value,
    };
    struct question q = {a, r, g, work, &advice, best, second, ret};
    say_verdict(&q, equal);
    say_equals(&q);
    return r->book->family == FAMILY_SHEET ? reason_sheet(&q, error) : reason_press(&q, error);
}
