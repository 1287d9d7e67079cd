/* group_parts: declarations that only the groups' own files share. */
#pragma once

#include "core/say.h"
#include "server/groups.h"
#include "server/tables.h"

enum {
    GROUP_TRIES_MAX = 16,
    GROUP_WAITING_MAX = 512, /* games to be handed in that wait for another one */
};

enum group_wish {
    WISH_CREATE,
    WISH_LOOK,
    WISH_DAY,
    WISH_RECORD,
    WISH_HAND_IN,
    WISH_ENTER,
    WISH_REMOVE,
    WISH_DELETE,
};

struct group_ask {
    struct groups *groups;
    enum group_wish wish;
    struct group_reply reply; /* done is NULL if nobody waits for the answer */
    char id[GROUP_ID_LETTERS + 1], day_id[GROUP_DAY_LETTERS + 1];
    char token[TOKEN_LETTERS + 1]; /* of a new group's creator */
    uint8_t hash[TOKEN_HASH_BYTES];
    uint8_t player[FAIR_BYTES];
    int day, member;
    int64_t wanted; /* number of the result whose record is asked for */
    int tries;
    double cost; /* milliseconds of processor time spent on reading, here and in the store */
    char name[GROUP_NAME_MAX];

    struct group_log log;
    struct group_day results;
    bool day_exists;

    struct daily_result result; /* handed in; on entering, only its name */
    bool entered;               /* this request has made the player a member */
    char *record;
    struct group_result entry;
    int deleted; /* days of which the log has been deleted */

    /* Handing in: one game at a time for each group, so that those of one node do not get in each
     * other's way. */
    bool writes;
    struct group_ask *next, *waiting; /* the next writer; those that wait for this one */
};

/* A result that is being graded. */
struct grading {
    struct grading *next;
    struct groups *groups;
    struct bots_client *client;
    char day_id[GROUP_DAY_LETTERS + 1];
    int64_t n, last; /* its number, and the last number known of the day's log */
    int tries;
    char line[128 + DAILY_MARKS];
    bool storing;
};

struct regrade; /* the search for results of a day that have not been graded */

struct groups {
    struct groups_options o;
    struct grading *gradings;
    struct regrade *regrades;
    struct group_ask *writers;
    int waiting;
    bool stopping;
    struct groups_counts counts;
};

/* Answer the request and free it. */
void group_finish(struct group_ask *q, struct group_answer answer);
void group_refuse(struct group_ask *q, const char *code, const char *words);
void group_refuse_store(struct group_ask *q, const char *words);

/* Asks the store for the group's log; NULL if the request has been answered at once. */
struct group_ask *group_begin_reading(struct group_ask *q);

/* Reads the group's log, or what was written since the last time; then calls group_known(). */
void group_read(struct group_ask *q);
void group_known(struct group_ask *q);

/* The same for the log of the day; then calls group_day_known(). */
void group_read_day(struct group_ask *q);
void group_day_known(struct group_ask *q);

/* Entering and handing in (group_hand_in.c): joins the group if needed; then adds the result. */
void group_join(struct group_ask *q);
void group_add_result(struct group_ask *q);
void group_end_writing(struct group_ask *q);

/* Grades a result, unless that is in progress. */
void group_start_grading(struct groups *gs, const char *day_id, const struct group_result *result,
                         int64_t last, struct span record);

/* Starts to grade the results of the day that have no grade yet (group_grade.c). */
void group_grade_missing(struct group_ask *q);
