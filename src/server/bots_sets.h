/* bots_sets: the rule sets that bots have solved, are solving or cannot solve. Not thread-safe:
 * bots.c holds its lock around every call. */
#pragma once

#include "coach/adviser.h"
#include "solve/cost.h"

enum set_state {
    SET_NEW,      /* not queued yet, canceled or evicted */
    SET_QUEUED,   /* to be solved */
    SET_SOLVING,  /* in a thread */
    SET_SOLVED,   /* ready to use */
    SET_HOPELESS, /* too expensive: quick choices only */
};

struct job;

struct rule_set {
    struct rule_set *next;
    struct rule_set *queued; /* the next to be solved */
    struct rules rules;
    bool alone; /* a press game for one player, which is solved differently */
    bool book;  /* an unmodified book: never evicted */
    enum set_state state;
    int clients;   /* tables that want it */
    int answering; /* requests ready or running */
    uint64_t used; /* sequence number of the last use */
    size_t bytes;
    struct adviser *adviser; /* SET_SOLVED */
    struct job *waiting;     /* requests, oldest first */

    struct work work;    /* SET_SOLVING */
    double spent_before; /* thread's processor time at the start */
    double most_seconds; /* limit on processor time, after which solving is abandoned */
    bool overran;
};

struct rule_sets {
    struct rule_set *first;
    size_t bytes, bytes_max;
    int sets_max;
    uint64_t uses, evicted;
};

/* Finds or adds a set; new house rules that exceed the limit are SET_HOPELESS. */
struct rule_set *sets_find(struct rule_sets *s, const struct rules *r, bool alone,
                           struct solve_cost limit);

/* Marks the set as just used. */
void sets_use(struct rule_sets *s, struct rule_set *set);

/* Makes room for a set of house rules about to be solved, and counts its bytes. Books need none. */
void sets_make_room(struct rule_sets *s, struct rule_set *set);

/* Drops the solved or partial result and frees its bytes. */
void sets_drop_table(struct rule_sets *s, struct rule_set *set);

/* Frees the set if it is unused: no table wants it, it has no requests, and it is neither solved
 * nor to be solved. */
void sets_tidy(struct rule_sets *s, struct rule_set *set);

void sets_free(struct rule_sets *s);
