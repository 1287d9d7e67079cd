/* full_steps: the steps of a table kept in full beside it, worked out from its log alone, to
 * compare those that the table keeps packed with. */
#ifndef YARD_TESTS_PLAY_FULL_STEPS_H
#define YARD_TESTS_PLAY_FULL_STEPS_H

#include "play/table.h"

struct full_deed {
    int corrected; /* a step; -1: the last step was added */
    struct entry replaced;
};

struct full_steps {
    struct step *steps;
    struct full_deed *deeds;
    int count, deeds_count;
    int room; /* of both */
};

/* The last line of the table's log, and the state that it was said in. */
void full_hear(struct full_steps *f, const struct table *t, const struct state *before);

/* Fails unless the table tells the same steps, one after the other and in any order. */
void full_compare(const struct full_steps *f, const struct table *t, uint32_t (*below)(uint32_t));

void full_forget(struct full_steps *f); /* all of them */

#endif
