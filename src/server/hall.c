#include <stdlib.h>
#include <string.h>

#include "core/blake2b.h"
#include "server/clock.h"
#include "server/hall_parts.h"

enum {
    BYTES_MAX = 128 << 20,
    WATCHERS_MAX = 1000,
    IDLE_MS = 2 * HALL_PRESENCE_MS,
    TICK_SECONDS = 5
};

int64_t hall_now(void) {
    return clock_wall();
}

int64_t hall_steady_now(void) {
    return clock_steady();
}

void hall_problem(struct hall_table *t, const char *words) {
    if (t->hall->o.problem)
        t->hall->o.problem(t->hall->o.arg, t->id, words);
}

static void *grown(void *array, int count, int *room, size_t size) {
    if (count < *room)
        return array;
    *room = *room ? 2 * *room : 32;
    array = realloc(array, (size_t)*room * size);
    if (!array)
        abort();
    return array;
}

/* ---- which are open ---- */

static struct hall_table **bucket_of(struct hall *h, const char *id) {
    uint32_t hash = 2166136261u;
    for (const char *c = id; *c; c++)
        hash = (hash ^ (uint8_t)*c) * 16777619u;
    return &h->buckets[hash % TABLE_BUCKETS];
}

static void unlink_use(struct hall_table *t) {
    struct hall *h = t->hall;
    *(t->older ? &t->older->newer : &h->oldest) = t->newer;
    *(t->newer ? &t->newer->older : &h->newest) = t->older;
}

static void link_use(struct hall_table *t) {
    struct hall *h = t->hall;
    t->older = h->newest;
    t->newer = NULL;
    *(h->newest ? &h->newest->newer : &h->oldest) = t;
    h->newest = t;
}

void hall_used(struct hall_table *t) {
    t->idle_since = hall_steady_now();
    if (t->hall->newest == t)
        return;
    unlink_use(t);
    link_use(t);
}

static void on_timer(evutil_socket_t fd, short what, void *where) {
    (void)fd, (void)what;
    struct hall_table *t = where;
    hall_hold(t);
    if (!hall_is_whole(t) && t->guest_count && t->opened && !t->gone)
        hall_load(t);
    hall_go_on(t);
    hall_release(t);
}

void hall_wake(struct hall_table *t, int64_t in_ms) {
    if (t->gone)
        return;
    if (in_ms < 1)
        in_ms = 1;
    if (in_ms > 3600 * 1000)
        in_ms = 3600 * 1000; /* and look again then */
    struct timeval pause = {.tv_sec = in_ms / 1000, .tv_usec = in_ms % 1000 * 1000};
    if (!t->timer)
        t->timer = evtimer_new(t->hall->o.base, on_timer, t);
    if (!t->timer || evtimer_add(t->timer, &pause) != 0)
        abort();
}

struct hall_table *hall_table_named(struct hall *h, const char *id, bool make) {
    struct hall_table **bucket = bucket_of(h, id);
    for (struct hall_table *t = *bucket; t; t = t->next) {
        if (!t->gone && !strcmp(t->id, id))
            return t;
    }
    if (!make)
        return NULL;
    struct hall_table *t = calloc(1, sizeof *t);
    if (!t)
        abort();
    struct text name = TEXT_IN(t->id);
    text_put(&name, id);
    t->hall = h;
    t->end = &t->first;
    t->next = *bucket;
    *bucket = t;
    link_use(t);
    hall_used(t);
    h->counts.tables++;
    return t;
}

static void count_bytes(struct hall_table *t) {
    size_t bytes = t->room ? room_bytes(t->room) + (size_t)t->at_room * sizeof *t->at +
                                 (size_t)t->done_room * sizeof *t->done
                           : 0;
    t->hall->counts.bytes += bytes - t->bytes;
    t->bytes = bytes;
}

static void drop_room(struct hall_table *t) {
    if (!t->room)
        return;
    room_free(t->room);
    t->room = NULL;
    free(t->at);
    free(t->done);
    t->at = NULL;
    t->done = NULL;
    t->at_room = t->done_count = t->done_room = 0;
    t->hall->counts.rooms--;
    count_bytes(t);
}

static void close_table(struct hall_table *t) {
    struct hall_table **at = bucket_of(t->hall, t->id);
    while (*at != t)
        at = &(*at)->next;
    *at = t->next;
    unlink_use(t);
    drop_room(t);
    hall_end_thoughts(t);
    presence_close(t->presence);
    if (t->watch)
        store_unwatch(t->hall->o.store, t->watch);
    if (t->timer)
        event_free(t->timer);
    t->hall->counts.tables--;
    free(t->setup);
    free(t);
}

