/* Reasons in sheet games. Beyond the points so far, an action is worth the points of the turn plus
 * what the card can still score after it; both are exact, from the probabilities with which a
 * perfectly played turn ends in each box with each score. */
#include "coach/reason_sheet.h"

#include <math.h>
#include <stdlib.h>

#include "core/memory.h"

/* Chances and differences below these limits are not mentioned. */
static const double box_matters = 0.02, face_matters = 0.1, face_points_matter = 0.1,
                    stop_matters = 5;

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
        v->pace += o->chance * pace_gained(s, o->box, o->points);
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

/* Whether both actions fill a box, and not the same one: a zero by choice may be compared with the
 * score in its box. */
static bool fill_two_boxes(const struct sheet_question *s) {
    return is_score(&s->best) && is_score(&s->second) &&
           box_filled_by(&s->best) != box_filled_by(&s->second);
}

/* ---- the turn ---- */

bool reason_decides(const struct sheet_question *s, double difference, double points) {
    return difference * points >= (s->q->best->value - s->q->second->value) / 2;
}

bool reason_concedes(struct sheet_question *s) {
    bool first = !s->conceded;
    s->conceded = true;
    return first;
}

/* "25 points", "22.4 points on average" */
static struct piece points_of_turn(const struct view *v, int digits) {
    struct piece p;
    struct text t = TEXT_IN(p.s);
    if (is_keep(v))
        say(&t, coach_points_on_average, .points = number(v->points, digits).s);
    else
        say(&t, coach_points, .n = lround(v->points));
    return p;
}

static struct piece points_of_other_turn(const struct view *v, int digits) {
    return is_keep(v) && v->points > 0 ? number(v->points, digits) : number(round(v->points), 0);
}

/* "190.2 points on average", "190.2 points on average (upper bonus included)" */
static struct piece points_of_rest(const struct sheet_question *s, double rest, int digits) {
    struct piece p;
    struct text t = TEXT_IN(p.s);
    if (s->bonus == BONUS_OPEN)
        say(&t, coach_points_with_bonus, .points = number(rest, digits).s);
    else
        say(&t, coach_points_on_average, .points = number(rest, digits).s);
    return p;
}

/* Says how many points to expect from the turn and after it: with the points so far, they add up
 * to the value. */
static void say_split(const struct sheet_question *s) {
    const struct view *a = &s->best, *b = &s->second;
    if (!b->action || fill_two_boxes(s))
        return;
    double now = a->points - b->points, later = a->rest - b->rest;
    int digits = digits_for(fmin(fabs(now), fabs(later)));
    bool same_now = same_worth(a->points, b->points), same_later = same_worth(a->rest, b->rest);
    struct piece here = points_of_turn(a, digits), there = points_of_other_turn(b, digits);
    struct piece rest = points_of_rest(s, a->rest, digits), other = number(b->rest, digits);
    if (same_later)
        reason_add(s->q, coach_turn_brings, .points = points_of_turn(a, digits_for(now)).s,
                   .other_points = points_of_other_turn(b, digits_for(now)).s);
    else if (same_now)
        reason_add(s->q, coach_later_brings,
                   .rest = points_of_rest(s, a->rest, digits_for(later)).s,
                   .other_rest = number(b->rest, digits_for(later)).s);
    else if (now > 0 && later > 0)
        reason_add(s->q, coach_turn_and_later, .points = here.s, .other_points = there.s,
                   .rest = rest.s, .other_rest = other.s);
    else if (now > 0)
        reason_add(s->q, coach_turn_not_later, .points = here.s, .other_points = there.s,
                   .rest = rest.s, .other_rest = other.s);
    else
        reason_add(s->q, coach_later_not_turn, .points = here.s, .other_points = there.s,
                   .rest = rest.s, .other_rest = other.s);
}

/* Five of a kind: the chance of filling its box or, if that is filled, of earning the bonus. */
static void say_five(struct sheet_question *s) {
    const struct view *a = &s->best, *b = &s->second;
    int five = s->table->five, bonus = s->q->rules->params.bonus;
    if (five < 0 || !is_keep(a) || !is_keep(b))
        return;
    bool open = s->open >> five & 1;
    double here = open ? a->box[five] : a->further, there = open ? b->box[five] : b->further;
    bool small = fabs(here - there) < chance_matters;
    if (small && !reason_decides(s, here - there, open ? box_of(s, five)->points : bonus))
        return;
    struct piece often = small ? percent(here) : how_often(here);
    struct piece other = small ? percent(there) : how_often(there);
    if (here > there && open)
        reason_add(s->q, coach_ends_with_five, .box = label(s, five), .percent = often.s,
                   .other_percent = other.s);
    else if (here > there)
        reason_add(s->q, coach_further_five, .box = label(s, five), .bonus = bonus,
                   .percent = often.s, .other_percent = other.s);
    else if (open && reason_concedes(s))
        reason_add(s->q, coach_five_less_often, .box = label(s, five), .percent = often.s,
                   .other_percent = other.s);
    else if (!open && reason_concedes(s))
        reason_add(s->q, coach_further_less_often, .box = label(s, five), .bonus = bonus,
                   .percent = often.s, .other_percent = other.s);
}

