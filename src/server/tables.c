#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "net/clock.h"
#include "server/tables_parts.h"

enum {
    BYTES_MAX = 128 << 20,
    WATCHERS_MAX = 1000,
    IDLE_MS = 2 * TABLES_PRESENCE_MS,
    TICK_SECONDS = 5
};

int64_t tables_now(void) {
    return clock_wall();
}

int64_t tables_steady_now(void) {
    return clock_steady();
}

void tables_problem(struct open_table *t, const char *words) {
    if (t->tables->o.problem)
        t->tables->o.problem(t->tables->o.arg, t->id, words);
}

/* ---- open tables ---- */

static struct open_table **bucket_of(struct tables *ts, const char *id) {
    uint32_t hash = 2166136261u;
    for (const char *c = id; *c; c++)
        hash = (hash ^ (uint8_t)*c) * 16777619u;
    return &ts->buckets[hash % TABLE_BUCKETS];
}

static void unlink_use(struct open_table *t) {
    struct tables *ts = t->tables;
    *(t->older ? &t->older->newer : &ts->oldest) = t->newer;
    *(t->newer ? &t->newer->older : &ts->newest) = t->older;
}

static void link_use(struct open_table *t) {
    struct tables *ts = t->tables;
    t->older = ts->newest;
    t->newer = NULL;
    *(ts->newest ? &ts->newest->newer : &ts->oldest) = t;
    ts->newest = t;
}

void tables_used(struct open_table *t) {
    t->idle_since = tables_steady_now();
    if (t->tables->newest == t)
        return;
    unlink_use(t);
    link_use(t);
}

static void on_timer(evutil_socket_t fd, short what, void *where) {
    (void)fd, (void)what;
    struct open_table *t = where;
    tables_hold(t);
    if (!tables_is_whole(t) && t->follower_count && t->opened && !t->gone)
        tables_load(t);
    tables_go_on(t);
    tables_release(t);
}

void tables_wake(struct open_table *t, int64_t in_ms) {
    if (t->gone)
        return;
    if (in_ms < 1)
        in_ms = 1;
    if (in_ms > 3600 * 1000)
        in_ms = 3600 * 1000; /* then check again */
    struct timeval pause = {.tv_sec = in_ms / 1000, .tv_usec = in_ms % 1000 * 1000};
    if (!t->timer)
        t->timer = evtimer_new(t->tables->o.base, on_timer, t);
    if (!t->timer || evtimer_add(t->timer, &pause) != 0)
        abort();
}

struct open_table *tables_named(struct tables *ts, const char *id, bool make) {
    struct open_table **bucket = bucket_of(ts, id);
    for (struct open_table *t = *bucket; t; t = t->next) {
        if (!t->gone && !strcmp(t->id, id))
            return t;
    }
    if (!make)
        return NULL;
    struct open_table *t = grab(1, sizeof *t);
    text_put(TEXT_OVER(t->id), id);
    t->tables = ts;
    t->end = &t->first;
    t->next = *bucket;
    *bucket = t;
    link_use(t);
    tables_used(t);
    ts->counts.tables++;
    return t;
}

void tables_count_bytes(struct open_table *t) {
    size_t bytes = t->room ? room_bytes(t->room) + (size_t)t->at_room * sizeof *t->at +
                                 (size_t)t->done_room * sizeof *t->done
                           : 0;
    t->tables->counts.bytes += bytes - t->bytes;
    t->bytes = bytes;
}

static void drop_room(struct open_table *t) {
    if (!t->room)
        return;
    room_free(t->room);
    t->room = NULL;
    free(t->at);
    free(t->done);
    t->at = NULL;
    t->done = NULL;
    t->at_room = t->done_count = t->done_room = 0;
    t->tables->counts.rooms--;
    tables_count_bytes(t);
}

static void close_table(struct open_table *t) {
    struct open_table **at = bucket_of(t->tables, t->id);
    while (*at != t)
        at = &(*at)->next;
    *at = t->next;
    unlink_use(t);
    drop_room(t);
    tables_end_thoughts(t);
    presence_close(t->presence);
    if (t->watch)
        store_unwatch(t->tables->o.store, t->watch);
    if (t->timer)
        event_free(t->timer);
    t->tables->counts.tables--;
    free(t->setup);
    free(t);
}

static bool is_free(const struct open_table *t) {
    return !t->holds && !t->followers && !t->first && !t->loading && !t->storing && !t->thinking;
}

void tables_hold(struct open_table *t) {
    t->holds++;
}

