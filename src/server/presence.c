#include "server/presence.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "server/secrets.h"
#include "server/tables.h"

enum { BUCKETS = 4096, TICK_MS = 1000, SWEEP_TICKS = 10 };

/* Where a sighting comes from: a socket on this node, a guess or, from NODES_FROM up, the node with
 * this id. */
enum { BY_SOCKET = 0, BY_GUESS = 1, NODES_FROM = 2 };

struct presence_sight {
    struct presence_sight *next;
    uint64_t by;
    struct set places;
    int64_t until; /* 0: while the socket is open */
};

struct presence_table {
    struct presence_table *next; /* in its bucket */
    struct presence *all;
    char id[STORE_ID_MAX + 1];
    struct presence_sight *sights;
    struct set bots, told, said; /* told: as reported to followers here; said: to other nodes */
    int64_t tell_from, said_at;

    /* For a table open here: */
    struct event *timer; /* NULL: not open here */
    void (*changed)(void *arg, struct set here);
    void *arg;
};

struct presence {
    struct event_base *base;
    struct store *store; /* NULL: there are no other nodes */
    struct presence_table *buckets[BUCKETS];
    uint64_t node; /* id of this node */
    int64_t started;
    int hearsay; /* number of sightings from other nodes */
    int ticks;
    bool asked; /* other nodes need a full report */
    struct event *tick, *gather;
    char data[STORE_WHISPER_MAX + 1]; /* the next message to other nodes */
    struct text out;
};

/* ---- tables ---- */

static struct presence_table **bucket_of(struct presence *p, const char *id) {
    uint64_t hash = 0;
    for (; *id; id++)
        hash = hash * 31 + (unsigned char)*id;
    return &p->buckets[hash % BUCKETS];
}

static struct presence_table *find(struct presence *p, const char *id, bool make) {
    struct presence_table **bucket = bucket_of(p, id);
    for (struct presence_table *t = *bucket; t; t = t->next) {
        if (!strcmp(t->id, id))
            return t;
    }
    if (!make)
        return NULL;
    struct presence_table *t = grab(1, sizeof *t);
    text_put(TEXT_OVER(t->id), id);
    t->all = p;
    t->next = *bucket;
    *bucket = t;
    return t;
}

static void drop_sight(struct presence_table *t, struct presence_sight **at) {
    struct presence_sight *s = *at;
    *at = s->next;
    t->all->hearsay -= s->by >= NODES_FROM;
    free(s);
}

static struct presence_sight *add_sight(struct presence_table *t, uint64_t by, struct set places,
                                        int64_t until) {
    struct presence_sight *s = must(malloc(sizeof *s));
    *s = (struct presence_sight){.next = t->sights, .by = by, .places = places, .until = until};
    t->sights = s;
    t->all->hearsay += by >= NODES_FROM;
    return s;
}

static void drop_old(struct presence_table *t, int64_t now) {
    for (struct presence_sight **at = &t->sights; *at;) {
        if ((*at)->until && (*at)->until <= now)
            drop_sight(t, at);
        else
            at = &(*at)->next;
    }
}

/* Frees the table if nobody uses it; returns whether it did. */
static bool drop_unused(struct presence_table *t) {
    if (t->timer || t->sights)
        return false;
    struct presence_table **at = bucket_of(t->all, t->id);
    while (*at != t)
        at = &(*at)->next;
    *at = t->next;
    free(t);
    return true;
}

/* ---- messages to other nodes: "NODE TABLE PLACES;TABLE PLACES;..." ----
 * PLACES are one or two numbers: the bits of places 1 to 64 and, if there are any above, those. */

static void whisper(struct presence *p) {
    if (p->store && p->out.len)
        store_whisper(p->store, p->data); /* the next heartbeat repeats a lost message */
    text_clear(&p->out);
    event_del(p->gather);
}

static void gather(struct presence *p, const char *item) {
    if (p->out.len + strlen(item) > STORE_WHISPER_MAX)
        whisper(p);
    if (!p->out.len) {
        struct timeval pause = {.tv_usec = PRESENCE_GATHER_MS * 1000};
        text_add(&p->out, "%llu ", (unsigned long long)p->node);
        if (evtimer_add(p->gather, &pause) != 0)
            abort();
    }
    text_put(&p->out, item);
}

static void announce(struct presence_table *t, struct set places, int64_t now) {
    LOCAL_TEXT(i, STORE_ID_MAX + 64);
    text_add(&i, "%s %llu", t->id, (unsigned long long)places.bits[0]);
    if (places.bits[1])
        text_add(&i, " %llu", (unsigned long long)places.bits[1]);
    text_put(&i, ";");
    gather(t->all, i.data);
    t->said = places;
    t->said_at = now;
}

