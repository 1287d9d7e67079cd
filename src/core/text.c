#include "core/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct text text_start(char *data, size_t size) {
    struct text t = {.data = data, .size = size};
    text_clear(&t);
    return t;
}

void text_clear(struct text *t) {
    t->len = 0;
    t->cut = t->size == 0;
    if (t->size)
        t->data[0] = '\0';
}

void text_put_n(struct text *t, const char *s, size_t n) {
    if (!t->size || !n)
        return;
    if (t->grow && n >= t->size - t->len)
        t->grow(t, t->len + n + 1);
    size_t room = t->size - 1 - t->len;
    if (n > room) {
        n = room;
        t->cut = true;
    }
    memcpy(t->data + t->len, s, n);
    t->len += n;
    t->data[t->len] = '\0';
}

void text_put(struct text *t, const char *s) {
    text_put_n(t, s, strlen(s));
}

void text_add(struct text *t, const char *format, ...) {
    if (!t->size)
        return;
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(t->data + t->len, t->size - t->len, format, args);
    if (t->grow && n > 0 && (size_t)n >= t->size - t->len) {
        t->grow(t, t->len + (size_t)n + 1);
        n = vsnprintf(t->data + t->len, t->size - t->len, format, again);
    }
    va_end(again);
    va_end(args);
    if (n < 0 || (size_t)n >= t->size - t->len) {
        t->cut = true;
        t->len = t->size - 1;
    } else {
        t->len += (size_t)n;
    }
}

void text_dice(struct text *t, struct dice d, const char *separator) {
    if (!d.bits)
        text_put(t, "-");
    bool first = true;
    for (int face = 1; face <= FACES; face++) {
        for (int i = 0; i < dice_count(d, face); i++) {
            if (!first)
                text_put(t, separator);
            first = false;
            text_add(t, "%d", face);
        }
    }
}

/* Writes in chunks: a receipt has hundreds of digits, and printing them byte by byte would cost
 * more than signing it. */
void text_hex(struct text *t, const uint8_t *bytes, size_t n) {
    static const char digits[] = "0123456789abcdef";
    char piece[128];
    size_t len = 0;
    for (size_t i = 0; i < n; i++) {
        piece[len++] = digits[bytes[i] >> 4];
        piece[len++] = digits[bytes[i] & 15];
        if (len == sizeof piece || i + 1 == n) {
            text_put_n(t, piece, len);
            len = 0;
        }
    }
}
