#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "coach/reason_parts.h"
#include "rules/sheet.h"

/* ---- pieces of sentences ---- */

bool same_worth(double a, double b) {
    return fabs(a - b) <= 1e-9 * (1 + fabs(a));
}

/* Decimals needed so that a number does not look like zero. */
static int digits_for(double size) {
    return size >= 0.095 ? 1 : size >= 0.0095 ? 2 : 3;
}

struct piece percent(double chance) {
    struct piece p;
    struct text t = TEXT_IN(p.s);
    double shown = 100 * chance, edge = fmin(fabs(shown), fabs(100 - shown));
    if (edge < 1e-12)
        text_add(&t, "%.0f %%", shown);
    else if (edge < 0.001)
        text_add(&t, shown < 50 ? "under 0.001 %%" : "over 99.999 %%");
    else
        text_add(&t, "%.*f %%", digits_for(edge), shown);
    return p;
}

struct piece amount(double difference) {
    struct piece p;
    struct text t = TEXT_IN(p.s);
    double size = fabs(difference);
    if (size < 0.001)
        text_add(&t, "under 0.001");
    else
        text_add(&t, "%.*f", digits_for(size), size);
    return p;
}

struct piece mean(double points) {
    struct piece p;
    struct text t = TEXT_IN(p.s);
    if (same_worth(points, round(points)))
        text_add(&t, "%.0f", fabs(round(points)));
    else
        text_add(&t, "%.*f", fabs(points) < 0.05 ? 2 : 1, points); /* never 0.0: not a zero */
    return p;
}

void action_words(const struct rules *r, const struct game *g, struct action a, struct text *out) {
    if (a.act == ACT_SCORE) {
        struct claim claim = sheet_claim(r, &g->card[g->seat], g->dice, a.box);
        if (claim.points)
            text_add(out, "score %d in %s", claim.points, r->book->boxes[a.box].label);
        else
            text_add(out, "write a zero in %s", r->book->boxes[a.box].label);
    } else if (a.act == ACT_KEEP && !a.dice.bits) {
        text_put(out, "keep nothing");
    } else {
        static const char *const before[] = {[ACT_ROLL] = "roll ",
                                             [ACT_KEEP] = "keep ",
                                             [ACT_TAKE_ROLL] = "take ",
                                             [ACT_TAKE_STOP] = "take "};
        text_put(out, before[a.act]);
        text_dice(out, a.dice, " ");
        if (a.act == ACT_TAKE_ROLL)
            text_put(out, " and throw again");
        else if (a.act == ACT_TAKE_STOP)
            text_put(out, " and stop");
    }
}

struct piece doing(const struct question *q, struct action a) {
    struct piece p;
    struct text t = TEXT_IN(p.s);
    action_words(q->rules, q->game, a, &t);
    return p;
}

struct piece worth(const struct question *q, double value) {
    struct piece p;
    struct text t = TEXT_IN(p.s);
    if (q->ret->unit == UNIT_WIN)
        text_add(&t, "%s chance of winning", percent(value).s);
    else if (q->ret->unit == UNIT_POINTS)
        text_add(&t, "%.1f points on average", value);
    else if (same_worth(value, 1))
        text_add(&t, "only this turn");
    else
        text_add(&t, "%.2f turns on average", value);
    return p;
}

const struct valued_action *best_act(const struct advice *advice, int act) {
    for (int i = 0; i < advice->count; i++) {
        if (advice->actions[i].action.act == act)
            return &advice->actions[i];
    }
    return NULL;
}

void reason_add(const struct question *q, const char *format, ...) {
    struct reasons *ret = q->ret;
    if (ret->count == REASONS_MAX)
        return;
    char *sentence = ret->sentence[ret->count++];
    va_list list;
    va_start(list, format);
    vsnprintf(sentence, REASON_TEXT_MAX, format, list);
    va_end(list);
    sentence[0] = (char)toupper((unsigned char)sentence[0]);
}

/* ---- the verdict ---- */

/* The margin of the best over the other: "2.3 more", "3.1 % more", "0.20 fewer". */
static struct piece gain(const struct question *q) {
    struct piece p;
    struct text t = TEXT_IN(p.s);
    double difference = q->best->value - q->second->value;
    if (q->ret->unit == UNIT_WIN)
        text_add(&t, "%s %% more", amount(100 * difference).s);
    else
        text_add(&t, "%s %s", amount(difference).s, q->ret->unit == UNIT_TURNS ? "fewer" : "more");
    return p;
}

static void say_verdict(const struct question *q, const struct valued_action *equal) {
    const char *estimate = q->ret->approximate ? " (an estimate)" : "";
    struct piece best = doing(q, q->best->action), value = worth(q, q->best->value);
    if (q->second)
        reason_add(q, "%s: %s%s, %s than if you %s.", best.s, value.s, estimate, gain(q).s,
                   doing(q, q->second->action).s);
    else if (equal)
        reason_add(q, "%s: %s%s, and just as good if you %s.", best.s, value.s, estimate,
                   doing(q, equal->action).s);
    else if (q->advice->count == 1)
        reason_add(q, "%s: there is no other choice. %s%s.", best.s, value.s, estimate);
    else
        reason_add(q, "All choices are worth the same: %s%s.", value.s, estimate);
}

/* Other actions that are just as good as the best. */
static void say_equals(const struct question *q) {
    enum { NAMED = 3 };
    LOCAL_TEXT(t, NAMED * (ACTION_WORDS_MAX + 4) + 16);
    int count = 0;
    for (int i = 0; i < q->advice->count; i++) {
        const struct valued_action *a = &q->advice->actions[i];
        if (a == q->best || !same_worth(a->value, q->best->value))
            continue;
        if (count < NAMED)
            text_add(&t, "%s%s", count ? ", or " : "", doing(q, a->action).s);
        count++;
    }
    if (count > NAMED)
        text_put(&t, ", and others");
    if (count && q->second)
        reason_add(q, "Just as good: %s.", t.data);
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
