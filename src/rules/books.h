#pragma once

#include "rules/rules.h"

extern const struct book book_template; /* compiled and tested, but not listed */

/* The upper section is the same in every sheet book except for the label of the ones and the words
 * for how to score. */
#define UPPER_BOX(index, box_key, box_label, box_how, face)                                        \
    [index] = {.key = box_key,                                                                     \
               .label = box_label,                                                                 \
               .how = box_how,                                                                     \
               .pattern = PATTERN_FACE,                                                            \
               .n = face,                                                                          \
               .pays = PAYS_MATCHED}

#define UPPER_BOXES(label_of_ones, how)                                                            \
    UPPER_BOX(0, "ones", label_of_ones, how, 1), UPPER_BOX(1, "twos", M_book_twos, how, 2),        \
        UPPER_BOX(2, "threes", M_book_threes, how, 3),                                             \
        UPPER_BOX(3, "fours", M_book_fours, how, 4), UPPER_BOX(4, "fives", M_book_fives, how, 5),  \
        UPPER_BOX(5, "sixes", M_book_sixes, how, 6)

/* The seven lower boxes that Yardzee and both editions of Yahtzee share. */
#define YAHTZEE_LOWER_BOXES(small, large, five)                                                    \
    [6] = {.key = "three-kind",                                                                    \
           .label = M_book_3_kind,                                                                 \
           .how = M_book_how_3_all,                                                                \
           .pattern = PATTERN_KIND,                                                                \
           .n = 3,                                                                                 \
           .pays = PAYS_ALL},                                                                      \
    [7] = {.key = "four-kind",                                                                     \
           .label = M_book_4_kind,                                                                 \
           .how = M_book_how_4_all,                                                                \
           .pattern = PATTERN_KIND,                                                                \
           .n = 4,                                                                                 \
           .pays = PAYS_ALL},                                                                      \
    [8] = {.key = "full-house",                                                                    \
           .label = M_book_full_house,                                                             \
           .how = M_book_how_house,                                                                \
           .pattern = PATTERN_HOUSE,                                                               \
           .pays = PAYS_FIXED,                                                                     \
           .points = 25},                                                                          \
    [9] = {.key = "small-straight",                                                                \
           .label = small,                                                                         \
           .how = M_book_how_four_row,                                                             \
           .pattern = PATTERN_RUN,                                                                 \
           .n = 4,                                                                                 \
           .pays = PAYS_FIXED,                                                                     \
           .points = 30},                                                                          \
    [10] = {.key = "large-straight",                                                               \
            .label = large,                                                                        \
            .how = M_book_how_five_row,                                                            \
            .pattern = PATTERN_RUN,                                                                \
            .n = 5,                                                                                \
            .pays = PAYS_FIXED,                                                                    \
            .points = 40},                                                                         \
    [11] = {.key = "five-kind",                                                                    \
            .label = five,                                                                         \
            .how = M_book_how_five,                                                                \
            .pattern = PATTERN_KIND,                                                               \
            .n = 5,                                                                                \
            .pays = PAYS_FIXED,                                                                    \
            .points = 50},                                                                         \
    [12] = {.key = "chance",                                                                       \
            .label = M_book_chance,                                                                \
            .how = M_book_how_all,                                                                 \
            .pattern = PATTERN_ANY,                                                                \
            .pays = PAYS_ALL}
