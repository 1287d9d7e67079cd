/* watch: which games are followed, and how far. All of it belongs to the thread that delivers. */
#pragma once

#include "store/request.h"

enum { WATCH_BUCKETS = 4096, CATCH_UP_GAMES = 512, CATCH_UP_EVENTS = 256 };

struct store_watch {
    struct store_watch *next;                      /* in its bucket */
    struct store_watch *stale_next, **stale_place; /* in the list of those to be read */
    struct store_hearer hearer;
    int64_t last; /* what was heard */
    bool ended;   /* there is nothing more to hear */
    char game[STORE_ID_MAX + 1];
};

struct watches {
    struct store_watch *buckets[WATCH_BUCKETS];
    struct store_watch *stale;
    int count;
    /* The watch whose hearer is being called is set to NULL when that hearer ends it. */
    struct store_watch *called;
};

struct store_watch *watches_add(struct watches *w, const char *game, int64_t after,
                                struct store_hearer hearer);
void watches_remove(struct watches *w, struct store_watch *watch);
void watches_clear(struct watches *w);

/* The game may have events that were not heard: it, or all of them. */
void watches_doubt(struct watches *w, const char *game, int64_t last);
void watches_doubt_all(struct watches *w);

/* Events of any games, of each in order. What is new goes to those who watch; a gap brings doubt.
 * Returns how many were heard. */
int watches_tell(struct watches *w, const struct store_event *events, int count);

/* The game is gone: tells those who watch it, and asks about it no more. */
void watches_end(struct watches *w, const char *game);

/* What has to be read for those in doubt, who then are no longer; NULL: nothing. */
struct request *watches_question(struct watches *w, struct store_reply reply);
