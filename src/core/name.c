#include "core/name.h"

#include <string.h>

#include "core/name_tables.h"
#include "core/say.h"

enum {
    ZERO_WIDTH_NON_JOINER = 0x200C,
    ZERO_WIDTH_JOINER = 0x200D,
    TEXT_SIGN = 0xFE0E, /* variation selectors: show the preceding character as text or emoji */
    EMOJI_SIGN = 0xFE0F,
    KEYCAP = 0x20E3,
    BLACK_FLAG = 0x1F3F4, /* followed by tags: the flag of a region, such as Scotland */
    EMOJI_FIRST = 0x203C,
    ACCENTS_MAX = 4, /* per letter; more would cover the lines above and below */
    SHAPE_MAX = 512, /* characters in the form used for comparison */
};

/* ---- characters ---- */

/* The range of a sorted table that contains the character; NULL if none does. */
static const struct range *find(uint32_t c, const struct range *table, size_t high) {
    size_t low = 0, count = high;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (c > table[middle].last)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && c >= table[low].first ? &table[low] : NULL;
}

#define FIND(c, table) find(c, table, sizeof table / sizeof *table)

static enum script script_of(uint32_t c) {
    const struct range *found = FIND(c, letters);
    return found ? (enum script)found->what : SCRIPT_COMMON;
}

static bool is_refused(uint32_t c) {
    return FIND(c, refused) != NULL;
}

/* Accents used with letters of any script. */
static bool is_accent(uint32_t c) {
    return (c >= 0x300 && c < 0x370) || (c >= 0x1AB0 && c < 0x1B00) ||
           (c >= 0x1DC0 && c < 0x1E00) || (c >= 0x20D0 && c < 0x2100) ||
           (c >= 0xFE20 && c < 0xFE30);
}

/* Marks whose order carries no meaning: accents, and the marks of Hebrew, Arabic and kana. */
static bool is_mark(uint32_t c) {
    return is_accent(c) || (c >= 0x591 && c < 0x5C8) || (c >= 0x64B && c < 0x660) || c == 0x670 ||
           c == 0x3099 || c == 0x309A;
}

static bool is_blank(uint32_t c) {
    return c == ' ' || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x202F ||
           c == 0x205F || c == 0x3000;
}

static bool is_variant(uint32_t c) { /* variation selectors of Han characters */
    return c >= 0xE0100 && c < 0xE01F0;
}

static bool is_tag(uint32_t c) {
    return c >= 0xE0020 && c < 0xE0080;
}

/* ---- is a name unambiguous? ---- */

struct reading {
    uint32_t before;      /* the previous character; 0 at the start */
    enum script letter;   /* script of the last letter */
    int accents;          /* accents on that letter so far */
    bool flag;            /* a black flag came before, followed only by tags */
    enum script found[2]; /* the first two scripts other than Latin */
    int count;
    bool latin;
};

static bool is_east_asian(enum script s) {
    return s >= SCRIPT_HAN && s <= SCRIPT_HANGUL;
}

/* Scripts that may use joiners: Arabic, those of South and Southeast Asia, and all rarer ones. */
static bool joins(enum script s) {
    return s >= SCRIPT_ARABIC && s != SCRIPT_GEORGIAN && s != SCRIPT_ETHIOPIC;
}

static bool has_emoji(uint32_t c) {
    return c >= EMOJI_FIRST && script_of(c) == SCRIPT_COMMON;
}

/* Invisible characters are allowed only in certain positions, after or between certain others. */
static bool is_in_place(const struct reading *r, uint32_t c, uint32_t next) {
    if (c == ZERO_WIDTH_JOINER && has_emoji(r->before) && has_emoji(next))
        return true;
    if (c == ZERO_WIDTH_JOINER || c == ZERO_WIDTH_NON_JOINER)
        return joins(r->letter) && script_of(r->before) == r->letter &&
               script_of(next) == r->letter;
    if (c == TEXT_SIGN || c == EMOJI_SIGN)
        return has_emoji(r->before) || (r->before > ' ' && r->before < 0x100 && next == KEYCAP) ||
               r->before == 0xA9 || r->before == 0xAE;
    if (is_tag(c))
        return r->flag;
    return is_variant(c) && r->letter == SCRIPT_HAN && script_of(r->before) == SCRIPT_HAN;
}

