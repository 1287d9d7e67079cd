/* tables_parts: declarations that only the tables' own files share. */
#pragma once

#include "core/say.h"
#include "server/presence.h"
#include "server/receipts.h"
#include "server/tables.h"

enum {
    TABLE_BUCKETS = 4096,
    CONFLICTS_MAX = 8,
    TABLES_PRESENCE_MS = 60000, /* without followers, duties end this long after the last command */
};

enum command_kind {
    COMMAND_FIND,  /* find a table */
    COMMAND_LOOK,  /* load a table's room */
    COMMAND_ENTER, /* identify a token */
    COMMAND_SAY,
    COMMAND_SIT,
    COMMAND_MOVE,
    COMMAND_DELETE,
    COMMAND_DUTY, /* a duty of the server */
    COMMAND_BOT,
};

struct command {
    struct command *next;
    uint64_t number; /* unique */
    enum command_kind kind;
    struct command_reply reply; /* done is NULL if nobody waits for the answer */
    struct open_table *table;
    int place, with, conflicts;
    int line;   /* line that this node must have first */
    bool asked; /* the store has been asked for that line or token */
    bool program;
    bool hurried;                        /* the bot's choice was hurried */
    char action[TABLES_ACTION_MAX + 16]; /* id of the action in the store, including the place */
    char token[TOKEN_LETTERS + 1];
    char mark[TOKEN_LETTERS + 1]; /* for a move: derived from the old token and the client's id */
    char *words;
    struct room_plan plan;
    int64_t first; /* number planned for the first event */
};

struct follower {
    struct follower *next, **at;
    struct open_table *table;
    int sent;
    int place;   /* 0: a spectator */
    bool ousted; /* told to leave */
    bool gone;   /* unfollowed during a callback; freed later */
    void (*heard)(void *arg, int line, const char *say, int64_t at);
    void (*here)(void *arg, struct set places); /* or NULL */
    void *arg;
    struct presence_sight *sight; /* set by tables_attend() for the holder of a place; or NULL */
};

struct done_action {
    uint64_t hash; /* hash of the action's id */
    int line;
};

struct open_table {
    struct tables *tables;
    struct open_table *next;          /* in its bucket */
    struct open_table *older, *newer; /* by last use */
    int holds;
    char id[STORE_ID_MAX + 1], code[STORE_ID_MAX + 1];
    char *setup;
    int base; /* lines in the setup; event n is line base + n */
    int last; /* number of the last line known to this node */
    bool opened, loading, storing, thinking, broken, tokens_stale;
    struct bots_client *bots; /* NULL: no bots */
    struct game thinks_about; /* while `thinking` */
    bool gone;                /* deleted; remains only while held */

    struct room *room; /* NULL: loaded on demand */
    bool reading;      /* the room is still being loaded, so the lines read are old */
    size_t bytes;
    int64_t *at; /* when each line was stored */
    int at_room;
    struct done_action *done;
    int done_count, done_room;

    uint8_t tokens[ROOM_PLACES_MAX + 1][TOKEN_HASH_BYTES];
    bool held[ROOM_PLACES_MAX + 1];
    int64_t spoke[ROOM_PLACES_MAX + 1]; /* when each place last spoke through this node; 0: never */
    int moved[ROOM_PLACES_MAX + 1]; /* the last line that moved each place to a new token, as far as
                                     * known here; 0: none */
    uint8_t secret[SECRET_BYTES];
    bool has_secret;

    struct presence_table *presence; /* NULL: not loaded yet */
    struct follower *followers;
    int follower_count, hearing;
    int lookers; /* followers without a place */
    struct command *first, **end;
    int commands;
    struct command *storing_command;
    struct store_watch *watch;
    struct event *timer;
    int64_t idle_since, wanted_since; /* time of the last use, and of the last command */
    int64_t rests_until;              /* end of the pause after a failed duty */
    int64_t steady_to_room;           /* room time minus steady time */
    int64_t last_at;                  /* time of the last line, in room time */
};

/* An answer waiting for its receipt. */
struct ack {
    struct command *command;
    struct command_result answer;
    int receipt; /* index in the batch; -1: none */
};

struct tables {
    struct tables_options o;
    struct open_table *buckets[TABLE_BUCKETS];
    struct open_table *oldest, *newest;
    struct event *delivery, *tick;
    struct presence *presence;
    struct sweep *sweep; /* NULL: tables are never deleted by age */
    struct signing_key signing;
    struct receipts *together, *alone;
    struct ack *acks; /* answers waiting for the end of the store delivery */
    int ack_count, ack_room;
    bool delivering, stopping;
    struct tables_counts counts;
};

void tables_problem(struct open_table *t, const char *words);

/* Creates a command; command_finish() answers and frees it in the end. */
struct command *command_new(struct open_table *t, enum command_kind kind,
                            struct command_reply reply);

