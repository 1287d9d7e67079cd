/* Every limit of a book: at the limit, a book is valid and playable; one step beyond, it is refused
 * with a message that names the book, the field and the limit. */
#include <string.h>

#include "rules/books.h"
#include "support.h"

/* Books to modify: a sheet game with a box of every pattern, and a press game. */
static struct book sheet_book(void) {
    static const struct book book = {
        .id = "sheet",
        .name = "Sheet",
        .about = M_book_template_about,
        .source = M_book_template_source,
        .family = FAMILY_SHEET,
        .dice = 6,
        .rolls = 3,
        .columns = 4,
        .params = {.upper_bonus = 10, .upper_par = 20},
        .box_count = 8,
        .boxes = {{"face", M_book_chance, M_book_how_all, PATTERN_FACE, 6, 0, PAYS_MATCHED, 0},
                  {"kind", M_book_chance, M_book_how_all, PATTERN_KIND, 6, 0, PAYS_FIXED, 50},
                  {"pairs", M_book_chance, M_book_how_all, PATTERN_PAIRS, 2, 0, PAYS_ALL, 0},
                  {"house", M_book_chance, M_book_how_all, PATTERN_HOUSE, 0, 0, PAYS_MATCHED, 0},
                  {"run", M_book_chance, M_book_how_all, PATTERN_RUN, 3, 2, PAYS_FIXED, 20},
                  {"any", M_book_chance, M_book_how_all, PATTERN_ANY, 0, 0, PAYS_ALL, 0},
                  {"low", M_book_chance, M_book_how_all, PATTERN_FACE, 1, 0, PAYS_MATCHED, 0},
                  {"last", M_book_chance, M_book_how_all, PATTERN_ANY, 0, 0, PAYS_ALL, 0}},
    };
    return book;
}

static struct book press_book(void) {
    struct book book = *book_find(span_of("yardkle"));
    book.id = "press";
    return book;
}

static void passes(const struct book *book) {
    char words[512];
    struct text error = TEXT_IN(words);
    if (!book_check(book, &error))
        fail_msg("%s", words);
    assert_int_equal(error.len, 0);
}

static void refused(const struct book *book, const char *field, const char *limit) {
    char words[512];
    struct text error = TEXT_IN(words);
    assert_false(book_check(book, &error));
    const char *id = book->id ? book->id : "?";
    if (!strstr(words, id) || !strstr(words, field) || !strstr(words, limit))
        fail_msg("'%s' does not name %s, %s and %s", words, id, field, limit);
}

/* Plays a random game to its end, in sheet games with the maximum number of seats. */
static void plays(const struct book *book) {
    struct rules r = rules_of(book);
    struct draw draw = {5};
    struct game g;
    game_start(&r, &g, book->family == FAMILY_SHEET ? SEATS_MAX : 2, 0);
    for (int i = 0; i < 100000 && g.phase != PHASE_OVER; i++)
        assert_int_equal(game_apply(&r, &g, any_action(&r, &g, &draw)), ALLOWED);
    assert_int_equal(g.phase, PHASE_OVER);
}

/* A number in a book and its range; `limit` is how the refusal words the range. */
struct limit {
    const char *field;
    size_t at;
    int min, max;
    const char *limit;
};

#define FIELD(name, min, max, words)                                                               \
    { #name, offsetof(struct book, name), min, max, words }

static void set(struct book *book, const struct limit *l, int value) {
    memcpy((char *)book + l->at, &value, sizeof value);
}

static void walk(const struct book *base, const struct limit *list, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const struct limit *l = &list[i];
        const char *dot = strrchr(l->field, '.');
        char field[64];
        struct text f = TEXT_IN(field);
        text_add(&f, "%s is %s", dot ? dot + 1 : l->field, "");
        const int ends[] = {l->min, l->max}, beyond[] = {l->min - 1, l->max + 1};
        for (int end = 0; end < 2; end++) {
            struct book book = *base;
            set(&book, l, ends[end]);
            passes(&book);
            plays(&book);
            set(&book, l, beyond[end]);
            refused(&book, field, l->limit);
        }
    }
}

