#include "solve/press_law.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rules/press.h"

/* States less likely than NEGLIGIBLE are not followed further. More rows are added, up to
 * ROWS_MORE_MAX, until the probability of leaving them is below NEGLIGIBLE_CUT. */
static const double NEGLIGIBLE = 1e-11, NEGLIGIBLE_CUT = 1e-9;

/* Sums of weights below this are too small to divide by. */
static const double LEAST_SUM = 1e-250;

enum {
    THROWS_OF_ALL = 923, /* number of hands of one to six dice */
    ROWS_MORE = 160,     /* units beyond the goal that the walk covers at first */
    ROWS_MORE_MAX = 16384,
};

/* ---- choices of a throw ---- */

static int choices_of(const struct press_solver *s, struct dice thrown, struct law_choice *list) {
    const struct press_menus *m = s->menus;
    struct game g = {.seats = 2, .phase = PHASE_CHOOSE, .dice = thrown};
    struct action legal[ACTIONS_MAX];
    g.total[0] = m->unit; /* count the seat as entered: the turn's plan knows when it may stop */
    int count = 0, n = game_legal(&s->rules, &g, legal);
    for (int i = 0; i < n; i++) {
        if (legal[i].act != ACT_TAKE_ROLL)
            continue;
        int units = press_points(s->rules.book, legal[i].dice) / m->unit;
        int at = units * m->dice + dice_size(thrown) - dice_size(legal[i].dice), same = 0;
        while (same < count && list[same].at != at)
            same++;
        if (same == count)
            list[count++] = (struct law_choice){.at = at};
        list[same].times += 1;
    }
    for (int i = 0; i < count; i++) {
        list[i].most = list[i].at;
        for (int j = 0; j < count; j++) {
            if (list[j].at % m->dice == list[i].at % m->dice && list[j].at > list[i].most)
                list[i].most = list[j].at;
        }
    }
    return count;
}

/* With all dice set aside, stopping may be impossible. */
static int most_to_stop(const struct press_menus *m, const struct law_choice *list, int count) {
    int most = -1;
    for (int i = 0; i < count; i++) {
        bool may = list[i].at % m->dice || !m->must;
        if (may && list[i].at / m->dice > most / m->dice)
            most = list[i].at;
    }
    return most;
}

static bool same_choices(const struct law_choice *a, const struct law_choice *b, int count) {
    for (int i = 0; i < count; i++) {
        int j = 0;
        while (j < count && (a[i].at != b[j].at || a[i].times != b[j].times))
            j++;
        if (j == count)
            return false;
    }
    return true;
}

/* Adds a throw to those of its size, merging it with one that offers the same choices. */
static void add_throw(const struct press_menus *m, struct law_throws *t, int size, int *ret_count,
                      double chance, const struct law_choice *list, int count) {
    for (int i = t->begin[size]; i < *ret_count; i++) {
        struct law_throw *other = &t->throws[i];
        if (other->end - other->begin == count &&
            same_choices(&t->choices[other->begin], list, count)) {
            other->chance += chance;
            return;
        }
    }
    int begin = *ret_count ? t->throws[*ret_count - 1].end : 0;
    memcpy(&t->choices[begin], list, (size_t)count * sizeof *list);
    t->throws[(*ret_count)++] =
        (struct law_throw){chance, begin, begin + count, most_to_stop(m, list, count)};
}

struct law_throws *law_throws_new(const struct press_solver *s) {
    struct law_throws *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    t->throws = calloc(THROWS_OF_ALL, sizeof *t->throws);
    t->choices = calloc(THROWS_OF_ALL * (size_t)PRESS_CHOICES_MAX, sizeof *t->choices);
    if (!t->throws || !t->choices) {
        law_throws_free(t);
        return NULL;
    }
    int count = 0;
    for (int size = 1; size <= s->menus->dice; size++) {
        struct dice thrown = dice_first(size);
        t->begin[size] = count;
        do {
            struct law_choice list[PRESS_CHOICES_MAX];
            int choices = choices_of(s, thrown, list);
            if (choices)
                add_throw(s->menus, t, size, &count, (double)dice_ways(thrown) / dice_throws(size),
                          list, choices);
        } while (dice_next(&thrown));
    }
    for (int size = s->menus->dice + 1; size <= DICE_MAX + 1; size++)
        t->begin[size] = count;
    return t;
}

