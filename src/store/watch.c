#include "store/watch.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"

static struct store_watch **bucket_of(struct watches *w, const char *game) {
    uint32_t hash = 2166136261u; /* FNV-1a */
    for (; *game; game++)
        hash = (hash ^ (unsigned char)*game) * 16777619u;
    return &w->buckets[hash % WATCH_BUCKETS];
}

static void doubt(struct watches *w, struct store_watch *watch) {
    if (watch->stale_place || watch->ended)
        return;
    watch->stale_next = w->stale;
    watch->stale_place = &w->stale;
    if (w->stale)
        w->stale->stale_place = &watch->stale_next;
    w->stale = watch;
}

static void trust(struct store_watch *watch) {
    if (!watch->stale_place)
        return;
    *watch->stale_place = watch->stale_next;
    if (watch->stale_next)
        watch->stale_next->stale_place = watch->stale_place;
    watch->stale_place = NULL;
}

struct store_watch *watches_add(struct watches *w, const char *game, int64_t after,
                                struct store_hearer hearer) {
    struct store_watch *watch = grab(1, sizeof *watch), **bucket = bucket_of(w, game);
    text_put(TEXT_OVER(watch->game), game);
    watch->hearer = hearer;
    watch->last = after;
    watch->next = *bucket;
    *bucket = watch;
    w->count++;
    doubt(w, watch); /* events may have been written since the game was read */
    return watch;
}

void watches_remove(struct watches *w, struct store_watch *watch) {
    struct store_watch **place = bucket_of(w, watch->game);
    while (*place != watch)
        place = &(*place)->next;
    *place = watch->next;
    trust(watch);
    if (w->called == watch)
        w->called = NULL;
    w->count--;
    free(watch);
}

void watches_clear(struct watches *w) {
    for (int i = 0; i < WATCH_BUCKETS; i++) {
        while (w->buckets[i])
            watches_remove(w, w->buckets[i]);
    }
}

void watches_doubt(struct watches *w, const char *game, int64_t last) {
    for (struct store_watch *p = *bucket_of(w, game); p; p = p->next) {
        if (p->last < last && !strcmp(p->game, game))
            doubt(w, p);
    }
}

void watches_doubt_all(struct watches *w) {
    for (int i = 0; i < WATCH_BUCKETS; i++) {
        for (struct store_watch *p = w->buckets[i]; p; p = p->next)
            doubt(w, p);
    }
}

/* Notifies one watch; returns how many events were new to it. */
static int pass_on(struct watches *w, struct store_watch *watch, const struct store_event *events,
                   int count) {
    int known = 0;
    if (watch->ended)
        return 0;
    while (known < count && events[known].n <= watch->last)
        known++;
    if (known == count)
        return 0;
    if (events[known].n != watch->last + 1) {
        doubt(w, watch);
        return 0;
    }
    watch->last = events[count - 1].n;
    watch->hearer.heard(watch->hearer.arg, events + known, count - known);
    return count - known;
}

static void end(struct store_watch *watch) {
    if (watch->ended)
        return;
    watch->ended = true;
    trust(watch);
    if (watch->hearer.gone)
        watch->hearer.gone(watch->hearer.arg);
}

/* Notifies all watches of the game. A callback may remove any watch and add new ones, so the walk
 * restarts whenever the watch just called is gone. No event is reported twice, as each watch knows
 * its position. */
static int tell_game(struct watches *w, const char *game, const struct store_event *events,
                     int count) {
    int heard = 0;
    struct store_watch *p = *bucket_of(w, game);
    while (p) {
        struct store_watch *outer = w->called;
        bool meant = !strcmp(p->game, game);
        w->called = p;
        if (meant && count)
            heard += pass_on(w, p, events, count);
        else if (meant)
            end(p);
        p = w->called ? p->next : *bucket_of(w, game);
        w->called = outer;
    }
    return heard;
}

void watches_end(struct watches *w, const char *game) {
    tell_game(w, game, NULL, 0);
}

int watches_tell(struct watches *w, const struct store_event *events, int count) {
    int heard = 0;
    for (int from = 0, to; from < count; from = to) {
        for (to = from + 1; to < count && events[to].n == events[to - 1].n + 1 &&
                            !strcmp(events[to].game, events[from].game);
             to++)
            ;
        if (!events[from].n) {
            watches_end(w, events[from].game);
            continue;
        }
        heard += tell_game(w, events[from].game, events + from, to - from);
        if (to - from >= CATCH_UP_EVENTS) /* there may be more events than fit in one answer */
            watches_doubt(w, events[from].game, INT64_MAX);
    }
    return heard;
}

/* Returns the number of the last event that all watches of a game have received, so that reading
 * can go on from there, and clears their doubt. */
static int64_t behind_all(struct watches *w, const char *game) {
    int64_t after = INT64_MAX;
    for (struct store_watch *p = *bucket_of(w, game); p; p = p->next) {
        if (strcmp(p->game, game))
            continue;
        after = p->last < after ? p->last : after;
        trust(p);
    }
    return after;
}

struct request *watches_question(struct watches *w, struct store_reply reply) {
    if (!w->stale)
        return NULL;
    struct request *r = request_new(REQUEST_CATCH_UP, reply);
    r->places = request_alloc(r, sizeof *r->places * CATCH_UP_GAMES);
    r->limit = CATCH_UP_EVENTS;
    while (w->stale && r->place_count < CATCH_UP_GAMES) {
        const char *game = request_string(r, w->stale->game);
        r->places[r->place_count++] = (struct place){game, behind_all(w, game)};
    }
    return r;
}