static bool is_by_place(uint32_t c) {
    return c == ZERO_WIDTH_JOINER || c == ZERO_WIDTH_NON_JOINER || c == TEXT_SIGN ||
           c == EMOJI_SIGN || is_variant(c) || is_tag(c);
}

static void note_script(struct reading *r, enum script s) {
    r->letter = s;
    r->latin = r->latin || s == SCRIPT_LATIN;
    if (s == SCRIPT_LATIN || (r->count && r->found[0] == s) || (r->count > 1 && r->found[1] == s))
        return;
    if (r->count && is_east_asian(s) && is_east_asian(r->found[0]))
        return; /* these scripts may be mixed */
    if (r->count < 2)
        r->found[r->count] = s;
    r->count++;
}

static bool scripts_go_together(const struct reading *r) {
    if (!r->latin || !r->count)
        return r->count <= 1;
    return r->count == 1 && r->found[0] >= SCRIPT_HAN && r->found[0] < SCRIPT_OTHER;
}

static bool take(struct reading *r, uint32_t c, uint32_t next) {
    bool accent = is_accent(c) && c != KEYCAP;
    if (is_refused(c) || (is_by_place(c) && !is_in_place(r, c, next)))
        return false;
    r->accents = accent ? r->accents + 1 : 0;
    if (accent && (!r->before || is_blank(r->before) || r->accents > ACCENTS_MAX))
        return false;
    r->flag = c == BLACK_FLAG || (r->flag && is_tag(c));
    if (script_of(c) != SCRIPT_COMMON)
        note_script(r, script_of(c));
    r->before = c;
    return true;
}

static uint32_t first_of(struct span s) {
    uint32_t c = 0;
    return s.len && span_character(s, &c) ? c : 0;
}

bool name_is_clear(struct span name, struct text *error) {
    struct reading r = {0};
    for (struct span rest = name; rest.len;) {
        uint32_t c;
        size_t n = span_character(rest, &c);
        if (!n)
            return say_fail(error, core_name_malformed);
        rest = (struct span){rest.at + n, rest.len - n};
        if (!take(&r, c, first_of(rest))) {
            LOCAL_TEXT(code, 16);
            text_add(&code, "U+%04X", (unsigned)c);
            return say_fail(error, core_name_character, .character = code.data);
        }
    }
    if (scripts_go_together(&r))
        return true;
    return say_fail(error, core_name_mixed, .name = SHOWN(name));
}

/* ---- names that look the same ---- */

/* Case-folded letters that look like a Latin letter in lower or upper case. */
static const struct {
    uint16_t letter;
    char as;
} look_alikes[] = {
    {0x131, 'i'}, {0x237, 'j'}, {0x251, 'a'}, {0x261, 'g'}, {0x269, 'i'}, {0x28B, 'v'}, /* Latin */
    {0x3B1, 'a'}, {0x3B2, 'b'}, {0x3B5, 'e'}, {0x3B6, 'z'}, {0x3B7, 'h'}, {0x3B9, 'i'}, /* Greek */
    {0x3BA, 'k'}, {0x3BC, 'm'}, {0x3BD, 'n'}, {0x3BF, 'o'}, {0x3C1, 'p'}, {0x3C4, 't'},
    {0x3C5, 'y'}, {0x3C7, 'x'}, {0x3F2, 'c'}, {0x3F3, 'j'}, {0x430, 'a'}, {0x432, 'b'},
    {0x435, 'e'}, {0x43A, 'k'}, {0x43C, 'm'}, {0x43D, 'h'}, /* Cyrillic */
    {0x43E, 'o'}, {0x440, 'p'}, {0x441, 'c'}, {0x442, 't'}, {0x443, 'y'}, {0x445, 'x'},
    {0x455, 's'}, {0x456, 'i'}, {0x458, 'j'}, {0x475, 'v'}, {0x4AF, 'y'}, {0x4BB, 'h'},
    {0x4CF, 'l'}, {0x501, 'd'}, {0x51B, 'q'}, {0x51D, 'w'}, {0x570, 'h'}, {0x578, 'n'},
    {0x57D, 'u'}, {0x581, 'g'}, {0x585, 'o'}, {0x566, 'q'}, /* Armenian */
};

