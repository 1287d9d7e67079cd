/* tables: the tables that this node has open. Connects clients (sockets and requests) with the
 * store: the room plans a command (room/room.h), the planned lines are stored, read back and sent
 * to all followers, and only then is the command answered. Each table carries out one command at a
 * time; other commands queue.
 *
 * A table that nobody uses is closed after a while. A table with idle followers may have its room
 * evicted to stay within the memory limit; it is reloaded from the store on demand. */
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
    size_t bytes_max;   /* for rooms; 0: 128 MiB */
    int watchers_max;   /* per table, spectators only; 0: 1,000 */
    int bot_pause_ms;   /* before a bot's move, so that people can follow it */
    int keep_days;      /* delete tables unused for this long; 0: never */
    void (*problem)(void *arg, const char *table, const char *words); /* for the journal */
    void *arg;
};

/* The identity with which this server signs; the public key is published for verification. */
struct signing_key;
const struct signing_key *tables_signing_key(const struct tables *ts);

int64_t tables_now(void); /* milliseconds since 1970, protected from clock jumps (net/clock.h) */
int64_t tables_steady_now(void); /* milliseconds, monotonic */

struct tables *tables_new(const struct tables_options *o);

/* From now on, no new work is started. Next, close the store and the bots, then free the tables. */
void tables_stop(struct tables *ts);
void tables_free(struct tables *ts); /* NULL is fine for both */

/* ---- commands ---- */

/* Codes in addition to those of the room (room_refusal_codes). */
#define TABLES_ABSENT "absent"
#define TABLES_BUSY "busy"
#define TABLES_CONFLICT "conflict"
#define TABLES_TOKEN "token"
#define TABLES_UNAVAILABLE "unavailable"

/* The result of a command; valid only during the callback. */
struct command_result {
    const char *code;              /* "" on success */
    const char *words, *rule;      /* reason for a refusal; the rule violated, or NULL */
    struct open_table *table;      /* call tables_hold() to keep it beyond the callback */
    struct room *room;             /* or NULL */
    int line;                      /* number of the stored line */
    bool again;                    /* this was a retry */
    int place;                     /* the place taken or moved, or the token's place; 0: none */
    const char *token;             /* the new token, or "" */
    const struct receipt *receipt; /* from tables_say(); otherwise NULL */
};

struct command_reply {
    void (*done)(void *arg, const struct command_result *answer);
    void *arg;
};

struct command; /* a command not answered yet */

/* Drops the reply. The command may still be carried out. */
void command_forget(struct command *c);

/* Each of these functions returns NULL if it has already called reply.done(). */
struct command *tables_create(struct tables *ts, const struct room_setup *setup, struct span action,
                              struct command_reply reply);
struct command *tables_find(struct tables *ts, struct span id_or_code, struct command_reply reply);

/* Loads the table's room up to at least this line, if the line exists: another node may have stored
 * it without this node having heard of it. */
struct command *tables_look(struct open_table *t, int line, struct command_reply reply);

/* Finds the place that this token holds; 0 if none. Checks the store when the place may have
 * changed hands on another node. */
struct command *tables_enter(struct open_table *t, struct span token, struct command_reply reply);

/* `action` is the client's id for the command, "" for none. Retrying with the same id returns the
 * original result. */
struct command *tables_sit(struct open_table *t, struct span name, int with, bool program,
                           struct span action, struct command_reply reply);

/* Replaces the token that holds a place. Retrying with the old token and the same id returns the
 * same new token for as long as that token holds the place. */
struct command *tables_move(struct open_table *t, struct span token, struct span action,
                            struct command_reply reply);
struct command *tables_say(struct open_table *t, int place, struct span action, struct span words,
                           struct command_reply reply);

/* Deletes the table and everything about it; the token must be the host's. Followers are notified.
 * A retry reports that the table does not exist. */
struct command *tables_delete(struct open_table *t, struct span token, struct command_reply reply);

/* ---- tables ---- */

void tables_hold(struct open_table *t);
void tables_release(struct open_table *t);

const char *tables_id(const struct open_table *t);
const char *tables_code(const struct open_table *t);
int tables_lines(const struct open_table *t);
int tables_watchers(const struct open_table *t);

bool tables_held(const struct open_table *t, int place);

/* The last line that replaced the token of a place since the table was opened here; 0 if none.
 * Older tokens are invalid. */
int tables_moved(const struct open_table *t, int place);

/* When a line was stored. Requires a loaded room. */
int64_t tables_at(const struct open_table *t, int line);

/* ---- following ---- */

struct follower;

/* Reports lines after `after`, each once and in order, and finally line 0 if the table is deleted
 * on any node, with the reason in `say`. Lines that already exist are reported by
 * tables_catch_up(), which requires a loaded room, before any new ones. Returns NULL if the table
 * has too many spectators. A follower that holds a place (`place` is not 0) is never refused; if
 * the place has too many followers, the oldest receives TABLES_OUSTED as its last line. */
enum { TABLES_OUSTED = -1, TABLES_HOLDERS_MAX = 8 };
struct follower *tables_follow(struct open_table *t, int after, int place,
                               void (*heard)(void *arg, int line, const char *say, int64_t at),
                               void *arg);

/* Reports up to `most` lines; returns whether there are more. The callback may unfollow. */
bool tables_catch_up(struct follower *follower, int most);
void tables_unfollow(struct follower *follower); /* NULL is fine */

/* Marks the follower's place as present while it follows. `here` is called whenever presence
 * changes, with one bit per place; place 1 is bit 0. */
void tables_attend(struct follower *follower, void (*here)(void *arg, struct set places));
struct set tables_here(const struct open_table *t);

struct tables_counts {
    int tables, rooms, followers, commands;
    size_t bytes;
    uint64_t said, refused, conflicts, dropped_rooms, bot_moves;
    uint64_t deleted, expired; /* tables deleted by their hosts, and because of their age */
};
void tables_counts(const struct tables *ts, struct tables_counts *ret);
