/* Reasons in sheet games. Beyond the points so far, an action is worth the points of the turn plus
 * what the card can still score after it; both are exact, from the probabilities with which a
 * perfectly played turn ends in each box with each score. */
#include <math.h>
#include <stdlib.h>

#include "coach/reason_parts.h"
#include "core/memory.h"
#include "rules/sheet.h"
#include "solve/sheet_policy.h"

/* Chances and differences below these limits are not mentioned. */
static const double box_matters = 0.02, five_matters = 0.002, face_matters = 0.1,
                    upper_matters = 0.2, stop_matters = 5;

enum bonus_state { BONUS_NONE, BONUS_OPEN, BONUS_SAFE, BONUS_GONE };

/* The outcome of the turn after an action, with best play. */
struct view {
    const struct valued_action *action;
    double points; /* expected points of the turn, including five-of-a-kind bonuses */
    double rest;   /* expected points after the turn, with the upper bonus unless already safe */
    double box[BOXES_MAX];   /* chance of scoring points in the box */
    double there[BOXES_MAX]; /* mean points in the box, given that the turn scores there */
    double zero;             /* chance that some box gets a zero */
    double further;          /* chance of another five of a kind that earns the bonus */
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
    int upper, most; /* the upper total now, and the most it can still reach */
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
    return words_of(box_of(s, box)->label);
}

static enum bonus_state bonus_state(const struct rules *r, int upper, int most) {
    int par = r->params.upper_par;
    return !r->params.upper_bonus ? BONUS_NONE
           : upper >= par         ? BONUS_SAFE
           : most < par           ? BONUS_GONE
                                  : BONUS_OPEN;
}

/* The most points that the open upper boxes can still score. */
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
        v->rest -= s->q->rules->params.upper_bonus; /* the total so far includes the bonus */
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
        sheet_spot_score(s->table, &o->after, roll, action->action, &o->points, &o->scored);
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

static struct piece if_second(const struct sheet_question *s) {
    return if_doing(s->q, s->second.action->action);
}

/* ---- the turn ---- */

/* "25 points", "22.4 points on average" */
static struct piece points_of_turn(const struct view *v) {
    struct piece p;
    struct text t = TEXT_IN(p.s);
    if (is_keep(v))
        say(&t, coach_points_on_average, .points = mean(v->points).s);
    else
        say(&t, coach_points, .n = lround(v->points));
    return p;
}

/* Says how many points to expect from the turn and after it: with the points so far, they add up
 * to the value. */
static void say_split(const struct sheet_question *s) {
    const struct view *a = &s->best, *b = &s->second;
    if (!b->action)
        return;
    if (same_worth(a->rest, b->rest))
        reason_add(s->q, coach_turn_brings, .points = points_of_turn(a).s,
                   .other_points = mean(b->points).s, .other = if_second(s).s);
    else if (s->bonus == BONUS_OPEN)
        reason_add(s->q, coach_turn_and_rest_bonus, .points = points_of_turn(a).s,
                   .rest = mean(a->rest).s, .other = if_second(s).s,
                   .other_points = mean(b->points).s, .other_rest = mean(b->rest).s);
    else
        reason_add(s->q, coach_turn_and_rest, .points = points_of_turn(a).s,
                   .rest = mean(a->rest).s, .other = if_second(s).s,
                   .other_points = mean(b->points).s, .other_rest = mean(b->rest).s);
}

/* Five of a kind: the chance of filling its box or, if that is filled, of earning the bonus. */
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
        reason_add(s->q, coach_ends_with_five, .box = label(s, five), .percent = percent(here).s,
                   .other_percent = percent(there).s);
    else
        reason_add(s->q, coach_further_five, .box = label(s, five), .bonus = bonus,
                   .percent = percent(here).s, .other_percent = percent(there).s);
}

