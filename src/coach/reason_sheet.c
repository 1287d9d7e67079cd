/* Reasons in sheet games. An action is worth the points of the turn plus what the card can still
 * bring after it; both are exact, from the probabilities with which a perfectly played turn ends in
 * each box with each score. */
#include <math.h>
#include <stdlib.h>

#include "coach/reason_parts.h"
#include "core/memory.h"
#include "rules/sheet.h"
#include "solve/sheet_policy.h"

/* Differences below these are not mentioned. */
static const double box_matters = 0.02, five_matters = 0.002, face_matters = 0.1,
                    upper_matters = 0.2, stop_matters = 5;

enum bonus_state { BONUS_NONE, BONUS_OPEN, BONUS_SAFE, BONUS_GONE };

/* The outcome of the turn after an action, with best play. */
struct view {
    const struct valued_action *action;
    double points; /* of the turn, including bonuses for extra fives of a kind */
    double rest;   /* what the card still brings after it, including an upper bonus not yet safe */
    double box[BOXES_MAX];   /* chance of points in the box */
    double there[BOXES_MAX]; /* mean points there, if the turn ends there with any */
    double zero;             /* chance that some box gets a zero */
    double further;          /* chance of an extra five of a kind that earns the bonus */
    double par;              /* chance that the upper bonus becomes safe */
    double above;            /* chance that an upper box is filled */
    int count;
    struct outcome list[OUTCOMES_MAX];
};

struct sheet_question {
    const struct question *q;
    const struct sheet_solver *solver;
    const struct sheet_table *table;
    const struct card *card;
    uint32_t open;
    int upper, most; /* the upper section now, and its maximum */
    enum bonus_state bonus;
    struct view best, second; /* second.action: NULL if none */
};

static const struct box *box_of(const struct sheet_question *s, int box) {
    return &s->q->rules->book->boxes[box];
}

static bool is_upper(const struct sheet_question *s, int box) {
    return box_is_upper(box_of(s, box));
}

static const char *label(const struct sheet_question *s, int box) {
    return box_of(s, box)->label;
}

static enum bonus_state bonus_state(const struct rules *r, int upper, int most) {
    int par = r->params.upper_par;
    return !r->params.upper_bonus ? BONUS_NONE
           : upper >= par         ? BONUS_SAFE
           : most < par           ? BONUS_GONE
                                  : BONUS_OPEN;
}

/* The most that open upper boxes could bring. */
static int upper_room(const struct book *book, uint32_t open) {
    int room = 0;
    for (int box = 0; box < book->box_count; box++) {
        if ((open >> box & 1) && box_is_upper(&book->boxes[box]))
            room += book->dice * book->boxes[box].n;
    }
    return room;
}

/* ---- looking at an action ---- */

static void look_at_outcomes(const struct sheet_question *s, struct view *v) {
    struct sheet_after after = sheet_solver_after(s->solver);
    int par = s->q->rules->params.upper_par;
    for (int i = 0; i < v->count; i++) {
        const struct outcome *o = &v->list[i];
        double lanes[LANES];
        after.value(after.user, &o->after, 0, lanes);
        v->points += o->chance * o->scored;
        v->rest += o->chance * lanes[0];
        v->box[o->box] += o->points ? o->chance : 0;
        v->there[o->box] += o->chance * o->points;
        v->zero += o->points ? 0 : o->chance;
        v->further += o->scored > o->points ? o->chance : 0;
        v->above += is_upper(s, o->box) ? o->chance : 0;
        v->par += s->bonus == BONUS_OPEN && o->after.upper >= par ? o->chance : 0;
    }
    if (s->bonus == BONUS_SAFE)
        v->rest -= s->q->rules->params.upper_bonus; /* it is already in the total so far */
    for (int box = 0; box < s->table->boxes; box++)
        v->there[box] /= v->box[box] > 0 ? v->box[box] : 1;
}