static bool is_free(const struct hall_table *t) {
    return !t->holds && !t->guests && !t->first && !t->loading && !t->storing && !t->thinking;
}

void hall_hold(struct hall_table *t) {
    t->holds++;
}

void hall_release(struct hall_table *t) {
    t->holds--;
    if ((!t->opened || t->gone) && is_free(t))
        close_table(t);
}

/* The rooms used longest ago go first, but for that of `at_hand`. Who holds a table has no right to
 * its room: most do for as long as they look on. */
static void keep_within_memory(struct hall *h, const struct hall_table *at_hand) {
    struct hall_table *t = h->oldest;
    while (t && h->counts.bytes > h->o.bytes_max) {
        struct hall_table *newer = t->newer;
        if (t->room && !t->first && !t->storing && !t->loading && !t->thinking && t != at_hand) {
            drop_room(t);
            h->counts.dropped_rooms++;
        }
        t = newer;
    }
}

static void on_tick(evutil_socket_t fd, short what, void *where) {
    (void)fd, (void)what;
    struct hall *h = where;
    int64_t now = hall_steady_now();
    for (struct hall_table *t = h->oldest, *newer; t; t = newer) {
        newer = t->newer;
        if (is_free(t) && now - t->idle_since > IDLE_MS)
            close_table(t);
    }
    keep_within_memory(h, NULL);
    clock_wall(); /* so that a jump is noticed when it happens */
}

int64_t hall_room_now(const struct hall_table *t) {
    return t->steady_to_room + hall_steady_now();
}

/* ---- reading ---- */

static void on_watch(void *where, const struct store_event *events, int count) {
    struct hall_table *t = where;
    hall_hold(t);
    hall_heard(t, events, count);
    hall_go_on(t);
    hall_release(t);
}

static void on_gone(void *where) {
    hall_gone(where);
}

static void watch_from(struct hall_table *t, int64_t last) {
    t->watch =
        store_watch(t->hall->o.store, t->id, last, (struct store_hearer){on_watch, t, on_gone});
}

void hall_take_tokens(struct hall_table *t, const struct store_answer *a) {
    memset(t->held, 0, sizeof t->held);
    for (int i = 0; i < a->seat_count; i++) {
        const struct store_seat *s = &a->seats[i];
        if (s->seat < 1 || s->seat > ROOM_PLACES_MAX || s->token.len != TOKEN_HASH_BYTES)
            continue;
        memcpy(t->tokens[s->seat], s->token.at, TOKEN_HASH_BYTES);
        t->held[s->seat] = true;
    }
    t->tokens_stale = false;
}

static uint64_t held_places(const struct hall_table *t) {
    uint64_t places = 0;
    for (int place = 1; place <= ROOM_PLACES_MAX; place++)
        places |= t->held[place] ? presence_bit(place) : 0;
    return places;
}

static void take_game(struct hall_table *t, const struct store_answer *a) {
    const struct store_game *game = &a->games[0];
    struct text code = TEXT_IN(t->code);
    text_put(&code, game->code ? game->code : "");
    free(t->setup);
    t->setup = strdup(game->setup);
    if (!t->setup)
        abort();
    t->base = 0;
    for (const char *c = t->setup; *c; c++)
        t->base += *c == '\n';
    t->has_secret = game->secret.len && secret_open(t->hall->o.key, t->id, game->secret, t->secret);
    if (game->secret.len && !t->has_secret)
        hall_problem(t, "its dice were sealed with another key; they cannot be thrown here");
    t->last = t->base;
    t->steady_to_room = hall_now() - hall_steady_now();
    t->presence = presence_open(t->hall->presence, t->id, hall_on_here, t);
    t->opened = true;
}

/* For the next commitment at this table; another server, or this one after a restore, draws others.
 */
static void freshen(struct room *room) {
    uint8_t salt[ROOM_SALT_BYTES];
    salt_draw(salt, sizeof salt);
    room_freshen(room, salt);
}

/* One line more for the room, if it is the next. One that is new has been said just now, whatever
 * the clocks of other nodes say; an older one no longer ago than this clock can be trusted: nobody
 * is late because the clock was set while the server was down. */
