/* steps: the steps of a table, packed. A state is some kilobytes, but one step changes few bytes of
 * it: each is kept as what differs from the one before it, and every so often as a whole, which is
 * what differs from nothing. An event is mostly nothing, too. That makes some dozen bytes a step.
 *
 * In memory: the first event, the state behind it, the second event, ... The first state is that of
 * an empty table. */
#ifndef YARD_PLAY_STEPS_H
#define YARD_PLAY_STEPS_H

#include "play/table.h"

struct bytes {
    uint8_t *at;
    int used, room;
};

/* What makes this event of zeros. */
void pack_event(struct bytes *b, const struct event *e);
void unpack_event(const struct bytes *b, int at, struct event *ret);

struct packed_step {
    int at; /* of its event, among the bytes */
    int line;
    int kind; /* of its event */
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
void steps_push(struct steps *s, int line, const struct event *e, const struct state *before,
                const struct state *after);
void steps_drop_last(struct steps *s);

const struct step *steps_at(struct steps *s, int index); /* see table_step() */
void steps_state(const struct steps *s, int index, struct state *ret);

size_t steps_bytes(const struct steps *s); /* of memory */

#endif