/* The upper box of the face kept most, if it is open, other boxes are open too, and the best action
 * scores there often enough, and more often than the second or for more points, to mention;
 * otherwise -1. */
static int kept_face_box(const struct sheet_question *s) {
    if (!is_keep(&s->best) || !s->second.action || !(s->open & (s->open - 1)))
        return -1;
    struct dice kept = s->best.action->action.dice;
    int face = dice_commonest(kept);
    int box = face && dice_count(kept, face) >= 2 ? s->table->face_box[face] : -1;
    if (box < 0 || !(s->open >> box & 1) || s->best.box[box] < face_matters)
        return -1;
    double more = s->best.box[box] - s->second.box[box];
    double points = s->best.there[box] - s->second.there[box];
    bool better = is_keep(&s->second) && fabs(more) < box_matters && points >= face_points_matter;
    return more >= box_matters || better ? box : -1;
}

static void say_face(const struct sheet_question *s) {
    int box = kept_face_box(s);
    if (box < 0)
        return;
    int share = s->q->rules->params.upper_par * box_of(s, box)->n;
    bool par = s->bonus == BONUS_OPEN && share % 21 == 0; /* 21: the sum of the six faces */
    struct piece often = how_often(s->best.box[box]), other = how_often(s->second.box[box]);
    if (s->best.box[box] - s->second.box[box] < box_matters)
        reason_add(s->q, coach_face_points, .box = label(s, box), .points = s->best.there[box],
                   .other_points = s->second.there[box]);
    else if (par)
        reason_add(s->q, coach_face_par, .box = label(s, box), .percent = often.s,
                   .other_percent = other.s, .points = s->best.there[box], .par = share / 21);
    else
        reason_add(s->q, coach_face, .box = label(s, box), .percent = often.s,
                   .other_percent = other.s, .points = s->best.there[box]);
}

/* Lists up to `most` boxes in which `a` scores more often than `b`, those that differ most first.
 * `alone`: gives only the chance after `a`. */
static void list_boxes(const struct sheet_question *s, const struct view *a, const struct view *b,
                       uint32_t told, int most, bool alone, struct text *out) {
    LOCAL_TEXT(list, 3 * PIECE_MAX);
    LOCAL_TEXT(last, PIECE_MAX);
    for (int n = 0; n < most; n++) {
        int next = -1;
        double size = box_matters;
        for (int box = 0; box < s->table->boxes; box++) {
            if (!(told >> box & 1) && a->box[box] - b->box[box] >= size) {
                size = a->box[box] - b->box[box];
                next = box;
            }
        }
        if (next < 0)
            break;
        told |= 1u << next;
        text_put(&list, n > 1 ? ", " : "");
        text_put(&list, last.data);
        text_clear(&last);
        struct piece here = how_often(s->best.box[next]), there = how_often(s->second.box[next]);
        if (alone)
            say(&last, coach_in_box, .percent = here.s, .box = label(s, next));
        else
            say(&last, coach_in_box_against, .percent = here.s, .box = label(s, next),
                .other_percent = there.s);
    }
    if (list.len)
        say(out, coach_boxes, .boxes = list.data, .last = last.data);
    else
        text_put(out, last.data);
}

/* The boxes in which the turn ends more and less often than after the second action; if that
 * scores at once, only where the turn may end. */
static void say_boxes(struct sheet_question *s) {
    enum { MORE = 3, LESS = 2 };
    const struct view *a = &s->best, *b = &s->second;
    LOCAL_TEXT(more, MORE * PIECE_MAX);
    LOCAL_TEXT(less, LESS * PIECE_MAX);
    if (!is_keep(a) || !b->action)
        return;
    int face_box = kept_face_box(s);
    uint32_t told = face_box >= 0 ? 1u << face_box : 0;
    if (s->table->five >= 0 && is_keep(b))
        told |= 1u << s->table->five;
    list_boxes(s, a, b, told, MORE, is_score(b), &more);
    if (is_keep(b))
        list_boxes(s, b, a, told, more.len ? LESS : MORE, false, &less);
    if (is_score(b) && more.len)
        reason_add(s->q, coach_ends_with_points, .boxes = more.data);
    else if (more.len && less.len)
        reason_add(s->q, coach_scores_otherwise, .less = less.data, .more = more.data);
    else if (more.len)
        reason_add(s->q, coach_scores_more_often, .boxes = more.data);
    else if (less.len && reason_concedes(s))
        reason_add(s->q, coach_scores_less_often, .boxes = less.data);
    if (!is_keep(b) || fabs(a->zero - b->zero) < box_matters)
        return;
    if (a->zero < b->zero)
        reason_add(s->q, coach_writes_zero, .percent = how_often(a->zero).s,
                   .other_percent = how_often(b->zero).s);
    else if (reason_concedes(s))
        reason_add(s->q, coach_writes_zero_more, .percent = how_often(a->zero).s,
                   .other_percent = how_often(b->zero).s);
}

