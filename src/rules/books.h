#pragma once

#include "rules/rules.h"

extern const struct book book_template; /* compiled and tested, but not listed */

/* The upper section is the same in every sheet book except for the label of the ones. */
#define UPPER_BOX(index, box_key, box_label, face)                                                 \
    [index] = {.key = box_key,                                                                     \
               .label = box_label,                                                                 \
               .how = "sum of that face",                                                          \
               .pattern = PATTERN_FACE,                                                            \
               .n = face,                                                                          \
               .pays = PAYS_MATCHED}

#define UPPER_BOXES(label_of_ones)                                                                 \
    UPPER_BOX(0, "ones", label_of_ones, 1), UPPER_BOX(1, "twos", "Twos", 2),                       \
        UPPER_BOX(2, "threes", "Threes", 3), UPPER_BOX(3, "fours", "Fours", 4),                    \
        UPPER_BOX(4, "fives", "Fives", 5), UPPER_BOX(5, "sixes", "Sixes", 6)

/* The seven lower boxes that Yardzee and both editions of Yahtzee share. */
#define YAHTZEE_LOWER_BOXES(small, large, five)                                                    \
    [6] = {.key = "three-kind",                                                                    \
           .label = "3 of a kind",                                                                 \
           .how = "sum of all dice",                                                               \
           .pattern = PATTERN_KIND,                                                                \
           .n = 3,                                                                                 \
           .pays = PAYS_ALL},                                                                      \
    [7] = {.key = "four-kind",                                                                     \
           .label = "4 of a kind",                                                                 \
           .how = "sum of all dice",                                                               \
           .pattern = PATTERN_KIND,                                                                \
           .n = 4,                                                                                 \
           .pays = PAYS_ALL},                                                                      \
    [8] = {.key = "full-house",                                                                    \
           .label = "Full house",                                                                  \
           .how = "three and two: 25",                                                             \
           .pattern = PATTERN_HOUSE,                                                               \
           .pays = PAYS_FIXED,                                                                     \
           .points = 25},                                                                          \
    [9] = {.key = "small-straight",                                                                \
           .label = small,                                                                         \
           .how = "four in a row: 30",                                                             \
           .pattern = PATTERN_RUN,                                                                 \
           .n = 4,                                                                                 \
           .pays = PAYS_FIXED,                                                                     \
           .points = 30},                                                                          \
    [10] = {.key = "large-straight",                                                               \
            .label = large,                                                                        \
            .how = "five in a row: 40",                                                            \
            .pattern = PATTERN_RUN,                                                                \
            .n = 5,                                                                                \
            .pays = PAYS_FIXED,                                                                    \
            .points = 40},                                                                         \
    [11] = {.key = "five-kind",                                                                    \
            .label = five,                                                                         \
            .how = "five alike: 50",                                                               \
            .pattern = PATTERN_KIND,                                                               \
            .n = 5,                                                                                \
            .pays = PAYS_FIXED,                                                                    \
            .points = 50},                                                                         \
    [12] = {.key = "chance",                                                                       \
            .label = "Chance",                                                                     \
            .how = "sum of all dice",                                                              \
            .pattern = PATTERN_ANY,                                                                \
            .pays = PAYS_ALL}
