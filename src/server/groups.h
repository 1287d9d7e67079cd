/* groups: people who compare their daily games, by link and without accounts (doc/protocol.md).
 *
 * A result is handed in as the record of the game. The referee replays it: its dice must be those
 * of the day, and the game legal and finished. The record names its player by the hash of a token
 * that only the player's device has, so nobody can hand in somebody else's record. The first result
 * of a player for a day and a book counts. It is acknowledged once it is durable; its grade is
 * added later, by any node.
 *
 * Nothing is kept in memory between requests: every answer comes from the store, so all nodes give
 * the same one. */
#pragma once

#include "server/bots.h"
#include "server/group_log.h"
#include "store/store.h"

/* How long after a day its results may be handed in, and where on Earth it may still or already be
 * that day. */
enum { GROUP_DAYS_LATE = 7, GROUP_HOURS_WEST = 12, GROUP_HOURS_EAST = 14 };

struct groups_options {
    struct store *store;
    struct bots *bots;
    const uint8_t *key;                                               /* SECRET_BYTES */
    void (*problem)(void *arg, const char *group, const char *words); /* for the journal */
    void *arg;
};

struct groups;
struct groups *groups_new(const struct groups_options *o);

/* From now on, nothing is graded. Then close the store, and free the groups before the bots. */
void groups_stop(struct groups *gs);
void groups_free(struct groups *gs); /* NULL is fine for both */

/* ---- requests ---- */

/* Codes of refusals, in addition to those in tables.h. */
#define GROUPS_RECORD "record" /* the record is no finished daily game */
#define GROUPS_DATE "date"     /* too early or too late for this day */
#define GROUPS_FIRST "first"   /* another result was handed in before */
#define GROUPS_FULL "full"
#define GROUPS_PLACE "place" /* not allowed: removed, or nothing handed in yet */

/* The answer to a request; valid only during the callback. */
struct group_answer {
    const char *code, *words; /* "" on success */
    const char *id, *token;   /* of a new group */
    const struct group_log *log;
    int day;
    const struct group_day *results;   /* sorted, unless a record was asked for */
    const struct group_result *result; /* handed in */
    const struct group_member *member; /* who has joined */
    const char *record;
    bool again;  /* the player had joined before, or had handed in the same record */
    double cost; /* milliseconds of processor time that reading the logs took */
};

struct group_reply {
    void (*done)(void *arg, const struct group_answer *answer);
    void *arg;
};

/* A request not answered yet. */
struct group_ask;
void group_forget(struct group_ask *q); /* drops the reply; NULL is fine */

/* Each of these functions returns NULL if it has already called reply.done(). With an action,
 * repeating the request returns the same group and token. */
struct group_ask *group_create(struct groups *gs, struct span name, struct span action,
                               struct group_reply reply);
struct group_ask *group_look(struct groups *gs, struct span id, struct group_reply reply);
struct group_ask *group_day(struct groups *gs, struct span id, int day, struct group_reply reply);

/* The token of a member who has handed in a result for the same day and book; without it, only days
 * for which nothing can be handed in any more are open. */
struct group_ask *group_record(struct groups *gs, struct span id, int day, int64_t n,
                               struct span token, struct group_reply reply);
struct group_ask *group_hand_in(struct groups *gs, struct span id, struct span token,
                                struct span record, struct group_reply reply);

/* Makes a player a member before their first result. Members keep the name under which they joined.
 */
struct group_ask *group_enter(struct groups *gs, struct span id, struct span token,
                              struct span name, struct group_reply reply);

/* With the creator's token: removes a member with all results, or deletes the group. */
struct group_ask *group_remove(struct groups *gs, struct span id, int member, struct span token,
                               struct group_reply reply);
struct group_ask *group_delete(struct groups *gs, struct span id, struct span token,
                               struct group_reply reply);

/* The days for which results may be handed in now. */
void group_open_days(int64_t now_ms, int *ret_first, int *ret_last);

struct groups_counts {
    uint64_t created, handed_in, refused, graded;
    int grading; /* in progress */
};
void groups_counts(const struct groups *gs, struct groups_counts *ret);
