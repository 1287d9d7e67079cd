/* Parsing of words and numbers, UTF-8 checked against the table in the Unicode Standard, and
 * suggestions checked against a naive edit distance. */
#include <string.h>

#include "check.h"
#include "core/words.h"

static void is(struct span s, const char *word) {
    if (!span_is(s, word))
        fail_msg("'%.*s' is not '%s'", (int)s.len, s.at, word);
}

/* ---- spans ---- */

CLAIM(words_are_split_off_one_by_one) {
    struct span rest = span_of("  keep\t1  3 \t");
    is(span_word(&rest), "keep");
    is(rest, "1  3");
    is(span_word(&rest), "1");
    is(span_word(&rest), "3");
    is(rest, "");
    is(span_word(&rest), "");
    is(span_word(&rest), "");
}

CLAIM(a_span_equals_a_word_only_as_a_whole) {
    assert_true(span_is(span_of("roll"), "roll"));
    assert_false(span_is(span_of("rol"), "roll"));
    assert_false(span_is(span_of("rolls"), "roll"));
    assert_false(span_is(span_of("Roll"), "roll"));
    assert_true(span_is((struct span){"rollover", 4}, "roll"));
}

CLAIM(the_separator_after_a_part_is_dropped) {
    struct span rest = span_of("a=b=c");
    is(span_until(&rest, '='), "a");
    is(rest, "b=c");
    is(span_until(&rest, ','), "b=c");
    is(rest, "");
    is(span_until(&rest, ','), "");
    rest = span_of(",x");
    is(span_until(&rest, ','), "");
    is(rest, "x");
}

CLAIM(a_span_ends_at_its_length_even_if_the_text_continues) {
    struct span rest = {"ab,cd,ef", 5};
    is(span_until(&rest, ','), "ab");
    is(span_until(&rest, ','), "cd");
    is(rest, "");
    rest = (struct span){"ab cd", 4};
    is(span_word(&rest), "ab");
    is(span_word(&rest), "c");
}

CLAIM(blanks_at_both_ends_are_trimmed) {
    is(span_trim(span_of(" \t a b \t")), "a b");
    is(span_trim(span_of(" \t ")), "");
    is(span_trim(span_of("")), "");
    is(span_trim(span_of("\n")), "\n"); /* a line break is not a blank */
}

/* ---- numbers ---- */

CLAIM(numbers_are_parsed_up_to_their_limits) {
    static const struct {
        const char *text;
        int64_t min, max, value;
    } good[] = {
        {"0", 0, 0, 0},
        {"007", 0, 9, 7},
        {"-5", -5, 5, -5},
        {"10000", 0, 10000, 10000},
        {"9223372036854775807", INT64_MIN, INT64_MAX, INT64_MAX},
        {"-9223372036854775807", INT64_MIN, INT64_MAX, -INT64_MAX},
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        int64_t value = -77;
        if (!span_number(span_of(good[i].text), good[i].min, good[i].max, &value))
            fail_msg("'%s' is a number", good[i].text);
        assert_true(value == good[i].value);
    }
}

CLAIM(malformed_and_out_of_range_numbers_are_refused) {
    static const char *const bad[] = {
        "",
        "-",
        "-0",
        "+1",
        "--1",
        "1-",
        "1 ",
        " 1",
        "1.0",
        "0x1",
        "1e3",
        "one",
        "101",
        "-101",
        "99999999999999999999999",
        "9223372036854775808",
        "-9223372036854775809",
        "18446744073709551616",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        int64_t value = -77;
        if (span_number(span_of(bad[i]), -100, 100, &value))
            fail_msg("'%s' is no number from -100 to 100", bad[i]);
        assert_true(value == -77); /* untouched */
    }
}

