/* Yardkle, the lawn game with six big dice. Books 001 and 002 agree. */
#include "rules/books.h"

const struct book book_yardkle = {
    .id = "yardkle",
    .name = "Yardkle",
    .about = "the lawn game with six big dice",
    .source = "the Yardkle rule sheets (001, 002)",
    .bust = "Yardkle",
    .family = FAMILY_PRESS,
    .dice = 6,
    .columns = 7,
    .params = {.set_aside = SET_ASIDE_ANY,
               .entry = 500,
               .goal = 10000,
               .hot_dice = HOT_DICE_MUST,
               .tie = TIE_SHARE},
    .cites =
        {
            [RULE_TURN] = "001, Yardkle, game play",
            [RULE_ASIDE] = "001, Yardkle, how to score and game play",
            [RULE_BUST] = "001, Yardkle, game play",
            [RULE_HOT_DICE] = "001, Yardkle, game play",
            [RULE_ENTRY] = "001, Yardkle, entering the game",
            [RULE_FINAL_ROUND] = "001, Yardkle, game play",
            [RULE_WINNER] = "001, Yardkle, game play",
        },
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
            {.label = "1-2-3-4-5-6", .counts = {1, 1, 1}, .points = 1500},
            {.label = "three pairs", .counts = {2, 2, 2}, .points = 1500},
            {.label = "two triplets", .counts = {3, 3}, .points = 2500},
            {.label = "four alike with a pair", .counts = {4, 2}, .points = 3000},
        },
};
