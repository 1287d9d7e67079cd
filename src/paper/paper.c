#include "paper/paper.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FITTED_MAX = 512 };

/* Text that is too wide is scaled down by a factor no smaller than this; if it still does not fit,
 * it is truncated. */
static const double shrink_least = 0.78;

void paper_measures(enum paper_size size, double *ret_width, double *ret_height) {
    *ret_width = size == PAPER_A4 ? 210 / 25.4 * 72 : 612;
    *ret_height = size == PAPER_A4 ? 297 / 25.4 * 72 : 792;
}

uint32_t paper_char(const char **s) {
    const unsigned char *at = (const unsigned char *)*s;
    uint32_t first = at[0];
    if (!first)
        return 0;
    int n = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 0;
    uint32_t c = n == 1 ? first : n ? first & (0xFFu >> (n + 1)) : 0xFFFD;
    for (int i = 1; i < n; i++) {
        if ((at[i] & 0xC0) != 0x80) {
            n = 0;
            break;
        }
        c = c << 6 | (at[i] & 0x3Fu);
    }
    *s += n ? n : 1;
    return n && c <= 0x10FFFF && (c < 0xD800 || c > 0xDFFF) ? c : 0xFFFD;
}

void paper_put_char(struct text *out, uint32_t c) {
    char bytes[4];
    size_t n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (size_t i = n; i-- > 1; c >>= 6)
        bytes[i] = (char)(0x80 | (c & 0x3F));
    bytes[0] = (char)(n == 1 ? c : (0xF00u >> n & 0xFF) | c);
    /* Never write part of a character. */
    if (out->len + n < out->size)
        text_put_n(out, bytes, n);
    else
        out->cut = true;
}

void paper_number(struct text *out, double value) {
    long hundredths = lround(value * 100);
    const char *sign = hundredths < 0 ? "-" : "";
    hundredths = labs(hundredths);
    text_add(out, "%s%ld", sign, hundredths / 100);
    if (hundredths % 100)
        text_add(out, ".%02ld", hundredths % 100);
}

void paper_clean(const char *s, struct text *out) {
    const char *from = s;
    for (uint32_t c; (c = paper_char(&s)); from = s) {
        if (c != 0xFFFD || strncmp(from, "\xEF\xBF\xBD", 3) == 0)
            paper_put_char(out, c);
    }
}

/* Truncates the text so that it fits with an ellipsis. */
static void cut_to_width(struct paper *p, const struct paper_text *t, struct text *out) {
    size_t room = 0;
    for (const char *end = t->text; paper_char(&end);) {
        size_t len = (size_t)(end - t->text);
        if (len + 4 > out->size)
            break;
        text_clear(out);
        text_put_n(out, t->text, len);
        text_put(out, "…");
        if (p->measure(p, out->data, t->size, t->bold) > t->width)
            break;
        room = len;
    }
    while (room && t->text[room - 1] == ' ')
        room--;
    text_clear(out);
    text_put_n(out, t->text, room);
    text_put(out, "…");
}

void paper_text(struct paper *p, const struct paper_text *text) {
    struct paper_text t = *text;
    LOCAL_TEXT(out, FITTED_MAX);
    if (!t.text[0])
        return;
    double width = p->measure(p, t.text, t.size, t.bold);
    if (t.width > 0 && width > t.width) {
        double scale = t.width / width, allowed = t.unshrunk ? 1 : shrink_least;
        t.size *= scale > allowed ? scale : allowed;
        if (scale < allowed) {
            cut_to_width(p, &t, &out);
            t.text = out.data;
        }
    }
    p->text(p, &t);
}

double paper_baseline(double middle, double size) {
    return middle + size * 0.36; /* half the cap height */
}

void paper_die(struct paper *p, double x, double y, double size, int face) {
    static const char *const pips[FACES + 1] = {
        "", "4", "26", "246", "0268", "02468", "036258",
    };
    p->rect(p, &(struct paper_rect){.x = x,
                                    .y = y,
                                    .w = size,
                                    .h = size,
                                    .round = size * 0.2,
                                    .fill = 1,
                                    .stroke = 0.15,
                                    .width = size * 0.055});
    /* Positions in a three-by-three grid, row by row from the upper left. */
    for (const char *pip = pips[face]; *pip; pip++) {
        int place = *pip - '0', column = place % 3 - 1, row = place / 3 - 1;
        p->disc(p, x + size * (0.5 + 0.26 * column), y + size * (0.5 + 0.26 * row), size * 0.095,
                0.1);
    }
}
