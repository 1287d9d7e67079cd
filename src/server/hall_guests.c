/* Those who follow a table: what they hear, and which of them are there. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "server/hall_parts.h"

static void remove_guest(struct hall_guest *g) {
    *g->at = g->next;
    if (g->next)
        g->next->at = g->at;
    free(g);
}

/* Whoever is told something may go away over it, or make others go. */
static void begin_hearing(struct hall_table *t) {
    t->hearing++;
}

static void end_hearing(struct hall_table *t) {
    if (--t->hearing)
        return;
    for (struct hall_guest *g = t->guests, *next; g; g = next) {
        next = g->next;
        if (g->gone)
            remove_guest(g);
    }
}

void hall_tell(struct hall_table *t, int line, const char *say, int64_t at) {
    if (line && !strncmp(say, "# room: move ", 13))
        t->moved[hall_place_in(say)] = line;
    begin_hearing(t);
    for (struct hall_guest *g = t->guests; g; g = g->next) {
        if (!g->gone && (!line || g->sent == line - 1)) {
            g->sent = line ? line : INT_MAX; /* behind the last of all */
            g->heard(g->arg, line, say, at);
        }
    }
    end_hearing(t);
    if (line)
        hall_note_place(t, say, true);
}

bool hall_catch_up(struct hall_guest *g, int most) {
    struct hall_table *t = g->table;
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

/* Whoever holds a place always gets in, but not any number of times: a page that is left open on
 * every device would otherwise keep them all. The first to come is the first to go. */
static void make_way_at_place(struct hall_table *t, int place) {
    struct hall_guest *oldest = NULL;
    int count = 0;
    for (struct hall_guest *g = t->guests; g; g = g->next) { /* from the newest to the oldest */
        if (g->gone || g->ousted || g->place != place)
            continue;
        oldest = g;
        count++;
    }
    if (count < HALL_HOLDERS_MAX)
        return;
    oldest->ousted = true;
    oldest->sent = INT_MAX;
    begin_hearing(t);
    oldest->heard(oldest->arg, HALL_OUSTED, "this place was opened in too many windows", 0);
    end_hearing(t);
}

struct hall_guest *hall_follow(struct hall_table *t, int after, int place,
                               void (*heard)(void *arg, int line, const char *say, int64_t at),
                               void *arg) {
    if (!place && t->lookers >= t->hall->o.watchers_max)
        return NULL;
    if (place)
        make_way_at_place(t, place);
    struct hall_guest *g = calloc(1, sizeof *g);
    if (!g)
        abort();
    *g = (struct hall_guest){.next = t->guests,
                             .at = &t->guests,
                             .table = t,
                             .sent = after,
                             .place = place,
                             .heard = heard,
                             .arg = arg};
    t->lookers += !place;
    if (t->guests)
        t->guests->at = &g->next;
    t->guests = g;
    t->guest_count++;
    t->hall->counts.guests++;
    hall_used(t);
    return g;
}

void hall_unfollow(struct hall_guest *g) {
    if (!g)
        return;
    struct hall_table *t = g->table;
    t->guest_count--;
    t->lookers -= !g->place;
    t->hall->counts.guests--;
    g->here = NULL; /* it hears no more, also not of its own end */
    if (g->sight)
        presence_go(t->presence, g->sight);
    hall_used(t);
    if (t->hearing)
        g->gone = true;
    else
        remove_guest(g);
}

void hall_attend(struct hall_guest *g, void (*here)(void *arg, uint64_t places)) {
    g->here = here;
    if (g->place && !g->sight && g->table->presence)
        g->sight = presence_come(g->table->presence, g->place);
    if (g->place)
        hall_wake(g->table, 0); /* also where others have not heard yet that they were away */
}

int hall_watchers(const struct hall_table *t) {
    return t->guest_count;
}

/* ---- who is there ---- */

void hall_on_here(void *where, uint64_t places) {
    struct hall_table *t = where;
    begin_hearing(t);
    for (struct hall_guest *g = t->guests; g; g = g->next) {
        if (!g->gone && g->here)
            g->here(g->arg, places);
    }
    end_hearing(t);
    hall_wake(t, 0); /* the room may have waited for somebody to come, or to stay away */
}

void hall_note_place(struct hall_table *t, const char *line, bool new) {
    int place = strncmp(line, "# room: ", 8) ? 0 : hall_place_in(line);
    if (!place || !t->presence)
        return;
    if (new && !strncmp(line + 8, "sit ", 4)) /* and is about to open a socket */
        presence_expect(t->presence, presence_bit(place));
    else if (!strncmp(line + 8, "bot ", 4))
        presence_stay(t->presence, place, new);
    else if (!strncmp(line + 8, "leave ", 6))
        presence_leave(t->presence, place);
}

void hall_end_presence(struct hall_table *t) {
    for (struct hall_guest *g = t->guests; g; g = g->next)
        g->sight = NULL;
    presence_close(t->presence);
    t->presence = NULL;
}

uint64_t hall_present(const struct hall_table *t, bool expected) {
    int64_t now = hall_steady_now();
    uint64_t here = t->presence ? presence_now(t->presence, expected) : 0;
    int places = t->room ? room_places(t->room) : ROOM_PLACES_MAX;
    for (int place = 1; place <= places; place++) {
        if (t->spoke[place] && now - t->spoke[place] < PRESENCE_GRACE_MS)
            here |= presence_bit(place);
    }
    return here;
}

uint64_t hall_here(const struct hall_table *t) {
    return t->presence ? presence_here(t->presence) : 0;
}
