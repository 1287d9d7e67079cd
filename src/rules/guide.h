/* guide: how to play, for somebody who has no other text. It is made from the book's table, the
 * parameters in force and the messages of rules; examples are played by the referee. A new book
 * gets its guide without code. The program, the manual, the terminal and the page all show these
 * parts. */
#pragma once

#include "rules/rules.h"

enum guide_kind {
    GUIDE_HEADING,
    GUIDE_TEXT, /* a paragraph */
    GUIDE_ITEM, /* of a list: a label and what it means */
    GUIDE_STEP, /* of the example turn */
};

struct guide_part {
    enum guide_kind kind;
    const char *words; /* our own rulings end with OUR_MARK */
    const char *label; /* GUIDE_ITEM */
    struct dice dice;  /* GUIDE_STEP: the dice after the roll */
    const char *cite;  /* where the book says so; NULL if it does not */
};

typedef void guide_fn(void *arg, const struct guide_part *part);

/* Passes all parts of the guide to `write`, from top to bottom. The strings of a part live until
 * `write` returns. */
void rules_guide(const struct rules *r, guide_fn *write, void *arg);
