/* Every sheet book against the oracle: what each roll scores in each box, and how each book's joker
 * rule treats five of a kind on every possible card. */
#include <string.h>

#include "books/reference.h"
#include "check.h"
#include "dice_of.h"
#include "rules/sheet.h"

enum { ROLLS = 252, SHEET_DICE = 5 };

static const char *const joker_names[] = {
    [JOKER_NONE] = "none",
    [JOKER_FREE] = "free",
    [JOKER_FORCED] = "forced",
    [JOKER_CLASSIC] = "classic",
};

enum { JOKERS = sizeof joker_names / sizeof *joker_names };

struct roll {
    struct dice dice;
    int faces[SHEET_DICE];
    int five; /* five of a kind */
};

/* Does not use the enumeration in dice.h, which is tested elsewhere. */
static void all_rolls(struct roll rolls[ROLLS]) {
    int n = 0;
    for (int a = 1; a <= FACES; a++) {
        for (int b = a; b <= FACES; b++) {
            for (int c = b; c <= FACES; c++) {
                for (int d = c; d <= FACES; d++) {
                    for (int e = d; e <= FACES; e++) {
                        struct roll *roll = &rolls[n++];
                        *roll = (struct roll){.faces = {a, b, c, d, e}, .five = a == e};
                        roll->dice = dice_of(roll->faces, SHEET_DICE);
                    }
                }
            }
        }
    }
    assert_int_equal(n, ROLLS);
}

/* The books that have an independent reference. */
static int sheet_books(const struct book *list[]) {
    int n = 0;
    for (const struct book *const *book = books; *book; book++) {
        if ((*book)->family == FAMILY_SHEET && reference_box_key((*book)->id, 0))
            list[n++] = *book;
    }
    return n;
}

#define EACH_SHEET_BOOK(book)                                                                      \
    const struct book *list_of_books[16];                                                          \
    int count_of_books = sheet_books(list_of_books);                                               \
    assert_true(count_of_books >= 4);                                                              \
    for (int which = 0; which < count_of_books; which++)                                           \
        for (const struct book *book = list_of_books[which]; book; book = NULL)

/* A new sheet book needs a reference; a message names each book without one. */
CLAIM(the_oracle_knows_four_sheet_books) {
    const struct book *list[16];
    for (const struct book *const *book = books; *book; book++) {
        if ((*book)->family == FAMILY_SHEET && !reference_box_key((*book)->id, 0))
            print_message("# %s: no reference here\n", (*book)->id);
    }
    assert_int_equal(sheet_books(list), 4);
}

CLAIM(boxes_are_in_the_order_of_the_sheet) {
    EACH_SHEET_BOOK(book) {
        for (int box = 0; box < book->box_count; box++) {
            const char *key = reference_box_key(book->id, box);
            assert_non_null(key);
            assert_string_equal(book->boxes[box].key, key);
        }
        assert_null(reference_box_key(book->id, book->box_count));
    }
}

CLAIM(every_box_scores_every_roll_as_the_oracle_says) {
    struct roll rolls[ROLLS];
    all_rolls(rolls);
    EACH_SHEET_BOOK(book) {
        for (int box = 0; box < book->box_count; box++) {
            const char *key = book->boxes[box].key;
            for (const struct roll *roll = rolls; roll < rolls + ROLLS; roll++) {
                int paid = box_points(&book->boxes[box], roll->dice);
                int right = reference_box(book->id, key, roll->faces);
                if (paid != right)
                    fail_msg("%s: %s pays %d for %d%d%d%d%d, not %d", book->id, key, paid,
                             roll->faces[0], roll->faces[1], roll->faces[2], roll->faces[3],
                             roll->faces[4], right);
            }
        }
    }
}

CLAIM(every_lower_box_scores_a_joker_as_the_oracle_says) {
    struct roll rolls[ROLLS];
    all_rolls(rolls);
    EACH_SHEET_BOOK(book) {
        for (int box = 0; box < book->box_count; box++) {
            const char *key = book->boxes[box].key;
            for (const struct roll *roll = rolls; roll < rolls + ROLLS; roll++) {
                if (box_is_upper(&book->boxes[box]) || !roll->five)
                    continue;
                int paid = box_joker_points(&book->boxes[box], roll->dice);
                int right = reference_joker_box(book->id, key, roll->faces);
                if (paid != right)
                    fail_msg("%s: %s pays a joker of %ds %d, not %d", book->id, key, roll->faces[0],
                             paid, right);
            }
        }
    }
}

/* The same card for referee and oracle. Points in boxes other than five of a kind must not matter,
 * so they differ from card to card. */
struct both_cards {
    struct card card;
    struct reference_card reference;
};

static struct both_cards cards_of(const struct book *book, unsigned mask, int five_points) {
    struct both_cards both = {.card = {.filled = (uint16_t)mask}};
    for (int box = 0; box < book->box_count; box++) {
        both.reference.filled[box] = (int)(mask >> box & 1);
        if (mask >> box & 1)
            both.card.points[box] = (int16_t)((mask * 7 + (unsigned)box) % 31);
    }
    int five = reference_box_index(book->id, "five-kind");
    if (mask >> five & 1)
        both.card.points[five] = (int16_t)five_points;
    both.reference.five_kind_points = five_points;
    return both;
}

