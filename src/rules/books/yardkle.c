/* Yardkle, the lawn game with six big dice. Its two rule sheets agree. */
#include "rules/books.h"

const struct book book_yardkle = {
    .id = "yardkle",
    .name = "Yardkle",
    .about = M_book_yardkle_about,
    .source = M_book_yardkle_source,
    .bust = "Yardkle",
    .family = FAMILY_PRESS,
    .dice = 6,
    .columns = 7,
    .rounds = 30,
    .params = {.set_aside = SET_ASIDE_ANY,
               .entry = 500,
               .goal = 10000,
               .final_round = FINAL_OTHERS,
               .hot_dice = HOT_DICE_MUST,
               .tie = TIE_SHARE},
    .cites =
        {
            [RULE_TURN] = M_cite_yardkle_play,
            [RULE_ASIDE] = M_cite_yardkle_aside,
            [RULE_BUST] = M_cite_yardkle_play,
            [RULE_HOT_DICE] = M_cite_yardkle_play,
            [RULE_ENTRY] = M_cite_yardkle_entry,
            [RULE_FINAL_ROUND] = M_cite_yardkle_play,
            [RULE_WINNER] = M_cite_yardkle_play,
        },
    .topic_cites = {[TOPIC_SCORES] = M_cite_yardkle_scoring},
    .of_a_kind =
        {
            [1] = {[1] = 100, [3] = 1000, [6] = 3000},
            [2] = {[3] = 200, [6] = 3000},
            [3] = {[3] = 300, [6] = 3000},
            [4] = {[3] = 400, [6] = 3000},
            [5] = {[1] = 50, [3] = 500, [6] = 3000},
            [6] = {[3] = 600, [6] = 3000},
        },
    .hands =
        {
            {.label = M_book_hand_run, .counts = {1, 1, 1}, .points = 1500},
            {.label = M_book_hand_pairs, .counts = {2, 2, 2}, .points = 1500},
            {.label = M_book_hand_triplets, .counts = {3, 3}, .points = 2500},
            {.label = M_book_hand_four_pair, .counts = {4, 2}, .points = 3000},
        },
};
