#include "core/words.h"

#include <string.h>

struct span span_of(const char *s) {
    return (struct span){s, strlen(s)};
}

bool span_is(struct span s, const char *word) {
    return strlen(word) == s.len && memcmp(s.at, word, s.len) == 0;
}

static bool blank(char c) {
    return c == ' ' || c == '\t';
}

const char *span_find(struct span s, const char *word) {
    size_t len = strlen(word);
    for (const char *at = s.at; (size_t)(s.at + s.len - at) >= len; at++) {
        at = memchr(at, *word, (size_t)(s.at + s.len - at));
        if (!at || (size_t)(s.at + s.len - at) < len)
            return NULL;
        if (!memcmp(at, word, len))
            return at;
    }
    return NULL;
}

struct span span_trim(struct span s) {
    while (s.len && blank(s.at[0])) {
        s.at++;
        s.len--;
    }
    while (s.len && blank(s.at[s.len - 1]))
        s.len--;
    return s;
}

struct span span_word(struct span *rest) {
    struct span s = span_trim(*rest);
    size_t n = 0;
    while (n < s.len && !blank(s.at[n]))
        n++;
    *rest = span_trim((struct span){s.at + n, s.len - n});
    return (struct span){s.at, n};
}

struct span span_until(struct span *rest, char separator) {
    const char *found = rest->len ? memchr(rest->at, separator, rest->len) : NULL;
    struct span head = {rest->at, found ? (size_t)(found - rest->at) : rest->len};
    size_t used = head.len + (found ? 1 : 0);
    *rest = (struct span){rest->at + used, rest->len - used};
    return head;
}

bool span_item(struct span *rest, char separator, struct span *ret) {
    if (!rest->at)
        return false;
    size_t before = rest->len;
    *ret = span_until(rest, separator);
    if (ret->len == before)
        *rest = (struct span){0}; /* no separator left: this was the last item */
    return true;
}

