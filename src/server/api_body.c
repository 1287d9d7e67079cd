/* Request bodies. jansson rejects invalid JSON, invalid UTF-8 and duplicate keys; this file rejects
 * unknown keys and wrong types. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "server/api_parts.h"

enum { SECRET_ACTION_MIN = 22 };

static bool wrong(struct text *error, const char *key, enum message what) {
    return say_fail(error, server_member_should_be, .member = key, .what = words_of(what));
}

static bool copy_string(const char *key, const json_t *value, char *ret, size_t size,
                        struct text *error) {
    if (!json_is_string(value))
        return wrong(error, key, M_server_a_string);
    struct span s = {json_string_value(value), json_string_length(value)};
    if (s.len >= size)
        return say_fail(error, server_member_too_long, .member = key, .most = (long long)size - 1);
    if (!span_clean(s))
        return say_fail(error, server_member_unclean, .member = key);
    memcpy(ret, s.at, s.len);
    ret[s.len] = '\0';
    return true;
}

static bool copy_bool(const char *key, const json_t *value, bool *ret, struct text *error) {
    if (!json_is_boolean(value))
        return wrong(error, key, M_server_true_or_false);
    *ret = json_is_true(value);
    return true;
}

static bool copy_number(const char *key, const json_t *value, int64_t max, int64_t *ret,
                        struct text *error) {
    if (!json_is_integer(value) || json_integer_value(value) < 0 || json_integer_value(value) > max)
        return say_fail(error, server_member_number, .member = key, .most = max);
    *ret = json_integer_value(value);
    return true;
}

static bool copy_seats(const json_t *value, struct body *b, struct text *error) {
    char name[256];
    if (!json_is_array(value) || json_array_size(value) > SEATS_MAX)
        return wrong(error, "seats", M_server_list_of_names);
    for (size_t i = 0; i < json_array_size(value); i++) {
        if (!copy_string("seats", json_array_get(value, i), name, sizeof name, error))
            return false;
        b->seats[i] = must(strdup(name));
    }
    return true;
}

static bool copy_bots(const json_t *value, struct body *b, struct text *error) {
    char name[256], level[64];
    if (!json_is_array(value) || json_array_size(value) > SEATS_MAX)
        return wrong(error, "bots", M_server_list_of_bots);
    for (size_t i = 0; i < json_array_size(value); i++) {
        const json_t *bot = json_array_get(value, i);
        if (!json_is_object(bot) || json_object_size(bot) != 2 || !json_object_get(bot, "name") ||
            !json_object_get(bot, "level"))
            return wrong(error, "bots", M_server_list_of_bots);
        if (!copy_string("name", json_object_get(bot, "name"), name, sizeof name, error) ||
            !copy_string("level", json_object_get(bot, "level"), level, sizeof level, error))
            return false;
        b->bots[i][0] = must(strdup(name));
        b->bots[i][1] = must(strdup(level));
    }
    return true;
}

/* The referee reads its lines and refuses anything unclean in them. */
static bool copy_record(const json_t *value, struct body *b, struct text *error) {
    if (!json_is_string(value))
        return wrong(error, "record", M_server_a_string);
    if (memchr(json_string_value(value), '\0', json_string_length(value)))
        return say_fail(error, server_member_unclean, .member = "record");
    b->record = must(strdup(json_string_value(value)));
    return true;
}

bool action_is_good(struct span action) {
    for (size_t i = 0; i < action.len; i++) {
        char c = action.at[i];
        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
              c == '-' || c == '_'))
            return false;
    }
    return action.len >= 1 && action.len <= TABLES_ACTION_MAX;
}

