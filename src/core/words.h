/* words: reading a line word by word without copying it, and guessing what somebody meant. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A stretch of somebody else's text; not NUL-terminated. */
struct span {
    const char *at;
    size_t len;
};

struct span span_of(const char *s);
bool span_is(struct span s, const char *word);

/* Cuts the next word off the front of *rest; an empty span when there is none. */
struct span span_word(struct span *rest);

/* Cuts off everything up to the separator, which is dropped. */
struct span span_until(struct span *rest, char separator);

/* Goes through a list: each call cuts one item off, true as long as there was one. "a,b," has three
 * items, the last of them empty; so has nothing at all one. *rest is used up in the end. */
bool span_item(struct span *rest, char separator, struct span *ret);

/* Where a word begins that stands in it; NULL: it doesn't. */
const char *span_find(struct span s, const char *word);

/* Without blanks at either end. */
struct span span_trim(struct span s);

/* A whole number from min to max, digits only, with no sign but a leading '-' and nothing after. */
bool span_number(struct span s, int64_t min, int64_t max, int64_t *ret);
bool span_u64(struct span s, uint64_t *ret);

/* A number that is not negative, as "12", "12.5" or ".5", of up to 15 digits. */
bool span_decimal(struct span s, double *ret);

/* A number from 0 to below 1, as "0" or "0." and up to 17 digits. */
bool span_fraction(struct span s, double *ret);

/* Exactly so many bytes in hexadecimal digits, two a byte. */
bool span_hex(struct span s, uint8_t *ret, size_t bytes);

/* The bytes of the UTF-8 character at the front, which goes to *ret; 0: it is not well-formed. */
size_t span_character(struct span s, uint32_t *ret);
bool character_is_control(uint32_t c);

/* Well-formed UTF-8 without control characters. */
bool span_clean(struct span s);

/* For "%.*s": a span with its length, shortened where it would flood a message. */
int span_shown(struct span s);

/* The entry of a NULL-terminated list that is nearest to the word by edits; NULL when none is near
 * enough to be what was meant. */
const char *nearest_word(struct span word, const char *const *list);
