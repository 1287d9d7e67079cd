/* json: writes one JSON value into a struct text. Places the commas; escapes strings, including
 * control characters; replaces invalid UTF-8 with U+FFFD. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/text.h"
#include "core/words.h"

struct json {
    struct text *out;
    bool comma; /* the next value needs a comma before it */
};

struct json json_start(struct text *out);
struct json json_begin(struct text *out); /* json_start() and json_open('{') */

/* In an object each value needs a key; in an array and at the top level pass NULL. */
void json_open(struct json *j, const char *key, char bracket); /* '{' or '[' */
void json_close(struct json *j, char bracket);                 /* '}' or ']' */
void json_string(struct json *j, const char *key, const char *value);
void json_string_n(struct json *j, const char *key, const char *value, size_t n);
void json_int(struct json *j, const char *key, int64_t value);
void json_digits(struct json *j, const char *key, struct span digits); /* "12.50", verbatim */
void json_double(struct json *j, const char *key, double value);       /* 12 significant digits */
void json_bool(struct json *j, const char *key, bool value);
void json_hex(struct json *j, const char *key, const uint8_t *bytes, size_t n);
void json_null(struct json *j, const char *key);
