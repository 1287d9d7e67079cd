#include "coach/handicap.h"

#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "core/say.h"

static bool is_sheet(const struct rules *r) {
    return r->book->family == FAMILY_SHEET;
}

static double level_temperature(const struct rules *r, const struct bot_level *level) {
    return is_sheet(r) ? level->sheet_temperature : level->press_temperature;
}

static bool cancelled(struct text *error) {
    if (!error->len)
        say(error, coach_cancelled);
    return false;
}

/* ---- the bot that gives away as much as a person ---- */

/* What a bot gives away in a game: alone in sheet games, against an equal bot in press games. */
static bool loss_at(struct adviser *a, const struct rules *r, double temperature, struct work *work,
                    double *ret, struct text *error) {
    if (is_sheet(r)) {
        bool cached;
        const struct sheet_solver *s = adviser_sheet(a, r, work, &cached);
        struct sheet_odds *odds = s ? adviser_soft_odds(a, r, temperature, work) : NULL;
        if (!odds)
            return cancelled(error);
        *ret = sheet_solver_value(s) - odds->mean;
        sheet_odds_free(odds);
        return true;
    }
    struct press_line line;
    if (!adviser_line(a, r, (double[2]){temperature, temperature}, work, &line, error))
        return cancelled(error);
    *ret = line.given[0];
    press_line_free(&line);
    return true;
}

/* Three digits are precise enough, and rounding makes it likely that the cache has the result. */
static double three_digits(double x) {
    double scale = pow(10, 2 - floor(log10(x)));
    return round(x * scale) / scale;
}

/* How losses grow with temperature between the levels, as a power law, extrapolated beyond the
 * first and the last level. */
static void growth_near(const struct rules *r, double loss, double *ret_temperature,
                        double *ret_power) {
    const struct bot_level *level = &bot_levels[1];
    bool sheet = is_sheet(r);
    while (level[2].name && loss > (sheet ? level[1].sheet_loss : level[1].press_loss))
        level++;
    double l0 = sheet ? level[0].sheet_loss : level[0].press_loss;
    double l1 = sheet ? level[1].sheet_loss : level[1].press_loss;
    double t0 = level_temperature(r, &level[0]), t1 = level_temperature(r, &level[1]);
    *ret_power = log(l1 / l0) / log(t1 / t0);
    *ret_temperature = t0 * pow(loss / l0, 1 / *ret_power);
}

/* Follows the power law, for a few tries, until the bot's loss is close to the person's: within a
 * fifth of its standard error, or within 0.1 points or 0.1 percentage points if that is more. */
static bool match_person(struct adviser *a, const struct rules *r, const struct strength *s,
                         struct work *work, struct handicap_side *ret, struct text *error) {
    enum { TRIES = 6 };
    double target = s->loss.mean, power, highest = is_sheet(r) ? 50 : 0.5;
    double near = fmax(is_sheet(r) ? 0.1 : 0.001, s->loss.error / 5);
    ret->temperature = ret->loss = 0;
    if (target < near)
        return true; /* as good as perfect */
    growth_near(r, target, &ret->temperature, &power);
    for (int try = 0; try < TRIES; try++) {
        ret->temperature = three_digits(fmin(ret->temperature, highest));
        if (!loss_at(a, r, ret->temperature, work, &ret->loss, error))
            return false;
        if (fabs(ret->loss - target) <= near)
            break;
        if (ret->temperature < highest || ret->loss > target)
            ret->temperature *= pow(target / ret->loss, 1 / power);
    }
    return true;
}

static bool find_side(struct adviser *a, const struct rules *r, const struct strength *s,
                      struct work *work, struct handicap_side *ret, struct text *error) {
    ret->strength = *s;
    if (!s->level)
        return match_person(a, r, s, work, ret, error);
    ret->temperature = level_temperature(r, s->level);
    return true;
}

/* ---- chances ---- */

/* The chance that `to` beats `other`, for every head start; a tie counts as half a win. */
static void compare_totals(const struct sheet_odds *to, const struct sheet_odds *other, int count,
                           double *chance) {
    int width = other->high - other->low + 1;
    double *below = grab((size_t)width + 1, sizeof *below);
    for (int i = 0; i < width; i++)
        below[i + 1] = below[i] + other->chance[i];
    for (int start = 0; start < count; start++) {
        double sum = 0;
        for (int total = to->low; total <= to->high; total++) {
            int i = total + start - other->low;
            double beaten = i < 0 ? 0 : i >= width ? below[width] : below[i] + other->chance[i] / 2;
            sum += to->chance[total - to->low] * beaten;
        }
        chance[start] = sum;
    }
    free(below);
}