/* ---- reporting changes ---- */

static int64_t sooner(int64_t a, int64_t b) {
    return a && a < b ? a : b;
}

static void wake(struct presence_table *t, int64_t in_ms) {
    struct timeval pause = {.tv_sec = in_ms / 1000, .tv_usec = in_ms % 1000 * 1000};
    if (evtimer_add(t->timer, &pause) != 0)
        abort();
}

/* Reports changes that are due, to followers and other nodes, and sets the timer for the rest. */
static void look(struct presence_table *t) {
    int64_t now = tables_steady_now(), next = INT64_MAX;
    struct set here = t->bots, own = set_none();
    drop_old(t, now);
    for (const struct presence_sight *s = t->sights; s; s = s->next) {
        here = set_or(here, s->places);
        own = s->by == BY_SOCKET ? set_or(own, s->places) : own;
        next = sooner(s->until, next);
    }
    if (!t->timer)
        return;
    if (t->all->store &&
        (!set_same(own, t->said) || (set_any(own) && now - t->said_at >= PRESENCE_BEAT_MS)))
        announce(t, own, now);
    if (t->all->store && set_any(own))
        next = sooner(t->said_at + PRESENCE_BEAT_MS, next);
    bool new = !set_same(here, t->told), due = now >= t->tell_from;
    if (new && !due)
        next = sooner(t->tell_from, next);
    if (next != INT64_MAX)
        wake(t, next > now ? next - now : 1);
    if (!new || !due)
        return;
    int64_t saved = now - PRESENCE_AT_ONCE * PRESENCE_PACE_MS;
    t->told = here;
    t->tell_from = (t->tell_from > saved ? t->tell_from : saved) + PRESENCE_PACE_MS;
    t->changed(t->arg, here);
}

static void on_timer(evutil_socket_t fd, short what, void *where) {
    (void)fd, (void)what;
    look(where);
}

/* ---- this node ---- */

struct presence_table *presence_open(struct presence *p, const char *id,
                                     void (*changed)(void *arg, struct set here), void *arg) {
    struct presence_table *t = find(p, id, true);
    t->timer = must(evtimer_new(p->base, on_timer, t));
    t->changed = changed;
    t->arg = arg;
    look(t);
    return t;
}

void presence_close(struct presence_table *t) {
    if (!t)
        return;
    event_free(t->timer);
    t->timer = NULL;
    t->bots = t->told = t->said = set_none();
    for (struct presence_sight **at = &t->sights; *at;) {
        if ((*at)->by < NODES_FROM)
            drop_sight(t, at);
        else
            at = &(*at)->next;
    }
    drop_unused(t);
}

struct set presence_here(const struct presence_table *t) {
    return t->told;
}

struct set presence_now(const struct presence_table *t, bool expected) {
    int64_t now = tables_steady_now();
    struct set here = t->bots;
    for (const struct presence_sight *s = t->sights; s; s = s->next) {
        bool old = s->until && s->until <= now;
        if (!old && (expected || s->by != BY_GUESS))
            here = set_or(here, s->places);
    }
    return here;
}

struct presence_sight *presence_come(struct presence_table *t, int place) {
    struct presence_sight *s = add_sight(t, BY_SOCKET, set_one(place - 1), 0);
    look(t);
    return s;
}

/* Keeps at most one lingering sighting per place, however many sockets close. */
void presence_go(struct presence_table *t, struct presence_sight *sight) {
    sight->until = tables_steady_now() + PRESENCE_GRACE_MS;
    for (struct presence_sight **at = &t->sights; *at;) {
        bool older = *at != sight && (*at)->until && (*at)->by == BY_SOCKET;
        if (older && !set_any(set_minus((*at)->places, sight->places)))
            drop_sight(t, at);
        else
            at = &(*at)->next;
    }
    look(t);
}

void presence_expect(struct presence_table *t, struct set places) {
    if (!set_any(places))
        return;
    add_sight(t, BY_GUESS, places, tables_steady_now() + PRESENCE_GRACE_MS);
    look(t);
}

void presence_give_time(struct presence_table *t, struct set places) {
    if (tables_steady_now() - t->all->started < PRESENCE_GRACE_MS)
        presence_expect(t, places);
}

void presence_stay(struct presence_table *t, int place, bool new) {
    t->bots = set_with(t->bots, place - 1);
    t->told =
        new ? t->told : set_with(t->told, place - 1); /* the welcome reports a bot added earlier */
    look(t);
}