/* Appends a command to its table's queue, or puts it back at the front of the queue. */
void command_put_last(struct command *c);
void command_put_back(struct command *c);
bool command_is_servers(const struct command *c); /* a duty or a bot's choice */
void command_free(struct command *c);             /* without answering */

/* Plans the command, stores the planned lines, then answers it (command_store.c). */
void command_write(struct command *c);

/* Finds the place that the token holds. Returns false if the command must wait for the store, which
 * is asked once, since another node may just have issued the token. */
bool command_find_place(struct command *c);

/* Whether the place has yet to move to the other device; if not, answers the command or makes it
 * wait for the store. */
bool command_move_is_new(struct command *c);
void command_delete(struct command *c);

/* Carries out the room's current duty or sets a timer for the next one; after a failure,
 * tables_rest() pauses duties. */
void tables_do_duty(struct open_table *t);
void tables_rest(struct open_table *t);

/* Queues the command. Returns NULL if the command was answered immediately; the caller must then
 * not use it. */
struct command *command_wait(struct command *c);
void command_finish(struct command *c, struct command_result a);
void command_refuse(struct command *c, const char *code, const char *words);

/* Answers that a line is stored, with a receipt if the line came from tables_say() and the client
 * is still waiting. If the line was `stored` in the current store delivery, its receipt is signed
 * together with the others. */
void tables_acknowledge(struct command *c, struct command_result a, bool stored);

/* The store's delivery is complete: signs the receipts and sends the waiting answers. */
void tables_delivered(struct tables *ts);

/* The notes that a plan adds to the list of commitments: up to two per line. */
int tables_notes(const struct table *log, const struct room_plan *plan, struct store_note *ret);

/* The store has failed: the reason goes to the journal, and the client is told only that the store
 * failed, because the reason may contain paths and addresses. */
void command_refuse_store(struct tables *ts, struct command *c, const char *words);

/* The table has been deleted: notifies commands and followers, and stops all work on it. */
void tables_gone(struct open_table *t);

/* Deletes the table from the store at its host's request. */
void tables_store_deletion(struct command *c);

/* Deletes old tables gradually (tables_delete.c). */
struct sweep *sweep_new(struct tables *ts);
void sweep_free(struct sweep *s); /* NULL is fine */

/* Finds an open table; if there is none and `make` is set, adds it without loading it. */
struct open_table *tables_named(struct tables *ts, const char *id, bool make);
void tables_used(struct open_table *t);

/* tables_count_bytes() updates the count of bytes used by rooms. While the count exceeds the limit,
 * tables_keep_within_memory() evicts the least recently used idle rooms, but never that of
 * `at_hand`. */
void tables_count_bytes(struct open_table *t);
void tables_keep_within_memory(struct tables *ts, const struct open_table *at_hand);

/* Loads the table from the store, unless it is already being loaded. The commands of the
 * table wait until it is loaded. */
void tables_load(struct open_table *t);

/* Whether the room is loaded, with every line known to this node or, if the table is damaged, every
 * line up to the damage. */
bool tables_is_whole(const struct open_table *t);

/* Carries out queued commands and, if there are none, the server's duties. */
void tables_go_on(struct open_table *t);

/* Cancels the pending bot request, if any, and the solving of house rules that only this table
 * needs. */
void tables_end_thoughts(struct open_table *t);

/* Calls tables_end_thoughts() if no bot is needed anymore. */
void tables_check_thoughts(struct open_table *t);

/* Takes in stored lines. Lines planned by `own` (NULL: there are none) have already been parsed;
 * all others are parsed now. */
void tables_heard(struct open_table *t, const struct store_event *events, int count,
                  const struct command *own);

/* Sends a stored line to all followers that have received the line before it; line 0, after the
 * table is deleted, goes to all followers. `c` is the change that the line makes to the room; NULL
 * for line 0. */
void tables_tell(struct open_table *t, int line, const char *say, int64_t at,
                 const struct room_change *c);

/* Callback for changes in presence: reports them to followers and wakes the table. */
void tables_on_here(void *table, struct set places);

/* Updates presence from a line: a bot is present, a player who left is not, and one who just sat
 * down is expected. */
void tables_note_place(struct open_table *t, const struct room_change *c, bool new);

/* Stops tracking presence at the table, even with sockets open. */
void tables_end_presence(struct open_table *t);

/* Fails all queued commands. */
void tables_fail_all(struct open_table *t, const char *code, const char *words);

/* The line stored earlier for this action; 0 if none is known here. */
int tables_done_before(const struct open_table *t, const char *action);

/* Room time: the time of day when the table was opened, advanced by the steady clock, so that
 * setting the clock makes nobody late or absent. */
int64_t tables_room_now(const struct open_table *t);

/* The places that count as present: those with a socket on any node or a recent request and, if
 * `expected`, those whose holders may be about to connect. */
struct set tables_present(const struct open_table *t, bool expected);
void tables_wake(struct open_table *t, int64_t in_ms);
