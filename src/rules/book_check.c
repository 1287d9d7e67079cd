/* Checks that a book stays within what the referee, the solvers and the score sheets can handle.
 * Tables elsewhere are sized to these limits, so a book that passes cannot overrun them. */
#include <string.h>

#include "core/say.h"
#include "rules/press.h"
#include "rules/sheet.h"

/* A location in a book: the book itself, or one of its boxes or hands. */
enum part { PART_BOOK, PART_BOX, PART_HAND };

struct place {
    const struct book *book;
    enum part part;
    int number;
    struct text *error;
};

static bool wrong(const struct place *at, const char *problem) {
    const char *id = at->book->id ? at->book->id : "?";
    if (at->part == PART_BOX)
        say(at->error, rules_book_box_wrong, .book = id, .number = at->number, .problem = problem);
    else if (at->part == PART_HAND)
        say(at->error, rules_book_hand_wrong, .book = id, .number = at->number, .problem = problem);
    else
        say(at->error, rules_book_wrong, .book = id, .problem = problem);
    return false;
}

static bool within(const struct place *at, const char *field, int value, int min, int max) {
    if (value >= min && value <= max)
        return true;
    return wrong(at,
                 WORDS(rules_field_range, .field = field, .value = value, .min = min, .max = max));
}

static bool worded(const struct place *at, const char *field, const char *words, size_t max) {
    if (!words || !words[0])
        return wrong(at, WORDS(rules_field_missing, .field = field));
    if (strlen(words) <= max)
        return true;
    return wrong(
        at, WORDS(rules_field_long, .field = field, .length = (int)strlen(words), .max = (int)max));
}

/* Keys are words of the table language and parts of file names. */
static bool keyed(const struct place *at, const char *field, const char *key, size_t max) {
    if (!worded(at, field, key, max))
        return false;
    while ((*key >= 'a' && *key <= 'z') || (*key >= '0' && *key <= '9') || *key == '-')
        key++;
    if (!*key)
        return true;
    const char character[] = {*key, '\0'};
    return wrong(at, WORDS(rules_field_character, .field = field, .character = character));
}

static bool params_fit(const struct place *at) {
    const struct params *own = &at->book->params;
    for (const struct param *p = params; p->name; p++) {
        if (p->family != at->book->family)
            continue;
        int value = param_value(own, p->first), max = p->max;
        for (max = p->words ? -1 : max; p->words && p->words[max + 1];)
            max++;
        if (!within(at, p->name, value, p->min, max))
            return false;
        if (!p->words && value % p->step)
            return wrong(
                at, WORDS(rules_field_multiple, .field = p->name, .value = value, .unit = p->step));
        if (p->second >= 0 && !within(at, words_of(p->second_label), param_value(own, p->second),
                                      p->second_min, param_second_max(at->book)))
            return false;
    }
    return true;
}

/* ---- sheet games ---- */

static bool pattern_fits(const struct place *at, const struct box *box) {
    int dice = at->book->dice, low = 0, high = 0;
    switch (box->pattern) {
    case PATTERN_FACE:
        low = 1;
        high = FACES;
        break;
    case PATTERN_KIND:
        low = 1;
        high = dice;
        break;
    case PATTERN_PAIRS:
        low = 1;
        high = dice / 2;
        break;
    case PATTERN_RUN:
        low = 1;
        high = dice < FACES ? dice : FACES;
        break;
    case PATTERN_HOUSE:
        if (!within(at, words_of(M_rules_dice_for_house), dice, 5, DICE_MAX))
            return false;
        break;
    case PATTERN_ANY:
        break;
    }
    return within(at, "n", box->n, low, high) &&
           within(at, "from", box->from, 0, box->pattern == PATTERN_RUN ? FACES + 1 - box->n : 0);
}

/* Upper totals are computed face by face, so each face may have at most one box, and that box must
 * pay the sum of the dice of its face. */
static bool upper_fits(const struct place *at, const struct box *box) {
    if (!box_is_upper(box))
        return true;
    if (box->pays != PAYS_MATCHED)
        return wrong(at, WORDS(rules_upper_pays));
    if (&at->book->boxes[sheet_face_box(at->book, box->n)] == box)
        return true;
    return wrong(at, WORDS(rules_face_taken, .face = box->n));
}

