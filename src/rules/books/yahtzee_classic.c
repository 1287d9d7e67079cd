/* Yahtzee, the older edition with bonus chips. Book 003. */
#include "rules/books.h"

const struct book book_yahtzee_classic = {
    .id = "yahtzee-classic",
    .name = "Yahtzee classic",
    .about = "the older edition, with bonus chips, partners and settlement",
    .source = "the older Yahtzee leaflet (003)",
    .family = FAMILY_SHEET,
    .dice = 5,
    .rolls = 3,
    .columns = 6,
    .params = {.joker = JOKER_CLASSIC, .bonus = 100, .upper_bonus = 35, .upper_par = 63},
    .cites =
        {
            [RULE_TURN] = "003, now lets play the game",
            [RULE_BOX] = "003, score card and how to score",
            [RULE_UPPER_BONUS] = "003, bonus",
            [RULE_FIVE_BONUS] = "003, bonus chips",
            [RULE_JOKER] = "003, used as a joker, and bonus chips",
            [RULE_WINNER] = "003, object of the game",
            [RULE_START] = "003, now lets play the game",
            [RULE_PARTNERS] = "003, played with partners",
            [RULE_SETTLEMENT] = "003, object of the game",
        },
    .box_count = 13,
    .boxes = {UPPER_BOXES("Aces"), YAHTZEE_LOWER_BOXES("Low straight", "High straight", "YAHTZEE")},
};
