#include "core/json.h"

#include <inttypes.h>
#include <string.h>

#include "core/words.h"

struct json json_start(struct text *out) {
    return (struct json){out, false};
}

static void quoted(struct text *out, const char *s, size_t n) {
    text_put(out, "\"");
    while (n) {
        unsigned char c = (unsigned char)*s;
        size_t used = 1;
        if (c == '"' || c == '\\') {
            text_add(out, "\\%c", c);
        } else if (c < 0x20) {
            text_add(out, "\\u%04x", c);
        } else if (c < 0x80) {
            text_put_n(out, s, 1);
        } else {
            for (used = 2; used <= 4 && used <= n && !span_clean((struct span){s, used});)
                used++;
            if (used <= 4 && used <= n) {
                text_put_n(out, s, used);
            } else {
                text_put(out, "\xEF\xBF\xBD");
                used = 1;
            }
        }
        s += used;
        n -= used;
    }
    text_put(out, "\"");
}

static void before(struct json *j, const char *key) {
    if (j->comma)
        text_put(j->out, ",");
    j->comma = true;
    if (key) {
        quoted(j->out, key, strlen(key));
        text_put(j->out, ":");
    }
}

void json_open(struct json *j, const char *key, char bracket) {
    before(j, key);
    text_put_n(j->out, &bracket, 1);
    j->comma = false;
}

void json_close(struct json *j, char bracket) {
    text_put_n(j->out, &bracket, 1);
    j->comma = true;
}

void json_string_n(struct json *j, const char *key, const char *value, size_t n) {
    before(j, key);
    quoted(j->out, value, n);
}

void json_string(struct json *j, const char *key, const char *value) {
    json_string_n(j, key, value, strlen(value));
}

void json_int(struct json *j, const char *key, int64_t value) {
    before(j, key);
    text_add(j->out, "%" PRId64, value);
}

void json_bool(struct json *j, const char *key, bool value) {
    before(j, key);
    text_put(j->out, value ? "true" : "false");
}

void json_null(struct json *j, const char *key) {
    before(j, key);
    text_put(j->out, "null");
}
