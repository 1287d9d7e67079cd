/* presence: which places have a holder who is present, on any node. Presence is reported to
 * followers and never stored.
 *
 * A holder is present while a socket for the place is open, and for a grace period afterwards, so
 * that a phone that reconnects quickly does not count as gone. Each node announces its own holders
 * to the others (store_whisper()) on every change and as a heartbeat; an announcement expires
 * unless repeated, so those of a killed node disappear. Reports of changes are limited to about one
 * per second for each table. */
#pragma once

#include <event2/event.h>
#include <stdint.h>

#include "core/set.h"
#include "store/store.h"

enum {
    PRESENCE_GRACE_MS = 5000,    /* to reconnect */
    PRESENCE_PACE_MS = 1000,     /* between two reported changes at a table */
    PRESENCE_AT_ONCE = 4,        /* changes that may be reported in a burst */
    PRESENCE_GATHER_MS = 200,    /* to batch announcements */
    PRESENCE_BEAT_MS = 8000,     /* between heartbeats */
    PRESENCE_TRUST_MS = 25000,   /* until an announcement expires */
    PRESENCE_HEARSAY_MAX = 65536 /* announcements kept, one per node and table */
};

struct presence;
struct presence_table;
struct presence_sight; /* one source's report of which places are present */

struct presence *presence_new(struct event_base *base, struct store *store);
void presence_stop(struct presence *p); /* call before closing the store: no more announcements */
void presence_free(struct presence *p);

/* In sets of places, place 1 is the number 0. */

/* Opens a table on this node. Functions that change a table's presence, including this one, may
 * call `changed`. */
struct presence_table *presence_open(struct presence *p, const char *id,
                                     void (*changed)(void *arg, struct set here), void *arg);
void presence_close(struct presence_table *t); /* NULL is fine */

struct set presence_here(const struct presence_table *t); /* as last reported */

/* The current state, reported or not; `expected` includes holders who may be about to connect. */
struct set presence_now(const struct presence_table *t, bool expected);

/* Call these when a socket that holds a place opens or closes. */
struct presence_sight *presence_come(struct presence_table *t, int place);
void presence_go(struct presence_table *t, struct presence_sight *sight);

/* Counts these places as present for the grace period, since their holders may be about to connect;
 * presence_now() counts them only if `expected`. */
void presence_expect(struct presence_table *t, struct set places);

/* Calls presence_expect() if this node has just started and may not have seen everybody yet. */
void presence_give_time(struct presence_table *t, struct set places);

/* A server bot is always present; a player who left is not, even with a socket open. */
void presence_stay(struct presence_table *t, int place, bool new); /* new: just added */
void presence_leave(struct presence_table *t, int place);