static void look(const struct sheet_question *s, const struct valued_action *action,
                 struct policy_bench *bench, struct view *ret) {
    struct sheet_spot spot = sheet_spot_of(s->table, s->card);
    struct sheet_after after = sheet_solver_after(s->solver);
    struct game next = *s->q->game;
    ret->action = action; /* everything else is zero */
    if (!action)
        return;
    if (action->action.act == ACT_KEEP) {
        game_apply(s->q->rules, &next, action->action);
        sheet_policy_make(s->table, &spot, &after, &next, bench);
        ret->count = sheet_policy_outcomes(s->table, &spot, bench, 0, ret->list);
    } else {
        struct outcome *o = &ret->list[ret->count++];
        int roll = hand_index(&s->table->hands, next.dice) - s->table->hands.inner;
        *o = (struct outcome){.after = spot, .box = action->action.box, .chance = 1};
        sheet_spot_fill(s->table, &o->after, roll, o->box, &o->points, &o->scored);
    }
    look_at_outcomes(s, ret);
}

static bool is_score(const struct view *v) {
    return v->action && v->action->action.act == ACT_SCORE;
}

static bool is_keep(const struct view *v) {
    return v->action && v->action->action.act == ACT_KEEP;
}

static int box_filled_by(const struct view *v) {
    return v->action->action.box;
}

static struct piece second_words(const struct sheet_question *s) {
    return doing(s->q, s->second.action->action);
}

/* ---- the turn ---- */

/* The turn and the card after it: with the points so far they add up to the value. */
static void say_split(const struct sheet_question *s) {
    const struct view *a = &s->best, *b = &s->second;
    if (!b->action)
        return;
    if (same_worth(a->rest, b->rest))
        reason_add(s->q, "This turn then brings %s points%s; %s if you %s.", mean(a->points).s,
                   is_keep(a) ? " on average" : "", mean(b->points).s, second_words(s).s);
    else
        reason_add(s->q,
                   "This turn then brings %s points%s, and the rest of the card %s more%s; if you "
                   "%s it is %s and %s.",
                   mean(a->points).s, is_keep(a) ? " on average" : "", mean(a->rest).s,
                   s->bonus == BONUS_OPEN ? ", upper bonus included" : "", second_words(s).s,
                   mean(b->points).s, mean(b->rest).s);
}

/* Five of a kind: its box, or the bonus for an extra one. */
static void say_five(const struct sheet_question *s) {
    const struct view *a = &s->best, *b = &s->second;
    int five = s->table->five, bonus = s->q->rules->params.bonus;
    if (five < 0 || !is_keep(a) || !is_keep(b))
        return;
    double here = s->open >> five & 1 ? a->box[five] : a->further;
    double there = s->open >> five & 1 ? b->box[five] : b->further;
    if (fabs(here - there) < five_matters)
        return;
    if (s->open >> five & 1)
        reason_add(s->q, "It ends with %s %s of the time, against %s.", label(s, five),
                   percent(here).s, percent(there).s);
    else
        reason_add(s->q, "A further %s pays %d extra: it comes %s of the time, against %s.",
                   label(s, five), bonus, percent(here).s, percent(there).s);
}

/* The open upper box of a kept face, or -1. */
static int kept_face_box(const struct sheet_question *s) {
    if (!is_keep(&s->best))
        return -1;
    struct dice kept = s->best.action->action.dice;
    int face = dice_commonest(kept);
    int box = face && dice_count(kept, face) >= 2 ? s->table->face_box[face] : -1;
    return box >= 0 && (s->open >> box & 1) && s->best.box[box] >= face_matters ? box : -1;
}

static void say_face(const struct sheet_question *s) {
    int box = kept_face_box(s);
    char than[128] = "", par[32] = "";
    struct text t = TEXT_IN(than), p = TEXT_IN(par);
    if (box < 0 || !(s->open & (s->open - 1))) /* with a single open box there is nothing to add */
        return;
    int share = s->q->rules->params.upper_par * box_of(s, box)->n;
    if (s->bonus == BONUS_OPEN && share % 21 == 0) /* 21: one die of each face */
        text_add(&p, " (par is %d)", share / 21);
    if (is_keep(&s->second) && s->second.box[box] > 0)
        text_add(&t, "; if you %s, %s of the time with %.1f", second_words(s).s,
                 percent(s->second.box[box]).s, s->second.there[box]);
    reason_add(
        s->q,
        "%s is still open: the turn ends there %s of the time, with %.1f points on average%s%s.",
        label(s, box), percent(s->best.box[box]).s, s->best.there[box], par, than);
}

