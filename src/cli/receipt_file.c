/* Receipts as JSON, parsed strictly: a receipt is evidence, so nothing is guessed. */
#include <jansson.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "cli/receipt_check.h"
#include "core/memory.h"
#include "core/say.h"

static bool lowercase_hex(const char *digits, uint8_t *ret, size_t bytes) {
    return strspn(digits, "0123456789abcdef") == 2 * bytes && strlen(digits) == 2 * bytes &&
           span_hex(span_of(digits), ret, bytes);
}

static bool take_hex(const json_t *object, const char *key, uint8_t *ret, size_t bytes,
                     struct text *error) {
    const char *digits = json_string_value(json_object_get(object, key));
    return (digits && lowercase_hex(digits, ret, bytes)) ||
           say_fail(error, cli_receipt_hex, .member = key, .digits = (long long)(2 * bytes));
}

static bool take_table(const json_t *object, struct receipt *ret, struct text *error) {
    const char *id = json_string_value(json_object_get(object, "table"));
    struct text t = TEXT_IN(ret->table);
    if (!id || !id[0] || strlen(id) > RECEIPT_TABLE_MAX ||
        strspn(id, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") !=
            strlen(id))
        return say_fail(error, cli_receipt_table_id, .member = "table");
    text_put(&t, id);
    return true;
}

static bool take_number(const json_t *object, const char *key, int64_t max, int64_t *ret,
                        struct text *error) {
    const json_t *value = json_object_get(object, key);
    *ret = json_integer_value(value);
    return (json_is_integer(value) && *ret >= 1 && *ret <= max) ||
           say_fail(error, cli_receipt_number, .member = key);
}

static bool take_path(const json_t *object, struct receipt *ret, struct text *error) {
    const json_t *path = json_object_get(object, "path");
    if (!json_is_array(path) || json_array_size(path) > RECEIPT_STEPS_MAX)
        return say_fail(error, cli_receipt_path, .member = "path", .n = RECEIPT_STEPS_MAX);
    ret->steps = (int)json_array_size(path);
    for (int i = 0; i < ret->steps; i++) {
        const char *step = json_string_value(json_array_get(path, (size_t)i));
        if (!step || (step[0] != 'l' && step[0] != 'r') ||
            !lowercase_hex(step + 1, ret->path[i].hash, FAIR_BYTES))
            return say_fail(error, cli_receipt_path_step, .member = "path",
                            .digits = 2 * FAIR_BYTES);
        ret->path[i].left = step[0] == 'l';
    }
    return true;
}

static bool take_all(const json_t *object, struct receipt *ret, struct text *error) {
    int64_t line;
    if (!json_is_object(object) || json_object_size(object) != 7)
        return say_fail(error, cli_receipt_members);
    if (!take_table(object, ret, error) || !take_number(object, "line", INT_MAX, &line, error) ||
        !take_hex(object, "log", ret->log, FAIR_BYTES, error) ||
        !take_number(object, "at", INT64_MAX, &ret->at, error) || !take_path(object, ret, error) ||
        !take_hex(object, "key", ret->key, RECEIPT_KEY_BYTES, error) ||
        !take_hex(object, "sig", ret->signature, RECEIPT_SIGNATURE_BYTES, error))
        return false;
    ret->line = (int)line;
    return true;
}

bool receipt_parse(struct span json, struct receipt *ret, struct text *error) {
    json_error_t why;
    json_t *object = json_loadb(json.at, json.len, JSON_REJECT_DUPLICATES, &why);
    memset(ret, 0, sizeof *ret);
    if (!object)
        return say_fail(error, cli_not_json, .reason = why.text);
    bool good = take_all(object, ret, error);
    json_decref(object);
    return good;
}

static struct kept_receipt *one_more(struct receipt_file *f) {
    f->list = grown(f->list, f->count, &f->room, sizeof *f->list);
    return &f->list[f->count++];
}

bool receipt_file_parse(struct span text, const char *name, struct receipt_file *ret,
                        struct text *error) {
    *ret = (struct receipt_file){0};
    for (int line = 1; text.len; line++) {
        LOCAL_TEXT(why, 256);
        struct span one = span_until(&text, '\n');
        struct kept_receipt *kept = one_more(ret);
        kept->line = line;
        if (receipt_parse(one, &kept->receipt, &why))
            continue;
        return say_fail(error, cli_receipt_invalid, .file = name, .line = line, .reason = why.data);
    }
    if (!ret->count)
        say(error, cli_no_receipts, .file = name);
    return ret->count;
}

void receipt_file_clear(struct receipt_file *f) {
    free(f->list);
    *f = (struct receipt_file){0};
}
