#include "coach/stock.h"

#include <math.h>
#include <string.h>

#include "solve/memory.h"

_Static_assert((int)CACHE_SHAPE_NUMBERS == (int)SHAPE_NUMBERS, "a shape goes into a key");

static void warn(const struct stock *stock, const struct text *words) {
    if (stock->warn && words->len)
        stock->warn(stock->user, words->data);
}

static void warn_wrong(const struct stock *stock, const struct cache_key *key) {
    char words[CACHE_PATH_MAX + 256];
    struct text w = TEXT_IN(words);
    cache_path(stock->folder, key, &w);
    text_put(&w, " is not used: its values are not those of this program");
    warn(stock, &w);
}

static bool fetch(const struct stock *stock, const struct cache_key *key, struct cached *ret) {
    char words[CACHE_PATH_MAX + 256];
    struct text w = TEXT_IN(words);
    *ret = (struct cached){0};
    bool found = stock->folder[0] && cache_open(stock->folder, key, ret, &w);
    warn(stock, &w);
    return found;
}

static void keep(const struct stock *stock, const struct cache_key *key, const void *data,
                 size_t size) {
    char words[CACHE_PATH_MAX + 256];
    struct text w = TEXT_IN(words);
    if (stock->folder[0])
        cache_save(stock->folder, key, data, size, &w);
    warn(stock, &w);
}

/* ---- sheet games ---- */

static void release(void *owner) {
    cache_close(owner);
    free(owner);
}

struct sheet_solver *stock_sheet(const struct stock *stock, const struct rules *r, int threads,
                                 struct work *work, bool *ret_cached) {
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
    if (s)
        return s;
    s = sheet_solve(r, threads, work);
    if (s && stock->keep_sheets) {
        size_t size;
        const void *data = sheet_solver_payload(s, &size);
        keep(stock, &key, data, size);
    }
    return s;
}

/* ---- odds ---- */

/* In the file: these, and then the chances of the totals from low to high. */
struct kept_odds {
    double low, high, mean, deviation, upper_bonus;
    double bonuses[BOXES_MAX], box_mean[BOXES_MAX], box_zero[BOXES_MAX];
};

static struct sheet_odds *unpack(const struct cached *found, double value) {
    struct kept_odds kept;
    double sum = 0, limit = 1e6;
    if (found->size < sizeof kept)
        return NULL;
    memcpy(&kept, found->data, sizeof kept);
    if (!(kept.low >= 0 && kept.high >= kept.low && kept.high < limit &&
          fabs(kept.mean - value) < 1e-9))
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
    if (fabs(sum - 1) < 1e-9)
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

struct sheet_odds *stock_odds(const struct stock *stock, const struct sheet_solver *s, int threads,
                              struct work *work) {
    struct cache_key key = {.kind = "odds", .rules = sheet_solver_rules(s)};
    struct cached found;
    struct sheet_odds *odds = NULL;
    sheet_solver_shape(key.rules, key.shape);
    if (fetch(stock, &key, &found)) {
        /* Perfect play on average is what the solver says: a cheap proof that they belong together.
         */
        odds = unpack(&found, sheet_solver_value(s));
        cache_close(&found);
        if (!odds)
            warn_wrong(stock, &key);
    }
    if (odds)
        return odds;
    struct card empty;
    memset(&empty, 0, sizeof empty);
    odds = sheet_odds_of(s, &empty, threads, work);
    if (odds)
        pack(stock, &key, odds);
    return odds;
}
