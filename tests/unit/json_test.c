/* JSON output, with strings read back by an independent parser, and the text buffers that hold it.
 */
#include "core/json.h"

#include <string.h>

#include "check.h"
#include "core/words.h"

/* ---- shape ---- */

CLAIM(commas_appear_only_between_values) {
    char data[256];
    struct text out = TEXT_IN(data);
    struct json j = json_start(&out);
    json_open(&j, NULL, '{');
    json_int(&j, "a", 1);
    json_open(&j, "list", '[');
    json_int(&j, NULL, 2);
    json_string(&j, NULL, "x");
    json_open(&j, NULL, '{');
    json_close(&j, '}');
    json_open(&j, NULL, '[');
    json_close(&j, ']');
    json_null(&j, NULL);
    json_close(&j, ']');
    json_bool(&j, "yes", true);
    json_bool(&j, "no", false);
    json_null(&j, "nothing");
    json_close(&j, '}');
    assert_string_equal(
        data, "{\"a\":1,\"list\":[2,\"x\",{},[],null],\"yes\":true,\"no\":false,\"nothing\":null}");
    assert_false(out.cut);
}

CLAIM(an_empty_object_is_a_pair_of_braces) {
    char data[16];
    struct text out = TEXT_IN(data);
    struct json j = json_start(&out);
    json_open(&j, NULL, '{');
    json_close(&j, '}');
    assert_string_equal(data, "{}");
}

CLAIM(numbers_keep_all_their_digits) {
    char data[128];
    struct text out = TEXT_IN(data);
    struct json j = json_start(&out);
    json_open(&j, NULL, '[');
    json_int(&j, NULL, INT64_MAX);
    json_int(&j, NULL, INT64_MIN);
    json_int(&j, NULL, 0);
    json_close(&j, ']');
    assert_string_equal(data, "[9223372036854775807,-9223372036854775808,0]");
}

CLAIM(a_key_is_escaped_like_a_value) {
    char data[64];
    struct text out = TEXT_IN(data);
    struct json j = json_start(&out);
    json_open(&j, NULL, '{');
    json_int(&j, "a\"b", 1);
    json_close(&j, '}');
    assert_string_equal(data, "{\"a\\\"b\":1}");
}

CLAIM(a_string_with_a_given_length_ends_at_that_length) {
    char data[64];
    struct text out = TEXT_IN(data);
    struct json j = json_start(&out);
    json_string_n(&j, NULL, "Ann+Bea", 3);
    assert_string_equal(data, "\"Ann\"");
}

/* ---- strings ---- */

static void written(const char *value, size_t n, char *data, size_t size) {
    struct text out = text_start(data, size);
    struct json j = json_start(&out);
    json_string_n(&j, NULL, value, n);
    assert_false(out.cut);
}

static void expect_written(const char *value, const char *right) {
    char data[128];
    written(value, strlen(value), data, sizeof data);
    assert_string_equal(data, right);
}

CLAIM(quotes_backslashes_and_control_characters_are_escaped) {
    expect_written("", "\"\"");
    expect_written("say \"roll\"", "\"say \\\"roll\\\"\"");
    expect_written("a\\b", "\"a\\\\b\"");
    expect_written("a\nb\tc\x01", "\"a\\u000ab\\u0009c\\u0001\"");
    expect_written("\x7f\xC2\x9B", "\"\\u007f\\u009b\"");
    expect_written("</script>", "\"</script>\"");
}

CLAIM(an_embedded_zero_byte_is_escaped) {
    char data[64];
    written("a\0b", 3, data, sizeof data);
    assert_string_equal(data, "\"a\\u0000b\"");
}

CLAIM(characters_of_every_length_pass_unchanged) {
    expect_written("Zoë", "\"Zoë\"");
    expect_written("李 €", "\"李 €\"");
    expect_written("🎲", "\"🎲\"");
    expect_written("\xF4\x8F\xBF\xBF", "\"\xF4\x8F\xBF\xBF\"");
}

