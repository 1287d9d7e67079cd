#include "core/json_read.h"

#include <string.h>

/* All functions here move `s` over what they have read. On a text that json_valid() accepted they
 * cannot fail; on others they do. */

enum { DEPTH_MAX = 32 };

static bool skip_value(struct span *s, int depth);

static void step(struct span *s, size_t n) {
    s->at += n;
    s->len -= n;
}

static void skip_blanks(struct span *s) {
    while (s->len && memchr(" \t\r\n", s->at[0], 4))
        step(s, 1);
}

static bool skip_char(struct span *s, char c) {
    skip_blanks(s);
    if (!s->len || s->at[0] != c)
        return false;
    step(s, 1);
    return true;
}

static bool skip_word(struct span *s, const char *word) {
    size_t n = strlen(word);
    if (s->len < n || memcmp(s->at, word, n) != 0)
        return false;
    step(s, n);
    return true;
}

static int hex(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static bool read_hex4(struct span *s, uint32_t *ret) {
    uint32_t value = 0;
    for (size_t i = 0; i < 4; i++) {
        int digit = i < s->len ? hex(s->at[i]) : -1;
        if (digit < 0)
            return false;
        value = value << 4 | (uint32_t)digit;
    }
    step(s, 4);
    *ret = value;
    return true;
}

static void put_character(struct text *out, uint32_t c) {
    char bytes[4];
    size_t n = 0;
    if (c < 0x80) {
        bytes[n++] = (char)c;
    } else if (c < 0x800) {
        bytes[n++] = (char)(0xC0 | c >> 6);
        bytes[n++] = (char)(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
        bytes[n++] = (char)(0xE0 | c >> 12);
        bytes[n++] = (char)(0x80 | (c >> 6 & 0x3F));
        bytes[n++] = (char)(0x80 | (c & 0x3F));
    } else {
        bytes[n++] = (char)(0xF0 | c >> 18);
        bytes[n++] = (char)(0x80 | (c >> 12 & 0x3F));
        bytes[n++] = (char)(0x80 | (c >> 6 & 0x3F));
        bytes[n++] = (char)(0x80 | (c & 0x3F));
    }
    text_put_n(out, bytes, n);
}

/* Behind the backslash. */
static bool read_escape(struct span *s, uint32_t *ret) {
    static const char names[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    const char *found = s->len ? memchr(names, s->at[0], sizeof names - 1) : NULL;
    if (found) {
        *ret = (uint32_t)meant[found - names];
        step(s, 1);
        return true;
    }
    uint32_t low;
    if (!skip_word(s, "u") || !read_hex4(s, ret))
        return false;
    if (*ret < 0xD800 || *ret > 0xDFFF)
        return true;
    /* Two halves of a character beyond U+FFFF; one alone means nothing. */
    if (*ret > 0xDBFF || !skip_word(s, "\\u") || !read_hex4(s, &low) || low < 0xDC00 ||
        low > 0xDFFF)
        return false;
    *ret = 0x10000 + ((*ret - 0xD800) << 10 | (low - 0xDC00));
    return true;
}

/* out may be NULL. */
static bool read_string(struct span *s, struct text *out) {
    if (!skip_char(s, '"'))
        return false;
    while (s->len && s->at[0] != '"') {
        uint32_t c;
        size_t n = 1;
        if (s->at[0] == '\\') {
            step(s, 1);
            if (!read_escape(s, &c))
                return false;
            n = 0;
        } else {
            n = span_character(*s, &c);
            if (!n || c < 0x20)
                return false;
        }
        if (out)
            put_character(out, c);
        step(s, n);
    }
    return skip_char(s, '"');
}

static size_t skip_digits(struct span *s) {
    size_t n = 0;
    while (n < s->len && s->at[n] >= '0' && s->at[n] <= '9')
        n++;
    step(s, n);
    return n;
}

static bool skip_number(struct span *s) {
    skip_word(s, "-");
    bool zero = s->len && s->at[0] == '0';
    size_t digits = skip_digits(s);
    if (!digits || (zero && digits > 1))
        return false;
    if (skip_word(s, ".") && !skip_digits(s))
        return false;
    if (!skip_word(s, "e") && !skip_word(s, "E"))
        return true;
    if (!skip_word(s, "+"))
        skip_word(s, "-");
    return skip_digits(s) > 0;
}

static bool skip_array(struct span *s, int depth) {
    if (skip_char(s, ']'))
        return true;
    do {
        if (!skip_value(s, depth))
            return false;
    } while (skip_char(s, ','));
    return skip_char(s, ']');
}

static bool skip_object(struct span *s, int depth) {
    if (skip_char(s, '}'))
        return true;
    do {
        if (!read_string(s, NULL) || !skip_char(s, ':') || !skip_value(s, depth))
            return false;
    } while (skip_char(s, ','));
    return skip_char(s, '}');
}

static bool skip_value(struct span *s, int depth) {
    skip_blanks(s);
    if (!s->len || depth > DEPTH_MAX)
        return false;
    switch (s->at[0]) {
    case '"':
        return read_string(s, NULL);
    case '{':
        step(s, 1);
        return skip_object(s, depth + 1);
    case '[':
        step(s, 1);
        return skip_array(s, depth + 1);
    case 't':
        return skip_word(s, "true");
    case 'f':
        return skip_word(s, "false");
    case 'n':
        return skip_word(s, "null");
    default:
        return skip_number(s);
    }
}

bool json_valid(struct span text) {
    if (!skip_value(&text, 0))
        return false;
    skip_blanks(&text);
    return !text.len;
}

/* Reads one value and says where it stood. */
static bool take_value(struct span *s, struct span *ret) {
    skip_blanks(s);
    struct span value = *s;
    if (!skip_value(s, 0))
        return false;
    value.len -= s->len;
    *ret = value;
    return true;
}

bool json_member(struct span object, const char *key, struct span *ret) {
    char name[64];
    struct span s = object, value;
    if (!skip_char(&s, '{'))
        return false;
    do {
        struct text found = TEXT_IN(name);
        if (!read_string(&s, &found) || !skip_char(&s, ':') || !take_value(&s, &value))
            return false;
        if (!found.cut && found.len == strlen(key) && !memcmp(name, key, found.len)) {
            *ret = value;
            return true;
        }
    } while (skip_char(&s, ','));
    return false;
}

struct span json_items(struct span array) {
    struct span s = array;
    return skip_char(&s, '[') ? s : (struct span){0};
}

bool json_item(struct span *rest, struct span *ret) {
    if (!rest->len || !take_value(rest, ret)) /* "]" is no value: there is no further item */
        return false;
    skip_char(rest, ',');
    return true;
}

bool json_text(struct span value, struct text *out) {
    struct span s = value;
    return read_string(&s, out) && !s.len;
}