/* A zero by choice is legal where the box is, holds nothing and keeps the bonus. */
static void compare_zero(const struct rules *r, const struct both_cards *both,
                         const struct roll *roll, int box, int right, int right_bonus) {
    struct game g = {.seats = 1, .phase = PHASE_CHOOSE, .rolls = 1, .dice = roll->dice};
    struct action zero = {.act = ACT_SCORE, .box = (uint8_t)box, .zero = 1};
    g.card[0] = both->card;
    struct game after = g;
    bool allowed = game_apply(r, &after, zero) == ALLOWED;
    assert_int_equal(allowed, right >= 0);
    assert_int_equal(sheet_given_up(r, &g, zero), right > 0 ? right : 0);
    if (!allowed)
        return;
    assert_int_equal(after.card[0].filled, both->card.filled | 1u << box);
    assert_int_equal(after.card[0].points[box], 0);
    assert_int_equal(after.card[0].bonuses, right_bonus > 0);
}

static void compare_claims(const struct rules *r, const struct both_cards *both,
                           const struct roll *roll) {
    const struct book *book = r->book;
    const char *joker = joker_names[r->params.joker];
    for (int box = 0; box < book->box_count; box++) {
        const char *key = book->boxes[box].key;
        struct claim claim = sheet_claim(r, &both->card, roll->dice, box);
        int right_bonus;
        int right =
            reference_claim(book->id, joker, &both->reference, roll->faces, key, &right_bonus);
        compare_zero(r, both, roll, box, right, right_bonus);
        int filled = both->card.filled >> box & 1;
        int same = claim.refusal == ALLOWED
                       ? claim.points == right && claim.bonus == right_bonus
                       : right == -1 && filled == (claim.refusal == REFUSED_BOX_FILLED);
        if (!same)
            fail_msg("%s:joker=%s, filled %x, five-kind %d, %d%d%d%d%d in %s: refusal %d, points "
                     "%d, bonus %d; should be %d and %d",
                     book->id, joker, both->card.filled, both->reference.five_kind_points,
                     roll->faces[0], roll->faces[1], roll->faces[2], roll->faces[3], roll->faces[4],
                     key, claim.refusal, claim.points, claim.bonus, right, right_bonus);
    }
}

/* How many scores to try in the five-of-a-kind box: two (0 and 50) if it is filled, else one. */
static int five_values(const struct book *book, unsigned mask) {
    return mask >> reference_box_index(book->id, "five-kind") & 1 ? 2 : 1;
}

CLAIM(five_of_a_kind_scores_correctly_on_every_card) {
    struct roll rolls[ROLLS];
    all_rolls(rolls);
    struct draw draw = {20031};
    EACH_SHEET_BOOK(book) {
        for (int joker = 0; joker < JOKERS; joker++) {
            struct rules r = rules_of(book);
            r.params.joker = joker;
            /* All 2^13 cards with thirteen boxes are tried. The 2^15 cards with fifteen boxes are
             * all tried under the book's joker rule, and 2^13 random ones under the
             * other joker rules. */
            unsigned cards = 1u << book->box_count, most = 1u << 13;
            int sampled = cards > most && joker != book->params.joker;
            for (unsigned i = 0; i < (sampled ? most : cards); i++) {
                unsigned mask = sampled ? (unsigned)draw_below(&draw, (int)cards) : i;
                for (int five = 0; five < five_values(book, mask); five++) {
                    struct both_cards both = cards_of(book, mask, 50 * five);
                    for (const struct roll *roll = rolls; roll < rolls + ROLLS; roll++) {
                        if (roll->five)
                            compare_claims(&r, &both, roll);
                    }
                }
            }
        }
    }
}

CLAIM(rolls_other_than_five_of_a_kind_score_correctly_on_random_cards) {
    enum { CARDS = 60 };
    struct roll rolls[ROLLS];
    all_rolls(rolls);
    struct draw draw = {20032};
    EACH_SHEET_BOOK(book) {
        for (int joker = 0; joker < JOKERS; joker++) {
            struct rules r = rules_of(book);
            r.params.joker = joker;
            for (int i = 0; i < CARDS; i++) {
                unsigned mask = (unsigned)draw_below(&draw, 1 << book->box_count);
                struct both_cards both = cards_of(book, mask, 50 * draw_below(&draw, 2));
                for (const struct roll *roll = rolls; roll < rolls + ROLLS; roll++) {
                    if (!roll->five)
                        compare_claims(&r, &both, roll);
                }
            }
        }
    }
}

