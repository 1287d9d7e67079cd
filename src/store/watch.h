/* watch: the games being followed, and the last event that each follower has heard. Used by the
 * delivering thread only. */
#pragma once

#include "store/request.h"

enum { WATCH_BUCKETS = 4096, CATCH_UP_GAMES = 512, CATCH_UP_EVENTS = 256 };

struct store_watch {
    struct store_watch *next;                      /* in its bucket */
    struct store_watch *stale_next, **stale_place; /* in the list of watches in doubt */
    struct store_hearer hearer;
    int64_t last; /* number of the last event heard */
    bool ended;   /* the game is gone */
    char game[STORE_ID_MAX + 1];
};

struct watches {
    struct store_watch *buckets[WATCH_BUCKETS];
    struct store_watch *stale;
    int count;
    /* The watch whose callback is running; set to NULL if it is removed during the callback. */
    struct store_watch *called;
};

struct store_watch *watches_add(struct watches *w, const char *game, int64_t after,
                                struct store_hearer hearer);
void watches_remove(struct watches *w, struct store_watch *watch);
void watches_clear(struct watches *w);

/* Marks a game, or all games, as possibly having events that the watches have not heard. */
void watches_doubt(struct watches *w, const char *game, int64_t last);
void watches_doubt_all(struct watches *w);

/* Passes events of any games, in order within each game, to the watches that have not heard them; a
 * gap puts a watch in doubt, and an event with number 0 means that its game is gone. Returns how
 * many events the watches heard, counted once per watch. */
int watches_tell(struct watches *w, const struct store_event *events, int count);

/* The game is gone: notifies its watches and stops asking about it. */
void watches_end(struct watches *w, const char *game);

/* Returns a request for the events of up to CATCH_UP_GAMES games that watches in doubt may have
 * missed, and clears the doubt about these games; NULL if no watch is in doubt. */
struct request *watches_question(struct watches *w, struct store_reply reply);
