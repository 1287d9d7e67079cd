/* bots: the server's own players, and those who choose for people whose time is up.
 *
 * Thinking is bounded for everybody. A table has one thought at a time, and thoughts are answered
 * in the order in which they were asked for, so tables take turns. A rule set is worked out once,
 * in a thread that does nothing else, and thoughts about rule sets that are worked out never wait
 * for it. A thought that has waited for its limit is answered with a quick choice (coach/quick.h),
 * and so is at once every thought about rules that cost more than the budget.
 *
 * The books as they are stay worked out for good. House rules share a bounded memory, from which
 * those used longest ago go first. Work that no table wants any more is cancelled. */
#pragma once

#include <event2/event.h>

#include "core/text.h"
#include "rules/game.h"

enum { BOTS_SECONDS = 2, BOTS_BUDGET = 30 }; /* what is usual */

struct bots_options {
    struct event_base *base;
    const char *cache;  /* a folder of solved tables, or NULL */
    int thought_ms;     /* after which a quick choice is taken; 0: BOTS_SECONDS */
    int budget_seconds; /* of processor time for a rule set; 0: BOTS_BUDGET */
    size_t bytes_max;   /* of worked-out house rules; 0: 144 MiB */
    int sets_max;       /* how many of them; 0: 32 */
    double overrun;     /* times the budget after which a solve is given up; 0: 2 */
};

struct bots;

struct bots *bots_new(const struct bots_options *o);

/* NULL is fine. All clients have left before. */
void bots_free(struct bots *b);

/* Whether bots play by these rules at a table of so many seats here: why not, and what to do. */
bool bots_play(const struct bots *b, const struct rules *r, int seats, struct text *error);

/* A table that may want thoughts. */
struct bots_client;
struct bots_client *bots_join(struct bots *b);

/* NULL is fine. A thought that is under way is not answered any more, and what was being worked
 * out for this table alone is cancelled. */
void bots_leave(struct bots_client *c);

/* This table will want thoughts about these rules: they are worked out beforehand. */
void bots_prepare(struct bots_client *c, const struct rules *r, int seats);

/* The game waits for a choice. `said` is called once, in the loop, with the words of the choice
 * (valid until it returns); `hurried`: without having worked the game out. False: too many are
 * waiting, or this table has a thought already; ask again later. */
bool bots_ask(struct bots_client *c, const struct rules *r, const struct game *g, const char *level,
              void (*said)(void *arg, const char *words, bool hurried), void *arg);

struct bots_counts {
    int waiting;  /* thoughts */
    int solving;  /* rule sets that are being worked out at this moment */
    int solved;   /* rule sets in memory ... */
    size_t bytes; /* ... and what they take up, with those being worked out */
    uint64_t hurried, cancelled, given_up, evicted;
};
void bots_counts(struct bots *b, struct bots_counts *ret);
