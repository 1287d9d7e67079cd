/* tables: the tables that this node has open. Between the people (sockets and requests) and the
 * store: a command is planned by the room (room/room.h), stored, read back, told to all who
 * follow, and only then answered. One command of a table is under way at a time; the others wait in
 * line.
 *
 * A table that nobody looks at is closed after a while; one that is only looked at may lose its
 * room for want of memory, and gets it back from the store when somebody wants something. */
#pragma once

#include <event2/event.h>

#include "play/receipt.h"
#include "room/room.h"
#include "server/bots.h"
#include "server/secrets.h"
#include "store/store.h"

enum { TABLES_ACTION_MAX = 48, TABLES_COMMANDS_MAX = 256 };

struct tables;
struct open_table;

struct tables_options {
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
const struct signing_key *tables_signing_key(const struct tables *ts);

int64_t tables_now(void); /* milliseconds since 1970, whatever jumps the clock makes: net/clock.h */
int64_t tables_steady_now(void); /* milliseconds, which no correction of the clock stretches */

struct tables *tables_new(const struct tables_options *o);

/* Nothing new is begun; then the store and the bots can be closed, and then the tables be freed. */
void tables_stop(struct tables *ts);
void tables_free(struct tables *ts); /* NULL is fine, here and above */

/* ---- commands ---- */

/* Codes besides those of the room (room_refusal_codes). */
#define TABLES_ABSENT "absent"
#define TABLES_BUSY "busy"
#define TABLES_CONFLICT "conflict"
#define TABLES_TOKEN "token"
#define TABLES_UNAVAILABLE "unavailable"

/* What clients hear when the store fails. Its own words are for the journal: they name paths and
 * addresses, which are nobody else's business. */
#define TABLES_STORE_AWAY                                                                          \
    "the server cannot reach its store at the moment; say it again with the same id"

/* What came of a command; gone when the call returns. */
struct command_result {
    const char *code;         /* "": it is done */
    const char *words, *rule; /* why not; the rule of the game, or NULL */
    struct open_table *table; /* it stays until the call returns: tables_hold() to keep it longer */
    struct room *room;        /* NULL where there is none */
    int line;                 /* that was said */
    bool again;               /* it had been said before */
    int place;                /* of the player who sat down or got a new token */
    const char *token;        /* the new token; "": none was given */
    const struct receipt *receipt; /* for a line that was said; or NULL */
};

struct command_reply {
    void (*done)(void *arg, const struct command_result *answer);
    void *arg;
};

struct command; /* a command that is not answered yet */

/* Its reply will not be called. What it asked for may happen all the same. */
void command_forget(struct command *c);

/* All of these return NULL when the reply has been called already. */
struct command *tables_create(struct tables *ts, const struct room_setup *setup, struct span action,
                              struct command_reply reply);
struct command *tables_find(struct tables *ts, struct span id_or_code, struct command_reply reply);

/* The table with its room, and with this line at least, if there is one: another node may have said
 * it, and this one not have heard yet. */
struct command *tables_look(struct open_table *t, int line, struct command_reply reply);

/* Whose token it is: the place, 0 for nobody's. Asks the store where a place may have changed hands
 * on another node. */
struct command *tables_enter(struct open_table *t, struct span token, struct command_reply reply);

/* `action` is the client's own id for it, "" for none. Retrying with the same id returns the
 * original result. */
struct command *tables_sit(struct open_table *t, struct span name, int with, bool program,
                           struct span action, struct command_reply reply);

/* Gives the place that this token holds a new token. Retrying with the old token and the same id
 * returns the same new token for as long as it holds the place. */
struct command *tables_move(struct open_table *t, struct span token, struct span action,
                            struct command_reply reply);
struct command *tables_say(struct open_table *t, int place, struct span action, struct span words,
                           struct command_reply reply);

/* The host, whose token this is, deletes the table and everything about it. Followers are told.
 * Retrying answers that there is no such table. */
struct command *tables_delete(struct open_table *t, struct span token, struct command_reply reply);

/* ---- tables ---- */

void tables_hold(struct open_table *t);
void tables_release(struct open_table *t);

const char *tables_id(const struct open_table *t);
const char *tables_code(const struct open_table *t);
int tables_lines(const struct open_table *t);
int tables_watchers(const struct open_table *t);

bool tables_held(const struct open_table *t, int place);

/* The last line at which the token of a place was exchanged since the table was opened here; 0: it
 * was not. A token that was good before that line is not good any more. */
int tables_moved(const struct open_table *t, int place);

/* When line n was stored. Only with a room. */
int64_t tables_at(const struct open_table *t, int line);

/* ---- following ---- */

struct follower;

/* Lines behind `after`, each once and in order; then maybe, as the last of all, line 0: the table
 * has been deleted, here or elsewhere, and `say` is why in words. Those lines that are there
 * already come by tables_catch_up(), which wants a table with its room, and before all that is said
 * later. NULL: too many look on at this table. A follower that holds a place (0: none) is never
 * refused; when it is one too many at that place, the oldest there hears TABLES_OUSTED as its last
 * line. */
enum { TABLES_OUSTED = -1, TABLES_HOLDERS_MAX = 8 };
struct follower *tables_follow(struct open_table *t, int after, int place,
                               void (*heard)(void *arg, int line, const char *say, int64_t at),
                               void *arg);

/* So many lines at most; whether there are more. The follower may have gone over them. */
bool tables_catch_up(struct follower *follower, int most);
void tables_unfollow(struct follower *follower); /* NULL is fine */

/* The holder of a place is there for as long as this follower follows, which hears whenever other
 * places than before have somebody there: bits, of which place 1 is the lowest. */
void tables_attend(struct follower *follower, void (*here)(void *arg, uint64_t places));
uint64_t tables_here(const struct open_table *t);

struct tables_counts {
    int tables, rooms, followers, commands;
    size_t bytes;
    uint64_t said, refused, conflicts, dropped_rooms, bot_moves;
    uint64_t deleted, expired; /* tables, by their hosts and for their age */
};
void tables_counts(const struct tables *ts, struct tables_counts *ret);