CLAIM(sheet_book_numbers_have_limits) {
    struct book base = sheet_book();
    for (int i = base.box_count; i < BOXES_MAX; i++) { /* to allow the most boxes */
        static const char *const keys[BOXES_MAX] = {
            [8] = "a",  [9] = "b",  [10] = "c", [11] = "d", [12] = "e", [13] = "f",
            [14] = "g", [15] = "h", [16] = "i", [17] = "j", [18] = "k", [19] = "l"};
        base.boxes[i] = base.boxes[5];
        base.boxes[i].key = keys[i];
    }
    base.bonus = M_book_yardzee_bonus; /* to allow bonuses */
    static const struct limit list[] = {
        FIELD(rolls, 1, ROLLS_MAX, "1 to 3"),
        FIELD(box_count, 1, BOXES_MAX, "1 to 20"),
        FIELD(columns, 1, SEATS_MAX, "1 to 99"),
        FIELD(boxes[0].n, 2, FACES, "n is "), /* another box already counts the ones */
        FIELD(boxes[1].n, 1, 6, "1 to 6"),
        FIELD(boxes[2].n, 1, 3, "1 to 3"),
        FIELD(boxes[4].from, 0, 4, "0 to 4"),
        FIELD(boxes[5].n, 0, 0, "0 to 0"),
        FIELD(boxes[5].from, 0, 0, "0 to 0"),
        FIELD(boxes[1].points, 0, BOX_POINTS_MAX, "0 to 999"),
        FIELD(boxes[7].points, 0, BOX_POINTS_MAX, "0 to 999"),
        FIELD(boxes[7].pays, PAYS_ALL, PAYS_FIXED, "0 to 2"),
        FIELD(params.joker, JOKER_NONE, JOKER_CLASSIC, "0 to 3"),
        FIELD(params.bonus, 0, 1000, "0 to 1000"),
        {"upper-bonus", offsetof(struct book, params.upper_bonus), 0, 1000, "0 to 1000"},
        {"Upper total needed", offsetof(struct book, params.upper_par), 1, UPPER_MAX, "1 to 126"},
    };
    walk(&base, list, sizeof list / sizeof *list);
    base.boxes[4].from = 0;
    base.boxes[4].n = FACES;
    passes(&base);
    base.boxes[4].n++;
    refused(&base, "n is 7", "1 to 6");
}

CLAIM(the_number_of_dice_is_limited) {
    struct book base = sheet_book();
    base.box_count = 1;
    base.params.upper_par = 1;
    static const struct limit dice[] = {FIELD(dice, 1, DICE_MAX, "1 to 6")};
    walk(&base, dice, 1);
    base = sheet_book();
    base.boxes[1].n = 5; /* five dice are enough for a full house, four are not */
    base.dice = 5;
    passes(&base);
    base.dice = 4;
    base.boxes[1].n = 4;
    refused(&base, "the number of dice for a full house", "5 to 6");
    base.boxes[1].n = 5; /* nor are four enough for five of a kind */
    refused(&base, "box 2: n", "1 to 4");
}

CLAIM(press_book_numbers_have_limits) {
    struct book base = press_book();
    base.params.goal = 1000;
    static const struct limit list[] = {
        FIELD(columns, 1, SEATS_MAX, "1 to 99"),
        FIELD(rounds, 1, 99, "1 to 99"),
        FIELD(params.tie, TIE_SHARE, TIE_CHASER, "0 to 2"),
    };
    for (int face = 1; face <= FACES; face++) {
        for (int n = 1; n <= DICE_MAX; n++) {
            struct book book = base;
            book.of_a_kind[face][n] = SET_POINTS_MAX;
            passes(&book);
            book.of_a_kind[face][n]++;
            refused(&book, "of_a_kind is 10001", "0 to 10000");
            book.of_a_kind[face][n] = -1;
            refused(&book, "of_a_kind is -1", "0 to 10000");
        }
    }
    walk(&base, list, sizeof list / sizeof *list);
    struct book book = base;
    book.hands[0].points = SET_POINTS_MAX;
    passes(&book);
    book.hands[0].points++;
    refused(&book, "hand 1: points", "1 to 10000");
    book.hands[0].points = 1525; /* totals are multiples of 50 */
    refused(&book, "hand 1: points", "multiple of 50");
    book.hands[0].points = 0;
    refused(&book, "hand 1: points", "1 to 10000");
    book = base;
    memset(book.of_a_kind, 0, sizeof book.of_a_kind);
    refused(&book, "of_a_kind", "at least one set");
}

CLAIM(the_counts_of_a_hand_add_up_to_six_except_1_1_1_which_means_all_different) {
    static const int good[][3] = {{6}, {3, 3}, {4, 2}, {2, 2, 2}, {3, 2, 1}, {1, 1, 1}};
    static const int bad[][3] = {{3, 2}, {0}, {1, 5}, {1, 1}, {6, 1}, {7, -1}, {7}};
    struct book book = press_book();
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        memcpy(book.hands[2].counts, good[i], sizeof good[i]);
        passes(&book);
        plays(&book);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        memcpy(book.hands[2].counts, bad[i], sizeof bad[i]);
        refused(&book, "hand 3: counts", "6");
    }
}