/* The upper box of the face kept most, if it is open and filled often enough to mention; otherwise
 * -1. */
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
    if (box < 0 || !(s->open & (s->open - 1))) /* with a single open box there is nothing to add */
        return;
    int share = s->q->rules->params.upper_par * box_of(s, box)->n;
    bool par = s->bonus == BONUS_OPEN && share % 21 == 0; /* 21: the sum of the six faces */
    bool other = is_keep(&s->second) && s->second.box[box] > 0;
    struct piece chance = percent(s->best.box[box]), other_chance = percent(s->second.box[box]);
    double points = s->best.there[box], other_points = s->second.there[box];
    if (par && other)
        reason_add(s->q, coach_face_par_other, .box = label(s, box), .percent = chance.s,
                   .points = points, .par = share / 21, .other = if_second(s).s,
                   .other_percent = other_chance.s, .other_points = other_points);
    else if (par)
        reason_add(s->q, coach_face_par, .box = label(s, box), .percent = chance.s,
                   .points = points, .par = share / 21);
    else if (other)
        reason_add(s->q, coach_face_other, .box = label(s, box), .percent = chance.s,
                   .points = points, .other = if_second(s).s, .other_percent = other_chance.s,
                   .other_points = other_points);
    else
        reason_add(s->q, coach_face, .box = label(s, box), .percent = chance.s, .points = points);
}

/* The boxes in which the two keeps differ most or, without a second keep, those in which the turn
 * most often ends. */
static void say_boxes(const struct sheet_question *s) {
    enum { NAMED = 3 };
    const struct view *a = &s->best, *b = &s->second;
    bool two = is_keep(b);
    uint32_t told = s->table->five >= 0 && two ? 1u << s->table->five : 0;
    LOCAL_TEXT(t, NAMED * PIECE_MAX);
    if (!is_keep(a))
        return;
    int face_box = kept_face_box(s);
    if (face_box >= 0)
        told |= 1u << face_box;
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
        text_put(&t, n ? ", " : "");
        if (two)
            say(&t, coach_in_box_against, .percent = percent(a->box[most]).s, .box = label(s, most),
                .other_percent = percent(b->box[most]).s);
        else
            say(&t, coach_in_box, .percent = percent(a->box[most]).s, .box = label(s, most));
    }
    if (t.len)
        reason_add(s->q, coach_ends_with_points, .boxes = t.data);
    if (two && fabs(a->zero - b->zero) >= box_matters)
        reason_add(s->q, coach_writes_zero, .percent = percent(a->zero).s,
                   .other_percent = percent(b->zero).s);
}

/* Compares points in hand with another throw. */
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
    reason_add(s->q, coach_in_hand, .points = score->list[0].scored, .fewer = percent(less).s,
               .more = percent(more).s);
}

/* Says what the best action of the other kind is worth, unless the verdict has already said so:
 * throwing again if scoring is best; otherwise scoring now, if that earns points and is not much
 * worse. */
static void say_other_kind(const struct sheet_question *s) {
    const struct question *q = s->q;
    bool stops = is_score(&s->best);
    const struct valued_action *other = best_act(q->advice, stops ? ACT_KEEP : ACT_SCORE);
    if (!q->second || !other || other == q->second)
        return;
    if (stops)
        reason_add(q, coach_throw_again, .action = doing(q, other->action).s,
                   .value = worth(q, other->value).s);
    else if (other->points && q->best->value - other->value < stop_matters)
        reason_add(q, coach_stop_now, .action = doing(q, other->action).s,
                   .value = worth(q, other->value).s);
}

/* ---- the boxes ---- */

static struct card card_with(const struct card *card, const struct view *v) {
    struct card next = *card;
    next.filled |= 1u << box_filled_by(v);
    next.points[box_filled_by(v)] = (int16_t)v->list[0].points;
    return next;
}

/* Says what a box pays now and what leaving it open adds later. An upper box with a good score
 * toward the bonus can be worth more filled than open. */
static void put_first_box(struct text *out, const char *box, int points, double later) {
    if (later < 0)
        say(out, coach_box_takes, .box = box, .points = points, .later = fabs(later));
    else
        say(out, coach_box_adds, .box = box, .points = points, .later = fabs(later));
}

