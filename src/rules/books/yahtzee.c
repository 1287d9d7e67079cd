/* Yahtzee, 2003 edition: forced joker. */
#include "rules/books.h"

const struct book book_yahtzee = {
    .id = "yahtzee",
    .name = "Yahtzee",
    .about = M_book_yahtzee_about,
    .source = M_book_yahtzee_source,
    .five = "Yahtzee",
    .bonus = M_book_yahtzee_bonus,
    .family = FAMILY_SHEET,
    .dice = 5,
    .rolls = 3,
    .columns = 6,
    .own_card = true,
    .params = {.joker = JOKER_FORCED, .bonus = 100, .upper_bonus = 35, .upper_par = 63},
    .cites =
        {
            [RULE_TURN] = M_cite_yahtzee_turn,
            [RULE_BOX] = M_cite_yahtzee_scoring,
            [RULE_UPPER_BONUS] = M_cite_yahtzee_upper,
            [RULE_FIVE_BONUS] = M_cite_yahtzee_bonus,
            [RULE_JOKER] = M_cite_yahtzee_joker,
            [RULE_WINNER] = M_cite_yahtzee_win,
            [RULE_START] = M_cite_yahtzee_play,
        },
    .topic_cites = {[TOPIC_NEEDS] = M_cite_yahtzee_contents,
                    [TOPIC_ZERO] = M_cite_yahtzee_scoring,
                    [TOPIC_SOLO] = M_cite_yahtzee_solo},
    .box_count = 13,
    .boxes = {UPPER_BOXES(M_book_aces, M_book_how_face_total),
              YAHTZEE_LOWER_BOXES(M_book_small_straight, M_book_large_straight,
                                  M_book_box_yahtzee)},
};