CLAIM(press_book_parameters_have_limits) {
    static const struct {
        const char *word;
        size_t at;
        int good[2], bad[3];
    } list[] = {
        {"entry", offsetof(struct book, params.entry), {0, 100000}, {-50, 100050, 25}},
        {"goal", offsetof(struct book, params.goal), {50, 1000000}, {0, 1000050, 75}},
        {"set-aside", offsetof(struct book, params.set_aside), {0, 1}, {-1, 2, 3}},
        {"hot-dice", offsetof(struct book, params.hot_dice), {0, 1}, {-1, 2, 3}},
        {"final-round", offsetof(struct book, params.final_round), {0, 2}, {-1, 3, 4}},
        {"tie", offsetof(struct book, params.tie), {0, 2}, {-1, 3, 4}},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        struct book book = press_book();
        for (int k = 0; k < 2; k++) {
            memcpy((char *)&book + list[i].at, &list[i].good[k], sizeof(int));
            passes(&book);
        }
        for (int k = 0; k < 3; k++) {
            memcpy((char *)&book + list[i].at, &list[i].bad[k], sizeof(int));
            refused(&book, list[i].word, "must be");
        }
    }
}

CLAIM(the_number_of_hands_is_limited) {
    struct book book = press_book();
    for (int i = 0; i < HANDS_MAX - 1; i++)
        book.hands[i] = book.hands[0];
    passes(&book);
    plays(&book);
    book.hands[HANDS_MAX - 1] = book.hands[0];
    refused(&book, "hand 6: its place in the list", "1 to 5");
}

/* ---- words ---- */

CLAIM(texts_must_be_present_and_not_too_long) {
    static const struct {
        const char *field;
        size_t at;
        int max;
        bool press;
    } list[] = {
        {"id", offsetof(struct book, id), BOOK_ID_MAX, false},
        {"name", offsetof(struct book, name), BOOK_NAME_MAX, false},
        {"bust", offsetof(struct book, bust), BOOK_NAME_MAX, true},
        {"key", offsetof(struct book, boxes[2].key), BOX_KEY_MAX, false},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        struct book book = list[i].press ? press_book() : sheet_book();
        char words[256] = {0}, limit[32];
        const char *at = words;
        struct text l = TEXT_IN(limit);
        memcpy((char *)&book + list[i].at, &at, sizeof at);
        refused(&book, list[i].field, "missing");
        memset(words, 'x', (size_t)list[i].max);
        passes(&book);
        plays(&book);
        words[list[i].max] = 'x';
        text_add(&l, "at most %d", list[i].max);
        refused(&book, list[i].field, limit);
        at = NULL;
        memcpy((char *)&book + list[i].at, &at, sizeof at);
        refused(&book, list[i].field, "missing");
    }
}

CLAIM(messages_for_people_must_be_present) {
    static const struct {
        const char *field;
        size_t at;
        bool press;
    } list[] = {
        {"about", offsetof(struct book, about), true},
        {"source", offsetof(struct book, source), true},
        {"label", offsetof(struct book, boxes[2].label), false},
        {"how", offsetof(struct book, boxes[2].how), false},
    };
    const enum message none = M_NONE;
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        struct book book = list[i].press ? press_book() : sheet_book();
        memcpy((char *)&book + list[i].at, &none, sizeof none);
        refused(&book, list[i].field, "missing");
    }
    struct book book = sheet_book();
    passes(&book); /* without a bonus, a book needs no text for it */
    book.params.bonus = 100;
    refused(&book, "bonus", "missing");
    book.bonus = M_book_yardzee_bonus;
    passes(&book);
}

CLAIM(keys_must_be_words_of_the_table_language) {
    static const char *const bad[] = {"two words", "a=b", "a,b", "a/b", "a:b", "a#b", "Big", "a.b"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct book book = sheet_book();
        book.boxes[3].key = bad[i];
        refused(&book, "box 4: key", "only a to z");
        book = sheet_book();
        book.id = bad[i];
        refused(&book, "id", "only a to z");
    }
    struct book book = sheet_book();
    book.boxes[3].key = "bonus";
    refused(&book, "box 4: key", "taken");
    book.boxes[3].key = book.boxes[0].key;
    refused(&book, "box 4: key", "taken");
}

/* ---- what solvers rely on ---- */

CLAIM(each_face_has_at_most_one_upper_box_and_it_pays_for_matching_dice) {
    struct book book = sheet_book();
    book.boxes[6].n = 6;
    refused(&book, "box 7: n is 6", "another upper box");
    book = sheet_book();
    book.boxes[0].pays = PAYS_ALL;
    refused(&book, "box 1: pays", "PAYS_MATCHED");
}

CLAIM(unknown_families_and_patterns_are_refused) {
    struct book book = sheet_book();
    book.family = (enum family)(FAMILY_PRESS + 1);
    refused(&book, "family", "0 to 1");
    book = sheet_book();
    book.boxes[0].pattern = (enum pattern)(PATTERN_ANY + 1);
    refused(&book, "box 1: pattern", "0 to 5");
}

CLAIM(every_listed_book_and_the_template_pass_the_check) {
    for (const struct book *const *book = books; *book; book++)
        passes(*book);
    passes(&book_template);
}
