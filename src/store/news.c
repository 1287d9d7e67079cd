/* News of games: notices from other nodes, and events that watches may have missed. */
#include <string.h>

#include "store/store_parts.h"

/* Only the first of many notices wakes the delivering thread. */
void store_hear(void *arg, int who, const char *game, int64_t last) {
    struct store *s = arg;
    pthread_mutex_lock(&s->lock);
    bool own = who && who == s->own_name, first = !s->hint_count && !s->sweep;
    s->counts.heard += !own;
    if (own) {
        first = false; /* our own write: the watches were notified before its answer */
    } else if (!game || s->hint_count == HINTS_MAX || strlen(game) > STORE_ID_MAX) {
        s->sweep = true;
    } else {
        struct hint *hint = &s->hints[s->hint_count++];
        memcpy(hint->game, game, strlen(game) + 1);
        hint->last = last;
    }
    pthread_mutex_unlock(&s->lock);
    if (first)
        store_wake(s->ready);
}

static void caught_up(void *arg, const struct store_answer *answer) {
    struct store *s = arg;
    s->catching_up = false;
    if (answer->outcome != STORE_DONE)
        return; /* the next sweep asks again */
    int heard = watches_tell(&s->watches, answer->events, answer->event_count);
    pthread_mutex_lock(&s->lock);
    s->counts.recovered += (uint64_t)heard;
    pthread_mutex_unlock(&s->lock);
}

/* At most one catch-up request at a time. */
void store_catch_up(struct store *s) {
    if (s->catching_up)
        return;
    struct request *r = watches_question(&s->watches, (struct store_reply){caught_up, s});
    if (!r)
        return;
    pthread_mutex_lock(&s->lock);
    s->catching_up = !s->closing;
    if (s->catching_up) {
        store_queue_up(s, r, &s->reads);
        pthread_cond_signal(&s->to_read);
    }
    pthread_mutex_unlock(&s->lock);
    if (!s->catching_up)
        request_free(r);
}

/* Applies the notices from other nodes to the watches; a sweep affects all watches. Holds the lock
 * throughout, since this is quick. */
void store_take_hints(struct store *s) {
    pthread_mutex_lock(&s->lock);
    if (s->sweep)
        watches_doubt_all(&s->watches);
    else
        for (int i = 0; i < s->hint_count; i++)
            watches_doubt(&s->watches, s->hints[i].game, s->hints[i].last);
    s->sweep = false;
    s->hint_count = 0;
    pthread_mutex_unlock(&s->lock);
}

struct store_watch *store_watch(struct store *s, const char *game, int64_t after,
                                struct store_hearer hearer) {
    struct store_watch *watch = watches_add(&s->watches, game, after, hearer);
    pthread_mutex_lock(&s->lock);
    s->counts.watches = s->watches.count;
    pthread_mutex_unlock(&s->lock);
    store_catch_up(s);
    return watch;
}

void store_unwatch(struct store *s, struct store_watch *watch) {
    if (!watch)
        return;
    watches_remove(&s->watches, watch);
    pthread_mutex_lock(&s->lock);
    s->counts.watches = s->watches.count;
    pthread_mutex_unlock(&s->lock);
}
