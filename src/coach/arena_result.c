#include "coach/arena_result.h"

#include <math.h>
#include <string.h>

#include "coach/arena_fields.h"
#include "core/json.h"
#include "core/memory.h"
#include "core/say.h"

/* The number of shares in one win: divisible by every possible number of winners. */
static int64_t arena_share(int contestants) {
    int64_t share = 1;
    for (int n = 2; n <= contestants; n++) {
        int64_t a = share, b = n;
        while (b) { /* Euclid's algorithm */
            int64_t rest = a % b;
            a = b;
            b = rest;
        }
        share = share / a * n;
    }
    return share;
}

int arena_set_size(const struct arena_result *r) {
    return r->duplicate ? r->count : 1;
}

/* ---- adding ---- */

void arena_add_forfeit(struct arena_sums *sums, enum forfeit forfeit, int64_t count, int64_t game,
                       const char *why) {
    if (!count)
        return;
    if (!sums->forfeits[forfeit].count || game < sums->forfeits[forfeit].first_game) {
        sums->forfeits[forfeit].first_game = game;
        text_put(TEXT_OVER(sums->forfeits[forfeit].why), why);
    }
    sums->forfeits[forfeit].count += count;
}

void result_add(struct arena_result *r, const struct arena_game *games) {
    int set = arena_set_size(r);
    int64_t share = arena_share(r->count);
    bool whole = true;
    for (int i = 0; i < set; i++)
        whole = whole && !games[i].forfeit;
    r->samples++;
    r->whole_samples += whole;
    for (int c = 0; c < r->count; c++) {
        struct arena_sums *sums = &r->sums[c];
        wide wins = 0, total = 0, lead = 0;
        for (int i = 0; i < set; i++) {
            const struct arena_game *g = &games[i];
            if (set_has(g->winners, c))
                wins += share / set_count(g->winners);
            if (g->forfeit && g->forfeiter == c)
                arena_add_forfeit(sums, g->forfeit, 1, g->number + 1, g->why);
            if (!whole)
                continue;
            wide own = g->totals[c], turns = g->turns[c];
            total += own;
            lead += own * r->count;
            for (int other = 0; other < r->count; other++)
                lead -= g->totals[other];
            sums->totals_squares += own * own;
            sums->turns += turns;
            sums->turns_squares += turns * turns;
        }
        sums->wins += wins;
        sums->wins_squares += wins * wins;
        sums->totals += total;
        sums->sample_squares += total * total;
        sums->lead += lead;
        sums->lead_squares += lead * lead;
    }
}

void result_join(struct arena_result *r, const struct arena_result *part) {
    r->samples += part->samples;
    r->whole_samples += part->whole_samples;
    for (int c = 0; c < r->count; c++) {
        struct arena_sums *a = &r->sums[c];
        const struct arena_sums *b = &part->sums[c];
        a->wins += b->wins;
        a->wins_squares += b->wins_squares;
        a->totals += b->totals;
        a->totals_squares += b->totals_squares;
        a->sample_squares += b->sample_squares;
        a->lead += b->lead;
        a->lead_squares += b->lead_squares;
        a->turns += b->turns;
        a->turns_squares += b->turns_squares;
        for (int f = 0; f < FORFEITS; f++)
            arena_add_forfeit(a, (enum forfeit)f, b->forfeits[f].count, b->forfeits[f].first_game,
                              b->forfeits[f].why);
    }
}

/* ---- merging ---- */

/* Whether two results can be parts of one run; the error says why not, using their names. */
static bool belong_together(const struct arena_result *a, const char *name,
                            const struct arena_result *b, const char *other, struct text *error) {
    if (!rules_same(&a->rules, &b->rules))
        return say_fail(error, coach_parts_rules, .file = name, .other = other);
    bool same = a->count == b->count;
    for (int c = 0; same && c < a->count; c++)
        same = !strcmp(a->contestants[c], b->contestants[c]);
    if (!same)
        return say_fail(error, coach_parts_contestants, .file = name, .other = other);
    if (a->seed != b->seed)
        return say_fail(error, coach_parts_seeds, .file = name, .other = other);
    if (a->games != b->games)
        return say_fail(error, coach_parts_length, .file = name, .other = other);
    if (a->duplicate != b->duplicate)
        return say_fail(error, coach_parts_duplicate, .file = name, .other = other);
    if (a->shards != b->shards)
        return say_fail(error, coach_parts_shards, .file = name, .other = other);
    return true;
}

