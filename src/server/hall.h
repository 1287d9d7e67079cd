/* hall: the tables that this node has open. Between the people (sockets and requests) and the
 * store: a wish is planned by the room (room/room.h), stored, read back, told to all who follow,
 * and only then answered. One wish of a table is under way at a time; the others wait in line.
 *
 * A table that nobody looks at is closed after a while; one that is only looked at may lose its
 * room for want of memory, and gets it back from the store when somebody wants something. */
#ifndef YARD_SERVER_HALL_H
#define YARD_SERVER_HALL_H

#include <event2/event.h>

#include "play/receipt.h"
#include "room/room.h"
#include "server/bots.h"
#include "server/secrets.h"
#include "store/store.h"

enum { HALL_ACTION_MAX = 48, HALL_WISHES_MAX = 256 };

struct hall;
struct hall_table;

struct hall_options {
    struct event_base *base;
    struct store *store;
    struct bots *bots;
    const uint8_t *key; /* SECRET_BYTES */
    size_t bytes_max;   /* of rooms; 0: 128 MB */
    int watchers_max;   /* of one table, who hold no place there; 0: 1,000 */
    int bot_pause_ms;   /* people want to see what a bot does */
    int keep_days;      /* tables in which nothing has happened for so long go; 0: none */
    void (*problem)(void *arg, const char *table, const char *words); /* for the journal */
    void *arg;
};

/* Signs as this server does; the public key goes to everybody who has to check it. */
struct signing_key;
const struct signing_key *hall_signing_key(const struct hall *h);

int64_t hall_now(void); /* milliseconds since 1970, whatever jumps the clock makes: clock.h */
int64_t hall_steady_now(void); /* milliseconds, which no correction of the clock stretches */

struct hall *hall_new(const struct hall_options *o);

/* Nothing new is begun; then the store and the bots can be closed, and the hall be freed. */
void hall_stop(struct hall *h);
void hall_free(struct hall *h); /* NULL is fine, here and above */

/* ---- wishes ---- */

/* Codes besides those of the room (room_refusal_codes). */
#define HALL_ABSENT "absent"
#define HALL_BUSY "busy"
#define HALL_CONFLICT "conflict"
#define HALL_TOKEN "token"
#define HALL_UNAVAILABLE "unavailable"

/* What clients hear when the store fails. Its own words are for the journal: they name paths and
 * addresses, which are nobody else's business. */
#define HALL_STORE_AWAY                                                                            \
    "the server cannot reach its store at the moment; say it again with the same id"

/* What came of a wish; gone when the call returns. */
struct hall_answer {
    const char *code;         /* "": it is done */
    const char *words, *rule; /* why not; the rule of the game, or NULL */
    struct hall_table *table; /* it stays until the call returns: hall_hold() to keep it longer */
    struct room *room;        /* NULL where there is none */
    int line;                 /* that was said */
    bool again;               /* it had been said before */
    int place;                /* of whoever sat down or was given a new token */
    const char *token;        /* that he was given; "" when none was */
    const struct receipt *receipt; /* for a line that was said; or NULL */
};

struct hall_reply {
    void (*done)(void *arg, const struct hall_answer *answer);
    void *arg;
};

struct hall_call; /* a wish that is not answered yet */

/* Its reply will not be called. What it wished may happen all the same. */
void hall_forget(struct hall_call *call);

/* All of these return NULL when the reply has been called already. */
struct hall_call *hall_create(struct hall *h, const struct room_wish *wish, struct span action,
                              struct hall_reply reply);
struct hall_call *hall_find(struct hall *h, struct span id_or_code, struct hall_reply reply);

/* The table with its room, and with this line at least, if there is one: another node may have said
 * it, and this one not have heard yet. */
struct hall_call *hall_look(struct hall_table *t, int line, struct hall_reply reply);

/* Whose token it is: the place, 0 for nobody's. Asks the store where a place may have changed hands
 * on another node. */
struct hall_call *hall_enter(struct hall_table *t, struct span token, struct hall_reply reply);

/* `action` is the client's own id for it, "" for none: who says the same again is answered as he
 * was the first time. */
struct hall_call *hall_sit(struct hall_table *t, struct span name, int with, bool program,
                           struct span action, struct hall_reply reply);

/* The place that this token holds gets another. Whoever says it again, with the token and the id of
 * then, is told the same new one for as long as that holds the place. */
struct hall_call *hall_move(struct hall_table *t, struct span token, struct span action,
                            struct hall_reply reply);
struct hall_call *hall_say(struct hall_table *t, int place, struct span action, struct span words,
                           struct hall_reply reply);

/* The host, who holds this token, ends the table for all: nothing of it is kept. Those who follow
 * hear it. Who says it again is told that there is no such table. */
struct hall_call *hall_delete(struct hall_table *t, struct span token, struct hall_reply reply);

/* ---- tables ---- */

void hall_hold(struct hall_table *t);
void hall_release(struct hall_table *t);

const char *hall_id(const struct hall_table *t);
const char *hall_code(const struct hall_table *t);
int hall_lines(const struct hall_table *t);
int hall_watchers(const struct hall_table *t);

bool hall_held(const struct hall_table *t, int place);

/* The last line at which the token of a place was exchanged since the table was opened here; 0: it
 * was not. A token that was good before that line is not good any more. */
int hall_moved(const struct hall_table *t, int place);

/* When line n was stored. Only with a room. */
int64_t hall_at(const struct hall_table *t, int line);

/* ---- following ---- */

struct hall_guest;

/* Lines behind `after`, each once and in order; then maybe, as the last of all, line 0: the table
 * has been deleted, here or elsewhere, and `say` is why in words. Those lines that are there
 * already come by hall_catch_up(), which wants a table with its room, and before all that is said
 * later. NULL: too many look on at this table. A guest that holds a place (0: none) is never
 * refused; when it is one too many at that place, the oldest there hears HALL_OUSTED as its last
 * line. */
enum { HALL_OUSTED = -1, HALL_HOLDERS_MAX = 8 };
struct hall_guest *hall_follow(struct hall_table *t, int after, int place,
                               void (*heard)(void *arg, int line, const char *say, int64_t at),
                               void *arg);

/* So many lines at most; whether there are more. The guest may have gone over them. */
bool hall_catch_up(struct hall_guest *guest, int most);
void hall_unfollow(struct hall_guest *guest); /* NULL is fine */

/* The holder of a place is there for as long as this guest follows, which hears whenever other
 * places than before have somebody there: bits, of which place 1 is the lowest. */
void hall_attend(struct hall_guest *guest, void (*here)(void *arg, uint64_t places));
uint64_t hall_here(const struct hall_table *t);

struct hall_counts {
    int tables, rooms, guests, wishes;
    size_t bytes;
    uint64_t said, refused, conflicts, dropped_rooms, bot_moves;
    uint64_t deleted, expired; /* tables, by their hosts and for their age */
};
void hall_counts(const struct hall *h, struct hall_counts *ret);

#endif