/* Compares points in hand with another throw. */
static void say_in_hand(struct sheet_question *s) {
    bool stops = is_score(&s->best);
    const struct view *score = stops ? &s->best : &s->second;
    const struct view *keep = stops ? &s->second : &s->best;
    double less = 0, more = 0;
    if (!is_score(score) || !is_keep(keep) || !score->list[0].scored)
        return;
    int points = score->list[0].scored;
    for (int i = 0; i < keep->count; i++) {
        less += keep->list[i].scored < points ? keep->list[i].chance : 0;
        more += keep->list[i].scored > points ? keep->list[i].chance : 0;
    }
    bool fewer = less >= chance_matters, gains = more >= chance_matters;
    if (stops && fewer && gains)
        reason_add(s->q, coach_hand_at_risk, .points = points, .fewer = how_often(less).s,
                   .more = how_often(more).s);
    else if (stops && fewer)
        reason_add(s->q, coach_hand_only_at_risk, .points = points, .fewer = how_often(less).s);
    else if (stops && gains && reason_concedes(s))
        reason_add(s->q, coach_hand_may_grow, .points = points, .more = how_often(more).s);
    else if (!stops && fewer && gains)
        reason_add(s->q, coach_roll_risks_hand, .points = points, .fewer = how_often(less).s,
                   .more = how_often(more).s);
    else if (!stops && gains)
        reason_add(s->q, coach_roll_gains, .points = points, .more = how_often(more).s);
    else if (!stops && fewer && reason_concedes(s))
        reason_add(s->q, coach_roll_costs_hand, .points = points, .fewer = how_often(less).s);
}

/* Says what the best action of the other kind is worth, unless the verdict has already said so:
 * throwing again if scoring is best; otherwise scoring now, if that earns points and is not much
 * worse. */
static void say_other_kind(const struct sheet_question *s) {
    const struct question *q = s->q;
    bool stops = is_score(&s->best);
    const struct valued_action *other = best_act(q->advice, stops ? ACT_KEEP : ACT_SCORE);
    if (!q->second || !other || other == q->second || same_worth(other->value, q->best->value))
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

/* Compares two boxes: what each scores now, and which of them is worth more if left open: the
 * points to come with the other box filled, minus those with this one filled. Both differences add
 * up to that of the verdict. */
static void say_swap(const struct sheet_question *s) {
    const struct view *x = &s->best, *y = &s->second;
    if (!fill_two_boxes(s) || (!x->list[0].points && !y->list[0].points))
        return; /* of two zeros, say_zero() tells which costs less */
    int now = x->list[0].scored - y->list[0].scored;
    double later = x->rest - y->rest;
    const char *box = label(s, box_filled_by(x)), *other = label(s, box_filled_by(y));
    struct piece points, open = amount(later);
    say(TEXT_OVER(points.s), coach_points, .n = abs(now));
    if (same_worth(x->rest, y->rest))
        reason_add(s->q, coach_box_now, .box = box, .other = other, .now = points.s);
    else if (now == 0)
        reason_add(s->q, coach_box_later, .box = box, .other = other, .later = open.s);
    else if (now > 0 && later > 0)
        reason_add(s->q, coach_box_both, .box = box, .other = other, .now = points.s,
                   .later = open.s);
    else if (now > 0)
        reason_add(s->q, coach_box_now_not_later, .box = box, .other = other, .now = points.s,
                   .later = open.s);
    else
        reason_add(s->q, coach_box_later_not_now, .box = box, .other = other, .now = points.s,
                   .later = open.s);
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

/* Points in the five-of-a-kind box earn a bonus for every extra five of a kind; a zero there rules
 * it out. Says what the points are worth to the rest of the card. */
static void say_five_box(struct sheet_question *s) {
    int five = s->table->five, bonus = s->q->rules->params.bonus;
    bool best = is_score(&s->best) && box_filled_by(&s->best) == five;
    bool second = is_score(&s->second) && box_filled_by(&s->second) == five;
    if (five < 0 || !bonus || (!best && !second))
        return;
    const struct view *v = best ? &s->best : &s->second;
    int points = box_of(s, five)->points;
    struct card zero = card_with(s->card, v), holds = zero;
    zero.points[five] = 0;
    holds.points[five] = (int16_t)points;
    double adds = sheet_solver_to_come(s->solver, &holds) - sheet_solver_to_come(s->solver, &zero);
    if (adds < 0.05)
        return;
    if (best && v->list[0].points)
        reason_add(s->q, coach_five_opens_bonus, .box = label(s, five), .bonus = bonus,
                   .points = points, .adds = adds);
    else if (best && reason_concedes(s))
        reason_add(s->q, coach_five_zero_advised, .box = label(s, five), .bonus = bonus,
                   .points = points, .lost = adds);
    else if (second && !v->list[0].points)
        reason_add(s->q, coach_five_zero, .box = label(s, five), .bonus = bonus, .points = points,
                   .lost = adds);
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
    say_five_box(s);
    say_zero(s);
    say_in_hand(s);
    say_five(s);
    say_face(s);
    say_boxes(s);
    reason_upper(s);
    say_other_kind(s);
    free(bench);
    free(s);
    return true;
}