void law_throws_free(struct law_throws *throws) {
    if (!throws)
        return;
    free(throws->throws);
    free(throws->choices);
    free(throws);
}

/* ---- values of a turn ---- */

static bool make_room(double **memory, size_t *room, size_t need) {
    if (need > *room) {
        free(*memory);
        *memory = malloc(need * sizeof **memory);
        *room = *memory ? need : 0;
    }
    return *memory != NULL;
}

static bool value_rows(const struct press_solver *s, const struct game *g, int count,
                       struct law_values *v) {
    int dice = s->menus->dice, unit = s->menus->unit;
    struct press_plan *plan = press_plan_long(s, g, count);
    if (!plan || !make_room(&v->roll, &v->room, (size_t)count * (size_t)(dice + 1))) {
        press_plan_free(plan);
        return false;
    }
    v->count = count;
    v->stop = v->roll + (ptrdiff_t)count * dice;
    v->bust = press_plan_bust(plan);
    for (int t = 0; t < count; t++) {
        v->stop[t] = t ? press_plan_stop(plan, t * unit) : NAN;
        for (int slot = 0; slot < dice; slot++)
            v->roll[t * dice + slot] = press_plan_roll(plan, t * unit, slot ? slot : dice);
    }
    press_plan_free(plan);
    return true;
}

void law_values_free(struct law_values *values) {
    free(values->roll);
    *values = (struct law_values){0};
}

/* ---- distribution of outcomes ---- */

/* Arrays are indexed by turn points and slot, like law_choice.at. */
struct walk {
    const struct press_solver *s;
    const struct law_throws *throws;
    const struct law_values *values;
    double temperature;
    int dice, rows;  /* rows that the walk covers; later ones only have values */
    double *roll;    /* weight of throwing again */
    double *stop;    /* weight of stopping */
    double *both;    /* at temperature 0, the better of both values */
    double *to_roll; /* probability of arriving and throwing again, per unit of weight */
    double *to_stop; /* the same for stopping */
    double *mass;    /* probability of throwing */
    double cut;      /* probability of leaving the rows */
};

/* Whether no choice of this throw, made in row t, that leaves as many dice and scores more is
 * better. Nearly always the choice with the most points decides; only near the goal can it be worse
 * than one with fewer. */
static bool sensible_roll(const struct walk *w, const struct law_throw *throw,
                          const struct law_choice *c, int t) {
    const double *roll = w->values->roll + (ptrdiff_t)t * w->dice;
    if (c->most == c->at)
        return true;
    if (roll[c->most] > roll[c->at])
        return false;
    for (int i = throw->begin; i < throw->end; i++) {
        int other = w->throws->choices[i].at;
        if (other > c->at && other % w->dice == c->at % w->dice && roll[other] > roll[c->at])
            return false;
    }
    return true;
}

/* The same for stopping, however many dice are left. */
static bool sensible_stop(const struct walk *w, const struct law_throw *throw,
                          const struct law_choice *c, int t) {
    const double *stop = w->values->stop + t;
    int units = c->at / w->dice, most = throw->most / w->dice;
    if (throw->most < 0 || most == units)
        return true;
    if (stop[most] > stop[units])
        return false;
    for (int i = throw->begin; i < throw->end; i++) {
        int other = w->throws->choices[i].at;
        bool may = other % w->dice || !w->s->menus->must;
        if (may && other / w->dice > units && stop[other / w->dice] > stop[units])
            return false;
    }
    return true;
}

