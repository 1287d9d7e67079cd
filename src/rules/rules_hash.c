/* Hashes a rule set to 32 bytes. Everything in a book is hashed, including its English text, so
 * that nobody has to decide which fields affect a solved table. */
#include <string.h>

#include "core/blake2b.h"
#include "core/say.h"
#include "rules/rules.h"

enum {
    MESSAGE_BYTES = 120
}; /* tests/unit/rules_text_test.c checks that no message of a book is longer */

/* Canonical encoding: numbers as digits and a comma, text prefixed with its length, so that no two
 * rule sets have the same encoding and all machines agree. */
static void put_number(struct text *out, int value) {
    text_add(out, "%d,", value);
}

static void put_words(struct text *out, const char *words) {
    text_add(out, "%d:%s,", words ? (int)strlen(words) : -1, words ? words : "");
}

static void put_message(struct text *out, enum message message) {
    put_words(out, message && languages[0] ? words_in(message, languages[0]) : NULL);
}

static void put_params(struct text *out, const struct params *p) {
    const int values[] = {p->joker,     p->bonus, p->upper_bonus, p->upper_par,
                          p->set_aside, p->entry, p->goal,        p->final_round,
                          p->hot_dice,  p->tie,   p->settlement};
    _Static_assert(sizeof values == sizeof *p, "all parameters are here");
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        put_number(out, values[i]);
}

static void put_box(struct text *out, const struct box *b) {
    put_words(out, b->key);
    put_message(out, b->label);
    put_message(out, b->how);
    const int values[] = {(int)b->pattern, b->n, b->from, (int)b->pays, b->points};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        put_number(out, values[i]);
}

static void put_book(struct text *out, const struct book *b) {
    const char *const words[] = {b->id, b->name, b->five, b->bust};
    const int values[] = {(int)b->family, b->dice,     b->rolls,  b->box_count,
                          b->columns,     b->own_card, b->rounds, b->chips};
    for (int i = 0; i < 4; i++)
        put_words(out, words[i]);
    put_message(out, b->about);
    put_message(out, b->source);
    put_message(out, b->bonus);
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        put_number(out, values[i]);
    put_params(out, &b->params);
    for (int i = 0; i < RULES_COUNT; i++)
        put_message(out, b->cites[i]);
    for (int i = 0; i < TOPICS_COUNT; i++)
        put_message(out, b->topic_cites[i]);
    for (int i = 0; i < BOXES_MAX; i++)
        put_box(out, &b->boxes[i]);
    for (int i = 0; i < (FACES + 1) * (DICE_MAX + 1); i++)
        put_number(out, b->of_a_kind[i / (DICE_MAX + 1)][i % (DICE_MAX + 1)]);
    for (int i = 0; i < HANDS_MAX; i++) {
        put_message(out, b->hands[i].label);
        put_number(out, b->hands[i].counts[0]);
        put_number(out, b->hands[i].counts[1]);
        put_number(out, b->hands[i].counts[2]);
        put_number(out, b->hands[i].points);
    }
}

void rules_hash(const struct rules *r, uint8_t ret[RULES_HASH_BYTES]) {
    enum { A_NUMBER = 13, A_TEXT = A_NUMBER + MESSAGE_BYTES };
    char bytes[A_TEXT * (7 + RULES_COUNT + TOPICS_COUNT + 3 * BOXES_MAX + HANDS_MAX) +
               A_NUMBER * (8 + 2 * PARAM_NUMBERS + 5 * BOXES_MAX + (FACES + 1) * (DICE_MAX + 1) +
                           4 * HANDS_MAX) +
               1];
    struct text out = TEXT_IN(bytes);
    put_book(&out, r->book);
    put_params(&out, &r->params);
    blake2b((struct span){out.data, out.len}, NULL, 0, ret, RULES_HASH_BYTES);
}
