/* tables_parts: what the files of the tables share, and nobody else sees. */
#pragma once

#include "server/presence.h"
#include "server/receipts.h"
#include "server/tables.h"

enum {
    TABLE_BUCKETS = 4096,
    CONFLICTS_MAX = 8,
    TABLES_PRESENCE_MS = 60000, /* so long somebody who asked for something counts as being there */
};

enum command_kind {
    COMMAND_FIND,  /* the table */
    COMMAND_LOOK,  /* at its room */
    COMMAND_ENTER, /* with a token */
    COMMAND_SAY,
    COMMAND_SIT,
    COMMAND_MOVE,
    COMMAND_DELETE,
    COMMAND_DUTY, /* the server's own */
    COMMAND_BOT,
};

struct command {
    struct command *next;
    uint64_t number; /* none has it but this one, ever */
    enum command_kind kind;
    struct command_reply reply; /* nobody waits for it any more: done is NULL */
    struct open_table *table;
    int place, with, conflicts;
    int line;   /* that should be known */
    bool asked; /* the store has been asked for that line, or for the token */
    bool program;
    bool hurried;                        /* of a bot's choice */
    char action[TABLES_ACTION_MAX + 16]; /* as the store has it: whose, and which */
    char token[TOKEN_LETTERS + 1];
    char mark[TOKEN_LETTERS + 1]; /* of a move: the old token and the client's id in one */
    char *words;
    struct room_plan plan;
    int64_t first; /* number of the event that was to be the first */
};

struct follower {
    struct follower *next, **at;
    struct open_table *table;
    int sent;
    int place;   /* that it holds; 0: it looks on */
    bool ousted; /* it has been told to go */
    bool gone;   /* while somebody is being told something */
    void (*heard)(void *arg, int line, const char *say, int64_t at);
    void (*here)(void *arg, uint64_t places); /* or NULL */
    void *arg;
    struct presence_sight *sight; /* of one who holds a place */
};

struct done_action {
    uint64_t hash; /* of the action's id */
    int line;
};

struct open_table {
    struct tables *tables;
    struct open_table *next;          /* in its bucket */
    struct open_table *older, *newer; /* by use */
    int holds;
    char id[STORE_ID_MAX + 1], code[STORE_ID_MAX + 1];
    char *setup;
    int base; /* lines of the set-up; event n is line base + n */
    int last; /* number of the last line that was heard */
    bool opened, loading, storing, thinking, broken, tokens_stale;
    struct bots_client *bots; /* NULL: no bot plays here */
    struct game thinks_about; /* with `thinking` */
    bool gone;                /* deleted: only those who hold it still know it */

    struct room *room; /* NULL: to be read when it is needed */
    bool reading;      /* it is new, and its lines are older than it; in pages */
    size_t bytes;
    int64_t *at; /* of each line */
    int at_room;
    struct done_action *done;
    int done_count, done_room;

    uint8_t tokens[ROOM_PLACES_MAX + 1][TOKEN_HASH_BYTES];
    bool held[ROOM_PLACES_MAX + 1];
    int64_t spoke[ROOM_PLACES_MAX + 1]; /* when each place last said something, 0: not here */
    int moved[ROOM_PLACES_MAX + 1]; /* the line at which each place last got another token, as far
                                     * as it was heard here; 0: it was not */
    uint8_t secret[SECRET_BYTES];
    bool has_secret;

    struct presence_table *presence; /* NULL: it is not read yet */
    struct follower *followers;
    int follower_count, hearing;
    int lookers; /* followers without a place */
    struct command *first, **end;
    int commands;
    struct command *storing_command;
    struct store_watch *watch;
    struct event *timer;
    int64_t idle_since, wanted_since; /* somebody wanted something */
    int64_t rests_until;              /* what the server had to do has failed */
    int64_t steady_to_room;           /* what the time of the room is ahead of the steady clock */
    int64_t last_at;                  /* of the last line, by the time of the room */
};

/* An answer that waits for its receipt. */
struct ack {
    struct command *command;
    struct command_result answer;
    int receipt; /* in the batch; -1: none */
};

struct tables {
    struct tables_options o;
    struct open_table *buckets[TABLE_BUCKETS];
    struct open_table *oldest, *newest;
    struct event *delivery, *tick;
    struct presence *presence;
    struct sweep *sweep; /* NULL: all tables are kept */
    struct signing_key signing;
    struct receipts *together, *alone;
    struct ack *acks; /* of this delivery of the store */
    int ack_count, ack_room;
    bool delivering, stopping;
    struct tables_counts counts;
};

void tables_problem(struct open_table *t, const char *words);

