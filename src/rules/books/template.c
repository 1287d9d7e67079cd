/* A template for a new rule book: copy this file, rename the table, list it in books.c, and see
 * CONTRIBUTING.md. It is compiled and tested (as a two-box game), so it cannot rot. */
#include "rules/books.h"

const struct book book_template = {
    .id = "template", /* what people type: lower case, no spaces */
    .name = "Template",
    .about = M_book_template_about,
    .source = M_book_template_source,
    .family = FAMILY_SHEET, /* or FAMILY_PRESS; see yardkle.c for the fields */
    .dice = 5,
    .rolls = 3,
    .columns = 4,
    .params = {.joker = JOKER_NONE, .bonus = 0, .upper_bonus = 0, .upper_par = 1},
    .cites = {[RULE_BOX] = M_cite_template_boxes},
    .box_count = 2,
    .boxes =
        {
            {.key = "sixes",
             .label = M_book_sixes,
             .how = M_book_how_face,
             .pattern = PATTERN_FACE,
             .n = 6,
             .pays = PAYS_MATCHED},
            {.key = "chance",
             .label = M_book_chance,
             .how = M_book_how_all,
             .pattern = PATTERN_ANY,
             .pays = PAYS_ALL},
        },
};