CLAIM(a_seed_may_use_all_64_bits) {
    uint64_t value = 1;
    assert_true(span_u64(span_of("18446744073709551615"), &value));
    assert_true(value == UINT64_MAX);
    assert_true(span_u64(span_of("0"), &value));
    assert_true(value == 0);
    value = 42;
    assert_false(span_u64(span_of("18446744073709551616"), &value));
    assert_false(span_u64(span_of("184467440737095516150"), &value));
    assert_false(span_u64(span_of("-1"), &value));
    assert_false(span_u64(span_of(""), &value));
    assert_true(value == 42);
}

/* ---- UTF-8 ---- */

/* The Unicode Standard, table 3-7: well-formed byte sequences. */
static const struct sequence {
    int n;
    unsigned char low[4], high[4];
} well_formed[] = {
    {1, {0x00}, {0x7F}},
    {2, {0xC2, 0x80}, {0xDF, 0xBF}},
    {3, {0xE0, 0xA0, 0x80}, {0xE0, 0xBF, 0xBF}},
    {3, {0xE1, 0x80, 0x80}, {0xEC, 0xBF, 0xBF}},
    {3, {0xED, 0x80, 0x80}, {0xED, 0x9F, 0xBF}},
    {3, {0xEE, 0x80, 0x80}, {0xEF, 0xBF, 0xBF}},
    {4, {0xF0, 0x90, 0x80, 0x80}, {0xF0, 0xBF, 0xBF, 0xBF}},
    {4, {0xF1, 0x80, 0x80, 0x80}, {0xF3, 0xBF, 0xBF, 0xBF}},
    {4, {0xF4, 0x80, 0x80, 0x80}, {0xF4, 0x8F, 0xBF, 0xBF}},
};

static int sequence_at(const unsigned char *s, int left) {
    for (size_t i = 0; i < sizeof well_formed / sizeof *well_formed; i++) {
        const struct sequence *row = &well_formed[i];
        int k = 0;
        while (k < row->n && k < left && s[k] >= row->low[k] && s[k] <= row->high[k])
            k++;
        if (k == row->n)
            return k;
    }
    return 0;
}

static bool clean_by_the_table(const unsigned char *s, int n) {
    while (n) {
        int used = sequence_at(s, n);
        bool control = used && (s[0] < 0x20 || s[0] == 0x7F || (s[0] == 0xC2 && s[1] < 0xA0));
        if (!used || control)
            return false;
        s += used;
        n -= used;
    }
    return true;
}

static void agrees_with_the_table(const unsigned char *bytes, int n) {
    if (span_clean((struct span){(const char *)bytes, (size_t)n}) != clean_by_the_table(bytes, n))
        fail_msg("%d bytes: %02x %02x %02x %02x", n, bytes[0], bytes[1], bytes[2], bytes[3]);
}

CLAIM(all_sequences_of_up_to_three_bytes_match_the_unicode_table) {
    unsigned char bytes[4] = {0};
    for (int a = 0; a < 256; a++) {
        bytes[0] = (unsigned char)a;
        agrees_with_the_table(bytes, 1);
        for (int b = 0; b < 256; b++) {
            bytes[1] = (unsigned char)b;
            agrees_with_the_table(bytes, 2);
            for (int c = 0; c < 256; c++) {
                bytes[2] = (unsigned char)c;
                agrees_with_the_table(bytes, 3);
            }
        }
    }
}

CLAIM(sequences_of_four_bytes_match_the_unicode_table) {
    static const unsigned char edges[] = {0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F,
                                          0xA0, 0xBF, 0xC0, 0xC2, 0xF4, 0xFF};
    enum { EDGES = sizeof edges };
    for (int a = 0xE0; a < 256; a++) {
        for (int b = 0; b < 256; b++) {
            for (int c = 0; c < EDGES * EDGES; c++) {
                unsigned char bytes[4] = {(unsigned char)a, (unsigned char)b, edges[c / EDGES],
                                          edges[c % EDGES]};
                agrees_with_the_table(bytes, 4);
            }
        }
    }
}

