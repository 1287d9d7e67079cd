/* full_steps: all steps of a table in full, derived from its log alone, to compare with the packed
 * steps that the table keeps. */
#ifndef YARD_TESTS_PLAY_FULL_STEPS_H
#define YARD_TESTS_PLAY_FULL_STEPS_H

#include "play/table.h"

struct full_deed {
    int corrected; /* index of the corrected step; -1: a step was added */
    struct entry replaced;
};

struct full_steps {
    struct step *steps;
    struct full_deed *deeds;
    int count, deeds_count;
    int room; /* capacity of both arrays */
};

/* Takes in the last line of the table's log, given the state before it. */
void full_hear(struct full_steps *f, const struct table *t, const struct state *before);

/* Fails unless the table has these same steps, whether they are read in order or at random. */
void full_compare(const struct full_steps *f, const struct table *t, uint32_t (*below)(uint32_t));

void full_forget(struct full_steps *f);

#endif
