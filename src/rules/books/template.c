/* A template for a new rule book: copy this file, rename the table, list it in books.c, and see
 * CONTRIBUTING.md. It compiles and plays (a two-box game), so it cannot rot. */
#include "rules/books.h"

const struct book book_template = {
    .id = "template", /* what people type: lower case, no spaces */
    .name = "Template",
    .about = "one line for the menu",
    .source = "who says so: a document, a page, a person",
    .family = FAMILY_SHEET, /* or FAMILY_PRESS; see yardkle.c for the fields */
    .dice = 5,
    .rolls = 3,
    .columns = 4,
    .params = {.joker = JOKER_NONE, .bonus = 0, .upper_bonus = 0, .upper_par = 1},
    .cites = {[RULE_BOX] = "the place where the source says so"},
    .box_count = 2,
    .boxes =
        {
            {.key = "sixes",
             .label = "Sixes",
             .how = "sum of the sixes",
             .pattern = PATTERN_FACE,
             .n = 6,
             .pays = PAYS_MATCHED},
            {.key = "chance",
             .label = "Chance",
             .how = "sum of all dice",
             .pattern = PATTERN_ANY,
             .pays = PAYS_ALL},
        },
};
