/* bots_sets: the rule sets that bots have worked out, are working out or cannot work out. It knows
 * no threads: bots.c holds its lock around every call. */
#pragma once

#include "coach/adviser.h"
#include "solve/cost.h"

enum set_state {
    SET_NEW,      /* nobody has asked for it yet, or nobody wanted it any more */
    SET_QUEUED,   /* to be worked out */
    SET_SOLVING,  /* a thread is at it */
    SET_SOLVED,   /* and may be asked */
    SET_HOPELESS, /* it costs too much: quick choices only */
};

struct job;

struct rule_set {
    struct rule_set *next;
    struct rule_set *queued; /* the next to be worked out */
    struct rules rules;
    bool alone; /* press games are another thing alone */
    bool book;  /* as a book has it: it stays */
    enum set_state state;
    int clients;   /* tables that want it */
    int answering; /* thoughts that read its adviser now */
    uint64_t used; /* by a count of all uses */
    size_t bytes;
    struct adviser *adviser; /* SET_SOLVED */
    struct job *waiting;     /* thoughts, in no order */

    struct work work;    /* SET_SOLVING */
    double spent_before; /* processor time of the thread when it began */
    double most_seconds; /* of it; then it is given up */
    bool overran;
};

struct rule_sets {
    struct rule_set *first;
    size_t bytes, bytes_max;
    int sets_max;
    uint64_t uses, evicted;
};

/* Finds or adds it; a new one that costs more than the limit is hopeless. */
struct rule_set *sets_find(struct rule_sets *s, const struct rules *r, bool alone,
                           struct solve_cost limit);

/* It was asked for. */
void sets_use(struct rule_sets *s, struct rule_set *set);

/* Makes room for one that is about to be worked out, and counts its bytes. */
void sets_make_room(struct rule_sets *s, struct rule_set *set);

/* What was worked out, or begun, is no more; its bytes are free. */
void sets_drop_table(struct rule_sets *s, struct rule_set *set);

/* Forgets it if nothing hangs on it: no table, no thought, no result. */
void sets_tidy(struct rule_sets *s, struct rule_set *set);

void sets_free(struct rule_sets *s);
