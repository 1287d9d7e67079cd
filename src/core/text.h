/* text: writes into a buffer owned by the caller, always NUL-terminated. Output that does not fit
 * is dropped and sets `cut`, so a long chain of writes needs only one check at the end. If the size
 * is not known in advance, the buffer can grow. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "core/dice.h"

struct text {
    char *data;
    size_t size, len;
    bool cut;

    /* Enlarges `data` to at least `size` bytes and keeps its contents; changes nothing on failure.
     * NULL: fixed size. */
    void (*grow)(struct text *t, size_t size);
};

/* A text that writes into a char array. */
#define TEXT_IN(array) text_start((array), sizeof(array))

/* The same for a single write: text_put(TEXT_OVER(seat->name), name). */
#define TEXT_OVER(array) ((struct text[]){TEXT_IN(array)})

/* Declares a local text together with its array of `size` bytes. */
#define LOCAL_TEXT(name, size)                                                                     \
    char name##_bytes[size];                                                                       \
    struct text name = TEXT_IN(name##_bytes)

struct text text_start(char *data, size_t size);
void text_clear(struct text *t);
void text_put(struct text *t, const char *s);
void text_put_n(struct text *t, const char *s, size_t n);
void text_add(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Like text_add(), but yields false, so that a failing check can give its reason and return. */
#define text_fail(...) (text_add(__VA_ARGS__), false)

/* Appends the dice in ascending order, with `separator` between them: "1 1 5"; "-" for no dice. */
void text_dice(struct text *t, struct dice d, const char *separator);

/* Appends two lowercase hexadecimal digits per byte. */
void text_hex(struct text *t, const uint8_t *bytes, size_t n);
