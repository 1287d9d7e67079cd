/* words: reads a line word by word without copying it, and finds the word nearest to a typo. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A stretch of text owned by someone else; not NUL-terminated. */
struct span {
    const char *at;
    size_t len;
};

struct span span_of(const char *s);
bool span_is(struct span s, const char *word);

/* Cuts the next word off the front of *rest; empty if there is none. */
struct span span_word(struct span *rest);

/* Cuts off everything up to the separator and drops the separator. */
struct span span_until(struct span *rest, char separator);

/* Iterates over a list: each call cuts one item off *rest and returns true until none is left.
 * "a,b," has three items, the last of them empty; an empty string has one. Consumes *rest. */
bool span_item(struct span *rest, char separator, struct span *ret);

/* The first occurrence of the word; NULL if absent. */
const char *span_find(struct span s, const char *word);

/* The span without blanks at either end. */
struct span span_trim(struct span s);

/* A whole number from min to max: digits, optionally preceded by '-', and nothing else; "-0" is
 * refused. */
bool span_number(struct span s, int64_t min, int64_t max, int64_t *ret);
bool span_u64(struct span s, uint64_t *ret);

/* A non-negative number such as "12", "12.5" or ".5", with up to 15 digits. */
bool span_decimal(struct span s, double *ret);

/* A number in [0, 1): "0", or "0." and 1 to 17 digits. */
bool span_fraction(struct span s, double *ret);

/* Exactly `bytes` bytes, two hexadecimal digits each. */
bool span_hex(struct span s, uint8_t *ret, size_t bytes);

/* Decodes the UTF-8 character at the front into *ret and returns its length; 0 if malformed. */
size_t span_character(struct span s, uint32_t *ret);
bool character_is_control(uint32_t c);

/* Whether the span is well-formed UTF-8 without control characters. */
bool span_clean(struct span s);

/* The number of characters in well-formed UTF-8. */
int span_letters(struct span s);

/* For "%.*s": the length of a span, capped so that it cannot flood a message. */
int span_shown(struct span s);

/* The entry of a NULL-terminated list with the smallest edit distance to the word; NULL if none is
 * close enough. A word of three or more letters that begins a longer entry counts as one edit
 * away from it. */
const char *nearest_word(struct span word, const char *const *list);
