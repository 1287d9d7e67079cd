/* json: writing one JSON value into a text. Commas are put where they belong; what is written
 * inside strings is escaped, control characters included, and bytes that are no UTF-8 become
 * U+FFFD. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/text.h"

struct json {
    struct text *out;
    bool comma; /* a value stands before this place */
};

struct json json_start(struct text *out);
struct json json_begin(struct text *out); /* and opens an object */

/* In an object a key comes before each value; in an array and at the top pass NULL. */
void json_open(struct json *j, const char *key, char bracket); /* '{' or '[' */
void json_close(struct json *j, char bracket);                 /* '}' or ']' */
void json_string(struct json *j, const char *key, const char *value);
void json_string_n(struct json *j, const char *key, const char *value, size_t n);
void json_int(struct json *j, const char *key, int64_t value);
void json_double(struct json *j, const char *key, double value); /* twelve digits */
void json_bool(struct json *j, const char *key, bool value);
void json_hex(struct json *j, const char *key, const uint8_t *bytes, size_t n);
void json_null(struct json *j, const char *key);