static void name_missing(const bool *seen, int shards, struct text *error) {
    enum { NAMED = 10 };
    LOCAL_TEXT(list, NAMED * 24);
    int missing = 0, named = 0;
    for (int i = 1; i <= shards; i++)
        missing += !seen[i];
    for (int i = 1; i <= shards && named < NAMED; i++) {
        if (!seen[i])
            text_add(&list, "%s%d/%d", named++ ? ", " : "", i, shards);
    }
    if (missing > named)
        say(error, coach_missing_and_more, .shards = list.data, .more = missing - named);
    else if (missing == 1)
        say(error, coach_missing_shard, .shard = list.data);
    else
        say(error, coach_missing_shards, .shards = list.data);
}

bool result_merge(const struct arena_result *parts, const char *const *names, int count,
                  struct arena_result *ret, struct text *error) {
    int *owner = grab((size_t)parts[0].shards + 1, sizeof *owner);
    bool *seen = grab((size_t)parts[0].shards + 1, sizeof *seen), good = true;
    for (int i = 0; good && i < count; i++) {
        int shard = parts[i].shard;
        good = belong_together(&parts[0], names[0], &parts[i], names[i], error);
        if (good && seen[shard]) {
            say(error, coach_parts_same_shard, .file = names[owner[shard]], .other = names[i],
                .shard = shard, .shards = parts[i].shards);
            good = false;
        } else if (good) {
            seen[shard] = true;
            owner[shard] = i;
        }
    }
    if (good && count < parts[0].shards) {
        name_missing(seen, parts[0].shards, error);
        good = false;
    }
    if (good) {
        *ret = parts[0];
        ret->shard = ret->shards = 1;
        for (int i = 1; i < count; i++)
            result_join(ret, &parts[i]);
        good = ret->samples * arena_set_size(ret) == ret->games;
        if (!good)
            say(error, coach_shards_games, .games = ret->games);
    }
    free(owner);
    free(seen);
    return good;
}

/* ---- estimates ---- */

static const double Z = 1.959963984540054; /* 95 % of a normal distribution lies within +-Z */

/* The variance of n values from their sum and sum of squares. The numerator is an integer, so the
 * subtraction is exact. */
static double variance(wide sum, wide squares, int64_t n) {
    wide a, b;
    if (n < 2 || __builtin_mul_overflow(squares, (wide)n, &a) ||
        __builtin_mul_overflow(sum, sum, &b))
        return NAN;
    return ((double)(a - b)) / (double)n / (double)(n - 1);
}

/* The mean of sum / scale over n samples. */
static struct estimate mean_of(wide sum, wide squares, int64_t n, double scale) {
    struct estimate e = {NAN, NAN, NAN, NAN};
    if (!n)
        return e;
    e.mean = (double)sum / (double)n / scale;
    e.error = sqrt(variance(sum, squares, n) / (double)n) / scale;
    e.low = e.mean - Z * e.error;
    e.high = e.mean + Z * e.error;
    return e;
}

/* A share lies between 0 and 1, so its interval is Wilson's, with the number of trials that would
 * have the observed variance: ties and duplicate dice make the variance smaller than that of plain
 * wins. If all samples are won or all are lost, the variance says nothing, and each sample is a
 * trial. */
static struct estimate share_of(wide sum, wide squares, int64_t n, double scale) {
    struct estimate e = mean_of(sum, squares, n, scale);
    double p = e.mean, trials = (double)n;
    if (!n)
        return e;
    if (p > 0 && p < 1) {
        if (!(e.error > 0)) { /* one sample: nothing is known; all equal: nothing varies */
            e.low = n < 2 ? 0 : p;
            e.high = n < 2 ? 1 : p;
            return e;
        }
        trials = p * (1 - p) / (e.error * e.error);
    }
    double centre = (p + Z * Z / (2 * trials)) / (1 + Z * Z / trials);
    double half =
        Z / (1 + Z * Z / trials) * sqrt(p * (1 - p) / trials + Z * Z / (4 * trials * trials));
    e.low = centre - half < 0 || p == 0 ? 0 : centre - half;
    e.high = centre + half > 1 || p == 1 ? 1 : centre + half;
    return e;
}

struct arena_standing result_standing_of(const struct arena_result *r, int contestant) {
    const struct arena_sums *s = &r->sums[contestant];
    int set = arena_set_size(r);
    double share = (double)arena_share(r->count);
    int64_t n = r->whole_samples, games = n * set;
    struct arena_standing standing = {
        .wins = (double)s->wins / share,
        .share = share_of(s->wins, s->wins_squares, r->samples, share * set),
        .total = mean_of(s->totals, s->sample_squares, n, set),
        .lead = mean_of(s->lead, s->lead_squares, n, (double)set * (r->count - 1)),
        .turns = mean_of(s->turns, s->turns_squares, games, 1),
        .deviation = sqrt(variance(s->totals, s->totals_squares, games)),
        .turns_deviation = sqrt(variance(s->turns, s->turns_squares, games)),
    };
    for (int f = 0; f < FORFEITS; f++)
        standing.forfeits += s->forfeits[f].count;
    return standing;
}

