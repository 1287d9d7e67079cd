/* Yardzee, the lawn game with five big dice. Books 000, 001 and 002 agree. */
#include "rules/books.h"

const struct book book_yardzee = {
    .id = "yardzee",
    .name = "Yardzee",
    .about = "the lawn game with five big dice",
    .source = "the Yardzee rule sheets (000, 001, 002)",
    .family = FAMILY_SHEET,
    .dice = 5,
    .rolls = 3,
    .columns = 5,
    .params = {.joker = JOKER_FREE, .bonus = 100, .upper_bonus = 35, .upper_par = 63},
    .cites =
        {
            [RULE_TURN] = "001, Yardzee, game play",
            [RULE_BOX] = "001, Yardzee, game play and lower scores",
            [RULE_UPPER_BONUS] = "001, Yardzee, upper scores",
            [RULE_FIVE_BONUS] = "001, Yardzee, 'Yardzee'",
            [RULE_JOKER] = "001, Yardzee, joker conditions 1 and 2",
        },
    .box_count = 13,
    .boxes = {UPPER_BOXES("Aces"), YAHTZEE_LOWER_BOXES("Sm. straight", "Lg. straight", "YARDZEE")},
};
