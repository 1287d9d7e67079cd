/* steps: the steps of a table, packed. A state is some kilobytes, but one step changes few bytes of
 * it: each is kept as what differs from the one before it, and every so often as a whole, which is
 * what differs from nothing. An entry is mostly nothing, too. That makes some dozen bytes a step.
 *
 * In memory: the first entry, the state behind it, the second entry, ... The first state is that of
 * an empty table. */
#pragma once

#include "play/table.h"

struct bytes {
    uint8_t *at;
    int used, room;
};

/* What makes this entry of zeros. */
void pack_entry(struct bytes *b, const struct entry *e);
void unpack_entry(const struct bytes *b, int at, struct entry *ret);

struct packed_step {
    int at; /* of its entry, among the bytes */
    int line;
    int kind; /* of its entry */
};

struct unpacked {
    int number; /* of the step, from 1; 0: none */
    struct step step;
};

struct steps {
    struct bytes bytes;
    struct packed_step *list;
    int count, room;
    struct unpacked *at_hand; /* STEPS_AT_HAND of them, once one was asked for */
};

void steps_free(struct steps *s); /* leaves no steps */
void steps_push(struct steps *s, int line, const struct entry *e, const struct state *before,
                const struct state *after);
void steps_drop_last(struct steps *s);

const struct step *steps_at(struct steps *s, int index); /* see table_step() */
void steps_state(const struct steps *s, int index, struct state *ret);

size_t steps_bytes(const struct steps *s); /* of memory */
