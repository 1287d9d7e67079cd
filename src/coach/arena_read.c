/* Reads a result written by 'yard arena --json'. */
#include <jansson.h>
#include <string.h>

#include "coach/arena_fields.h"
#include "core/say.h"

static bool read_int(const json_t *object, const char *key, int64_t min, int64_t max, int64_t *ret,
                     struct text *error) {
    const json_t *value = json_object_get(object, key);
    *ret = json_integer_value(value);
    if (json_is_integer(value) && *ret >= min && *ret <= max)
        return true;
    return say_fail(error, coach_member_range, .member = key);
}

/* Sums are strings of digits: many JSON readers lose precision beyond 2^53. */
static bool read_wide(const json_t *value, wide *ret) {
    const char *digits = json_string_value(value);
    wide number = 0;
    if (!digits)
        return false;
    bool negative = digits[0] == '-';
    const char *at = digits + negative;
    if (!*at || strlen(at) > 32) /* so that all shards together stay below 2^127 */
        return false;
    for (; *at; at++) {
        if (*at < '0' || *at > '9')
            return false;
        number = number * 10 + (*at - '0');
    }
    *ret = negative ? -number : number;
    return true;
}

static bool read_forfeits(const json_t *list, struct arena_sums *s, struct text *error) {
    size_t i;
    json_t *item;
    json_array_foreach(list, i, item) {
        const char *word = json_string_value(json_object_get(item, "reason"));
        const char *why = json_string_value(json_object_get(item, "why"));
        int64_t count, game;
        int f = 1;
        while (word && f < FORFEITS && strcmp(word, forfeit_words[f]))
            f++;
        if (!word || f == FORFEITS || !why)
            return say_fail(error, coach_forfeit_reason_unknown);
        if (!read_int(item, "count", 1, INT32_MAX, &count, error) ||
            !read_int(item, "first_game", 1, INT32_MAX, &game, error))
            return false;
        arena_add_forfeit(s, (enum forfeit)f, count, game, why);
    }
    return true;
}

static bool read_sums(const json_t *item, struct arena_sums *s, struct text *error) {
    for (int i = 0; i < ARENA_FIELDS; i++) {
        const char *name = arena_fields[i].name;
        if (!read_wide(json_object_get(item, name), arena_field(s, i)))
            return say_fail(error, coach_sum_missing, .member = name);
    }
    const json_t *forfeits = json_object_get(item, "forfeits");
    if (!json_is_array(forfeits))
        return say_fail(error, coach_forfeits_missing);
    return read_forfeits(forfeits, s, error);
}

static bool read_contestants(const json_t *result, struct arena_result *r, struct text *error) {
    const json_t *names = json_object_get(result, "contestants");
    const json_t *sums = json_object_get(result, "sums");
    size_t count = json_array_size(names);
    if (!count || count > ARENA_MAX || json_array_size(sums) != count)
        return say_fail(error, coach_contestants_missing);
    for (; r->count < (int)count; r->count++) {
        const char *name = json_string_value(json_array_get(names, (size_t)r->count));
        struct text copy = TEXT_IN(r->contestants[r->count]);
        text_put(&copy, name ? name : "");
        if (!name || copy.cut)
            return say_fail(error, coach_contestant_name, .number = r->count + 1);
        if (!read_sums(json_array_get(sums, (size_t)r->count), &r->sums[r->count], error))
            return false;
    }
    return true;
}

static bool read_result(const json_t *result, struct arena_result *r, struct text *error) {
    const json_t *format = json_object_get(result, "arena");
    const char *rules = json_string_value(json_object_get(result, "rules"));
    int64_t seed, shard, shards;
    if (!format)
        return say_fail(error, coach_no_arena_result);
    if (json_integer_value(format) != ARENA_FORMAT)
        return say_fail(error, coach_result_version);
    if (!rules)
        return say_fail(error, coach_rules_missing);
    bool good = rules_parse(span_of(rules), &r->rules, error) &&
                read_contestants(result, r, error) &&
                read_int(result, "games", 1, INT32_MAX, &r->games, error) &&
                read_int(result, "seed", 0, INT64_MAX, &seed, error) &&
                read_int(result, "shards", 1, SHARDS_MAX, &shards, error) &&
                read_int(result, "shard", 1, shards, &shard, error) &&
                read_int(result, "samples", 0, r->games, &r->samples, error) &&
                read_int(result, "whole_samples", 0, r->samples, &r->whole_samples, error);
    if (!good)
        return false;
    r->seed = (uint64_t)seed;
    r->shard = (int)shard;
    r->shards = (int)shards;
    r->duplicate = json_is_true(json_object_get(result, "duplicate_dice"));
    return true;
}

bool result_read_json(struct span text, struct arena_result *ret, struct text *error) {
    json_t *result = json_loadb(text.at, text.len, JSON_REJECT_DUPLICATES, NULL);
    memset(ret, 0, sizeof *ret);
    bool good = read_result(result, ret, error);
    json_decref(result);
    return good;
}