static void read_line(struct hall_table *t, int line, struct span words, int64_t at, bool new,
                      const char *action) {
    int64_t now = hall_room_now(t), oldest = now - clock_settled();
    int64_t said = new || at > now ? now : at < oldest ? oldest : at;
    char why[512];
    struct text error = TEXT_IN(why);
    if (!t->room || t->broken || line != room_lines(t->room) + 1)
        return;
    if (!room_read(t->room, words, said, &error)) {
        struct text all = text_start((char[600]){0}, 600);
        text_add(&all, "line %d cannot be read: %s", line, why);
        hall_problem(t, all.data);
        t->broken = true;
        return;
    }
    t->at = grown(t->at, line, &t->at_room, sizeof *t->at);
    t->at[line - 1] = at;
    t->last_at = said;
    if (action)
        hall_remember(t, action, line);
    if (words.len > 9 && !memcmp(words.at, "dice fair", 9))
        freshen(t->room);
}

static void start_room(struct hall_table *t, int64_t created) {
    struct span rest = span_of(t->setup), line;
    t->room = room_new();
    if (!t->room)
        abort();
    t->hall->counts.rooms++;
    t->broken = false;
    t->reading = true;
    freshen(t->room);
    if (t->has_secret)
        room_know_secret(t->room, t->secret);
    for (int n = 1; n <= t->base; n++) {
        line = span_until(&rest, '\n');
        read_line(t, n, line, created, false, NULL);
        hall_note_place(t, line.at, false);
    }
}

/* It was read before the watch has said so, maybe in several pages: all of it is in the room now,
 * and of a damaged table as much as there is. The watch begins anew behind it: one that is behind
 * the room would not say what is stored next when it is stored. */
static void take_news(struct hall_table *t, const struct store_answer *a) {
    while (t->last < room_lines(t->room)) {
        int line = ++t->last;
        hall_tell(t, line, table_line(room_table(t->room), line), t->at[line - 1]);
    }
    for (int i = 0; i < a->event_count; i++) {
        const struct store_event *e = &a->events[i];
        if (t->base + (int)e->n <= t->last)
            continue;
        t->last = t->base + (int)e->n;
        hall_tell(t, t->last, e->line, e->at);
    }
    store_unwatch(t->hall->o.store, t->watch);
    watch_from(t, a->last);
}

bool hall_is_whole(const struct hall_table *t) {
    return t->room && (t->broken || room_lines(t->room) >= t->last);
}

static void on_read(void *where, const struct store_answer *a) {
    struct hall_table *t = where;
    struct hall *h = t->hall;
    hall_hold(t);
    t->loading = false;
    if (a->outcome == STORE_ABSENT) {
        hall_gone(t);
    } else if (t->gone) {
        hall_go_on(t); /* it was read before it was deleted */
    } else if (a->outcome != STORE_DONE) {
        hall_problem(t, a->words);
        hall_fail_all(t, HALL_UNAVAILABLE, HALL_STORE_AWAY);
        hall_go_on(t);
    } else {
        bool first = !t->opened;
        if (first)
            take_game(t, a);
        hall_take_tokens(t, a);
        if (first)
            presence_give_time(t->presence, held_places(t));
        if (!t->room)
            start_room(t, a->games[0].created);
        for (int i = 0; i < a->event_count; i++) {
            const struct store_event *e = &a->events[i];
            read_line(t, t->base + (int)e->n, span_of(e->line), e->at, !t->reading, e->action);
            hall_note_place(t, e->line, false);
        }
        if (!t->watch) {
            t->last = t->base + (int)a->last;
            watch_from(t, a->last);
        } else if (!a->more && t->base + a->last > t->last) {
            take_news(t, a);
        }
        count_bytes(t);
        keep_within_memory(h, t);
        /* What was stored meanwhile was heard, but there was no room to read it. */
        t->reading = t->reading && (a->more || !hall_is_whole(t));
        if (a->more || !hall_is_whole(t))
            hall_load(t);
        else
            hall_go_on(t);
    }
    hall_release(t);
}

void hall_load(struct hall_table *t) {
    char words[256];
    struct text error = TEXT_IN(words);
    if (t->loading || t->gone || t->hall->stopping)
        return;
    t->loading = true;
    int64_t after = t->room ? room_lines(t->room) - t->base : 0;
    if (!store_read(t->hall->o.store, t->id, after, (struct store_reply){on_read, t}, &error)) {
        t->loading = false;
        hall_fail_all(t, HALL_BUSY, words);
    }
}

void hall_gone(struct hall_table *t) {
    if (t->gone)
        return;
    hall_hold(t);
    t->gone = true;
    store_unwatch(t->hall->o.store, t->watch);
    t->watch = NULL;
    if (t->timer)
        event_del(t->timer);
    hall_end_thoughts(t);
    hall_fail_all(t, HALL_ABSENT, "there is no such table");
    hall_tell(t, 0, "this table has been deleted", 0);
    hall_end_presence(t); /* a new table may get the same id while somebody still holds this one */
    hall_release(t);
}

