/* presence: which places of which tables have somebody there, on whatever node. It is told to those
 * who follow and kept nowhere.
 *
 * A place has somebody there as long as a socket that holds it is open, and a moment longer: a
 * phone that comes back at once has not been away. Each node whispers to the others
 * (store_whisper()) for which places it has somebody, when that changes and every few seconds; what
 * it has not said again for a while is worth nothing, so that those of a node that was killed go
 * with it. However often somebody comes and goes, of one table about one change a second is told.
 */
#pragma once

#include <event2/event.h>
#include <stdint.h>

#include "store/store.h"

enum {
    PRESENCE_GRACE_MS = 5000,    /* for whoever comes back */
    PRESENCE_PACE_MS = 1000,     /* between two changes of a table that are told, */
    PRESENCE_AT_ONCE = 4,        /* but for so many */
    PRESENCE_GATHER_MS = 200,    /* before what is new is whispered */
    PRESENCE_BEAT_MS = 8000,     /* until it is whispered again, */
    PRESENCE_TRUST_MS = 25000,   /* and how long it is believed */
    PRESENCE_HEARSAY_MAX = 65536 /* tables of other nodes, counted once for each of these */
};

struct presence;
struct presence_table;
struct presence_sight; /* somebody there */

/* Places are bits; place 1 is the lowest. */
static inline uint64_t presence_bit(int place) {
    return (uint64_t)1 << (place - 1);
}

struct presence *presence_new(struct event_base *base, struct store *store);
void presence_stop(struct presence *p); /* nothing is whispered any more: the store goes */
void presence_free(struct presence *p);

/* A table that is open here. `changed` may be called from within every function below. */
struct presence_table *presence_open(struct presence *p, const char *id,
                                     void (*changed)(void *arg, uint64_t here), void *arg);
void presence_close(struct presence_table *t); /* NULL is fine */

uint64_t presence_here(const struct presence_table *t); /* as it was told last */

/* At this very moment, whatever was told; `expected` says whether those count who may be about to
 * come. */
uint64_t presence_now(const struct presence_table *t, bool expected);

/* A socket that holds a place, from its beginning to its end. */
struct presence_sight *presence_come(struct presence_table *t, int place);
void presence_go(struct presence_table *t, struct presence_sight *sight);

/* These places may have somebody there who has not been seen yet: for a moment they count. */
void presence_expect(struct presence_table *t, uint64_t places);

/* As above, where this node has just begun and has seen nobody yet. */
void presence_give_time(struct presence_table *t, uint64_t places);

/* A bot of the server is there always; who has left is not, whatever is open. */
void presence_stay(struct presence_table *t, int place, bool new); /* new: just now */
void presence_leave(struct presence_table *t, int place);
