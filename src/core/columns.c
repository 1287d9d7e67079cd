#include "core/columns.h"

#include <string.h>
#include <wchar.h>

/* Bytes and columns of the first character; an invalid byte counts as one column. */
static size_t character(const char *text, size_t left, int *ret_columns) {
    mbstate_t state;
    wchar_t c;
    if ((unsigned char)*text < 0x80) { /* ASCII, the common case */
        *ret_columns = 1;
        return 1;
    }
    memset(&state, 0, sizeof state);
    size_t n = mbrtowc(&c, text, left, &state);
    if (n == (size_t)-1 || n == (size_t)-2 || n == 0) {
        *ret_columns = 1;
        return 1;
    }
    int width = wcwidth(c);
    *ret_columns = width < 0 ? 1 : width;
    return n;
}

size_t shown_fit(const char *text, int columns) {
    size_t left = strlen(text), at = 0;
    while (left) {
        int width;
        size_t n = character(text + at, left, &width);
        if (width > columns)
            break;
        columns -= width;
        at += n;
        left -= n;
    }
    return at;
}

int shown_width(const char *text) {
    size_t left = strlen(text);
    int sum = 0;
    while (left) {
        int width;
        size_t n = character(text, left, &width);
        sum += width;
        text += n;
        left -= n;
    }
    return sum;
}
