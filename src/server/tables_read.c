/* What arrives from the store: loaded tables, new lines, completed actions. */
#include <stdlib.h>
#include <string.h>

#include "core/blake2b.h"
#include "core/memory.h"
#include "net/clock.h"
#include "server/tables_parts.h"

static void on_watch(void *where, const struct store_event *events, int count) {
    struct open_table *t = where;
    tables_hold(t);
    tables_heard(t, events, count, t->storing_command);
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

static void tables_take_tokens(struct open_table *t, const struct store_answer *a) {
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

static struct set held_places(const struct open_table *t) {
    struct set places = set_none();
    for (int place = 1; place <= ROOM_PLACES_MAX; place++)
        places = t->held[place] ? set_with(places, place - 1) : places;
    return places;
}

static void take_game(struct open_table *t, const struct store_answer *a) {
    const struct store_game *game = &a->games[0];
    text_put(TEXT_OVER(t->code), game->code ? game->code : "");
    free(t->setup);
    t->setup = must(strdup(game->setup));
    t->base = 0;
    for (const char *c = t->setup; *c; c++)
        t->base += *c == '\n';
    t->has_secret =
        game->secret.len && secret_open(t->tables->o.key, t->id, game->secret, t->secret);
    if (game->secret.len && !t->has_secret)
        tables_problem(t, words_of(M_server_sealed_with_other_key));
    t->last = t->base;
    t->steady_to_room = tables_now() - tables_steady_now();
    t->presence = presence_open(t->tables->presence, t->id, tables_on_here, t);
    t->opened = true;
}

/* Draws a salt for the next commitment. Another server, or this one after a restore, draws a
 * different salt. */
static void freshen(struct room *room) {
    uint8_t salt[ROOM_SALT_BYTES];
    salt_draw(salt, sizeof salt);
    room_freshen(room, salt);
}

/* The change a line makes, parsed without a room. */
static void change_in(const char *line, struct room_change *ret) {
    LOCAL_TEXT(ignored, 256);
    *ret = (struct room_change){0};
    room_line_parse(span_of(line), ret, &ignored);
}

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

static void remember(struct open_table *t, const char *action, int line) {
    t->done = grown(t->done, t->done_count, &t->done_room, sizeof *t->done);
    t->done[t->done_count++] = (struct done_action){hash_of(action), line};
}

struct stored_line {
    int number;
    const char *text, *action; /* the action may be NULL */
    int64_t at;
    bool new;                           /* said just now */
    const struct planned_line *planned; /* the same line as planned here, or NULL */
};

/* Gives the room its next line. A new line counts as said now, regardless of other nodes' clocks;
 * an older line counts as said no earlier than the time from which our clock can be trusted, so
 * that nobody is late because the clock was set while the server was down. */
static void read_line(struct open_table *t, const struct stored_line *l, struct room_change *ret) {
    int64_t now = tables_room_now(t), oldest = now - clock_settled();
    int64_t said = l->new || l->at > now ? now : l->at < oldest ? oldest : l->at;
    LOCAL_TEXT(error, 512);
    if (!t->room || t->broken || l->number != room_lines(t->room) + 1) {
        change_in(l->text, ret);
        return;
    }
    *ret = l->planned ? l->planned->change : (struct room_change){0};
    bool good = l->planned ? room_read_planned(t->room, l->planned, said, &error)
                           : room_read(t->room, span_of(l->text), said, ret, &error);
    if (!good) {
        struct text all = text_start((char[600]){0}, 600);
        say(&all, server_line_unreadable, .line = l->number, .reason = error.data);
        tables_problem(t, all.data);
        t->broken = true;
        change_in(l->text, ret);
        return;
    }
    t->at = grown(t->at, l->number, &t->at_room, sizeof *t->at);
    t->at[l->number - 1] = l->at;
    t->last_at = said;
    if (l->action)
        remember(t, l->action, l->number);
    if (ret->kind == WORD_SALT) /* our prepared salt may be used up */
        freshen(t->room);
}

static void start_room(struct open_table *t, int64_t created) {
    t->room = room_new();
    t->tables->counts.rooms++;
    t->broken = false;
    t->reading = true;
    freshen(t->room);
    if (t->has_secret)
        room_know_secret(t->room, t->secret);
    char *setup = must(strdup(t->setup)), *rest = setup;
    for (int n = 1; n <= t->base; n++) {
        struct room_change c;
        struct stored_line line = {.number = n, .text = strsep(&rest, "\n"), .at = created};
        read_line(t, &line, &c);
        tables_note_place(t, &c, false);
    }
    free(setup);
}

/* Reports lines that were read, possibly in several pages, before the watch saw them. All these
 * lines are in the room now, or as many as a damaged table allows. Restarts the watch after these
 * lines, since a watch that lags behind the room would not report the next line as soon as it is
 * stored. */
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
        tables_go_on(t); /* the table was read before it was deleted */
    } else if (a->outcome != STORE_DONE) {
        tables_problem(t, a->words);
        tables_fail_all(t, TABLES_UNAVAILABLE, words_of(M_server_store_away));
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
        tables_count_bytes(t);
        tables_keep_within_memory(ts, t);
        /* While the room was being loaded, this node may have heard of newer lines. */
        t->reading = t->reading && (a->more || !tables_is_whole(t));
        if (a->more || !tables_is_whole(t))
            tables_load(t);
        else
            tables_go_on(t);
    }
    tables_release(t);
}

void tables_load(struct open_table *t) {
    LOCAL_TEXT(error, 256);
    if (t->loading || t->gone || t->tables->stopping)
        return;
    t->loading = true;
    int64_t after = t->room ? room_lines(t->room) - t->base : 0;
    if (!store_read(t->tables->o.store, t->id, after, (struct store_reply){on_read, t}, &error)) {
        t->loading = false;
        tables_fail_all(t, TABLES_BUSY, error.data);
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
    tables_fail_all(t, TABLES_ABSENT, words_of(M_server_no_such_table));
    tables_tell(t, 0, words_of(M_server_table_deleted), 0, NULL);
    tables_end_presence(t); /* another open_table may get this id while this one is held */
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
    tables_count_bytes(t);
}
