/* steps: the steps of a table, packed. A state is some kilobytes, but one step changes few bytes of
 * it: each is kept as what differs from the one before it, and every so often as a whole, which is
 * what differs from nothing. An event is mostly nothing, too. That makes some dozen bytes a step.
 *
 * In memory: the first state, the first event, the state behind it, the second event, ... */
#ifndef YARD_PLAY_STEPS_H
#define YARD_PLAY_STEPS_H

#include "play/table.h"

struct bytes {
    uint8_t *at;
    size_t used, room;
};

/* What makes `to` of `from`, both of `size` bytes; from NULL: of zeros. They are known to be the
 * same up to `start`. Both are multiples of 8. */
void pack_change(struct bytes *b, const void *from, const void *to, size_t start, size_t size);

/* What makes this event of zeros. */
void pack_event(struct bytes *b, const struct event *e);

/* Makes such a change; onto NULL: just steps over it. Returns what stands behind it. */
const uint8_t *unpack_change(const uint8_t *change, void *onto);

struct packed_step {
    uint32_t at; /* of its state, among the bytes */
    int line;
    int kind; /* of its event */
};

struct unpacked {
    int index; /* -1: none */
    uint64_t used;
    struct step step;
};

struct steps {
    struct bytes bytes;
    struct packed_step *list; /* and one more, of which only `at` is known: the state behind all */
    int count, room;
    struct unpacked *unpacked; /* STEPS_AT_HAND of them, once one was asked for */
    uint64_t asked;
};

void steps_free(struct steps *s); /* leaves no steps */
void steps_push(struct steps *s, int line, const struct event *e, const struct state *before,
                const struct state *after);
void steps_cut(struct steps *s, int count); /* only the first ones stay */

/* The first `count` steps of others. */
void steps_copy(struct steps *s, const struct steps *of, int count);

/* See table_step(). */
const struct step *steps_at(const struct steps *s, int index);
void steps_event(const struct steps *s, int index, struct event *ret);
void steps_state(const struct steps *s, int index, struct state *ret); /* before it */

size_t steps_bytes(const struct steps *s); /* of memory */

#endif
