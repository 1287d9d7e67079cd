/* bots: the server's own players, which also choose for people whose time is up, and grade daily
 * games.
 *
 * Thinking is bounded. Each table has at most one request at a time, and requests are answered in
 * order, so tables take turns. A rule set is solved once, in a dedicated thread; requests about
 * solved rule sets never wait for that thread. A request that is still waiting when its time is up
 * gets a quick choice (coach/quick.h), as does any request about rules that cost more to solve than
 * the budget allows.
 *
 * Unmodified books stay solved. House rules share a bounded amount of memory, from which the least
 * recently used are evicted. Solving house rules is canceled when no table wants the result any
 * more. */
#pragma once

#include <event2/event.h>

#include "coach/daily_grade.h"
#include "core/text.h"

enum { BOTS_SECONDS = 2, BOTS_BUDGET = 30 }; /* defaults */

struct bots_options {
    struct event_base *base;
    const char *cache;  /* folder of solved tables, or NULL */
    int thought_ms;     /* time limit, after which a quick choice is made; 0: BOTS_SECONDS */
    int budget_seconds; /* processor time per rule set; 0: BOTS_BUDGET */
    size_t bytes_max;   /* for solved house rules; 0: 144 MiB */
    int sets_max;       /* number of solved sets of house rules; 0: 32 */
    double overrun;     /* abandon solving after this many times its budget; 0: 2 */
};

struct bots;

struct bots *bots_new(const struct bots_options *o);

/* NULL is fine. All clients must have left. */
void bots_free(struct bots *b);

/* Whether bots can play these rules with this many seats; if not, error says why. */
bool bots_play(const struct bots *b, const struct rules *r, int seats, struct text *error);

/* A table that may request choices. */
struct bots_client;
struct bots_client *bots_join(struct bots *b);

/* NULL is fine. A pending request is dropped, and solving house rules is canceled if only this
 * table wanted the result. */
void bots_leave(struct bots_client *c);

/* Starts solving these rules before the first request. */
void bots_prepare(struct bots_client *c, const struct rules *r, int seats);

/* Requests a choice. `said` is called once, in the event loop, with the choice in words (valid
 * during the call); `hurried` means it was made without solving the game exactly. Returns false if
 * the level is unknown, too many requests are waiting or this table already has one; in the latter
 * two cases, ask again later. */
bool bots_ask(struct bots_client *c, const struct rules *r, const struct game *g, const char *level,
              void (*said)(void *arg, const char *words, bool hurried), void *arg);

/* Grades the record of a finished daily game by this book, once the book is solved. `graded` is
 * called once, in the event loop; its argument is NULL if the game cannot be graded. Returns false
 * if too many requests are waiting or this client already has one. */
bool bots_grade(struct bots_client *c, const struct book *book, struct span record,
                void (*graded)(void *arg, const struct daily_grade *grade), void *arg);

struct bots_counts {
    int waiting;  /* requests */
    int solving;  /* rule sets being solved */
    int solved;   /* rule sets in memory */
    size_t bytes; /* used by rule sets solved or being solved */
    uint64_t hurried, cancelled, given_up, evicted;
};
void bots_counts(struct bots *b, struct bots_counts *ret);