CLAIM(invalid_utf8_becomes_the_replacement_character) {
    expect_written("\xFF", "\"\xEF\xBF\xBD\"");
    expect_written("a\x80z", "\"a\xEF\xBF\xBDz\"");
    expect_written("\xC3", "\"\xEF\xBF\xBD\"");                 /* cut off */
    expect_written("\xC3(", "\"\xEF\xBF\xBD(\"");               /* the next byte is kept */
    expect_written("\xC0\xAF", "\"\xEF\xBF\xBD\xEF\xBF\xBD\""); /* overlong '/' */
    expect_written("\xED\xA0\x80", "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\""); /* surrogate */
    expect_written("\xF8\x90\x80\x80", "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"");
}

/* Parses a JSON string; returns its length, or -1 if it is malformed. */
static int read_back(const char *json, char *value) {
    int n = 0;
    if (*json++ != '"')
        return -1;
    while (*json != '"') {
        if ((unsigned char)*json < 0x20)
            return -1; /* a control character, or the end of the input */
        if (*json != '\\') {
            value[n++] = *json++;
            continue;
        }
        json++;
        if (*json == '"' || *json == '\\') {
            value[n++] = *json++;
            continue;
        }
        int code = 0;
        if (*json++ != 'u')
            return -1;
        for (int i = 0; i < 4; i++, json++) {
            const char *digits = "0123456789abcdef", *found = strchr(digits, *json);
            if (!*json || !found)
                return -1;
            code = code * 16 + (int)(found - digits);
        }
        if (code >= 0xA0)
            return -1; /* nothing above U+009F needs escaping */
        if (code >= 0x80)
            value[n++] = (char)0xC2; /* U+0080 to U+009F are C2 80 to C2 9F */
        value[n++] = (char)code;
    }
    return json[1] == '\0' ? n : -1;
}

/* Encodes one character as UTF-8; returns its length. */
static int encode(uint32_t c, char *out) {
    if (c < 0x80) {
        out[0] = (char)c;
        return 1;
    }
    int n = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (int i = n - 1; i > 0; i--, c >>= 6)
        out[i] = (char)(0x80 | (c & 0x3F));
    out[0] = (char)((0xF00 >> n & 0xFF) | c);
    return n;
}

CLAIM(every_character_round_trips) {
    for (uint32_t c = 0; c <= 0x10FFFF; c++) {
        char value[4], data[16], back[16];
        if (c >= 0xD800 && c <= 0xDFFF)
            continue; /* surrogates */
        int n = encode(c, value);
        written(value, (size_t)n, data, sizeof data);
        if (read_back(data, back) != n || memcmp(back, value, (size_t)n) != 0)
            fail_msg("U+%04X is written as %s", c, data);
    }
}

CLAIM(any_bytes_become_a_valid_utf8_string) {
    struct draw draw = {7};
    for (int i = 0; i < 20000; i++) {
        char value[12], data[128], back[128];
        int n = draw_below(&draw, (int)sizeof value + 1);
        for (int k = 0; k < n; k++)
            value[k] = (char)draw_below(&draw, 256);
        written(value, (size_t)n, data, sizeof data);
        int m = read_back(data, back);
        assert_true(m >= 0);
        for (int k = 0; k < m; k++) {
            unsigned char byte = (unsigned char)back[k];
            if (byte < 0x20 || byte == 0x7F)
                back[k] = '.'; /* fine in a string, but not for span_clean() below */
        }
        for (int k = 0; k + 1 < m; k++) {
            if ((unsigned char)back[k] == 0xC2 && (unsigned char)back[k + 1] < 0xA0)
                back[k + 1] = (char)0xA0;
        }
        assert_true(span_clean((struct span){back, (size_t)m}));
    }
}

/* ---- the text buffer ---- */

CLAIM(overflow_is_dropped_and_flagged) {
    char data[8];
    for (int way = 0; way < 3; way++) {
        struct text out = TEXT_IN(data);
        text_put(&out, "1234567");
        assert_false(out.cut);
        assert_int_equal(out.len, 7);
        if (way == 0)
            text_put(&out, "8");
        else if (way == 1)
            text_add(&out, "%d", 8);
        else
            text_put_n(&out, "8", 1);
        assert_true(out.cut);
        assert_string_equal(data, "1234567");
        text_put(&out, ""); /* the flag stays set */
        assert_true(out.cut);
        text_clear(&out);
        assert_false(out.cut);
        assert_string_equal(data, "");
    }
}

CLAIM(a_long_text_is_truncated_at_the_end_of_the_buffer) {
    char data[8];
    struct text out = TEXT_IN(data);
    text_add(&out, "%s", "123456789");
    assert_string_equal(data, "1234567");
    assert_int_equal(out.len, 7);
    assert_true(out.cut);
    text_clear(&out);
    text_put(&out, "123456789");
    assert_string_equal(data, "1234567");
    assert_int_equal(out.len, 7);
}

CLAIM(text_in_a_buffer_of_size_zero_counts_as_cut_even_while_empty) {
    char data[1] = {'x'};
    struct text none = text_start(data, 0);
    assert_true(none.cut);
    text_put(&none, "a");
    text_add(&none, "%d", 1);
    assert_int_equal(none.len, 0);
    assert_int_equal(data[0], 'x');
    struct text one = text_start(data, 1);
    assert_false(one.cut);
    text_put(&one, "");
    text_add(&one, "%s", "");
    assert_false(one.cut);
    text_put(&one, "a");
    assert_true(one.cut);
    assert_int_equal(data[0], '\0');
}

CLAIM(json_in_a_short_buffer_is_flagged_as_truncated) {
    char whole[64];
    written("Ann \"the dice\" Bea", 18, whole, sizeof whole);
    size_t need = strlen(whole) + 1;
    for (size_t size = 1; size <= need; size++) {
        char data[64];
        struct text out = text_start(data, size);
        struct json j = json_start(&out);
        json_string(&j, NULL, "Ann \"the dice\" Bea");
        assert_int_equal(out.cut, size < need);
        assert_int_equal(strlen(data), size - 1);
        assert_memory_equal(data, whole, size - 1);
    }
}

static char grown[4096];
static int growths;

static void grow_a_little(struct text *t, size_t size) {
    if (size > sizeof grown)
        return;
    memmove(grown, t->data, t->len + 1);
    t->data = grown;
    t->size = size;
    growths++;
}

CLAIM(text_in_a_growing_buffer_is_cut_only_when_it_cannot_grow) {
    char data[4];
    struct text out = TEXT_IN(data);
    growths = 0;
    out.grow = grow_a_little;
    text_put(&out, "abc");
    assert_int_equal(growths, 0);
    text_put(&out, "d");
    text_add(&out, "%s%d", "efgh", 12345);
    text_put(&out, "");
    assert_int_equal(growths, 2);
    assert_string_equal(out.data, "abcdefgh12345");
    assert_false(out.cut);
    for (int i = 0; i < 1000; i++)
        text_add(&out, "%05d", i);
    assert_true(out.cut);
    assert_true(out.len < sizeof grown && out.len > sizeof grown - 6);
    assert_int_equal(strlen(out.data), out.len);
    assert_memory_equal(out.data, "abcdefgh123450000000001", 23);
}
