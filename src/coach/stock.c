#include "coach/stock.h"

#include <math.h>
#include <string.h>

#include "core/memory.h"
#include "core/say.h"
#include "solve/press_match.h"

_Static_assert((int)CACHE_SHAPE_NUMBERS == (int)SHAPE_NUMBERS, "a shape goes into a key");

static void warn(const struct stock *stock, const struct text *words) {
    if (stock->warn && words->len)
        stock->warn(stock->user, words->data);
}

static void warn_wrong(const struct stock *stock, const struct cache_key *key) {
    LOCAL_TEXT(path, CACHE_PATH_MAX);
    LOCAL_TEXT(w, CACHE_PATH_MAX + 256);
    cache_path(stock->folder, key, &path);
    say(&w, coach_table_unused, .file = path.data, .why = WORDS(coach_table_values));
    warn(stock, &w);
}

static bool fetch(const struct stock *stock, const struct cache_key *key, struct cached *ret) {
    LOCAL_TEXT(w, CACHE_PATH_MAX + 256);
    *ret = (struct cached){0};
    bool found = stock->folder[0] && cache_open(stock->folder, key, ret, &w);
    warn(stock, &w);
    return found;
}

static void keep(const struct stock *stock, const struct cache_key *key, const void *data,
                 size_t size) {
    LOCAL_TEXT(w, CACHE_PATH_MAX + 256);
    if (stock->folder[0])
        cache_save(stock->folder, key, data, size, &w);
    warn(stock, &w);
}

/* ---- sheet games ---- */

static void release(void *owner) {
    cache_close(owner);
    free(owner);
}

struct sheet_solver *stock_sheet(const struct stock *stock, const struct rules *r,
                                 bool *ret_cached) {
    struct cache_key key = {.kind = "sheet", .rules = r};
    struct cached found;
    struct sheet_solver *s = NULL;
    sheet_solver_shape(r, key.shape);
    if (fetch(stock, &key, &found)) {
        struct cached *owner = grab(1, sizeof *owner);
        *owner = found;
        s = sheet_solver_from_payload(r, found.data, found.size, release, owner);
        if (!s) {
            release(owner);
            warn_wrong(stock, &key);
        }
    }
    *ret_cached = s != NULL;
    return s ? s : sheet_solver_new(r);
}

void stock_keep_sheet(const struct stock *stock, const struct sheet_solver *s) {
    struct cache_key key = {.kind = "sheet", .rules = sheet_solver_rules(s)};
    size_t size;
    const void *data = sheet_solver_payload(s, &size);
    sheet_solver_shape(key.rules, key.shape);
    if (stock->keep_sheets)
        keep(stock, &key, data, size);
}

/* ---- two players in a press game ---- */

enum { PRESS_KEPT_BYTES = 8 << 20 }; /* larger tables, of very high goals, are not stored */

static struct cache_key press_key(const struct rules *r, const struct press_solver *s) {
    struct cache_key key = {.kind = "press", .rules = r};
    int unit;
    key.shape[0] = (uint32_t)press_solver_units(s, &unit);
    key.shape[1] = (uint32_t)unit;
    return key;
}

bool stock_press(const struct stock *stock, const struct rules *r, struct press_solver *s) {
    struct cache_key key = press_key(r, s);
    struct cached found;
    if (!fetch(stock, &key, &found))
        return false;
    bool good = press_adopt(s, found.data, found.size);
    cache_close(&found);
    if (!good)
        warn_wrong(stock, &key);
    return good;
}

void stock_keep_press(const struct stock *stock, const struct rules *r,
                      const struct press_solver *s) {
    struct cache_key key = press_key(r, s);
    size_t size;
    void *data = stock->folder[0] ? press_payload(s, &size) : NULL;
    if (data && size <= PRESS_KEPT_BYTES)
        keep(stock, &key, data, size);
    free(data);
}

/* ---- odds ---- */

/* File layout: this struct, followed by the chances of the totals from low to high. */
struct kept_odds {
    double low, high, mean, deviation, upper_bonus;
    double bonuses[BOXES_MAX], box_mean[BOXES_MAX], box_zero[BOXES_MAX];
};

