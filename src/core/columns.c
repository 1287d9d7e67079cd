#include "core/columns.h"

#include <stdbool.h>
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

static int width_of(const char *text, size_t left) {
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

int shown_width(const char *text) {
    return width_of(text, strlen(text));
}

/* A digit from 1 to 6 followed by a blank, by punctuation or by the end of the text. */
static bool is_die(const char *s) {
    return *s >= '1' && *s <= '6' && strcspn(s + 1, " ,.:;)") == 0;
}

/* Whether a line must not be broken at this blank. */
static bool joins(const char *text, size_t blank) {
    bool alone = blank == 1 || (blank > 1 && text[blank - 2] == ' ');
    return text[blank + 1] == '%' ||
           (alone && is_die(text + blank - 1) && is_die(text + blank + 1));
}

size_t shown_line(const char *text, int columns) {
    size_t end = 0;
    int column = 0;
    while (text[end]) {
        size_t next = end;
        while (text[next] == ' ')
            next++;
        next += strcspn(text + next, " ");
        while (text[next] && joins(text, next))
            next += 1 + strcspn(text + next + 1, " ");
        column += width_of(text + end, next - end);
        if (end && column > columns)
            break;
        end = next;
    }
    return end;
}