static uint32_t looks_like(uint32_t c) {
    if (c >= 0x2018 && c <= 0x201B)
        return '\'';
    if (c == '`' || c == 0xB4 || c == 0x2BC || c == 0x2B9)
        return '\'';
    if ((c >= 0x2010 && c <= 0x2015) || c == 0x2212)
        return '-';
    for (size_t i = 0; i < sizeof look_alikes / sizeof *look_alikes; i++) {
        if (look_alikes[i].letter == c)
            return (uint32_t)look_alikes[i].as;
    }
    return c;
}

/* A name in the form used for comparison. */
struct shape {
    uint32_t at[SHAPE_MAX];
    int len;
};

/* Accents on a letter are sorted, so that the order they were typed in does not matter. */
static void put(struct shape *s, uint32_t c) {
    if (s->len == SHAPE_MAX || (c == ' ' && (!s->len || s->at[s->len - 1] == ' ')))
        return;
    int i = s->len++;
    for (; is_mark(c) && i > 0 && is_mark(s->at[i - 1]) && s->at[i - 1] > c; i--)
        s->at[i] = s->at[i - 1];
    s->at[i] = c;
}

/* A Hangul syllable decomposes arithmetically into two or three letters. */
static void put_syllable(struct shape *s, uint32_t c) {
    enum { FIRST = 0xAC00, VOWELS = 21, ENDS = 28 };
    c -= FIRST;
    put(s, 0x1100 + c / (VOWELS * ENDS));
    put(s, 0x1161 + c / ENDS % VOWELS);
    if (c % ENDS)
        put(s, 0x11A7 + c % ENDS);
}

/* In a range with offset 1, capital and small letters alternate. */
static uint32_t small_of(uint32_t c) {
    const struct range *found = FIND(c, capitals);
    if (!found || (found->what == 1 && (c - found->first) % 2))
        return c;
    return c + (uint32_t)found->what;
}

/* The usual form of a compatibility ideograph or a half-width kana; any other character is returned
 * unchanged. */
static uint32_t other_form(uint32_t c) {
    uint32_t han = c - COMPATIBLE_HAN, kana = c - HALF_WIDTH_KANA, other = 0;
    if (han < sizeof compatible_han / sizeof *compatible_han)
        other = compatible_han[han];
    if (kana < sizeof half_width_kana / sizeof *half_width_kana)
        other = half_width_kana[kana];
    return other ? other : c;
}

static void put_folded(struct shape *s, uint32_t c) {
    size_t low = 0, high = sizeof folds / sizeof *folds;
    c = small_of(other_form(c));
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (c > folds[middle].letter)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == sizeof folds / sizeof *folds || c != folds[low].letter) {
        put(s, looks_like(c));
        return;
    }
    for (int i = 0; i < 4 && folds[low].as[i]; i++)
        put(s, looks_like(folds[low].as[i]));
}

/* Ignores case and width, and treats letters that look the same in different alphabets as equal.
 * With `eye`, capital I, 1, | and small l are equal as well, and so are 0 and o; without it,
 * capital I equals small i. */
static void work_out(struct span name, bool eye, struct shape *ret) {
    ret->len = 0;
    while (name.len) {
        uint32_t c;
        size_t n = span_character(name, &c);
        if (!n)
            return;
        name = (struct span){name.at + n, name.len - n};
        if (c >= 0xFF01 && c <= 0xFF5E)
            c -= 0xFEE0; /* full width */
        if (eye && (c == 'I' || c == '1' || c == '|'))
            c = 'l';
        if (eye && c == '0')
            c = 'o';
        if (is_by_place(c))
            continue;
        if (c >= 'A' && c <= 'Z')
            put(ret, c - 'A' + 'a');
        else if (c >= 0xAC00 && c <= 0xD7A3)
            put_syllable(ret, c);
        else
            put_folded(ret, is_blank(c) ? ' ' : c);
    }
    ret->len -= ret->len && ret->at[ret->len - 1] == ' ';
}

bool names_look_alike(struct span a, struct span b) {
    struct shape one, other;
    for (int eye = 0; eye < 2; eye++) {
        work_out(a, eye, &one);
        work_out(b, eye, &other);
        if (one.len == other.len && !memcmp(one.at, other.at, (size_t)one.len * sizeof *one.at))
            return true;
    }
    return false;
}