bool span_u64(struct span s, uint64_t *ret) {
    uint64_t value = 0;
    if (!s.len)
        return false;
    for (size_t i = 0; i < s.len; i++) {
        if (s.at[i] < '0' || s.at[i] > '9')
            return false;
        uint64_t digit = (uint64_t)(s.at[i] - '0');
        if (value > (UINT64_MAX - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    *ret = value;
    return true;
}

bool span_number(struct span s, int64_t min, int64_t max, int64_t *ret) {
    bool negative = s.len && s.at[0] == '-';
    uint64_t value;
    if (!span_u64(negative ? (struct span){s.at + 1, s.len - 1} : s, &value) || value > INT64_MAX)
        return false;
    if (negative && !value)
        return false; /* "-0" is refused */
    int64_t number = negative ? -(int64_t)value : (int64_t)value;
    if (number < min || number > max)
        return false;
    *ret = number;
    return true;
}

bool span_decimal(struct span s, double *ret) {
    uint64_t number = 0;
    double scale = 1;
    bool point = false;
    int digits = 0;
    for (size_t i = 0; i < s.len; i++) {
        if (s.at[i] == '.' && !point) {
            point = true;
            continue;
        }
        if (s.at[i] < '0' || s.at[i] > '9' || ++digits > 15)
            return false;
        number = number * 10 + (uint64_t)(s.at[i] - '0');
        scale *= point ? 10 : 1;
    }
    if (digits)
        *ret = (double)number / scale; /* both are exact, so the quotient is the nearest double */
    return digits > 0;
}

bool span_fraction(struct span s, double *ret) {
    uint64_t digits = 0;
    double scale = 1;
    if (!s.len || s.len > 19 || s.at[0] != '0' || (s.len > 1 && s.at[1] != '.'))
        return false;
    if (s.len > 1 && !span_u64((struct span){s.at + 2, s.len - 2}, &digits))
        return false;
    for (size_t i = 2; i < s.len; i++)
        scale *= 10;
    double fraction = (double)digits / scale;
    if (fraction >= 1)
        return false; /* 0.99999999999999999 rounds up to 1 */
    *ret = fraction;
    return true;
}

static int hex_digit(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

bool span_hex(struct span s, uint8_t *ret, size_t bytes) {
    if (s.len != 2 * bytes)
        return false;
    for (size_t i = 0; i < s.len; i++) {
        if (hex_digit(s.at[i]) < 0)
            return false;
    }
    for (size_t i = 0; i < bytes; i++)
        ret[i] =
            (uint8_t)((unsigned)hex_digit(s.at[2 * i]) << 4 | (unsigned)hex_digit(s.at[2 * i + 1]));
    return true;
}

size_t span_character(struct span s, uint32_t *ret) {
    unsigned char first = s.len ? (unsigned char)s.at[0] : 0;
    size_t n = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 0;
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    if (!n || n > s.len || first >= 0xF8)
        return 0;
    uint32_t c = n == 1 ? first : first & (0xFFu >> (n + 1));
    for (size_t i = 1; i < n; i++) {
        if (((unsigned char)s.at[i] & 0xC0) != 0x80)
            return 0;
        c = c << 6 | ((unsigned char)s.at[i] & 0x3F);
    }
    bool surrogate = c >= 0xD800 && c <= 0xDFFF;
    if (c < least[n] || c > 0x10FFFF || surrogate)
        return 0;
    *ret = c;
    return n;
}

bool character_is_control(uint32_t c) {
    return c < 0x20 || (c >= 0x7F && c < 0xA0);
}

bool span_clean(struct span s) {
    while (s.len) {
        uint32_t c;
        size_t n = span_character(s, &c);
        if (!n || character_is_control(c))
            return false;
        s = (struct span){s.at + n, s.len - n};
    }
    return true;
}

static bool begins_character(char c) {
    return ((unsigned char)c & 0xC0) != 0x80;
}

int span_letters(struct span s) {
    int n = 0;
    for (size_t i = 0; i < s.len; i++)
        n += begins_character(s.at[i]);
    return n;
}

int span_shown(struct span s) {
    enum { LETTERS_MAX = 60, BYTES_MAX = 4 * LETTERS_MAX };
    size_t n = 0;
    for (int letters = 0; n < s.len && n <= BYTES_MAX; n++) {
        letters += begins_character(s.at[n]);
        if (letters > LETTERS_MAX)
            break;
    }
    while (n && n < s.len && !begins_character(s.at[n])) /* do not split a character */
        n--;
    return (int)n;
}

enum { WORD_MAX = 32 };

/* Edit distance; one edit inserts, deletes or substitutes a letter, or swaps two neighbors. */
static int edits(struct span a, const char *b) {
    size_t nb = strlen(b);
    int rows[3][WORD_MAX + 1];
    for (size_t j = 0; j <= nb; j++)
        rows[0][j] = (int)j;
    for (size_t i = 1; i <= a.len; i++) {
        int *row = rows[i % 3];
        const int *above = rows[(i + 2) % 3], *two_above = rows[(i + 1) % 3];
        row[0] = (int)i;
        for (size_t j = 1; j <= nb; j++) {
            int least = above[j - 1] + (a.at[i - 1] != b[j - 1]);
            least = above[j] + 1 < least ? above[j] + 1 : least;
            least = row[j - 1] + 1 < least ? row[j - 1] + 1 : least;
            if (i > 1 && j > 1 && a.at[i - 1] == b[j - 2] && a.at[i - 2] == b[j - 1] &&
                two_above[j - 2] + 1 < least)
                least = two_above[j - 2] + 1;
            row[j] = least;
        }
    }
    return rows[a.len % 3][nb];
}

const char *nearest_word(struct span word, const char *const *list) {
    if (!word.len || word.len > WORD_MAX)
        return NULL;
    const char *best = NULL;
    int fewest = 0;
    for (; *list; list++) {
        size_t n = strlen(*list);
        if (n > WORD_MAX)
            continue;
        int d = edits(word, *list);
        bool starts = word.len >= 3 && n > word.len && memcmp(*list, word.at, word.len) == 0;
        int allowed = (int)(n > word.len ? n : word.len) / 2;
        if (starts)
            d = 1; /* a prefix counts as one edit, however many letters are missing */
        if (d <= allowed && (!best || d < fewest)) {
            best = *list;
            fewest = d;
        }
    }
    return best;
}