static void put_second_box(struct text *out, const char *box, int points, double later,
                           bool bonus) {
    if (later < 0 && bonus)
        say(out, coach_other_takes_bonus, .box = box, .points = points, .later = fabs(later));
    else if (later < 0)
        say(out, coach_other_takes, .box = box, .points = points, .later = fabs(later));
    else if (bonus)
        say(out, coach_other_adds_bonus, .box = box, .points = points, .later = fabs(later));
    else
        say(out, coach_other_adds, .box = box, .points = points, .later = fabs(later));
}

/* Compares two boxes: what each pays now, and what leaving it open adds to the rest of the card.
 * This addition is the value of the card with the box open, minus that of the card with both filled
 * (it can exceed the most that the box can pay: an open box saves others from a bad roll); so the
 * verdict's difference is (now - later) for one box minus (now - later) for the other. */
static void say_swap(const struct sheet_question *s) {
    if (!is_score(&s->best) || !is_score(&s->second) ||
        box_filled_by(&s->best) == box_filled_by(&s->second)) /* a zero by choice in this box */
        return;
    struct card with_best = card_with(s->card, &s->best);
    struct card with_second = card_with(s->card, &s->second);
    struct card both = card_with(&with_best, &s->second);
    double base = sheet_solver_to_come(s->solver, &both);
    double best_later = sheet_solver_to_come(s->solver, &with_second) - base;
    double second_later = sheet_solver_to_come(s->solver, &with_best) - base;
    int a = box_filled_by(&s->best), b = box_filled_by(&s->second);
    bool bonus = s->bonus == BONUS_OPEN && (is_upper(s, a) || is_upper(s, b));
    LOCAL_TEXT(first, REASON_TEXT_MAX / 2);
    LOCAL_TEXT(second, REASON_TEXT_MAX / 2);
    put_first_box(&first, label(s, a), s->best.list[0].points, best_later);
    put_second_box(&second, label(s, b), s->second.list[0].points, second_later, bonus);
    reason_add(s->q, coach_two_boxes, .first = first.data, .second = second.data);
}

/* Says which box is cheapest to give up. */
static void say_zero(const struct sheet_question *s) {
    enum { NAMED = 2 };
    const struct advice *advice = s->q->advice;
    LOCAL_TEXT(t, NAMED * PIECE_MAX);
    int named = 0;
    if (!is_score(&s->best) || s->best.list[0].points)
        return;
    for (int i = 0; i < advice->count && named < NAMED; i++) {
        const struct valued_action *a = &advice->actions[i];
        if (a == s->q->best || a->action.act != ACT_SCORE || a->points)
            continue;
        text_put(&t, named++ ? ", " : "");
        say(&t, coach_would_cost, .box = label(s, a->action.box),
            .points = amount(s->q->best->value - a->value).s);
    }
    if (named)
        reason_add(s->q, coach_cheapest_zero, .box = label(s, box_filled_by(&s->best)),
                   .others = t.data);
}

/* A zero in the five-of-a-kind box forfeits the bonus for any further five of a kind. */
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
        reason_add(s->q, coach_five_zero, .box = label(s, five), .bonus = s->q->rules->params.bonus,
                   .points = box_of(s, five)->points, .lost = lost);
}