/* ---- as JSON ---- */

const struct arena_field arena_fields[ARENA_FIELDS] = {
    {"wins", offsetof(struct arena_sums, wins)},
    {"wins_squares", offsetof(struct arena_sums, wins_squares)},
    {"totals", offsetof(struct arena_sums, totals)},
    {"totals_squares", offsetof(struct arena_sums, totals_squares)},
    {"sample_squares", offsetof(struct arena_sums, sample_squares)},
    {"lead", offsetof(struct arena_sums, lead)},
    {"lead_squares", offsetof(struct arena_sums, lead_squares)},
    {"turns", offsetof(struct arena_sums, turns)},
    {"turns_squares", offsetof(struct arena_sums, turns_squares)},
};

wide *arena_field(struct arena_sums *s, int i) {
    return (wide *)(void *)((char *)s + arena_fields[i].offset);
}

/* As a string of digits: many JSON readers lose precision beyond 2^53. */
static void json_wide(struct json *j, const char *key, wide value) {
    char digits[48], *at = digits + sizeof digits - 1;
    bool negative = value < 0;
    *at = '\0';
    do {
        int digit = (int)(value % 10);
        *--at = (char)('0' + (digit < 0 ? -digit : digit));
        value /= 10;
    } while (value);
    if (negative)
        *--at = '-';
    json_string(j, key, at);
}

static void json_known(struct json *j, const char *key, double value) {
    if (isfinite(value))
        json_double(j, key, value);
    else
        json_null(j, key);
}

static void json_estimate(struct json *j, const char *key, struct estimate e) {
    json_open(j, key, '{');
    json_known(j, "mean", e.mean);
    json_known(j, "error", e.error);
    json_known(j, "low", e.low);
    json_known(j, "high", e.high);
    json_close(j, '}');
}

static void json_standing(struct json *j, const struct arena_result *r, int c) {
    struct arena_standing s = result_standing_of(r, c);
    json_open(j, NULL, '{');
    json_string(j, "contestant", r->contestants[c]);
    json_int(j, "games", r->samples * arena_set_size(r));
    if (r->count > 1) {
        json_double(j, "wins", s.wins);
        json_estimate(j, "share", s.share);
    }
    json_estimate(j, "total", s.total);
    json_known(j, "deviation", s.deviation);
    if (r->count > 1)
        json_estimate(j, "lead", s.lead);
    if (r->rules.book->family == FAMILY_PRESS) {
        json_estimate(j, "turns", s.turns);
        json_known(j, "turns_deviation", s.turns_deviation);
    }
    json_int(j, "forfeits", s.forfeits);
    json_close(j, '}');
}

static void json_sums(struct json *j, const struct arena_result *r, int c) {
    struct arena_sums s = r->sums[c];
    json_open(j, NULL, '{');
    for (int i = 0; i < ARENA_FIELDS; i++)
        json_wide(j, arena_fields[i].name, *arena_field(&s, i));
    json_open(j, "forfeits", '[');
    for (int f = 0; f < FORFEITS; f++) {
        if (!s.forfeits[f].count)
            continue;
        json_open(j, NULL, '{');
        json_string(j, "reason", forfeit_words[f]);
        json_int(j, "count", s.forfeits[f].count);
        json_int(j, "first_game", s.forfeits[f].first_game);
        LOCAL_TEXT(why, 2 * WHY_MAX);
        say_decode(&why, span_of(s.forfeits[f].why), languages[0]);
        json_string(j, "why", why.data);
        json_close(j, '}');
    }
    json_close(j, ']');
    json_close(j, '}');
}

void result_print_json(const struct arena_result *r, struct text *out) {
    LOCAL_TEXT(w, RULES_TEXT_MAX);
    struct json j = json_begin(out);
    rules_print(&r->rules, &w);
    json_int(&j, "arena", ARENA_FORMAT);
    json_string(&j, "rules", w.data);
    json_open(&j, "contestants", '[');
    for (int c = 0; c < r->count; c++)
        json_string(&j, NULL, r->contestants[c]);
    json_close(&j, ']');
    json_int(&j, "games", r->games);
    json_int(&j, "seed", (int64_t)r->seed);
    json_bool(&j, "duplicate_dice", r->duplicate);
    json_int(&j, "shard", r->shard);
    json_int(&j, "shards", r->shards);
    json_int(&j, "samples", r->samples);
    json_int(&j, "whole_samples", r->whole_samples);
    json_open(&j, "results", '[');
    for (int c = 0; c < r->count; c++)
        json_standing(&j, r, c);
    json_close(&j, ']');
    json_open(&j, "sums", '[');
    for (int c = 0; c < r->count; c++)
        json_sums(&j, r, c);
    json_close(&j, ']');
    json_close(&j, '}');
}