void tables_release(struct open_table *t) {
    t->holds--;
    if ((!t->opened || t->gone) && is_free(t))
        close_table(t);
}

/* A room is idle if no command, store request or bot is pending at its table. Holding a table does
 * not keep its room loaded: every session holds its table for as long as the session lasts. */
void tables_keep_within_memory(struct tables *ts, const struct open_table *at_hand) {
    struct open_table *t = ts->oldest;
    while (t && ts->counts.bytes > ts->o.bytes_max) {
        struct open_table *newer = t->newer;
        if (t->room && !t->first && !t->storing && !t->loading && !t->thinking && t != at_hand) {
            drop_room(t);
            ts->counts.dropped_rooms++;
        }
        t = newer;
    }
}

static void on_tick(evutil_socket_t fd, short what, void *where) {
    (void)fd, (void)what;
    struct tables *ts = where;
    int64_t now = tables_steady_now();
    for (struct open_table *t = ts->oldest, *newer; t; t = newer) {
        newer = t->newer;
        if (is_free(t) && now - t->idle_since > IDLE_MS)
            close_table(t);
    }
    tables_keep_within_memory(ts, NULL);
    clock_wall(); /* so that clock jumps are noticed promptly */
}

int64_t tables_room_now(const struct open_table *t) {
    return t->steady_to_room + tables_steady_now();
}

/* ---- lifecycle, accessors ---- */

static void on_delivery(evutil_socket_t fd, short what, void *where) {
    (void)fd, (void)what;
    struct tables *ts = where;
    ts->delivering = true;
    store_deliver(ts->o.store);
    tables_delivered(ts);
}

const struct signing_key *tables_signing_key(const struct tables *ts) {
    return &ts->signing;
}

struct tables *tables_new(const struct tables_options *o) {
    struct tables *ts = grab(1, sizeof *ts);
    ts->o = *o;
    ts->o.bytes_max = o->bytes_max ? o->bytes_max : BYTES_MAX;
    ts->o.watchers_max = o->watchers_max ? o->watchers_max : WATCHERS_MAX;
    signing_key_derive(o->key, &ts->signing);
    ts->together = receipts_new(&ts->signing);
    ts->alone = receipts_new(&ts->signing);
    ts->presence = presence_new(o->base, o->store);
    ts->delivery = event_new(o->base, store_fd(o->store), EV_READ | EV_PERSIST, on_delivery, ts);
    ts->tick = event_new(o->base, -1, EV_PERSIST, on_tick, ts);
    if (!ts->delivery || !ts->tick || event_add(ts->delivery, NULL) != 0 ||
        event_add(ts->tick, &(struct timeval){.tv_sec = TICK_SECONDS}) != 0)
        abort();
    if (o->keep_days)
        ts->sweep = sweep_new(ts);
    return ts;
}

void tables_stop(struct tables *ts) {
    if (!ts)
        return;
    ts->stopping = true;
    for (struct open_table *t = ts->oldest; t; t = t->newer)
        tables_end_thoughts(t);
    presence_stop(ts->presence);
}

/* The store must have been closed, which answers everything still in progress. */
void tables_free(struct tables *ts) {
    if (!ts)
        return;
    for (struct open_table *t = ts->oldest, *newer; t; t = newer) {
        newer = t->newer;
        t->watch = NULL; /* freed with the store */
        tables_fail_all(t, TABLES_UNAVAILABLE, words_of(M_net_going_down));
        while (t->followers)
            tables_unfollow(t->followers);
        close_table(t);
    }
    presence_free(ts->presence);
    sweep_free(ts->sweep);
    event_free(ts->delivery);
    event_free(ts->tick);
    receipts_free(ts->together);
    receipts_free(ts->alone);
    free(ts->acks);
    explicit_bzero(&ts->signing, sizeof ts->signing);
    free(ts);
}

void tables_counts(const struct tables *ts, struct tables_counts *ret) {
    *ret = ts->counts;
}

const char *tables_id(const struct open_table *t) {
    return t->id;
}

const char *tables_code(const struct open_table *t) {
    return t->code;
}

int tables_lines(const struct open_table *t) {
    return t->last;
}

bool tables_held(const struct open_table *t, int place) {
    return place >= 1 && place <= ROOM_PLACES_MAX && t->held[place];
}

int tables_moved(const struct open_table *t, int place) {
    return place >= 1 && place <= ROOM_PLACES_MAX ? t->moved[place] : 0;
}

int64_t tables_at(const struct open_table *t, int line) {
    return t->at && line >= 1 && line <= room_lines(t->room) ? t->at[line - 1] : 0;
}
