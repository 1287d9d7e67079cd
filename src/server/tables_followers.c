/* Followers of a table: what they receive, and their presence. */
#include <limits.h>
#include <stdlib.h>

#include "core/memory.h"
#include "server/tables_parts.h"

static void remove_follower(struct follower *g) {
    *g->at = g->next;
    if (g->next)
        g->next->at = g->at;
    free(g);
}

/* A callback may unfollow, or make others unfollow. */
static void begin_hearing(struct open_table *t) {
    t->hearing++;
}

static void end_hearing(struct open_table *t) {
    if (--t->hearing)
        return;
    for (struct follower *g = t->followers, *next; g; g = next) {
        next = g->next;
        if (g->gone)
            remove_follower(g);
    }
}

void tables_tell(struct open_table *t, int line, const char *say, int64_t at,
                 const struct room_change *c) {
    if (c && c->kind == WORD_MOVE && c->place <= ROOM_PLACES_MAX)
        t->moved[c->place] = line;
    begin_hearing(t);
    for (struct follower *g = t->followers; g; g = g->next) {
        if (!g->gone && (!line || g->sent == line - 1)) {
            g->sent = line ? line : INT_MAX; /* line 0 is the last */
            g->heard(g->arg, line, say, at);
        }
    }
    end_hearing(t);
    if (c)
        tables_note_place(t, c, true);
}

bool tables_catch_up(struct follower *g, int most) {
    struct open_table *t = g->table;
    if (!t->room)
        return g->sent < t->last;
    const struct table *log = room_table(t->room);
    begin_hearing(t);
    for (int i = 0; i < most && !g->gone && g->sent < room_lines(t->room); i++) {
        int line = ++g->sent;
        g->heard(g->arg, line, table_line(log, line), t->at[line - 1]);
    }
    bool more = !g->gone && g->sent < room_lines(t->room);
    end_hearing(t);
    return more;
}

/* A holder can always follow, but the number of followers per place is limited, since pages may be
 * left open on many devices: the place's oldest follower is dropped. */
static void make_way_at_place(struct open_table *t, int place) {
    struct follower *oldest = NULL;
    int count = 0;
    for (struct follower *g = t->followers; g; g = g->next) { /* newest first */
        if (g->gone || g->ousted || g->place != place)
            continue;
        oldest = g;
        count++;
    }
    if (count < TABLES_HOLDERS_MAX)
        return;
    oldest->ousted = true;
    oldest->sent = INT_MAX;
    begin_hearing(t);
    oldest->heard(oldest->arg, TABLES_OUSTED, words_of(M_server_too_many_windows), 0);
    end_hearing(t);
}

struct follower *tables_follow(struct open_table *t, int after, int place,
                               void (*heard)(void *arg, int line, const char *say, int64_t at),
                               void *arg) {
    if (!place && t->lookers >= t->tables->o.watchers_max)
        return NULL;
    if (place)
        make_way_at_place(t, place);
    struct follower *g = grab(1, sizeof *g);
    *g = (struct follower){.next = t->followers,
                           .at = &t->followers,
                           .table = t,
                           .sent = after,
                           .place = place,
                           .heard = heard,
                           .arg = arg};
    t->lookers += !place;
    if (t->followers)
        t->followers->at = &g->next;
    t->followers = g;
    t->follower_count++;
    t->tables->counts.followers++;
    tables_used(t);
    return g;
}

void tables_unfollow(struct follower *g) {
    if (!g)
        return;
    struct open_table *t = g->table;
    t->follower_count--;
    t->lookers -= !g->place;
    t->tables->counts.followers--;
    g->here = NULL; /* no more callbacks, not even about this follower's own departure */
    if (g->sight)
        presence_go(t->presence, g->sight);
    tables_used(t);
    if (t->hearing)
        g->gone = true;
    else
        remove_follower(g);
}

void tables_attend(struct follower *g, void (*here)(void *arg, struct set places)) {
    g->here = here;
    if (g->place && !g->sight && g->table->presence)
        g->sight = presence_come(g->table->presence, g->place);
    if (g->place)
        tables_wake(g->table, 0); /* needed even if the absence was too short to be reported */
}

int tables_watchers(const struct open_table *t) {
    return t->follower_count;
}

/* ---- presence ---- */

void tables_on_here(void *where, struct set places) {
    struct open_table *t = where;
    begin_hearing(t);
    for (struct follower *g = t->followers; g; g = g->next) {
        if (!g->gone && g->here)
            g->here(g->arg, places);
    }
    end_hearing(t);
    tables_wake(t, 0); /* the room may be waiting for a player to come back or to leave */
}

void tables_note_place(struct open_table *t, const struct room_change *c, bool new) {
    if (!t->presence || c->place < 1 || c->place > ROOM_PLACES_MAX)
        return;
    if (new && c->kind == WORD_SIT) /* the player is about to open a socket */
        presence_expect(t->presence, set_one(c->place - 1));
    else if (c->kind == WORD_BOT)
        presence_stay(t->presence, c->place, new);
    else if (c->kind == WORD_LEAVE)
        presence_leave(t->presence, c->place);
}

void tables_end_presence(struct open_table *t) {
    for (struct follower *g = t->followers; g; g = g->next)
        g->sight = NULL;
    presence_close(t->presence);
    t->presence = NULL;
}

struct set tables_present(const struct open_table *t, bool expected) {
    int64_t now = tables_steady_now();
    struct set here = t->presence ? presence_now(t->presence, expected) : set_none();
    int places = t->room ? room_places(t->room) : ROOM_PLACES_MAX;
    for (int place = 1; place <= places; place++) {
        if (t->spoke[place] && now - t->spoke[place] < PRESENCE_GRACE_MS)
            here = set_with(here, place - 1);
    }
    return here;
}

struct set tables_here(const struct open_table *t) {
    return t->presence ? presence_here(t->presence) : set_none();
}
