/* bots: the server's own players. They think in a thread of their own, since the first thought
 * about a rule set takes seconds; what they want to do comes back through the event loop. */
#ifndef YARD_SERVER_BOTS_H
#define YARD_SERVER_BOTS_H

#include <event2/event.h>

#include "core/text.h"
#include "rules/game.h"

struct bots;

/* The cache is a folder of solved tables, or NULL. */
struct bots *bots_new(struct event_base *base, const char *cache);

/* NULL is fine. Waits for the thought at hand; those who wait are told that nothing comes of it. */
void bots_free(struct bots *b);

/* `said` is called once, in the loop, with the words of the choice (valid until it returns), or
 * NULL when it could not be worked out. False: too many are waiting, ask again later. */
bool bots_ask(struct bots *b, const struct rules *r, const struct game *g, const char *level,
              void (*said)(void *arg, const char *words), void *arg);

int bots_waiting(const struct bots *b);

#endif
