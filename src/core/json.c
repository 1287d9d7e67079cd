#include "core/json.h"

#include <inttypes.h>
#include <string.h>

#include "core/words.h"

struct json json_start(struct text *out) {
    return (struct json){out, false};
}

static void quoted(struct text *out, struct span s) {
    text_put(out, "\"");
    while (s.len) {
        uint32_t c;
        size_t n = span_character(s, &c);
        if (!n)
            text_put(out, "\xEF\xBF\xBD");
        else if (c == '"' || c == '\\')
            text_add(out, "\\%c", (int)c);
        else if (character_is_control(c))
            text_add(out, "\\u%04x", (unsigned)c);
        else
            text_put_n(out, s.at, n);
        n = n ? n : 1;
        s = (struct span){s.at + n, s.len - n};
    }
    text_put(out, "\"");
}

static void before(struct json *j, const char *key) {
    if (j->comma)
        text_put(j->out, ",");
    j->comma = true;
    if (key) {
        quoted(j->out, span_of(key));
        text_put(j->out, ":");
    }
}

void json_open(struct json *j, const char *key, char bracket) {
    before(j, key);
    text_put_n(j->out, &bracket, 1);
    j->comma = false;
}

struct json json_begin(struct text *out) {
    struct json j = json_start(out);
    json_open(&j, NULL, '{');
    return j;
}

void json_close(struct json *j, char bracket) {
    text_put_n(j->out, &bracket, 1);
    j->comma = true;
}

void json_string_n(struct json *j, const char *key, const char *value, size_t n) {
    before(j, key);
    quoted(j->out, (struct span){value, n});
}

void json_string(struct json *j, const char *key, const char *value) {
    json_string_n(j, key, value, strlen(value));
}

void json_hex(struct json *j, const char *key, const uint8_t *bytes, size_t n) {
    before(j, key);
    text_put(j->out, "\"");
    text_hex(j->out, bytes, n);
    text_put(j->out, "\"");
}

void json_int(struct json *j, const char *key, int64_t value) {
    before(j, key);
    text_add(j->out, "%" PRId64, value);
}

void json_digits(struct json *j, const char *key, struct span digits) {
    bool sign = digits.len && *digits.at == '+'; /* JSON has no plus sign */
    before(j, key);
    text_put_n(j->out, digits.at + sign, digits.len - sign);
}

void json_double(struct json *j, const char *key, double value) {
    before(j, key);
    text_add(j->out, "%.12g", value);
}

void json_bool(struct json *j, const char *key, bool value) {
    before(j, key);
    text_put(j->out, value ? "true" : "false");
}

void json_null(struct json *j, const char *key) {
    before(j, key);
    text_put(j->out, "null");
}
