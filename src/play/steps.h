/* steps: a table's steps, packed. A state takes several kilobytes, but a step changes only a few
 * bytes. So a state is stored as its difference from the one before or, at intervals, as a
 * snapshot, its difference from zeros. Entries are mostly zeros, so they are stored as their
 * difference from zeros too. A step takes a few dozen bytes.
 *
 * Layout: the first entry, the state after it, the second entry, ... The initial state is that of
 * an empty table. */
#pragma once

#include "play/table.h"

struct bytes {
    uint8_t *at;
    int used, room;
};

/* Stores an entry as its difference from zeros. */
void pack_entry(struct bytes *b, const struct entry *e);
void unpack_entry(const struct bytes *b, int at, struct entry *ret);

struct packed_step {
    int at; /* offset of its entry in `bytes` */
    int line;
    short kind; /* kind of its entry */
    bool whole; /* the state after it is a snapshot */
};

struct unpacked {
    int number; /* step number, from 1; 0: none */
    struct step step;
};

struct steps {
    struct bytes bytes;
    struct packed_step *list;
    int count, room;
    int whole;                /* index of the last snapshot; 0 if there is none */
    struct unpacked *at_hand; /* cache of STEPS_AT_HAND steps, allocated on first use */
};

void steps_free(struct steps *s); /* leaves it empty */
void steps_push(struct steps *s, int line, const struct entry *e, const struct state *before,
                const struct state *after);
void steps_drop_last(struct steps *s);

/* The offset from which on the entry may change the state. */
size_t steps_changed_from(const struct entry *e, const struct state *before);

const struct step *steps_at(struct steps *s, int index); /* see table_step() */
void steps_state(const struct steps *s, int index, struct state *ret);
void steps_forget(struct steps *s); /* frees the cache of unpacked steps */

size_t steps_bytes(const struct steps *s); /* memory used */
