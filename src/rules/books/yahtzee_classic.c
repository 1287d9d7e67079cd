/* Yahtzee, the older edition with bonus chips. */
#include "rules/books.h"

const struct book book_yahtzee_classic = {
    .id = "yahtzee-classic",
    .name = "Yahtzee classic",
    .about = M_book_classic_about,
    .source = M_book_classic_source,
    .five = "Yahtzee",
    .bonus = M_book_classic_bonus,
    .family = FAMILY_SHEET,
    .dice = 5,
    .rolls = 3,
    .columns = 7,
    .own_card = true,
    .chips = true,
    .params = {.joker = JOKER_CLASSIC,
               .bonus = 100,
               .upper_bonus = 35,
               .upper_par = 63,
               .settlement = SETTLEMENT_ON},
    .cites =
        {
            [RULE_TURN] = M_cite_classic_play,
            [RULE_BOX] = M_cite_classic_scoring,
            [RULE_UPPER_BONUS] = M_cite_classic_upper,
            [RULE_FIVE_BONUS] = M_cite_classic_chips,
            [RULE_JOKER] = M_cite_classic_joker,
            [RULE_WINNER] = M_cite_classic_object,
            [RULE_START] = M_cite_classic_play,
            [RULE_PARTNERS] = M_cite_classic_partners,
            [RULE_SETTLEMENT] = M_cite_classic_object,
        },
    .box_count = 13,
    .boxes = {UPPER_BOXES(M_book_aces, M_book_how_face),
              YAHTZEE_LOWER_BOXES(M_book_low_straight, M_book_high_straight, M_book_box_yahtzee)},
};
