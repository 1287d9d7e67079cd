/* Sentences by key: directly in one language, or encoded first and then decoded into any
 * language. */
#include <string.h>

#include "core/json.h"
#include "core/say.h"
#include "support.h"

static const char *said_in(const char *tag, void (*speak)(struct text *out)) {
    static char words[1024];
    struct text out = TEXT_IN(words);
    say_language(language_find(tag));
    speak(&out);
    say_language(languages[0]);
    return words;
}

static void missing_box(struct text *out) {
    say(out, rules_no_box, .book = "Yardzee", .word = "foo");
}

static void missing_face(struct text *out) {
    say(out, rules_no_face, .word = SHOWN(span_of("{word}")));
}

/* Returns the encoded form of what `speak` says. */
static const char *coded(void (*speak)(struct text *out)) {
    static char words[1024];
    struct text out = TEXT_IN(words);
    say_in_code(true);
    speak(&out);
    say_in_code(false);
    return words;
}

static const char *decoded(const char *code, const char *tag) {
    static char words[1024];
    struct text out = TEXT_IN(words);
    say_decode(&out, span_of(code), language_find(tag));
    return words;
}

CLAIM(placeholders_are_filled_in_by_name) {
    LOCAL_TEXT(out, 256);
    say(&out, rules_no_box, .word = "foo", .book = "Yardzee");
    assert_string_equal(out.data, "Yardzee has no box called 'foo'.");
}

CLAIM(a_forgotten_placeholder_shows_its_name) {
    LOCAL_TEXT(out, 256);
    say_message(&out, M_rules_no_box, &(struct say_rules_no_box){.book = "Yardzee"});
    assert_string_equal(out.data, "Yardzee has no box called 'word'.");
}

CLAIM(text_that_somebody_typed_is_not_a_placeholder) {
    assert_non_null(strstr(said_in("en", missing_face), "'{word}'"));
}

CLAIM(a_language_is_found_by_its_tag_whatever_follows_the_tag) {
    assert_string_equal(language_find("de")->tag, "de");
    assert_string_equal(language_find("de_AT.UTF-8@euro")->tag, "de");
    assert_string_equal(language_find("es-MX")->tag, "es");
    assert_null(language_find("d"));
    assert_null(language_find("deu"));
    assert_null(language_find(""));
    assert_null(language_find("C"));
}

CLAIM(encoded_text_decodes_to_the_original_sentence) {
    void (*const all[])(struct text *) = {missing_box, missing_face};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        char code[1024];
        text_put(TEXT_OVER(code), coded(all[i]));
        assert_true(say_is_coded(span_of(code)));
        for (int l = 0; languages[l]; l++)
            assert_string_equal(decoded(code, languages[l]->tag),
                                said_in(languages[l]->tag, all[i]));
    }
}

CLAIM(text_that_is_not_encoded_stays_as_it_is) {
    assert_string_equal(decoded("Ann: 3 of a kind", "de"), "Ann: 3 of a kind");
    assert_false(say_is_coded(span_of("Ann: 3 of a kind")));
}

/* Encoded text that is cut off anywhere, or has any byte changed, decodes to text without an
 * encoded message. */
CLAIM(malformed_encoded_text_does_no_harm) {
    char code[1024], broken[1024];
    text_put(TEXT_OVER(code), coded(missing_box));
    size_t len = strlen(code);
    for (size_t i = 0; i < len; i++) {
        text_put_n(TEXT_OVER(broken), code, i);
        assert_false(say_is_coded(span_of(decoded(broken, "en"))));
        for (int byte = 1; byte < 128; byte++) {
            memcpy(broken, code, len + 1);
            broken[i] = (char)byte;
            assert_false(say_is_coded(span_of(decoded(broken, "en"))));
        }
    }
    memset(broken, 0x0e, sizeof broken - 1);
    broken[sizeof broken - 1] = '\0';
    memset(code, '?', sizeof code - 1);
    code[sizeof code - 1] = '\0';
    assert_string_equal(decoded(broken, "en"), code);
}

static void two_messages(struct text *out) {
    say(out, rules_too_many_dice);
    text_put(out, "; ");
    say(out, rules_no_box, .book = words_of(M_rules_too_many_dice), .word = "\"x\\");
}

CLAIM(keys_and_values_are_written_as_json) {
    LOCAL_TEXT(out, 1024);
    struct json j = json_begin(&out);
    say_json(&j, "plain", span_of("Ann"));
    say_json(&j, "one", span_of(coded(missing_box)));
    say_json(&j, "more", span_of(coded(two_messages)));
    json_close(&j, '}');
    assert_string_equal(
        out.data, "{\"plain\":\"Ann\","
                  "\"one\":{\"key\":\"rules_no_box\",\"book\":\"Yardzee\",\"word\":\"foo\"},"
                  "\"more\":[{\"key\":\"rules_too_many_dice\"},\"; \",{\"key\":\"rules_no_box\","
                  "\"book\":{\"key\":\"rules_too_many_dice\"},\"word\":\"\\\"x\\\\\"}]}");
}

/* An answer with two encoded sentences and a name. */
static const char *answer_of(void (*one)(struct text *), void (*two)(struct text *)) {
    static char out[1024];
    LOCAL_TEXT(answer, 1024);
    struct json j = json_begin(&answer);
    json_string(&j, "one", coded(one));
    json_string(&j, "two", coded(two));
    json_string(&j, "name", "An\"n\\");
    json_close(&j, '}');
    say_answer(TEXT_OVER(out), answer.data);
    return out;
}

CLAIM(an_answer_has_english_sentences_and_their_keys) {
    assert_string_equal(
        answer_of(missing_box, missing_box),
        "{\"one\":\"Yardzee has no box called 'foo'.\",\"two\":\"Yardzee has no box "
        "called 'foo'.\",\"name\":\"An\\\"n\\\\\",\"said\":{\"Yardzee has no box called 'foo'.\":"
        "{\"key\":\"rules_no_box\",\"book\":\"Yardzee\",\"word\":\"foo\"}}}");
}

static void plain_place(struct text *out) {
    say(out, rules_no_box, .book = "Sixes", .word = "foo");
}

static void message_in_place(struct text *out) {
    say(out, rules_no_box, .book = words_of(M_book_sixes), .word = "foo");
}

CLAIM(a_sentence_encoded_in_two_ways_has_one_key) {
    assert_string_equal(
        answer_of(plain_place, message_in_place),
        "{\"one\":\"Sixes has no box called 'foo'.\",\"two\":\"Sixes has no box "
        "called 'foo'.\",\"name\":\"An\\\"n\\\\\",\"said\":{\"Sixes has no box called 'foo'.\":"
        "{\"key\":\"rules_no_box\",\"book\":\"Sixes\",\"word\":\"foo\"}}}");
}

CLAIM(an_answer_without_sentences_stays_as_it_is) {
    LOCAL_TEXT(out, 256);
    say_answer(&out, "{\"ok\":true,\"name\":\"\\\\u000e\"}");
    assert_string_equal(out.data, "{\"ok\":true,\"name\":\"\\\\u000e\"}");
}
