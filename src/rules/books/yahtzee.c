/* Yahtzee, 2003 edition: forced joker. Book 004. */
#include "rules/books.h"

const struct book book_yahtzee = {
    .id = "yahtzee",
    .name = "Yahtzee",
    .about = "the 2003 edition, with the forced joker",
    .source = "the Yahtzee instructions of 2003 (004)",
    .family = FAMILY_SHEET,
    .dice = 5,
    .rolls = 3,
    .columns = 6,
    .params = {.joker = JOKER_FORCED, .bonus = 100, .upper_bonus = 35, .upper_par = 63},
    .cites =
        {
            [RULE_TURN] = "004, taking a turn",
            [RULE_BOX] = "004, scoring",
            [RULE_UPPER_BONUS] = "004, upper section",
            [RULE_FIVE_BONUS] = "004, bonus",
            [RULE_JOKER] = "004, joker rules",
            [RULE_WINNER] = "004, how to win",
            [RULE_START] = "004, how to play",
        },
    .box_count = 13,
    .boxes = {UPPER_BOXES("Aces"),
              YAHTZEE_LOWER_BOXES("Small straight", "Large straight", "YAHTZEE")},
};