/* The boxes in which the two keeps differ most, or those in which the best one most often ends. */
static void say_boxes(const struct sheet_question *s) {
    enum { NAMED = 3 };
    const struct view *a = &s->best, *b = &s->second;
    bool two = is_keep(b);
    uint32_t told = s->table->five >= 0 && two ? 1u << s->table->five : 0;
    LOCAL_TEXT(t, NAMED * 96);
    if (!is_keep(a))
        return;
    if (kept_face_box(s) >= 0)
        told |= 1u << kept_face_box(s);
    for (int n = 0; n < NAMED; n++) {
        int most = -1;
        double best = box_matters;
        for (int box = 0; box < s->table->boxes; box++) {
            double size = fabs(a->box[box] - (two ? b->box[box] : 0));
            if (!(told >> box & 1) && size >= best) {
                best = size;
                most = box;
            }
        }
        if (most < 0)
            break;
        told |= 1u << most;
        text_add(&t, "%s%s in %s", t.len ? ", " : "", percent(a->box[most]).s, label(s, most));
        if (two)
            text_add(&t, " (against %s)", percent(b->box[most]).s);
    }
    if (t.len)
        reason_add(s->q, "The turn ends with points this often: %s.", t.data);
    if (two && fabs(a->zero - b->zero) >= box_matters)
        reason_add(s->q, "It has to write a zero %s of the time, against %s.", percent(a->zero).s,
                   percent(b->zero).s);
}

/* Points in hand against another throw. */
static void say_in_hand(const struct sheet_question *s) {
    const struct view *score = is_score(&s->best) ? &s->best : &s->second;
    const struct view *keep = is_score(&s->best) ? &s->second : &s->best;
    double less = 0, more = 0;
    if (!is_score(score) || !is_keep(keep) || !score->list[0].scored)
        return;
    for (int i = 0; i < keep->count; i++) {
        less += keep->list[i].scored < score->list[0].scored ? keep->list[i].chance : 0;
        more += keep->list[i].scored > score->list[0].scored ? keep->list[i].chance : 0;
    }
    reason_add(
        s->q,
        "Throwing again ends this turn with fewer than the %d points in hand %s of the time, "
        "with more %s.",
        score->list[0].scored, percent(less).s, percent(more).s);
}

/* What stopping, or throwing again, would be worth at best, unless the verdict has
 * already said so. */
static void say_other_kind(const struct sheet_question *s) {
    const struct question *q = s->q;
    bool stops = is_score(&s->best);
    const struct valued_action *other = best_act(q->advice, stops ? ACT_KEEP : ACT_SCORE);
    if (!q->second || !other || other == q->second)
        return;
    if (stops)
        reason_add(q, "If you throw again, %s: %s.", doing(q, other->action).s,
                   worth(q, other->value).s);
    else if (other->points && q->best->value - other->value < stop_matters)
        reason_add(q, "If you stop now, %s: %s.", doing(q, other->action).s,
                   worth(q, other->value).s);
}

/* ---- the boxes ---- */

static struct card card_with(const struct card *card, const struct view *v) {
    struct card next = *card;
    next.filled |= 1u << box_filled_by(v);
    next.points[box_filled_by(v)] = (int16_t)v->list[0].points;
    return next;
}

/* An upper box with a good score towards the bonus can be worth more filled than open. */
static const char *adds(double later) {
    return later < 0 ? "takes" : "adds";
}

/* Two boxes: what each pays now, and what leaving it open adds to the rest of the card. That is the
 * value of the card with the box open, minus that of the card with both filled (it can be more than
 * the box ever pays: an open box saves others from a bad roll); so the verdict's difference is
 * (now - later) of one minus that of the other. */
static void say_swap(const struct sheet_question *s) {
    if (!is_score(&s->best) || !is_score(&s->second))
        return;
    struct card with_best = card_with(s->card, &s->best);
    struct card with_second = card_with(s->card, &s->second);
    struct card both = card_with(&with_best, &s->second);
    double base = sheet_solver_to_come(s->solver, &both);
    double best_later = sheet_solver_to_come(s->solver, &with_second) - base;
    double second_later = sheet_solver_to_come(s->solver, &with_best) - base;
    int a = box_filled_by(&s->best), b = box_filled_by(&s->second);
    bool bonus = s->bonus == BONUS_OPEN && (is_upper(s, a) || is_upper(s, b));
    reason_add(s->q,
               "%s pays %d now; left open it %s %.1f %s what the card still brings. %s pays %d now "
               "and %s %.1f left open%s.",
               label(s, a), s->best.list[0].points, adds(best_later), fabs(best_later),
               best_later < 0 ? "from" : "to", label(s, b), s->second.list[0].points,
               adds(second_later), fabs(second_later), bonus ? " (upper bonus included)" : "");
}