static void say_last_box(const struct sheet_question *s) {
    if (s->open & (s->open - 1))
        return;
    for (int box = 0; box < s->table->boxes; box++) {
        if (s->open >> box & 1)
            reason_add(s->q, coach_only_box, .box = label(s, box));
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
        reason_add(s->q, coach_further_earns, .box = label(s, s->table->five), .bonus = bonus);
    if (own >= 0 && legal == 1u << own && s->open != legal)
        reason_add(s->q, coach_joker_own_box, .box = label(s, own));
    else if (!(legal & upper) && (s->open & upper))
        reason_add(s->q, coach_joker_lower_box);
    else if (r->params.joker != JOKER_NONE && own >= 0 && !(legal & ~upper) && !(legal >> own & 1))
        reason_add(s->q, coach_joker_zero_above, .box = label(s, own));
    if (!is_score(&s->best))
        return;
    int box = box_filled_by(&s->best), points = s->best.list[0].points;
    if (points > box_points(box_of(s, box), g->dice))
        reason_add(s->q, coach_joker_counts, .points = points, .box = label(s, box));
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

/* "3 ahead of pace", "2.5 behind pace" */
static struct piece pace(double ahead) {
    struct piece p;
    struct text t = TEXT_IN(p.s);
    if (ahead == 0)
        say(&t, coach_pace_just);
    else if (ahead > 0)
        say(&t, coach_pace_ahead, .points = mean(fabs(ahead)).s);
    else
        say(&t, coach_pace_behind, .points = mean(fabs(ahead)).s);
    return p;
}

/* `then`: `upper` is the total after the action, not the current one. */
static void say_pace(const struct sheet_question *s, uint32_t filled, int upper, bool then) {
    double par = par_for(s->q->rules, filled), ahead = upper - par;
    if (par <= 0)
        return;
    if (then)
        reason_add(s->q, coach_upper_then_stands, .total = upper, .par = mean(par).s,
                   .pace = pace(ahead).s);
    else
        reason_add(s->q, coach_upper_stands, .total = upper, .par = mean(par).s,
                   .pace = pace(ahead).s);
}

/* Says what filling an upper box means for the bonus while the bonus is still open. */
static void say_upper_score(const struct sheet_question *s, const struct view *v) {
    const struct rules *r = s->q->rules;
    int box = box_filled_by(v), upper = s->upper + v->list[0].points;
    uint32_t open = s->open & ~(1u << box);
    int most = upper + upper_room(r->book, open), points = v->list[0].points;
    bool best = v == &s->best;
    switch (bonus_state(r, upper, most)) {
    case BONUS_SAFE:
        if (best)
            reason_add(s->q, coach_makes_bonus_safe, .points = points, .box = label(s, box),
                       .total = upper, .bonus = r->params.upper_bonus);
        else
            reason_add(s->q, coach_would_make_bonus_safe, .points = points, .box = label(s, box),
                       .total = upper, .bonus = r->params.upper_bonus);
        break;
    case BONUS_GONE:
        if (best)
            reason_add(s->q, coach_bonus_will_be_gone, .points = points, .box = label(s, box),
                       .most = most, .par = r->params.upper_par);
        else
            reason_add(s->q, coach_bonus_would_be_gone, .points = points, .box = label(s, box),
                       .most = most, .par = r->params.upper_par);
        break;
    case BONUS_OPEN:
        if (best)
            say_pace(s, s->card->filled | 1u << box, upper, true);
        break;
    default:
        break;
    }
}

static void say_upper(const struct sheet_question *s) {
    const struct view *a = &s->best, *b = &s->second;
    const struct rules *r = s->q->rules;
    if (s->bonus == BONUS_GONE && a->above >= upper_matters) {
        reason_add(s->q, coach_bonus_out_of_reach, .most = s->most, .par = r->params.upper_par);
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
        reason_add(s->q, coach_bonus_chance_against, .bonus = r->params.upper_bonus,
                   .percent = percent(a->par).s, .other_percent = percent(b->par).s);
    else if (a->par > 0)
        reason_add(s->q, coach_bonus_chance, .bonus = r->params.upper_bonus,
                   .percent = percent(a->par).s);
    else if (a->above >= upper_matters)
        say_pace(s, s->card->filled, s->upper, false);
}

bool reason_sheet(const struct question *q, struct text *error) {
    bool cached;
    const struct sheet_solver *solver = adviser_sheet(q->adviser, q->rules, q->work, &cached);
    if (!solver)
        return say_fail(error, coach_cancelled);
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