/* Reads one key of a body; returns false if it is invalid, or unknown for this request. */
static bool take(enum route route, const char *key, const json_t *value, struct body *b,
                 struct text *error) {
    bool create = route == ROUTE_CREATE, sit = route == ROUTE_SIT, say = route == ROUTE_SAY;
    bool group = route == ROUTE_GROUP_CREATE, enter = route == ROUTE_GROUP_ENTER;
    if (route == ROUTE_HAND_IN)
        return !strcmp(key, "record")
                   ? copy_record(value, b, error)
                   : say_fail(error, server_member_unknown, .member = SHOWN(span_of(key)));
    if ((create || sit || group || enter) && !strcmp(key, "name"))
        return copy_string(key, value, b->name, sizeof b->name, error);
    if (create && !strcmp(key, "rules"))
        return copy_string(key, value, b->rules, sizeof b->rules, error);
    if (create && !strcmp(key, "dice"))
        return copy_string(key, value, b->dice, sizeof b->dice, error);
    if (create && !strcmp(key, "start"))
        return copy_string(key, value, b->start, sizeof b->start, error);
    if (create && !strcmp(key, "clock"))
        return copy_number(key, value, 86400, &b->clock, error);
    if (create && !strcmp(key, "away"))
        return copy_number(key, value, ROOM_AWAY_MAX, &b->away, error);
    if (create && !strcmp(key, "keeper"))
        return copy_bool(key, value, &b->keeper, error);
    if (create && !strcmp(key, "seats"))
        return copy_seats(value, b, error);
    if (create && !strcmp(key, "bots"))
        return copy_bots(value, b, error);
    if (sit && !strcmp(key, "with"))
        return copy_number(key, value, ROOM_PLACES_MAX, &b->with, error);
    if (sit && !strcmp(key, "program"))
        return copy_bool(key, value, &b->program, error);
    if (sit && !strcmp(key, "move"))
        return copy_bool(key, value, &b->move, error);
    if (say && !strcmp(key, "say"))
        return copy_string(key, value, b->words, sizeof b->words, error);
    if (!enter && !strcmp(key, "action")) {
        if (!copy_string(key, value, b->action, sizeof b->action, error))
            return false;
        if (!action_is_good(span_of(b->action)))
            return wrong(error, key, M_server_id_letters);
        /* The id can be used to get the token again, so it must be unguessable. */
        return say || strlen(b->action) >= SECRET_ACTION_MIN ||
               wrong(error, key, M_server_random_letters);
    }
    return say_fail(error, server_member_unknown, .member = SHOWN(span_of(key)));
}

static bool is_whole(enum route route, const struct body *b, struct text *error) {
    const char *missing = NULL;
    if (route == ROUTE_CREATE)
        missing = !b->rules[0] ? "rules" : !b->name[0] ? "name" : NULL;
    else if (route == ROUTE_SIT)
        missing = !b->name[0] && !b->move ? "name" : NULL;
    else if (route == ROUTE_SAY)
        missing = !b->words[0] ? "say" : NULL;
    else if (route == ROUTE_GROUP_CREATE || route == ROUTE_GROUP_ENTER)
        missing = !b->name[0] ? "name" : NULL;
    else if (route == ROUTE_HAND_IN)
        missing = !b->record ? "record" : NULL;
    if (missing)
        say(error, server_member_missing, .member = missing);
    return !missing;
}

bool body_read(enum route route, struct span text, struct body *ret, struct text *error) {
    json_error_t flaw;
    const char *key;
    json_t *value, *all = json_loadb(text.at, text.len, JSON_REJECT_DUPLICATES, &flaw);
    bool good = true;
    *ret = (struct body){0};
    if (!json_is_object(all)) {
        if (all)
            say(error, server_body_no_object);
        else
            say(error, server_body_no_json, .line = flaw.line, .column = flaw.column,
                .reason = FOREIGN(flaw.text));
        json_decref(all);
        return false;
    }
    json_object_foreach(all, key, value) {
        good = good && take(route, key, value, ret, error);
    }
    json_decref(all);
    good = good && is_whole(route, ret, error);
    if (!good)
        body_clear(ret);
    return good;
}

void body_clear(struct body *b) {
    free(b->record);
    b->record = NULL;
    for (int i = 0; i < 17; i++) {
        free(b->seats[i]);
        free(b->bots[i][0]);
        free(b->bots[i][1]);
        b->seats[i] = b->bots[i][0] = b->bots[i][1] = NULL;
    }
}