CLAIM(names_of_all_sorts_are_clean_and_control_characters_are_not) {
    static const char *const names[] = {"", "Ann", "Åsa", "Zoë", "李", "🎲", "a b", "\xC2\xA0"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_true(span_clean(span_of(names[i])));
    assert_false(span_clean((struct span){"a\0b", 3}));
    assert_false(span_clean(span_of("a\tb")));
    assert_false(span_clean(span_of("a\x1b[2J"))); /* no terminal escapes */
    assert_false(span_clean(span_of("\xC2\x9B"
                                    "2J")));
}

CLAIM(a_long_word_is_cut_after_60_characters_and_never_within_one) {
    char word[400];
    assert_int_equal(span_shown(span_of("short")), 5);
    memset(word, 'x', sizeof word);
    assert_int_equal(span_shown((struct span){word, 60}), 60);
    assert_int_equal(span_shown((struct span){word, 200}), 60);
    /* Characters of two, three and four bytes before, across and after the cut. */
    static const char *const wide[] = {"\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x8E\xB2"};
    for (int i = 0; i < 3; i++) {
        int n = (int)strlen(wide[i]);
        for (int at = 60 - n; at <= 60; at++) {
            memset(word, 'x', sizeof word);
            memcpy(word + at, wide[i], (size_t)n);
            int shown = span_shown((struct span){word, 200});
            assert_int_equal(shown, at == 60 ? 60 : 60 + n - 1);
            assert_true(span_clean((struct span){word, (size_t)shown}));
        }
    }
    memset(word, '\x80', sizeof word); /* malformed: no character begins */
    assert_true(span_shown((struct span){word, sizeof word}) <= 4 * 60 + 1);
    assert_int_equal(span_letters(span_of("a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x8E\xB2")), 4);
}

/* ---- suggestions ---- */

/* Edit distance by its recursive definition: exponential, so for short words only. */
static int edits(const char *a, int na, const char *b, int nb) {
    if (!na || !nb)
        return na + nb;
    int least = edits(a, na - 1, b, nb - 1) + (a[na - 1] != b[nb - 1]);
    int less = edits(a, na - 1, b, nb) + 1, more = edits(a, na, b, nb - 1) + 1;
    least = less < least ? less : least;
    least = more < least ? more : least;
    if (na > 1 && nb > 1 && a[na - 1] == b[nb - 2] && a[na - 2] == b[nb - 1]) {
        int swapped = edits(a, na - 2, b, nb - 2) + 1;
        least = swapped < least ? swapped : least;
    }
    return least;
}

static void draw_word(struct draw *draw, char *word, int most) {
    int n = 1 + draw_below(draw, most);
    for (int i = 0; i < n; i++)
        word[i] = (char)('a' + draw_below(draw, 3));
    word[n] = '\0';
}

/* A word is near if at most half of the longer word's letters must be edited, or if it is a prefix
 * of the right word and has at least three letters. */
CLAIM(a_word_is_near_if_at_least_half_of_it_is_right_or_it_is_a_prefix) {
    struct draw draw = {1};
    int near = 0, far = 0;
    for (int i = 0; i < 3000; i++) {
        char word[8], entry[8];
        draw_word(&draw, word, 6);
        draw_word(&draw, entry, 6);
        const char *list[] = {entry, NULL};
        int n = (int)strlen(word), m = (int)strlen(entry);
        bool begins = n >= 3 && m > n && strncmp(word, entry, (size_t)n) == 0;
        bool right = begins || edits(word, n, entry, m) <= (n > m ? n : m) / 2;
        if ((nearest_word(span_of(word), list) == entry) != right)
            fail_msg("'%s' for '%s': should be %s", word, entry, right ? "near" : "far");
        near += right;
        far += !right;
    }
    assert_true(near > 300 && far > 300);
}

CLAIM(the_nearest_word_has_the_fewest_edits_if_a_prefix_counts_as_one) {
    struct draw draw = {2};
    for (int i = 0; i < 1000; i++) {
        char word[8], entries[4][8];
        const char *list[5] = {0};
        draw_word(&draw, word, 5);
        for (int k = 0; k < 4; k++) {
            draw_word(&draw, entries[k], 5);
            list[k] = entries[k];
        }
        const char *found = nearest_word(span_of(word), list);
        if (!found)
            continue;
        int n = (int)strlen(word), fewest = edits(word, n, found, (int)strlen(found));
        bool begins = n >= 3 && strncmp(word, found, (size_t)n) == 0;
        for (int k = 0; k < 4; k++) {
            int other = edits(word, n, entries[k], (int)strlen(entries[k]));
            if (other < (begins && fewest > 1 ? 1 : fewest))
                fail_msg("for '%s' '%s' is nearer than '%s'", word, entries[k], found);
        }
    }
}

CLAIM(a_word_in_the_list_is_nearest_to_itself) {
    static const char *const list[] = {"yahtzee-classic", "yahtzees", "yahtzee", NULL};
    for (int i = 0; list[i]; i++)
        assert_ptr_equal(nearest_word(span_of(list[i]), list), list[i]);
}

CLAIM(typos_get_the_right_suggestion) {
    static const char *const list[] = {"score", "keep", "take", "roll", "small-straight", NULL};
    static const char *const slips[][2] = {
        {"scroe", "score"},
        {"scor", "score"},
        {"sscore", "score"},
        {"kepp", "keep"},
        {"rol", "roll"},
        {"rolll", "roll"},
        {"smallstraight", "small-straight"},
        {"sma", "small-straight"},
    };
    for (size_t i = 0; i < sizeof slips / sizeof *slips; i++) {
        const char *found = nearest_word(span_of(slips[i][0]), list);
        assert_non_null(found);
        assert_string_equal(found, slips[i][1]);
    }
}

CLAIM(a_word_unlike_any_other_gets_no_suggestion) {
    static const char *const list[] = {"score", "keep", NULL}, *const none[] = {NULL};
    assert_null(nearest_word(span_of("zzzzzz"), list));
    assert_null(nearest_word(span_of(""), list));
    assert_null(nearest_word(span_of("score"), none));
    char flood[5000];
    memset(flood, 's', sizeof flood);
    assert_null(nearest_word((struct span){flood, sizeof flood}, list));
}

CLAIM(a_fraction_must_be_below_one_and_in_plain_notation) {
    static const char *const wrong[] = {"",
                                        "1",
                                        ".5",
                                        "0.",
                                        "0.5 ",
                                        " 0.5",
                                        "0,5",
                                        "00.5",
                                        "-0.5",
                                        "0.5e1",
                                        "0.x",
                                        "1.0",
                                        "0.123456789012345678",
                                        "0.99999999999999999"};
    double fraction = -1;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        if (span_fraction(span_of(wrong[i]), &fraction))
            fail_msg("'%s' is taken for %g", wrong[i], fraction);
    }
    assert_true(fraction == -1);
    assert_true(span_fraction(span_of("0"), &fraction) && fraction == 0);
    assert_true(span_fraction(span_of("0.25"), &fraction) && fraction == 0.25);
    assert_true(span_fraction(span_of("0.10"), &fraction) && fraction == 0.1);
    assert_true(span_fraction(span_of("0.00000000000000001"), &fraction) && fraction == 1e-17);
}

CLAIM(a_decimal_is_rounded_correctly_and_must_be_in_plain_notation) {
    static const char *const wrong[] = {"",     ".",   "-1",  "+1",  "1e2", "0x10",
                                        "1.5.", "1,5", "inf", "nan", " 1",  "1234567890123456"};
    double number = -1;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        if (span_decimal(span_of(wrong[i]), &number))
            fail_msg("'%s' is taken for %g", wrong[i], number);
    }
    assert_true(number == -1);
    assert_true(span_decimal(span_of("0"), &number) && number == 0);
    assert_true(span_decimal(span_of("3.5"), &number) && number == 3.5);
    assert_true(span_decimal(span_of(".1"), &number) && number == 0.1);
    assert_true(span_decimal(span_of("0012."), &number) && number == 12);
    assert_true(span_decimal(span_of("123.456789012345"), &number) && number == 123.456789012345);
}
