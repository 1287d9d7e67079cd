/* Yardzee, the lawn game with five big dice. Its three rule sheets agree. */
#include "rules/books.h"

const struct book book_yardzee = {
    .id = "yardzee",
    .name = "Yardzee",
    .about = M_book_yardzee_about,
    .source = M_book_yardzee_source,
    .five = "Yardzee",
    .bonus = M_book_yardzee_bonus,
    .family = FAMILY_SHEET,
    .dice = 5,
    .rolls = 3,
    .columns = 5,
    .params = {.joker = JOKER_FREE, .bonus = 100, .upper_bonus = 35, .upper_par = 63},
    .cites =
        {
            [RULE_TURN] = M_cite_yardzee_play,
            [RULE_BOX] = M_cite_yardzee_boxes,
            [RULE_UPPER_BONUS] = M_cite_yardzee_upper,
            [RULE_FIVE_BONUS] = M_cite_yardzee_bonus,
            [RULE_JOKER] = M_cite_yardzee_joker,
        },
    .box_count = 13,
    .boxes = {UPPER_BOXES(M_book_aces, M_book_how_face),
              YAHTZEE_LOWER_BOXES(M_book_sm_straight, M_book_lg_straight, M_book_box_yardzee)},
};
