/* A common version of Farkle, with the points of the boxed game: four of a kind 1000, five of a
 * kind 2000, no minimum to enter. Source: reference.com, "How does scoring work in Farkle?" (point
 * values, goal and final round). That page also requires 500 points to enter; `entry=500` sets
 * that. */
#include "rules/books.h"

const struct book book_farkle = {
    .id = "farkle",
    .name = "Farkle",
    .about = M_book_farkle_about,
    .source = M_book_farkle_source,
    .bust = "Farkle",
    .family = FAMILY_PRESS,
    .dice = 6,
    .columns = 7,
    .rounds = 33,
    .params = {.set_aside = SET_ASIDE_ANY,
               .entry = 0,
               .goal = 10000,
               .final_round = FINAL_OTHERS,
               .hot_dice = HOT_DICE_MAY,
               .tie = TIE_SHARE},
    .cites = {[RULE_FINAL_ROUND] = M_book_farkle_source},
    .topic_cites = {[TOPIC_SCORES] = M_book_farkle_source},
    .of_a_kind =
        {
            [1] = {[1] = 100, [3] = 300, [4] = 1000, [5] = 2000, [6] = 3000},
            [2] = {[3] = 200, [4] = 1000, [5] = 2000, [6] = 3000},
            [3] = {[3] = 300, [4] = 1000, [5] = 2000, [6] = 3000},
            [4] = {[3] = 400, [4] = 1000, [5] = 2000, [6] = 3000},
            [5] = {[1] = 50, [3] = 500, [4] = 1000, [5] = 2000, [6] = 3000},
            [6] = {[3] = 600, [4] = 1000, [5] = 2000, [6] = 3000},
        },
    .hands =
        {
            {.label = M_book_hand_run, .counts = {1, 1, 1}, .points = 1500},
            {.label = M_book_hand_pairs, .counts = {2, 2, 2}, .points = 1500},
            {.label = M_book_hand_four_pair, .counts = {4, 2}, .points = 1500},
            {.label = M_book_hand_triplets, .counts = {3, 3}, .points = 2500},
        },
};