/* A command begins, and ends with its answer. */
struct command *command_new(struct open_table *t, enum command_kind kind,
                            struct command_reply reply);

/* The line of a table: at its end, and at its front for one that was taken too early. */
void command_put_last(struct command *c);
void command_put_back(struct command *c);
bool command_is_servers(const struct command *c); /* nobody has asked for it */
void command_free(struct command *c);             /* without an answer */

/* Plans and stores what it says, and answers when that is done (command_store.c). */
void command_write(struct command *c);

/* Whose token it is. False: the command waits until the store has been asked, which happens once:
 * the token may have been given by another node a moment ago. */
bool command_find_place(struct command *c);

/* Whether it has still to be done; if not, it is answered. */
bool command_move_is_new(struct command *c);
void command_delete(struct command *c);

/* What the server has to do at this moment, and not before a while when it has failed. */
void tables_do_duty(struct open_table *t);
void tables_rest(struct open_table *t);

/* Lets it wait in line. It may be answered at once: then the caller must not keep it, and gets
 * NULL. */
struct command *command_wait(struct command *c);
void command_finish(struct command *c, struct command_result a);
void command_refuse(struct command *c, const char *code, const char *words);

/* Answers that a line is stored, with a receipt if somebody waits for it. `stored` in this very
 * delivery of the store: then it is signed together with all others of it. */
void tables_acknowledge(struct command *c, struct command_result a, bool stored);

/* The store has delivered everything: signs and sends what waits for it. */
void tables_delivered(struct tables *ts);

/* What the lines of a plan mean for the list of commitments: up to two notes a line. */
int tables_notes(const struct table *log, const struct room_plan *plan, struct store_note *ret);

/* The store has failed, in these words: the journal hears them, the client that it is so. */
void command_refuse_store(struct tables *ts, struct command *c, const char *words);

/* It has been deleted: says so to all who wait and follow, and does nothing at it any more. */
void tables_gone(struct open_table *t);

/* The command of a host, which is the last of its table. */
void tables_store_deletion(struct command *c);

/* Deletes tables for their age, by and by (tables_delete.c). */
struct sweep *sweep_new(struct tables *ts);
void sweep_free(struct sweep *s); /* NULL is fine */

/* An open table, or a new one that is not read yet. */
struct open_table *tables_named(struct tables *ts, const char *id, bool make);
void tables_used(struct open_table *t);

/* Its room has grown. Rooms used longest ago go when there is no memory for all, but for that of
 * `at_hand`. */
void tables_count_bytes(struct open_table *t);
void tables_keep_within_memory(struct tables *ts, const struct open_table *at_hand);

/* Reads it from the store, if that is not under way; the commands wait. */
void tables_load(struct open_table *t);

/* The room is there, with every line that has been heard. */
bool tables_is_whole(const struct open_table *t);

/* Looks at the commands that wait, and when there is none at what the server has to do. */
void tables_go_on(struct open_table *t);

/* No bot thinks for this table any more; what was being worked out for it alone is cancelled. */
void tables_end_thoughts(struct open_table *t);

/* The same when no bot is to choose at the moment. */
void tables_check_thoughts(struct open_table *t);

/* Lines that were stored. Those of the plan of `own` (NULL: they are not from here) were parsed
 * when they were planned; all others are parsed now. */
void tables_heard(struct open_table *t, const struct store_event *events, int count,
                  const struct command *own);

/* A line that is stored, to all who follow and have heard the one before it. `c` is what it changes
 * in the room. */
void tables_tell(struct open_table *t, int line, const char *say, int64_t at,
                 const struct room_change *c);

/* Places that have somebody there, to all who want to hear it; for the presence. */
void tables_on_here(void *table, uint64_t places);

/* What a line means for who is there: a bot is, who has left is not. Who has sat down just now is
 * expected. */
void tables_note_place(struct open_table *t, const struct room_change *c, bool new);

/* Nobody is there any more, whatever is still open. */
void tables_end_presence(struct open_table *t);

/* Answers all commands that wait. */
void tables_fail_all(struct open_table *t, const char *code, const char *words);

/* The line to which this action has led before; 0: to none that is known here. */
int tables_done_before(const struct open_table *t, const char *action);

/* The time for the room: the time of day when the table was opened, and the steady clock from then
 * on, so that nobody is late and nobody's place is given away because somebody has set the clock.
 */
int64_t tables_room_now(const struct open_table *t);

/* Places that have somebody there now, for the room: with a socket on whatever node, or by a
 * request a moment ago. `expected`: those, too, who may be about to come. */
uint64_t tables_present(const struct open_table *t, bool expected);
void tables_wake(struct open_table *t, int64_t in_ms);