static void weigh(struct walk *w) {
    const struct law_values *v = w->values;
    double per_loss = w->temperature > 0 ? 1 / w->temperature : 0;
    for (int t = 0; t < v->count; t++) {
        bool never = isnan(v->stop[t]);
        double stop = never ? 0 : exp((v->stop[t] - 1) * per_loss);
        for (int slot = 0; slot < w->dice; slot++) {
            int i = t * w->dice + slot;
            bool may = !never && (slot || !w->s->menus->must);
            if (w->temperature > 0) {
                w->roll[i] = exp((v->roll[i] - 1) * per_loss);
                w->stop[i] = may ? stop : 0;
            } else {
                w->stop[i] = may && v->stop[t] >= v->roll[i];
                w->roll[i] = 1 - w->stop[i];
                w->both[i] = w->stop[i] > 0 ? v->stop[t] : v->roll[i];
            }
        }
    }
}

/* For a throw whose weights are too small to sum: uses weights relative to the throw's best
 * choice. */
static void share_by_own_best(struct walk *w, const struct law_throw *throw, int t, double chance,
                              struct press_law *law) {
    const struct law_values *v = w->values;
    double sum = 0, best = -1;
    for (int pass = 0; pass < 3; pass++) {
        for (int i = throw->begin; i < throw->end; i++) {
            const struct law_choice *c = &w->throws->choices[i];
            int at = t * w->dice + c->at, to = at / w->dice;
            bool may = !isnan(v->stop[to]) && (at % w->dice || !w->s->menus->must);
            if (pass == 0) {
                best = fmax(best, may ? fmax(v->stop[to], v->roll[at]) : v->roll[at]);
                continue;
            }
            double roll = 0, stop = 0;
            if (sensible_roll(w, throw, c, t))
                roll = c->times * exp((v->roll[at] - best) / w->temperature);
            if (may && sensible_stop(w, throw, c, t))
                stop = c->times * exp((v->stop[to] - best) / w->temperature);
            if (pass == 1) {
                sum += roll + stop;
                continue;
            }
            w->mass[at] += chance * roll / sum;
            law->stop[to] += chance * stop / sum;
        }
    }
}

static void share_by_weight(struct walk *w, const struct law_throw *throw, int t, double chance,
                            struct press_law *law) {
    ptrdiff_t row = (ptrdiff_t)t * w->dice;
    const struct law_choice *choices = &w->throws->choices[throw->begin];
    double roll[PRESS_CHOICES_MAX], stop[PRESS_CHOICES_MAX], sum = 0;
    int count = throw->end - throw->begin;
    for (int i = 0; i < count; i++) {
        const struct law_choice *c = &choices[i];
        roll[i] = sensible_roll(w, throw, c, t) ? c->times : 0;
        stop[i] = sensible_stop(w, throw, c, t) ? c->times : 0;
        sum += roll[i] * w->roll[row + c->at] + stop[i] * w->stop[row + c->at];
    }
    if (sum < LEAST_SUM) {
        share_by_own_best(w, throw, t, chance, law);
        return;
    }
    double share = chance / sum;
    for (int i = 0; i < count; i++) {
        w->to_roll[row + choices[i].at] += share * roll[i];
        w->to_stop[row + choices[i].at] += share * stop[i];
    }
}

static void share_with_best(struct walk *w, const struct law_throw *throw, int t, double chance) {
    const double *values = w->both + (ptrdiff_t)t * w->dice;
    const struct law_choice *c = &w->throws->choices[throw->begin],
                            *end = &w->throws->choices[throw->end];
    ptrdiff_t row = (ptrdiff_t)t * w->dice;
    double best = values[c->at], sum = 0;
    for (const struct law_choice *i = c; i < end; i++)
        best = values[i->at] > best ? values[i->at] : best;
    for (const struct law_choice *i = c; i < end; i++)
        sum += values[i->at] == best ? i->times : 0;
    for (; c < end; c++) {
        double share = values[c->at] == best ? chance / sum * c->times : 0;
        w->to_roll[row + c->at] += share;
        w->to_stop[row + c->at] += share;
    }
}