/* The field must name a message. */
static bool spoken(const struct place *at, const char *field, enum message message) {
    return message != M_NONE || wrong(at, WORDS(rules_field_missing, .field = field));
}

static bool box_fits(const struct place *at, const struct box *box) {
    bool good = keyed(at, "key", box->key, BOX_KEY_MAX) && spoken(at, "label", box->label) &&
                spoken(at, "how", box->how) &&
                within(at, "pattern", box->pattern, 0, PATTERN_ANY) &&
                within(at, "pays", box->pays, 0, PAYS_FIXED) &&
                within(at, "points", box->points, 0, BOX_POINTS_MAX) && pattern_fits(at, box) &&
                upper_fits(at, box);
    for (const struct box *other = at->book->boxes; good && other < box; other++)
        good = strcmp(other->key, box->key) != 0;
    good = good && strcmp(box->key, "bonus") != 0;
    if (!good && !at->error->len)
        wrong(at, WORDS(rules_key_taken, .word = box->key));
    return good;
}

static bool boxes_fit(struct place at) {
    const struct book *book = at.book;
    if (!within(&at, "rolls", book->rolls, 1, ROLLS_MAX) ||
        !within(&at, "box_count", book->box_count, 1, BOXES_MAX))
        return false;
    at.part = PART_BOX;
    for (int i = 0; i < book->box_count; i++) {
        at.number = i + 1;
        if (!box_fits(&at, &book->boxes[i]))
            return false;
    }
    return true;
}

/* ---- press games ---- */

static bool of_a_kind_fits(const struct place *at) {
    for (int face = 1; face <= FACES; face++) {
        for (int n = 1; n <= DICE_MAX; n++) {
            if (!within(at, "of_a_kind", at->book->of_a_kind[face][n], 0, SET_POINTS_MAX))
                return false;
        }
    }
    if (press_unit(at->book))
        return true;
    return wrong(at, WORDS(rules_of_a_kind_empty));
}

static bool hands_fit(struct place at) {
    const struct hand *hands = at.book->hands;
    int unit = press_unit(at.book);
    at.part = PART_HAND;
    for (int i = 0; hands[i].label; i++) {
        at.number = i + 1;
        if (!within(&at, words_of(M_rules_its_place), i + 1, 1, HANDS_MAX - 1) ||
            !within(&at, "points", hands[i].points, 1, SET_POINTS_MAX))
            return false;
        const int *counts = hands[i].counts;
        for (int k = 0; k < 3; k++) {
            if (!within(&at, "counts", counts[k], 0, DICE_MAX))
                return false;
        }
        bool all_differ = counts[0] == 1 && counts[1] == 1 && counts[2] == 1;
        if (!all_differ && (counts[0] == 1 || counts[0] + counts[1] + counts[2] != at.book->dice))
            return wrong(&at, WORDS(rules_counts_sum, .dice = at.book->dice));
        if (hands[i].points % unit)
            return wrong(&at, WORDS(rules_field_multiple, .field = "points",
                                    .value = hands[i].points, .unit = unit));
    }
    return true;
}

bool book_check(const struct book *book, struct text *error) {
    const struct place at = {.book = book, .error = error};
    bool good = keyed(&at, "id", book->id, BOOK_ID_MAX) &&
                worded(&at, "name", book->name, BOOK_NAME_MAX) &&
                spoken(&at, "about", book->about) && spoken(&at, "source", book->source) &&
                within(&at, "family", book->family, 0, FAMILY_PRESS) &&
                within(&at, "dice", book->dice, 1, DICE_MAX) &&
                within(&at, "columns", book->columns, 1, SEATS_MAX) && params_fit(&at);
    if (!good || book->family == FAMILY_SHEET)
        return good && (!book->params.bonus || spoken(&at, "bonus", book->bonus)) && boxes_fit(at);
    return worded(&at, "bust", book->bust, BOOK_NAME_MAX) &&
           within(&at, "rounds", book->rounds, 1, 99) && of_a_kind_fits(&at) && hands_fit(at);
}