void presence_leave(struct presence_table *t, int place) {
    t->bots = set_without(t->bots, place - 1);
    for (struct presence_sight *s = t->sights; s; s = s->next)
        s->places = set_without(s->places, place - 1);
    look(t);
}

/* ---- other nodes ---- */

static void hear(struct presence *p, uint64_t node, const char *id, struct set places) {
    struct presence_table *t = find(p, id, set_any(places) && p->hearsay < PRESENCE_HEARSAY_MAX);
    struct presence_sight **at;
    if (!t)
        return;
    for (at = &t->sights; *at && (*at)->by != node; at = &(*at)->next)
        ;
    int64_t until = tables_steady_now() + PRESENCE_TRUST_MS;
    if (*at)
        drop_sight(t, at);
    if (set_any(places) && p->hearsay < PRESENCE_HEARSAY_MAX)
        add_sight(t, node, places, until);
    if (!drop_unused(t))
        look(t);
}

static bool places_parse(struct span words, struct set *ret) {
    *ret = set_none();
    return span_u64(span_word(&words), &ret->bits[0]) &&
           (!words.len || span_u64(span_trim(words), &ret->bits[1]));
}

static void on_whisper(void *where, const char *words) {
    struct presence *p = where;
    struct span rest = span_of(words ? words : ""), item;
    uint64_t node;
    if (!words) { /* new connection: messages in both directions may have been missed */
        gather(p, "?;");
        p->asked = true;
        return;
    }
    if (!span_u64(span_word(&rest), &node) || node < NODES_FROM)
        return;
    while (rest.len) {
        item = span_until(&rest, ';');
        struct span name = span_word(&item);
        struct set places;
        LOCAL_TEXT(t, STORE_ID_MAX + 1);
        text_put_n(&t, name.at, name.len);
        if (!strcmp(t.data, "?"))
            p->asked = true;
        else if (name.len && !t.cut && places_parse(item, &places))
            hear(p, node, t.data, places);
    }
}

/* ---- lifecycle ---- */

static void on_gather(evutil_socket_t fd, short what, void *where) {
    (void)fd, (void)what;
    whisper(where);
}

/* Sends a full report if one is due, and drops expired sightings at tables that are not open here,
 * since those tables have no timer of their own. */
static void on_tick(evutil_socket_t fd, short what, void *where) {
    (void)fd, (void)what;
    struct presence *p = where;
    int64_t now = tables_steady_now();
    bool sweep = ++p->ticks % SWEEP_TICKS == 0, asked = p->asked;
    p->asked = false;
    for (int i = 0; (sweep || asked) && i < BUCKETS; i++) {
        for (struct presence_table *t = p->buckets[i], *next; t; t = next) {
            next = t->next;
            if (asked && set_any(t->said))
                announce(t, t->said, now);
            if (t->timer)
                continue;
            drop_old(t, now);
            drop_unused(t);
        }
    }
}

struct presence *presence_new(struct event_base *base, struct store *store) {
    struct presence *p = grab(1, sizeof *p);
    uint8_t name[SECRET_BYTES];
    secret_draw(name);
    memcpy(&p->node, name, sizeof p->node);
    p->node = p->node < NODES_FROM ? NODES_FROM : p->node;
    p->base = base;
    p->store = store_has_nodes(store) ? store : NULL;
    p->started = tables_steady_now();
    p->out = TEXT_IN(p->data);
    p->gather = evtimer_new(base, on_gather, p);
    p->tick = event_new(base, -1, EV_PERSIST, on_tick, p);
    if (!p->gather || !p->tick)
        abort();
    if (!p->store)
        return p;
    if (event_add(p->tick, &(struct timeval){.tv_usec = TICK_MS % 1000 * 1000,
                                             .tv_sec = TICK_MS / 1000}) != 0)
        abort();
    store_on_whisper(store, on_whisper, p);
    return p;
}

void presence_stop(struct presence *p) {
    p->store = NULL;
    event_del(p->tick);
}

void presence_free(struct presence *p) {
    if (!p)
        return;
    for (int i = 0; i < BUCKETS; i++) {
        while (p->buckets[i]) {
            struct presence_table *t = p->buckets[i];
            /* NOLINTNEXTLINE(clang-analyzer-unix.Malloc): drop_unused() unlinks it */
            while (t->sights)
                drop_sight(t, &t->sights);
            if (t->timer)
                event_free(t->timer);
            t->timer = NULL;
            drop_unused(t);
        }
    }
    event_free(p->gather);
    event_free(p->tick);
    free(p);
}
