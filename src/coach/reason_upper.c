/* Reasons in sheet games: the upper section and its bonus. */
#include "coach/reason_sheet.h"

#include <math.h>

static const double pace_matters = 0.5; /* in points */

enum bonus_state bonus_state(const struct rules *r, int upper, int most) {
    int par = r->params.upper_par;
    return !r->params.upper_bonus ? BONUS_NONE
           : upper >= par         ? BONUS_SAFE
           : most < par           ? BONUS_GONE
                                  : BONUS_OPEN;
}

/* The most points that the open upper boxes can still score. */
int upper_room(const struct book *book, uint32_t open) {
    int room = 0;
    for (int box = 0; box < book->box_count; box++) {
        if ((open >> box & 1) && box_is_upper(&book->boxes[box]))
            room += book->dice * book->boxes[box].n;
    }
    return room;
}

/* Par for an upper box: its share of what the bonus requires. */
static double par_of(const struct rules *r, int box) {
    int all = 0;
    for (int i = 0; i < r->book->box_count; i++)
        all += box_is_upper(&r->book->boxes[i]) ? r->book->boxes[i].n : 0;
    return (double)r->params.upper_par * r->book->boxes[box].n / all;
}

/* What filling a box adds to the lead over par for the upper bonus. */
double pace_gained(const struct sheet_question *s, int box, int points) {
    return is_upper(s, box) ? points - par_of(s->q->rules, box) : 0;
}

/* "3 ahead of pace", "2.5 behind pace" */
static struct piece pace(double ahead) {
    struct piece p;
    struct text t = TEXT_IN(p.s);
    struct piece points = mean(fabs(ahead));
    if (fabs(ahead) < 0.05)
        say(&t, coach_pace_just);
    else if (ahead > 0)
        say(&t, coach_pace_ahead, .points = points.s);
    else
        say(&t, coach_pace_behind, .points = points.s);
    return p;
}

/* The lead over par for the upper boxes filled so far. */
static double pace_now(const struct sheet_question *s) {
    double ahead = 0;
    for (int box = 0; box < s->table->boxes; box++) {
        if (s->card->filled >> box & 1)
            ahead += pace_gained(s, box, s->card->points[box]);
    }
    return ahead;
}

static enum bonus_state bonus_after(const struct sheet_question *s, const struct view *v) {
    if (!is_score(v) || !is_upper(s, box_filled_by(v)))
        return s->bonus;
    int upper = s->upper + v->list[0].points;
    uint32_t open = s->open & ~(1u << box_filled_by(v));
    return bonus_state(s->q->rules, upper, upper + upper_room(s->q->rules->book, open));
}

static void say_pace(struct sheet_question *s) {
    const struct view *a = &s->best, *b = &s->second;
    double now = pace_now(s), more = a->pace - b->pace;
    if (!b->action || fabs(more) < pace_matters || bonus_after(s, a) != BONUS_OPEN ||
        bonus_after(s, b) != BONUS_OPEN || a->above < upper_matters)
        return;
    struct piece then = pace(now + a->pace), other = pace(now + b->pace);
    if (more > 0 && is_score(a))
        reason_add(s->q, coach_upper_then_stands, .total = s->upper + a->list[0].points,
                   .pace = then.s, .other_pace = other.s);
    else if (more > 0)
        reason_add(s->q, coach_upper_stands, .pace = then.s, .other_pace = other.s);
    else if (is_score(a) && now + a->pace < 0 && reason_concedes(s))
        reason_add(s->q, coach_upper_falls_behind, .pace = then.s, .other_pace = other.s);
}

/* Says how filling an upper box settles the bonus while it is still open, unless the other action
 * settles it in the same way. */
static void say_settled(struct sheet_question *s, const struct view *v, const struct view *other) {
    const struct rules *r = s->q->rules;
    enum bonus_state state = bonus_after(s, v);
    if (!is_score(v) || state == s->bonus || state == bonus_after(s, other))
        return;
    int box = box_filled_by(v), points = v->list[0].points, upper = s->upper + points;
    int most = upper + upper_room(r->book, s->open & ~(1u << box)), bonus = r->params.upper_bonus;
    bool best = v == &s->best, sooner = other->par < 1 - chance_matters;
    if (state == BONUS_SAFE && !sooner)
        return; /* the other action secures it as well */
    if (state == BONUS_SAFE && best)
        reason_add(s->q, coach_makes_bonus_safe, .points = points, .box = label(s, box),
                   .total = upper, .bonus = bonus);
    else if (state == BONUS_SAFE)
        reason_add(s->q, coach_would_make_bonus_safe, .points = points, .box = label(s, box),
                   .total = upper, .bonus = bonus);
    else if (state == BONUS_GONE && best)
        reason_add(s->q, coach_bonus_will_be_gone, .points = points, .box = label(s, box),
                   .most = most, .par = r->params.upper_par);
    else if (state == BONUS_GONE)
        reason_add(s->q, coach_bonus_would_be_gone, .points = points, .box = label(s, box),
                   .most = most, .par = r->params.upper_par);
}

/* Two keeps: how often they secure the upper bonus this turn. */
static void say_bonus_chance(struct sheet_question *s) {
    const struct view *a = &s->best, *b = &s->second;
    int bonus = s->q->rules->params.upper_bonus;
    double more = a->par - b->par;
    bool small = fabs(more) < chance_matters;
    if (!is_keep(a) || !is_keep(b) || (small && !reason_decides(s, more, bonus)) || more == 0)
        return;
    struct piece often = small ? percent(a->par) : how_often(a->par);
    struct piece other = small ? percent(b->par) : how_often(b->par);
    if (more > 0)
        reason_add(s->q, coach_bonus_chance_against, .bonus = bonus, .percent = often.s,
                   .other_percent = other.s);
    else if (reason_concedes(s))
        reason_add(s->q, coach_bonus_less_often, .bonus = bonus, .percent = often.s,
                   .other_percent = other.s);
}

void reason_upper(struct sheet_question *s) {
    if (s->bonus == BONUS_GONE && s->best.above >= upper_matters) {
        reason_add(s->q, coach_bonus_out_of_reach, .most = s->most,
                   .par = s->q->rules->params.upper_par);
        return;
    }
    if (s->bonus != BONUS_OPEN || !s->second.action)
        return;
    say_settled(s, &s->best, &s->second);
    say_settled(s, &s->second, &s->best);
    say_bonus_chance(s);
    say_pace(s);
}