static bool compare_sheets(struct adviser *a, const struct rules *r, struct work *work,
                           struct handicap *h, struct text *error) {
    struct sheet_odds *odds[2];
    bool cached;
    const struct sheet_solver *s = adviser_sheet(a, r, work, &cached);
    if (!s)
        return cancelled(error);
    double value = sheet_solver_value(s);
    for (int i = 0; i < 2; i++) {
        struct handicap_side *side = &h->side[i];
        odds[i] = side->temperature > 0 ? adviser_soft_odds(a, r, side->temperature, work)
                                        : adviser_odds(a, r, NULL, work);
        if (!odds[i]) {
            sheet_odds_free(i ? odds[0] : NULL);
            return cancelled(error);
        }
        side->loss = fmax(0, value - odds[i]->mean);
        side->mean = odds[i]->mean;
        side->deviation = odds[i]->deviation;
        h->dropped += fmax(0, odds[i]->dropped);
    }
    double even;
    compare_totals(odds[0], odds[1], 1, &even);
    h->to = even < 0.5 - h->dropped ? 0 : 1;
    h->step = 1;
    /* With the largest head start, a win is certain. */
    h->count = odds[1 - h->to]->high - odds[h->to]->low + 2;
    h->chance = grab((size_t)h->count, sizeof *h->chance);
    compare_totals(odds[h->to], odds[1 - h->to], h->count, h->chance);
    sheet_odds_free(odds[0]);
    sheet_odds_free(odds[1]);
    return true;
}

static bool compare_press(struct adviser *a, const struct rules *r, struct work *work,
                          struct handicap *h, struct text *error) {
    /* Put the better player first, so that both orders give the same digits. */
    int first = h->side[0].temperature <= h->side[1].temperature ? 0 : 1;
    double temperatures[2] = {h->side[first].temperature, h->side[1 - first].temperature};
    struct press_line line;
    if (!adviser_line(a, r, temperatures, work, &line, error))
        return cancelled(error);
    int to = line.chance[0][0] < 0.5 - 1e-9 ? 0 : 1; /* the player who gets the head start */
    h->side[first].loss = fmax(0, line.given[0]);
    h->side[1 - first].loss = fmax(0, line.given[1]);
    h->to = to == 0 ? first : 1 - first;
    h->step = line.unit;
    h->count = line.count;
    h->chance = grab((size_t)h->count, sizeof *h->chance);
    for (int i = 0; i < h->count; i++)
        h->chance[i] = to == 0 ? line.chance[0][i] : 1 - line.chance[1][i];
    press_line_free(&line);
    return true;
}

/* ---- the head start ---- */

static int nearest_to_even(const struct handicap *h) {
    int best = 0;
    for (int i = 1; i < h->count; i++) {
        if (fabs(h->chance[i] - 0.5) < fabs(h->chance[best] - 0.5))
            best = i;
    }
    return best;
}

/* Translates the uncertainty about the players into an uncertainty in the chance of winning with
 * the head start. */
static void find_doubt(const struct rules *r, struct handicap *h) {
    double width = hypot(h->side[0].strength.uncertainty, h->side[1].strength.uncertainty);
    int at = h->head_start / h->step;
    h->lowest = h->highest = h->head_start;
    if (width == 0)
        return;
    if (is_sheet(r)) { /* losses and head starts are both in points */
        int points = (int)ceil(width), low = at - points, high = at + points;
        low = low < 0 ? 0 : low;
        high = high >= h->count ? h->count - 1 : high;
        h->uncertainty = (h->chance[high] - h->chance[low]) / 2;
        if (at < points) /* clipped at zero: only the upper side is meaningful */
            h->uncertainty = h->chance[high] - h->chance[at];
    } else {
        h->uncertainty = width;
    }
    for (int i = at; i >= 0 && h->chance[i] > h->chance[at] - h->uncertainty; i--)
        h->lowest = i * h->step;
    for (int i = at; i < h->count && h->chance[i] < h->chance[at] + h->uncertainty; i++)
        h->highest = i * h->step;
}

static bool doubt_is_small(const struct handicap *h, struct text *error) {
    if (h->uncertainty <= HANDICAP_DOUBT_MAX)
        return true;
    int who = h->side[0].strength.uncertainty > h->side[1].strength.uncertainty ? 0 : 1;
    const struct strength *s = &h->side[who].strength;
    double times = h->uncertainty / HANDICAP_DOUBT_MAX;
    return say_fail(error, coach_history_uncertain, .player = s->name, .games = s->loss.games,
                    .percent = 100 * h->uncertainty, .most = 100 * HANDICAP_DOUBT_MAX,
                    .needed = ceil(s->loss.games * times * times));
}

bool handicap_of(struct adviser *a, const struct rules *r, const struct strength sides[2],
                 struct work *work, struct handicap *ret, struct text *error) {
    struct handicap h = {0};
    bool good = true;
    for (int i = 0; good && i < 2; i++)
        good = find_side(a, r, &sides[i], work, &h.side[i], error);
    good = good && (is_sheet(r) ? compare_sheets(a, r, work, &h, error)
                                : compare_press(a, r, work, &h, error));
    if (good) {
        h.head_start = nearest_to_even(&h) * h.step;
        find_doubt(r, &h);
        good = doubt_is_small(&h, error);
    }
    if (good)
        *ret = h;
    else
        handicap_free(&h);
    return good;
}

void handicap_free(struct handicap *h) {
    free(h->chance);
    *h = (struct handicap){0};
}

double handicap_chance(const struct handicap *h, int head_start) {
    int i = head_start / h->step;
    return h->chance[i < 0 ? 0 : i < h->count ? i : h->count - 1];
}