CLAIM(each_sheet_book_has_the_joker_rule_and_bonuses_of_its_source) {
    assert_int_equal(book_find(span_of("yardzee"))->params.joker, JOKER_FREE);
    assert_int_equal(book_find(span_of("yahtzee"))->params.joker, JOKER_FORCED);
    assert_int_equal(book_find(span_of("yahtzee-classic"))->params.joker, JOKER_CLASSIC);
    assert_int_equal(book_find(span_of("yatzy"))->params.joker, JOKER_NONE);
    EACH_SHEET_BOOK(book) {
        int yatzy = book == book_find(span_of("yatzy"));
        assert_int_equal(book->params.bonus, yatzy ? 0 : 100);
        assert_int_equal(book->params.upper_bonus, yatzy ? 50 : 35);
        assert_int_equal(book->params.upper_par, 63);
    }
}

CLAIM(a_house_rule_sets_the_size_of_the_five_of_a_kind_bonus) {
    struct roll rolls[ROLLS];
    all_rolls(rolls);
    EACH_SHEET_BOOK(book) {
        struct rules r = rules_of(book);
        int five = sheet_five_box(book), chance = reference_box_index(book->id, "chance");
        r.params.bonus = 250;
        r.params.joker = JOKER_FREE;
        struct both_cards both = cards_of(book, 1u << five, 50);
        for (const struct roll *roll = rolls; roll < rolls + ROLLS; roll++)
            assert_int_equal(sheet_claim(&r, &both.card, roll->dice, chance).bonus,
                             roll->five ? 250 : 0);
    }
}

/* ---- the best card ---- */

/* The best total that any sequence of rolls can reach, found by trying every roll in every box of
 * every card. `most` has the best total so far of a card by its filled boxes, by whether its
 * Yahtzee box holds 50, and by its upper total; -1 if no rolls lead there. */
enum { CARDS = 1 << 13, UPPER_TOTALS = 106 };
static int16_t most[CARDS][2][UPPER_TOTALS];

static void reach(uint32_t filled, bool holds_50, int upper, int total) {
    if (most[filled][holds_50][upper] < total)
        most[filled][holds_50][upper] = (int16_t)total;
}

/* Fills a box with every score it can get on this card, whatever the upper total. */
static void fill_in_every_way(const struct rules *r, const struct card *card, int box) {
    bool possible[51][2] = {0}; /* points, and whether a bonus comes with them */
    int five = sheet_five_box(r->book);
    bool holds_50 = card->points[five] > 0;
    struct dice d = dice_first(5);
    do {
        struct claim claim = sheet_claim(r, card, d, box);
        if (claim.refusal == ALLOWED)
            possible[claim.points][claim.bonus > 0] = true;
    } while (dice_next(&d));
    for (int points = 0; points <= 50; points++) {
        for (int bonus = 0; bonus < 2; bonus++) {
            bool now_50 = holds_50 || (box == five && points == 50);
            int added = box_is_upper(&r->book->boxes[box]) ? points : 0;
            for (int upper = 0; possible[points][bonus] && upper + added < UPPER_TOTALS; upper++) {
                int before = most[card->filled][holds_50][upper];
                if (before >= 0)
                    reach(card->filled | 1u << box, now_50, upper + added,
                          before + points + bonus * r->params.bonus);
            }
        }
    }
}

static int best_card(const char *rules) {
    LOCAL_TEXT(error, 256);
    struct rules r;
    assert_true(rules_parse(span_of(rules), &r, &error));
    int best = 0, five = sheet_five_box(r.book);
    memset(most, -1, sizeof most);
    most[0][0][0] = 0;
    for (uint32_t filled = 0; filled < CARDS - 1; filled++) {
        for (int holds_50 = 0; holds_50 <= (int)(filled >> five & 1); holds_50++) {
            struct card card = {.filled = filled};
            card.points[five] = holds_50 ? 50 : 0;
            for (int box = 0; box < r.book->box_count; box++) {
                if (!(filled >> box & 1))
                    fill_in_every_way(&r, &card, box);
            }
        }
    }
    for (int i = 0; i < 2 * UPPER_TOTALS; i++) {
        int upper = i / 2, total = most[CARDS - 1][i % 2][upper];
        total += upper >= r.params.upper_par ? r.params.upper_bonus : 0;
        best = total > best ? total : best;
    }
    return best;
}

/* Solitaire: the leaflet's highest score is true of the card alone; chips come on top of it. */
CLAIM(classic_no_card_beats_375_without_chips_or_1575_with_them) {
    assert_int_equal(best_card("yahtzee-classic:bonus=0"), 375);
    assert_int_equal(best_card("yahtzee-classic"), 1575);
}

CLAIM(no_box_outside_the_book_can_be_filled) {
    EACH_SHEET_BOOK(book) {
        struct rules r = rules_of(book);
        struct card card = {0};
        struct dice d = dice_first(SHEET_DICE);
        assert_int_equal(sheet_claim(&r, &card, d, -1).refusal, REFUSED_NO_BOX);
        assert_int_equal(sheet_claim(&r, &card, d, book->box_count).refusal, REFUSED_NO_BOX);
        assert_int_equal(sheet_claim(&r, &card, d, 255).refusal, REFUSED_NO_BOX);
    }
}