/* Which box is cheapest to give up. */
static void say_zero(const struct sheet_question *s) {
    enum { NAMED = 2 };
    const struct advice *advice = s->q->advice;
    LOCAL_TEXT(t, NAMED * 64);
    int named = 0;
    if (!is_score(&s->best) || s->best.list[0].points)
        return;
    for (int i = 0; i < advice->count && named < NAMED; i++) {
        const struct valued_action *a = &advice->actions[i];
        if (a == s->q->best || a->action.act != ACT_SCORE || a->points)
            continue;
        text_add(&t, "%s%s would cost %s more", named++ ? ", " : "", label(s, a->action.box),
                 amount(s->q->best->value - a->value).s);
    }
    if (named)
        reason_add(s->q, "%s is the cheapest box for a zero: %s.",
                   label(s, box_filled_by(&s->best)), t.data);
}

/* A zero in the five-of-a-kind box ends the bonuses for extra ones. */
static void say_five_zero(const struct sheet_question *s) {
    const struct view *v =
        is_score(&s->best) && box_filled_by(&s->best) == s->table->five ? &s->best : &s->second;
    int five = s->table->five;
    if (five < 0 || !s->q->rules->params.bonus || !is_score(v) || box_filled_by(v) != five ||
        v->list[0].points)
        return;
    struct card zero = card_with(s->card, v), holds = zero;
    holds.points[five] = (int16_t)box_of(s, five)->points;
    double lost = sheet_solver_to_come(s->solver, &holds) - sheet_solver_to_come(s->solver, &zero);
    if (lost >= 0.05)
        reason_add(s->q,
                   "A zero in %s ends the %d for further ones: with %d there the rest of the card "
                   "would be worth %.1f more.",
                   label(s, five), s->q->rules->params.bonus, box_of(s, five)->points, lost);
}

static void say_last_box(const struct sheet_question *s) {
    if (s->open & (s->open - 1))
        return;
    for (int box = 0; box < s->table->boxes; box++) {
        if (s->open >> box & 1)
            reason_add(s->q, "Only %s is open.", label(s, box));
    }
}

static void say_joker(const struct sheet_question *s) {
    const struct rules *r = s->q->rules;
    const struct game *g = s->q->game;
    uint32_t legal = 0, upper = 0;
    int bonus = 0;
    if (!sheet_is_joker(r, s->card, g->dice))
        return;
    for (int box = 0; box < s->table->boxes; box++) {
        struct claim claim = sheet_claim(r, s->card, g->dice, box);
        legal |= claim.refusal == ALLOWED ? 1u << box : 0;
        upper |= is_upper(s, box) ? 1u << box : 0;
        bonus = claim.refusal == ALLOWED && claim.bonus > bonus ? claim.bonus : bonus;
    }
    int own = s->table->face_box[dice_commonest(g->dice)];
    if (bonus && is_score(&s->best))
        reason_add(s->q, "This further %s earns %d extra, whichever box it fills.",
                   label(s, s->table->five), bonus);
    if (own >= 0 && legal == 1u << own && s->open != legal)
        reason_add(s->q, "The joker rule: while %s is open this five alike may fill no other box.",
                   label(s, own));
    else if (!(legal & upper) && (s->open & upper))
        reason_add(s->q, "The joker rule: this five alike must fill a lower box.");
    else if (r->params.joker != JOKER_NONE && own >= 0 && !(legal & ~upper) && !(legal >> own & 1))
        reason_add(s->q,
                   "The joker rule: %s and all lower boxes are filled, so it is a zero above.",
                   label(s, own));
    if (!is_score(&s->best))
        return;
    int box = box_filled_by(&s->best), points = s->best.list[0].points;
    if (points > box_points(box_of(s, box), g->dice))
        reason_add(s->q, "As a joker it counts %d in %s.", points, label(s, box));
}

/* ---- the upper section ---- */

/* Par for these upper boxes: their share of what the bonus requires. */
static double par_for(const struct rules *r, uint32_t filled) {
    int sum = 0, all = 0;
    for (int box = 0; box < r->book->box_count; box++) {
        int face = box_is_upper(&r->book->boxes[box]) ? r->book->boxes[box].n : 0;
        all += face;
        sum += filled >> box & 1 ? face : 0;
    }
    return all ? (double)r->params.upper_par * sum / all : 0;
}