/* `value`: the number that the mean must equal or, with mistakes, stay below. */
static struct sheet_odds *unpack(const struct cached *found, double value, bool mistakes) {
    struct kept_odds kept;
    double sum = 0, limit = 1e6;
    if (found->size < sizeof kept)
        return NULL;
    memcpy(&kept, found->data, sizeof kept);
    if (!(kept.low >= 0 && kept.high >= kept.low && kept.high < limit &&
          (mistakes ? kept.mean < value : fabs(kept.mean - value) < 1e-9)))
        return NULL;
    size_t count = (size_t)kept.high - (size_t)kept.low + 1;
    if (found->size != sizeof kept + count * sizeof(double))
        return NULL;
    struct sheet_odds *odds = grab(1, sizeof *odds);
    odds->low = (int)kept.low;
    odds->high = (int)kept.high;
    odds->mean = kept.mean;
    odds->deviation = kept.deviation;
    odds->upper_bonus = kept.upper_bonus;
    memcpy(odds->bonuses, kept.bonuses, sizeof odds->bonuses);
    memcpy(odds->box_mean, kept.box_mean, sizeof odds->box_mean);
    memcpy(odds->box_zero, kept.box_zero, sizeof odds->box_zero);
    odds->chance = grab(count, sizeof *odds->chance);
    memcpy(odds->chance, (const char *)found->data + sizeof kept, count * sizeof *odds->chance);
    for (size_t i = 0; i < count; i++)
        sum += odds->chance[i];
    odds->dropped = 1 - sum;
    if (fabs(odds->dropped) < (mistakes ? 1e-7 : 1e-9))
        return odds;
    sheet_odds_free(odds);
    return NULL;
}

static void pack(const struct stock *stock, const struct cache_key *key,
                 const struct sheet_odds *odds) {
    struct kept_odds kept = {.low = odds->low,
                             .high = odds->high,
                             .mean = odds->mean,
                             .deviation = odds->deviation,
                             .upper_bonus = odds->upper_bonus};
    size_t count = (size_t)(odds->high - odds->low + 1), size = sizeof kept;
    char *data = grab(1, size + count * sizeof *odds->chance);
    memcpy(kept.bonuses, odds->bonuses, sizeof kept.bonuses);
    memcpy(kept.box_mean, odds->box_mean, sizeof kept.box_mean);
    memcpy(kept.box_zero, odds->box_zero, sizeof kept.box_zero);
    memcpy(data, &kept, size);
    memcpy(data + size, odds->chance, count * sizeof *odds->chance);
    keep(stock, key, data, size + count * sizeof *odds->chance);
    free(data);
}

static struct cache_key odds_key(const char *kind, const struct sheet_solver *s) {
    struct cache_key key = {.kind = kind, .rules = sheet_solver_rules(s)};
    sheet_solver_shape(key.rules, key.shape);
    return key;
}

/* Fetches the odds for the empty card. Their mean must be the solver's value or, with mistakes,
 * lower; this is a cheap check that odds and solver belong together. */
static struct sheet_odds *fetch_odds(const struct stock *stock, const struct cache_key *key,
                                     const struct sheet_solver *s, bool mistakes) {
    struct cached found;
    if (!fetch(stock, key, &found))
        return NULL;
    struct sheet_odds *odds = unpack(&found, sheet_solver_value(s), mistakes);
    cache_close(&found);
    if (!odds)
        warn_wrong(stock, key);
    return odds;
}

static const struct card empty_card;

/* The next two functions share as little code as possible: the web page links only the first. */
struct sheet_odds *stock_odds(const struct stock *stock, const struct sheet_solver *s, int threads,
                              struct work *work) {
    struct cache_key key = odds_key("odds", s);
    struct sheet_odds *odds = fetch_odds(stock, &key, s, false);
    if (odds)
        return odds;
    odds = sheet_odds_of(s, &empty_card, threads, work);
    if (odds)
        pack(stock, &key, odds);
    return odds;
}

struct sheet_odds *stock_soft_odds(const struct stock *stock, const struct sheet_solver *s,
                                   double temperature, int threads, struct work *work) {
    LOCAL_TEXT(k, 16);
    text_add(&k, "odds-%.3g", temperature);
    struct cache_key key = odds_key(k.data, s);
    key.temperature[0] = temperature;
    struct sheet_odds *odds = fetch_odds(stock, &key, s, true);
    if (odds)
        return odds;
    odds = sheet_odds_of_soft(s, &empty_card, temperature, threads, work);
    if (odds)
        pack(stock, &key, odds);
    return odds;
}

/* ---- press games ---- */

/* File layout: unit, count, both values of `given`, and both rows of `chance`. */
enum { LINE_HEAD = 4 };

