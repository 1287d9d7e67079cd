/* Names in many languages are accepted; names that could be mistaken for another player's are not.
 */
#include <string.h>

#include "check.h"
#include "core/name.h"

static void is_clear(const char *name) {
    char words[256] = "";
    struct text error = TEXT_IN(words);
    if (!name_is_clear(span_of(name), &error))
        fail_msg("'%s' is refused: %s", name, words);
    assert_string_equal(words, "");
}

static void is_refused(const char *name, const char *why) {
    char words[256] = "";
    struct text error = TEXT_IN(words);
    if (name_is_clear(span_of(name), &error))
        fail_msg("'%s' is taken", name);
    if (!strstr(words, why))
        fail_msg("'%s' is refused for another reason: %s", name, words);
}

CLAIM(names_in_many_languages_are_accepted) {
    static const char *const names[] = {
        "Ann",
        "Bea 2",
        "Jean-Luc",
        "O'Brien",
        "O’Brien",
        "Dr. No",
        "x_X",
        "R2-D2",
        "Ann & Bob",
        "Zoë",
        "Zoe\u0308",
        "Søren",
        "Łukasz",
        "Ağça",
        "İpek",
        "Ĺubomír",
        "Þórdís",
        "Nguyễn Thị Ánh",
        "Nguye\u0302\u0303n",
        "Ọláyínká",
        "Ŋgũgĩ",
        "Əli",
        "Ɛsi",
        "Straße",
        "Αλέξανδρος",
        "Ἀριστοτέλης",
        "Юлия",
        "Їжак",
        "Ђорђе",
        "Анна-Мария",
        "Արամ",
        "გიორგი",
        "שרה",
        "דָּוִד",
        "محمد",
        "علی\u200Cرضا",
        "فاطمه ۲",
        "राहुल",
        "श्री\u200Dराम",
        "ক্ষমা",
        "ශ්\u200Dරී",
        "தமிழ்ச்செல்வி",
        "సీత",
        "ไพลิน",
        "ພອນ",
        "မောင်",
        "សុខា",
        "ሰላም",
        "བསྟན་འཛིན",
        "李小龍",
        "山田太郎",
        "山田 太郎",
        "山田\u3000太郎",
        "さくら",
        "サクラ",
        "ｻｸﾗ",
        "サクラ・ひめ",
        "AKB四十八",
        "T子",
        "葛\U000E0100城",
        "佐々木",
        "김철수",
        "김 Chul",
        "ㅋㅋ",
        "陳ㄅㄆ",
        "Ａｎｎ",
        "Ann 🎲",
        "🎲",
        "👩‍👩‍👧",
        "👍🏽",
        "❤️",
        "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
        "🇩🇪",
        "1️⃣",
        "©️",
        "Ali علي",
        "दीपा D",
        "½ Liter",
        "№ 5",
        "¡Olé!",
        "Frau Müller-Lüdenscheidt",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        is_clear(names[i]);
}

CLAIM(invisible_characters_are_refused) {
    static const char *const names[] = {
        "An\u200Bn",   "\u200BAnn", "An\u200Dn", "An\u200Cn",       "A\u00ADnn",     "An\u2060n",
        "An\uFEFFn",   "\u202EnnA", "Ann\u202C", "\u2066Ann\u2069", "A\u061Cnn",     "A\u200Enn",
        "A\u200Fnn",   "\u3164",    "A\uFFA0",   "\u115F",          "\u2800",        "A\u034Fnn",
        "A\uFE0Fnn",   "A\uFE00",   "A\u180Enn", "A\U000E0041nn",   "A\U000E0100nn", "A\uE000",
        "A\U000F0000", "A\u2028n",  "A\uFFF9n",  "🎲\u200D",         "\u200D🎲",       "علی\u200C",
        "А\u200Cня",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        is_refused(names[i], "The name has the character U+");
}

CLAIM(stylized_letters_are_refused) {
    static const char *const names[] = {"𝐀𝐧𝐧", "Ⓐⓝⓝ", "🅰nn",  "ᴀɴɴ", "Aⁿⁿ",
                                        "ﬁnn", "Ⅳ",   "Ann²", "ﺍحمد"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        is_refused(names[i], "The name has the character U+");
}

CLAIM(stacked_accents_and_accents_without_a_letter_are_refused) {
    is_refused("A\u0301\u0302\u0303\u0304\u0305nn", "U+0305");
    is_refused("\u0301Ann", "U+0301");
    is_refused("Ann \u0301", "U+0301");
    is_refused("A\u20DDnn", "U+20DD");
}

CLAIM(letters_from_two_alphabets_must_not_be_mixed) {
    static const char *const names[] = {"Аnn" /* Cyrillic А */,
                                        "Annа",
                                        "Βob" /* Greek Β */,
                                        "Юlia",
                                        "Анnа",
                                        "Օscar" /* Armenian */,
                                        "Ωлег",
                                        "Ꭺnn",
                                        "Иван שרה",
                                        "Anna Юля"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        is_refused(names[i], "mixes letters from two alphabets. Use only one alphabet.");
}

CLAIM(invalid_utf8_is_refused) {
    is_refused("A\xff", "can't be shown");
    is_refused("A\xe2\x80", "can't be shown");
}

CLAIM(names_that_look_the_same_are_detected) {
    static const char *const pairs[][2] = {
        {"Ann", "ann"},
        {"ANN", "Ann"},
        {"Ann", "Ａｎｎ"},
        {"Zoë", "Zoe\u0308"},
        {"ZOË", "zoë"},
        {"Å", "\u212B" /* the angstrom sign */},
        {"Kim", "\u212Aim" /* the kelvin sign */},
        {"שׁרה", "\uFB2Aרה"},
        {"Nguyễn", "Nguye\u0302\u0303n"},
        {"Ng\u0323\u0302", "Ng\u0302\u0323"},
        {"Straße", "STRASSE"},
        {"Σίσυφος", "ΣΊΣΥΦΟΣ"},
        {"Юля", "ЮЛЯ"},
        {"Сора", "Copa"},
        {"ВОВА", "BOBA"},
        {"Ана", "Aнa"},
        {"Τατα", "Tata"},
        {"O’Brien", "O'Brien"},
        {"Jean–Luc", "Jean-Luc"},
        {"A  B", "A B"},
        {"A\u00A0B", "A B"},
        {"山田\u3000太郎", "山田 太郎"},
        {"サクラ", "ｻｸﾗ"},
        {"ガ", "ｶﾞ"},
        {"が", "か\u3099"},
        {"김", "\u1100\u1175\u11B7"},
        {"Bill", "BilI"},
        {"Al", "AI"},
        {"Al", "A1"},
        {"Bo0", "BoO"},
        {"❤️", "❤"},
        {"علی\u200Cرضا", "علیرضا"},
        {"İpek", "i\u0307pek"},
        {"آدم", "ا\u0653دم"},
        {"Ann ", "Ann"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        if (!names_look_alike(span_of(pairs[i][0]), span_of(pairs[i][1])) ||
            !names_look_alike(span_of(pairs[i][1]), span_of(pairs[i][0])))
            fail_msg("'%s' and '%s' are told apart", pairs[i][0], pairs[i][1]);
    }
}

CLAIM(names_that_look_different_are_told_apart) {
    static const char *const names[] = {
        "Ann",    "Anna",   "Anne",    "Änn",    "An n",   "Ann 2", "Ann 3", "Bea",    "Béa",
        "Юля",    "Юлия",   "Ива",     "李",     "季",     "김",    "강",    "サクラ", "さくら",
        "ザクラ", "علي",    "عليا",    "Ali",    "Oli",    "🎲",     "🎳",     "Al",     "Ai i",
        "Müller", "Muller", "Mueller", "Łukasz", "Lukasz", "राहुल",  "राहुला",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
            if (names_look_alike(span_of(names[i]), span_of(names[k])) != (i == k))
                fail_msg("'%s' and '%s'", names[i], names[k]);
        }
    }
}

static size_t put_utf8(uint32_t c, char *out) {
    if (c < 0x80)
        return (size_t)(*out = (char)c, 1);
    int n = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (int i = n - 1; i > 0; i--, c >>= 6)
        out[i] = (char)(0x80 | (c & 0x3F));
    out[0] = (char)((0xF0 << (4 - n) & 0xFF) | c);
    return (size_t)n;
}

/* Tries every character alone and between letters; each must look like itself, and only eight known
 * letters like an X. */
CLAIM(every_character_is_accepted_or_refused_with_a_reason) {
    for (uint32_t c = 0x20; c < 0x110000; c++) {
        char name[16] = "A", words[256];
        struct text error = TEXT_IN(words);
        struct span one, all;
        if (c >= 0xD800 && c < 0xE000)
            continue;
        size_t n = put_utf8(c, name + 1);
        name[1 + n] = 'B';
        one = (struct span){name + 1, n};
        all = (struct span){name, n + 2};
        assert_true(names_look_alike(all, all));
        if (!name_is_clear(one, &error))
            assert_true(strlen(words) > 0);
        text_clear(&error);
        if (!name_is_clear(all, &error))
            assert_true(strlen(words) > 0);
        assert_false(names_look_alike(all, span_of("AXB")) && c != 'X' && c != 'x' && c != 0xFF38 &&
                     c != 0xFF58 && c != 0x425 && c != 0x445 && c != 0x3A7 && c != 0x3C7);
    }
}