static void say_pace(const struct sheet_question *s, uint32_t filled, int upper, const char *when) {
    double par = par_for(s->q->rules, filled), ahead = upper - par;
    if (par <= 0)
        return;
    LOCAL_TEXT(t, 48);
    if (ahead == 0)
        text_put(&t, "just on pace");
    else
        text_add(&t, "%s %s", mean(fabs(ahead)).s, ahead > 0 ? "ahead" : "behind");
    reason_add(s->q,
               "The upper section %s at %d; par for its filled boxes is %s: %s for the bonus.",
               when, upper, mean(par).s, t.data);
}

/* An upper box is filled while the bonus is still open. */
static void say_upper_score(const struct sheet_question *s, const struct view *v) {
    const struct rules *r = s->q->rules;
    int box = box_filled_by(v), upper = s->upper + v->list[0].points;
    uint32_t open = s->open & ~(1u << box);
    int most = upper + upper_room(r->book, open);
    const char *would = v == &s->best ? "" : " would";
    switch (bonus_state(r, upper, most)) {
    case BONUS_SAFE:
        reason_add(s->q, "%d in %s%s the upper section %d: the bonus of %d is safe.",
                   v->list[0].points, label(s, box), v == &s->best ? " makes" : " would make",
                   upper, r->params.upper_bonus);
        break;
    case BONUS_GONE:
        reason_add(s->q, "With %d in %s the upper bonus%s be gone: at most %d of %d are left.",
                   v->list[0].points, label(s, box), v == &s->best ? " will" : would, most,
                   r->params.upper_par);
        break;
    case BONUS_OPEN:
        if (v == &s->best)
            say_pace(s, s->card->filled | 1u << box, upper, "then stands");
        break;
    default:
        break;
    }
}

static void say_upper(const struct sheet_question *s) {
    const struct view *a = &s->best, *b = &s->second;
    const struct rules *r = s->q->rules;
    if (s->bonus == BONUS_GONE && a->above >= upper_matters) {
        reason_add(s->q, "The upper bonus is out of reach: at most %d of %d.", s->most,
                   r->params.upper_par);
        return;
    }
    if (s->bonus != BONUS_OPEN)
        return;
    if (is_score(a) && is_upper(s, box_filled_by(a)))
        say_upper_score(s, a);
    if (is_score(b) && is_upper(s, box_filled_by(b)))
        say_upper_score(s, b);
    if (!is_keep(a))
        return;
    if (a->par > 0 && is_keep(b) && !same_worth(a->par, b->par))
        reason_add(s->q, "The upper bonus of %d is made safe this turn %s of the time, against %s.",
                   r->params.upper_bonus, percent(a->par).s, percent(b->par).s);
    else if (a->par > 0)
        reason_add(s->q, "The upper bonus of %d is made safe this turn %s of the time.",
                   r->params.upper_bonus, percent(a->par).s);
    else if (a->above >= upper_matters)
        say_pace(s, s->card->filled, s->upper, "stands");
}

bool reason_sheet(const struct question *q, struct text *error) {
    bool cached;
    const struct sheet_solver *solver = adviser_sheet(q->adviser, q->rules, q->work, &cached);
    if (!solver)
        return text_fail(error, "cancelled");
    struct sheet_question *s = grab(1, sizeof *s);
    struct policy_bench *bench = grab(1, sizeof *bench);
    s->q = q;
    s->solver = solver;
    s->table = sheet_solver_table(solver);
    s->card = &q->game->card[q->game->seat];
    s->open = s->table->full & ~(uint32_t)s->card->filled;
    s->upper = card_upper(q->rules->book, s->card);
    s->most = s->upper + upper_room(q->rules->book, s->open);
    s->bonus = bonus_state(q->rules, s->upper, s->most);
    look(s, q->best, bench, &s->best);
    look(s, q->second, bench, &s->second);
    say_last_box(s);
    say_joker(s);
    say_split(s);
    say_swap(s);
    say_zero(s);
    say_five_zero(s);
    say_in_hand(s);
    say_five(s);
    say_face(s);
    say_boxes(s);
    say_upper(s);
    say_other_kind(s);
    free(bench);
    free(s);
    return true;
}
