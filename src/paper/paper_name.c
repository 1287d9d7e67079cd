#include "paper/paper_name.h"

#include <string.h>

enum { LETTERS_LEFT = 3 };

/* A way to lay out a name. */
struct name_way {
    double size;
    int lines;
    bool hyphenate; /* words may be broken */
};

static bool ends_word(char c) {
    return c == ' ' || c == '+' || c == '-';
}

static bool has_room(struct paper *p, const char *line, const char *more, size_t len, double size,
                     double width) {
    LOCAL_TEXT(t, 2 * SEAT_NAME_MAX);
    text_put(&t, line);
    text_put_n(&t, more, len);
    if (t.len && t.data[t.len - 1] == ' ') /* trailing blanks take no space */
        t.data[t.len - 1] = '\0';
    return p->measure(p, t.data, size, true) <= width;
}

static int letters(const char *s, size_t len) {
    const char *end = s + len;
    int count = 0;
    while (s < end && paper_char(&s))
        count++;
    return count;
}

/* The length of the part before the hyphen when a word is too long for a line: as much as fits, but
 * leaving at least a few letters for the next line. */
static size_t first_part(struct paper *p, const char *word, size_t len, double size, double width) {
    size_t part = 0;
    double room = width - p->measure(p, "-", size, true);
    for (const char *end = word; paper_char(&end) && (size_t)(end - word) < len;) {
        size_t tried = (size_t)(end - word);
        if (!has_room(p, "", word, tried, size, room) ||
            (part && letters(end, len - tried) < LETTERS_LEFT))
            break;
        part = tried;
    }
    return part;
}

static struct name break_name(struct paper *p, const char *name, double width,
                              struct name_way way) {
    struct name ret = {.lines = 1, .size = way.size, .fits = true};
    struct text out = TEXT_IN(ret.text[0]);
    while (*name) {
        size_t word = 0;
        while (name[word] && !ends_word(name[word]))
            word++;
        word += name[word] != '\0';
        bool next = ret.lines < way.lines;
        if (out.len && next && !has_room(p, out.data, name, word, way.size, width)) {
            out = TEXT_IN(ret.text[ret.lines]);
            ret.lines++;
            continue;
        }
        size_t part = 0;
        if (way.hyphenate && next && !has_room(p, out.data, name, word, way.size, width))
            part = first_part(p, name, word, way.size, width);
        text_put_n(&out, name, part ? part : word);
        name += part ? part : word;
        if (part) {
            text_put(&out, "-");
            out = TEXT_IN(ret.text[ret.lines]);
            ret.lines++;
        }
    }
    for (int i = 0; i < ret.lines; i++) {
        size_t len = strlen(ret.text[i]);
        if (len && ret.text[i][len - 1] == ' ')
            ret.text[i][len - 1] = '\0';
        if (p->measure(p, ret.text[i], way.size, true) > width)
            ret.fits = false;
    }
    return ret;
}

struct name name_fit(struct paper *p, const char *name, double width) {
    static const struct name_way ways[] = {
        {10.5, 1, false}, {9.5, 1, false}, {8.5, 1, false}, {9.5, 3, false}, {8.5, 3, false},
        {7.5, 3, false},  {6.8, 3, false}, {8, 3, true},    {7.5, 3, true},  {6.8, 3, true},
    };
    struct name ret = {0};
    for (size_t i = 0; i < sizeof ways / sizeof *ways && !ret.fits; i++)
        ret = break_name(p, name, width, ways[i]);
    return ret;
}