void hall_heard(struct hall_table *t, const struct store_event *events, int count) {
    hall_used(t);
    for (int i = 0; i < count; i++) {
        const struct store_event *e = &events[i];
        int line = t->base + (int)e->n;
        read_line(t, line, span_of(e->line), e->at, true, e->action);
        if (!strncmp(e->line, "# room: sit ", 12) || !strncmp(e->line, "# room: move ", 13) ||
            !strncmp(e->line, "# room: leave ", 14))
            t->tokens_stale = true;
        if (line > t->last)
            t->last = line;
        hall_tell(t, line, e->line, e->at);
    }
    hall_check_thoughts(t);
    count_bytes(t);
}

/* ---- actions that are done ---- */

static uint64_t hash_of(const char *action) {
    uint64_t hash;
    blake2b(span_of(action), NULL, 0, (uint8_t *)&hash, sizeof hash);
    return hash;
}

int hall_done_before(const struct hall_table *t, const char *action) {
    uint64_t hash = hash_of(action);
    for (int i = t->done_count - 1; i >= 0; i--) {
        if (t->done[i].hash == hash)
            return t->done[i].line;
    }
    return 0;
}

void hall_remember(struct hall_table *t, const char *action, int line) {
    t->done = grown(t->done, t->done_count, &t->done_room, sizeof *t->done);
    t->done[t->done_count++] = (struct done_action){hash_of(action), line};
}

/* ---- the whole ---- */

static void on_delivery(evutil_socket_t fd, short what, void *where) {
    (void)fd, (void)what;
    struct hall *h = where;
    h->delivering = true;
    store_deliver(h->o.store);
    hall_delivered(h);
}

const struct signing_key *hall_signing_key(const struct hall *h) {
    return &h->signing;
}

struct hall *hall_new(const struct hall_options *o) {
    struct hall *h = calloc(1, sizeof *h);
    if (!h)
        abort();
    h->o = *o;
    h->o.bytes_max = o->bytes_max ? o->bytes_max : BYTES_MAX;
    h->o.watchers_max = o->watchers_max ? o->watchers_max : WATCHERS_MAX;
    signing_key_derive(o->key, &h->signing);
    h->together = receipts_new(&h->signing);
    h->alone = receipts_new(&h->signing);
    h->presence = presence_new(o->base, o->store);
    h->delivery = event_new(o->base, store_fd(o->store), EV_READ | EV_PERSIST, on_delivery, h);
    h->tick = event_new(o->base, -1, EV_PERSIST, on_tick, h);
    if (!h->delivery || !h->tick || event_add(h->delivery, NULL) != 0 ||
        event_add(h->tick, &(struct timeval){.tv_sec = TICK_SECONDS}) != 0)
        abort();
    if (o->keep_days)
        h->sweep = sweep_new(h);
    return h;
}

void hall_stop(struct hall *h) {
    if (!h)
        return;
    h->stopping = true;
    for (struct hall_table *t = h->oldest; t; t = t->newer)
        hall_end_thoughts(t);
    presence_stop(h->presence);
}

/* The store has been closed, which has answered everything that was under way. */
void hall_free(struct hall *h) {
    if (!h)
        return;
    for (struct hall_table *t = h->oldest, *newer; t; t = newer) {
        newer = t->newer;
        t->watch = NULL; /* gone with the store */
        hall_fail_all(t, HALL_UNAVAILABLE, "the server is going down");
        while (t->guests)
            hall_unfollow(t->guests);
        close_table(t);
    }
    presence_free(h->presence);
    sweep_free(h->sweep);
    event_free(h->delivery);
    event_free(h->tick);
    receipts_free(h->together);
    receipts_free(h->alone);
    free(h->acks);
    explicit_bzero(&h->signing, sizeof h->signing);
    free(h);
}

void hall_counts(const struct hall *h, struct hall_counts *ret) {
    *ret = h->counts;
}

const char *hall_id(const struct hall_table *t) {
    return t->id;
}

const char *hall_code(const struct hall_table *t) {
    return t->code;
}

int hall_lines(const struct hall_table *t) {
    return t->last;
}

bool hall_held(const struct hall_table *t, int place) {
    return place >= 1 && place <= ROOM_PLACES_MAX && t->held[place];
}

int hall_moved(const struct hall_table *t, int place) {
    return place >= 1 && place <= ROOM_PLACES_MAX ? t->moved[place] : 0;
}

int64_t hall_at(const struct hall_table *t, int line) {
    return t->at && line >= 1 && line <= room_lines(t->room) ? t->at[line - 1] : 0;
}