static void throw_dice(struct walk *w, int t, int dice, double mass, struct press_law *law) {
    const struct law_throw *throw = w->throws->throws + w->throws->begin[dice],
                           *end = w->throws->throws + w->throws->begin[dice + 1];
    law->bust += mass * w->s->menus->bust[dice];
    for (; throw < end; throw ++) {
        if (w->temperature > 0)
            share_by_weight(w, throw, t, mass * throw->chance, law);
        else
            share_with_best(w, throw, t, mass * throw->chance);
    }
}

/* Splits the probability that has arrived at these turn points into stopping and throwing again. */
static void settle_row(struct walk *w, int t, struct press_law *law) {
    for (int slot = 0; slot < w->dice; slot++) {
        int i = t * w->dice + slot;
        law->stop[t] += w->to_stop[i] * w->stop[i];
        w->mass[i] += w->to_roll[i] * w->roll[i];
        if (t < w->rows && w->mass[i] > NEGLIGIBLE) {
            throw_dice(w, t, slot ? slot : w->dice, w->mass[i], law);
            continue;
        }
        w->cut += t < w->rows ? 0 : w->mass[i];
        if (isnan(w->values->stop[t]))
            law->bust += w->mass[i];
        else
            law->stop[t] += w->mass[i];
    }
}

/* Returns false if out of memory; sets *ret_cut to the probability of leaving the rows. */
static bool walk_turn(const struct press_solver *s, const struct law_throws *throws,
                      const struct law_values *values, double temperature, struct press_law *law,
                      double *ret_cut) {
    struct walk w = {.s = s, .throws = throws, .values = values, .temperature = temperature};
    w.dice = s->menus->dice;
    w.rows = values->count - s->menus->longest;
    size_t rows = (size_t)values->count, cells = rows * (size_t)w.dice, need = rows + 6 * cells;
    if (!make_room(&law->stop, &law->room, need))
        return false;
    memset(law->stop, 0, need * sizeof *law->stop);
    w.to_roll = law->stop + rows;
    w.to_stop = w.to_roll + cells;
    w.mass = w.to_stop + cells;
    w.roll = w.mass + cells;
    w.stop = w.roll + cells;
    w.both = w.stop + cells;
    weigh(&w);
    law->rows = values->count;
    law->bust = 0;
    throw_dice(&w, 0, w.dice, 1, law);
    for (int t = 1; t < law->rows; t++)
        settle_row(&w, t, law);
    /* What the mistakes cost: the value of the turn, less the mean value of its outcomes. */
    law->error = values->roll[0] - law->bust * values->bust;
    for (int t = 1; t < law->rows; t++)
        law->error -= law->stop[t] > 0 ? law->stop[t] * values->stop[t] : 0;
    *ret_cut = w.cut;
    return true;
}

bool press_laws(const struct press_solver *s, const struct law_throws *throws, const struct game *g,
                const double *temperatures, int count, struct law_values *values,
                struct press_law *laws) {
    const struct press_menus *m = s->menus;
    int missing = m->goal - g->total[g->seat] / m->unit;
    double most = 1;
    for (int more = ROWS_MORE; most > NEGLIGIBLE_CUT && more <= ROWS_MORE_MAX; more *= 2) {
        if (!value_rows(s, g, missing + more + m->longest, values))
            return false;
        most = 0;
        for (int i = 0; i < count; i++) {
            double cut = 0;
            if (!walk_turn(s, throws, values, temperatures[i], &laws[i], &cut))
                return false;
            most = fmax(most, cut);
        }
    }
    return true;
}

void press_law_free(struct press_law *law) {
    free(law->stop);
    *law = (struct press_law){0};
}