static void line_room(struct press_line *line, int unit, int count) {
    *line = (struct press_line){.unit = unit, .count = count};
    line->chance[0] = grab((size_t)count, sizeof(double));
    line->chance[1] = grab((size_t)count, sizeof(double));
}

static bool unpack_line(const struct cached *found, int unit, int count, struct press_line *ret) {
    const double *data = found->data;
    size_t row = (size_t)count * sizeof *data;
    if (found->size != LINE_HEAD * sizeof *data + 2 * row || data[0] != unit || data[1] != count)
        return false;
    line_room(ret, unit, count);
    ret->given[0] = data[2];
    ret->given[1] = data[3];
    memcpy(ret->chance[0], data + LINE_HEAD, row);
    memcpy(ret->chance[1], data + LINE_HEAD + count, row);
    return true;
}

static void pack_line(const struct stock *stock, const struct cache_key *key,
                      const struct press_line *line) {
    size_t count = (size_t)line->count, size = LINE_HEAD + 2 * count;
    double *data = grab(size, sizeof *data);
    data[0] = line->unit;
    data[1] = line->count;
    memcpy(data + 2, line->given, sizeof line->given);
    memcpy(data + LINE_HEAD, line->chance[0], count * sizeof *data);
    memcpy(data + LINE_HEAD + count, line->chance[1], count * sizeof *data);
    keep(stock, key, data, size * sizeof *data);
    free(data);
}

/* For two perfect players, the chances are in the solver's own table. */
static void line_of_perfect(const struct press_solver *s, int unit, int count,
                            struct press_line *ret) {
    line_room(ret, unit, count);
    for (int i = 0; i < count; i++) {
        double ahead = 0.5, behind = 0.5; /* chances of winning, for the player to move */
        if (press_win(s, i * unit, 0, &ahead) && press_win(s, 0, i * unit, &behind)) {
            ret->chance[0][i] = (ahead + 1 - behind) / 2;
            ret->chance[1][i] = (behind + 1 - ahead) / 2;
        }
    }
}

/* match[0] is for games in which the first player moves first, match[1] for the others. */
static void line_of_matches(struct press_match *const match[2], struct press_line *ret) {
    int goal = match[0]->goal;
    line_room(ret, match[0]->unit, goal);
    for (int i = 0; i < goal; i++) {
        ret->chance[0][i] = (match[0]->win[0][i * goal] + match[1]->win[1][i * goal]) / 2;
        ret->chance[1][i] = (match[0]->win[0][i] + match[1]->win[1][i]) / 2;
    }
    for (int player = 0; player < 2; player++)
        ret->given[player] = (match[0]->given[player][0][0] + match[1]->given[player][1][0]) / 2;
}

static bool solve_line(const struct rules *r, const struct press_solver *s,
                       const double temperature[2], int threads, struct work *work,
                       struct press_line *ret) {
    bool differ = r->params.final_round == FINAL_REST;
    struct press_match *first = press_match_new(s, temperature, 0, threads, work);
    struct press_match *second =
        first && differ ? press_match_new(s, temperature, 1, threads, work) : first;
    if (second)
        line_of_matches((struct press_match *const[]){first, second}, ret);
    if (second != first)
        press_match_free(second);
    press_match_free(first);
    return second;
}

bool stock_line(const struct stock *stock, const struct rules *r, const struct press_solver *s,
                const double temperature[2], int threads, struct work *work,
                struct press_line *ret) {
    LOCAL_TEXT(k, 16);
    int unit, count = press_solver_units(s, &unit);
    struct cache_key key = {.kind = k.data,
                            .rules = r,
                            .temperature = {temperature[0], temperature[1]},
                            .shape = {(uint32_t)unit, (uint32_t)count}};
    struct cached found;
    if (temperature[0] <= 0 && temperature[1] <= 0) {
        line_of_perfect(s, unit, count, ret);
        return true;
    }
    text_add(&k, "m%.0f-%.0f", temperature[0] * 1e6, temperature[1] * 1e6);
    if (fetch(stock, &key, &found)) {
        bool good = unpack_line(&found, unit, count, ret);
        cache_close(&found);
        if (good)
            return true;
        warn_wrong(stock, &key);
    }
    if (!solve_line(r, s, temperature, threads, work, ret))
        return false;
    pack_line(stock, &key, ret);
    return true;
}

void press_line_free(struct press_line *line) {
    free(line->chance[0]);
    free(line->chance[1]);
    *line = (struct press_line){0};
}
