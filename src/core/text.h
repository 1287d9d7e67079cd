/* text: writing into a buffer the caller owns. What does not fit is dropped and remembered in
 * `cut`, so a long chain of additions needs one check at its end. Always NUL-terminated. A caller
 * who does not know how much it will be can let the buffer grow. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "core/dice.h"

struct text {
    char *data;
    size_t size, len;
    bool cut;

    /* Makes `data` and `size` at least that large, keeping what is there; on failure nothing has
     * changed. NULL: it does not grow. */
    void (*grow)(struct text *t, size_t size);
};

/* A text over a char array. */
#define TEXT_IN(array) text_start((array), sizeof(array))

/* The same for one addition: text_put(TEXT_OVER(seat->name), name). */
#define TEXT_OVER(array) ((struct text[]){TEXT_IN(array)})

/* Declares a local text of `size` bytes together with the array below it. */
#define LOCAL_TEXT(name, size)                                                                     \
    char name##_bytes[size];                                                                       \
    struct text name = TEXT_IN(name##_bytes)

struct text text_start(char *data, size_t size);
void text_clear(struct text *t);
void text_put(struct text *t, const char *s);
void text_put_n(struct text *t, const char *s, size_t n);
void text_add(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same, and false: a check that fails ends with the reason. */
#define text_fail(...) (text_add(__VA_ARGS__), false)

/* "1 1 5", ascending, with any separator; "-" for no dice. */
void text_dice(struct text *t, struct dice d, const char *separator);

/* Two hexadecimal digits a byte, in small letters. */
void text_hex(struct text *t, const uint8_t *bytes, size_t n);
