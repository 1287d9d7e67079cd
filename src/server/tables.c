#include <stdlib.h>
#include <string.h>

#include "core/blake2b.h"
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
        in_ms = 3600 * 1000; /* and look again then */
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
    struct open_table *t = calloc(1, sizeof *t);
    if (!t)
        abort();
    struct text name = TEXT_IN(t->id);
    text_put(&name, id);
    t->tables = ts;
    t->end = &t->first;
    t->next = *bucket;
    *bucket = t;
    link_use(t);
    tables_used(t);
    ts->counts.tables++;
    return t;
}

static void count_bytes(struct open_table *t) {
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
    count_bytes(t);
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

/* The rooms used longest ago go first, but for that of `at_hand`. Who holds a table has no right to
 * its room: most do for as long as they look on. */
static void keep_within_memory(struct tables *ts, const struct open_table *at_hand) {
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
    keep_within_memory(ts, NULL);
    clock_wall(); /* so that a jump is noticed when it happens */
}

int64_t tables_room_now(const struct open_table *t) {
    return t->steady_to_room + tables_steady_now();
}

/* ---- reading ---- */

static void on_watch(void *where, const struct store_event *events, int count) {
    struct open_table *t = where;
    tables_hold(t);
    tables_heard(t, events, count, t->storing_call);
    tables_go_on(t);
    tables_release(t);
}

static void on_gone(void *where) {
    tables_gone(where);
}

static void watch_from(struct open_table *t, int64_t last) {
    t->watch =
        store_watch(t->tables->o.store, t->id, last, (struct store_hearer){on_watch, t, on_gone});
}

void tables_take_tokens(struct open_table *t, const struct store_answer *a) {
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

static uint64_t held_places(const struct open_table *t) {
    uint64_t places = 0;
    for (int place = 1; place <= ROOM_PLACES_MAX; place++)
        places |= t->held[place] ? presence_bit(place) : 0;
    return places;
}

static void take_game(struct open_table *t, const struct store_answer *a) {
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
    t->has_secret =
        game->secret.len && secret_open(t->tables->o.key, t->id, game->secret, t->secret);
    if (game->secret.len && !t->has_secret)
        tables_problem(t, "its dice were sealed with another key; they cannot be thrown here");
    t->last = t->base;
    t->steady_to_room = tables_now() - tables_steady_now();
    t->presence = presence_open(t->tables->presence, t->id, tables_on_here, t);
    t->opened = true;
}

/* For the next commitment at this table; another server, or this one after a restore, draws others.
 */
static void freshen(struct room *room) {
    uint8_t salt[ROOM_SALT_BYTES];
    salt_draw(salt, sizeof salt);
    room_freshen(room, salt);
}

/* What a line changes in the room, without a room. */
static void change_in(const char *line, struct room_change *ret) {
    char words[256];
    struct text ignored = TEXT_IN(words);
    *ret = (struct room_change){0};
    room_line_parse(span_of(line), ret, &ignored);
}

/* A line as it comes from the store. */
struct stored_line {
    int number;
    const char *text, *action; /* the action may be NULL */
    int64_t at;
    bool new;                           /* it has been said just now */
    const struct planned_line *planned; /* it is this one, planned here; or NULL */
};

/* One line more for the room, if it is the next. One that is new has been said just now, whatever
 * the clocks of other nodes say; an older one no longer ago than this clock can be trusted: nobody
 * is late because the clock was set while the server was down. */
static void read_line(struct open_table *t, const struct stored_line *l, struct room_change *ret) {
    int64_t now = tables_room_now(t), oldest = now - clock_settled();
    int64_t said = l->new || l->at > now ? now : l->at < oldest ? oldest : l->at;
    char why[512];
    struct text error = TEXT_IN(why);
    if (!t->room || t->broken || l->number != room_lines(t->room) + 1) {
        change_in(l->text, ret);
        return;
    }
    *ret = l->planned ? l->planned->change : (struct room_change){0};
    bool good = l->planned ? room_read_planned(t->room, l->planned, said, &error)
                           : room_read(t->room, span_of(l->text), said, ret, &error);
    if (!good) {
        struct text all = text_start((char[600]){0}, 600);
        text_add(&all, "line %d cannot be read: %s", l->number, why);
        tables_problem(t, all.data);
        t->broken = true;
        change_in(l->text, ret);
        return;
    }
    t->at = grown(t->at, l->number, &t->at_room, sizeof *t->at);
    t->at[l->number - 1] = l->at;
    t->last_at = said;
    if (l->action)
        tables_remember(t, l->action, l->number);
    if (ret->kind == WORD_SALT) /* what this node had ready may be used up */
        freshen(t->room);
}

static void start_room(struct open_table *t, int64_t created) {
    t->room = room_new();
    if (!t->room)
        abort();
    t->tables->counts.rooms++;
    t->broken = false;
    t->reading = true;
    freshen(t->room);
    if (t->has_secret)
        room_know_secret(t->room, t->secret);
    char *setup = strdup(t->setup), *rest = setup;
    if (!setup)
        abort();
    for (int n = 1; n <= t->base; n++) {
        struct room_change c;
        struct stored_line line = {.number = n, .text = strsep(&rest, "\n"), .at = created};
        read_line(t, &line, &c);
        tables_note_place(t, &c, false);
    }
    free(setup);
}

/* It was read before the watch has said so, maybe in several pages: all of it is in the room now,
 * and of a damaged table as much as there is. The watch begins anew behind it: one that is behind
 * the room would not say what is stored next when it is stored. */
static void take_news(struct open_table *t, const struct store_answer *a) {
    while (t->last < room_lines(t->room)) {
        int line = ++t->last;
        const char *text = table_line(room_table(t->room), line);
        struct room_change c;
        change_in(text, &c);
        tables_tell(t, line, text, t->at[line - 1], &c);
    }
    for (int i = 0; i < a->event_count; i++) {
        const struct store_event *e = &a->events[i];
        if (t->base + (int)e->n <= t->last)
            continue;
        struct room_change c;
        change_in(e->line, &c);
        t->last = t->base + (int)e->n;
        tables_tell(t, t->last, e->line, e->at, &c);
    }
    store_unwatch(t->tables->o.store, t->watch);
    watch_from(t, a->last);
}

bool tables_is_whole(const struct open_table *t) {
    return t->room && (t->broken || room_lines(t->room) >= t->last);
}

static void on_read(void *where, const struct store_answer *a) {
    struct open_table *t = where;
    struct tables *ts = t->tables;
    tables_hold(t);
    t->loading = false;
    if (a->outcome == STORE_ABSENT) {
        tables_gone(t);
    } else if (t->gone) {
        tables_go_on(t); /* it was read before it was deleted */
    } else if (a->outcome != STORE_DONE) {
        tables_problem(t, a->words);
        tables_fail_all(t, TABLES_UNAVAILABLE, TABLES_STORE_AWAY);
        tables_go_on(t);
    } else {
        bool first = !t->opened;
        if (first)
            take_game(t, a);
        tables_take_tokens(t, a);
        if (first)
            presence_give_time(t->presence, held_places(t));
        if (!t->room)
            start_room(t, a->games[0].created);
        for (int i = 0; i < a->event_count; i++) {
            const struct store_event *e = &a->events[i];
            struct room_change c;
            struct stored_line line = {t->base + (int)e->n, e->line, e->action, e->at,
                                       !t->reading,         NULL};
            read_line(t, &line, &c);
            tables_note_place(t, &c, false);
        }
        if (!t->watch) {
            t->last = t->base + (int)a->last;
            watch_from(t, a->last);
        } else if (!a->more && t->base + a->last > t->last) {
            take_news(t, a);
        }
        count_bytes(t);
        keep_within_memory(ts, t);
        /* What was stored meanwhile was heard, but there was no room to read it. */
        t->reading = t->reading && (a->more || !tables_is_whole(t));
        if (a->more || !tables_is_whole(t))
            tables_load(t);
        else
            tables_go_on(t);
    }
    tables_release(t);
}

void tables_load(struct open_table *t) {
    char words[256];
    struct text error = TEXT_IN(words);
    if (t->loading || t->gone || t->tables->stopping)
        return;
    t->loading = true;
    int64_t after = t->room ? room_lines(t->room) - t->base : 0;
    if (!store_read(t->tables->o.store, t->id, after, (struct store_reply){on_read, t}, &error)) {
        t->loading = false;
        tables_fail_all(t, TABLES_BUSY, words);
    }
}

void tables_gone(struct open_table *t) {
    if (t->gone)
        return;
    tables_hold(t);
    t->gone = true;
    store_unwatch(t->tables->o.store, t->watch);
    t->watch = NULL;
    if (t->timer)
        event_del(t->timer);
    tables_end_thoughts(t);
    tables_fail_all(t, TABLES_ABSENT, "there is no such table");
    tables_tell(t, 0, "this table has been deleted", 0, NULL);
    tables_end_presence(
        t); /* a new table may get the same id while somebody still holds this one */
    tables_release(t);
}

void tables_heard(struct open_table *t, const struct store_event *events, int count,
                  const struct command *own) {
    tables_used(t);
    for (int i = 0; i < count; i++) {
        const struct store_event *e = &events[i];
        struct room_change c;
        struct stored_line line = {t->base + (int)e->n, e->line, e->action, e->at, true, NULL};
        int64_t planned = own ? e->n - own->first : -1;
        if (planned >= 0 && planned < own->plan.count &&
            !strcmp(e->line, own->plan.lines[planned]->text))
            line.planned = own->plan.lines[planned];
        read_line(t, &line, &c);
        if (c.kind == WORD_SIT || c.kind == WORD_MOVE || c.kind == WORD_LEAVE)
            t->tokens_stale = true;
        if (line.number > t->last)
            t->last = line.number;
        tables_tell(t, line.number, e->line, e->at, &c);
    }
    tables_check_thoughts(t);
    count_bytes(t);
}

/* ---- actions that are done ---- */

static uint64_t hash_of(const char *action) {
    uint64_t hash;
    blake2b(span_of(action), NULL, 0, (uint8_t *)&hash, sizeof hash);
    return hash;
}

int tables_done_before(const struct open_table *t, const char *action) {
    uint64_t hash = hash_of(action);
    for (int i = t->done_count - 1; i >= 0; i--) {
        if (t->done[i].hash == hash)
            return t->done[i].line;
    }
    return 0;
}

void tables_remember(struct open_table *t, const char *action, int line) {
    t->done = grown(t->done, t->done_count, &t->done_room, sizeof *t->done);
    t->done[t->done_count++] = (struct done_action){hash_of(action), line};
}

/* ---- the whole ---- */

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
    struct tables *ts = calloc(1, sizeof *ts);
    if (!ts)
        abort();
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

/* The store has been closed, which has answered everything that was under way. */
void tables_free(struct tables *ts) {
    if (!ts)
        return;
    for (struct open_table *t = ts->oldest, *newer; t; t = newer) {
        newer = t->newer;
        t->watch = NULL; /* gone with the store */
        tables_fail_all(t, TABLES_UNAVAILABLE, "the server is going down");
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
