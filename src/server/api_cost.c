/* What clients cost: processor time, disk space, connections. Counting requests is not enough: one
 * request may take a thousand times as long as another. */
#include <event2/event.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "net/clock.h"
#include "server/api_parts.h"

enum {
    COST_A_SECOND = 100, /* milliseconds of processor time per address; burst size below */
    COST_AT_ONCE = 1000,
    PLACE_COST_A_SECOND = 50,
    PLACE_COST_AT_ONCE = 500,
    REPLAY_US_A_LINE = 1, /* microseconds, as measured by bench/questions.c */
    DAY_S = 24 * 3600,
    LINE_BYTES = 300,   /* approximate size in the store, including id and indexes */
    TABLE_BYTES = 2000, /* setup and first place */
    DISK_LOOK_S = 30,
    HOLDERS_SHARE = 8, /* an eighth of the connections per address is reserved for players */
};

/* ---- processor time ---- */

struct cost cost_begin(struct api *a) {
    struct cost cost = {.outer = !a->costs};
    a->costs = true;
    if (cost.outer && a->cost_of)
        cost.since = clock_processor();
    return cost;
}

static struct span key_of(char *room, size_t size, const struct open_table *t, int place) {
    struct text k = text_start(room, size);
    text_add(&k, "%d %s", place, tables_id(t));
    return (struct span){room, k.len};
}

void cost_end(struct api *a, struct cost cost, const char *address, const struct open_table *t,
              int place) {
    char key[STORE_ID_MAX + 16];
    if (!cost.outer)
        return;
    a->costs = false;
    if (!a->cost_of)
        return; /* without limits, skip the clock: reading it costs more than some answers */
    double ms = clock_processor() - cost.since;
    cost_charge(a, address, ms);
    if (t && place)
        limit_charge(a->cost_of_place, key_of(key, sizeof key, t, place), ms, PLACE_COST_A_SECOND,
                     PLACE_COST_AT_ONCE, tables_steady_now());
}

void cost_charge(struct api *a, const char *address, double ms) {
    if (!a->cost_of)
        return;
    a->processor_ms += ms;
    limit_charge(a->cost_of, span_of(address), ms, COST_A_SECOND, COST_AT_ONCE,
                 tables_steady_now());
}

bool cost_allows(struct api *a, const char *address, const struct open_table *t, int place,
                 int *ret_retry_after_s) {
    char key[STORE_ID_MAX + 16];
    if (!a->cost_of)
        return true;
    int64_t now = tables_steady_now();
    bool good = limit_may_go_on(a->cost_of, span_of(address), COST_A_SECOND, COST_AT_ONCE,
                                place ? COST_AT_ONCE : 0, now, ret_retry_after_s);
    if (good && t && place)
        good = limit_may_go_on(a->cost_of_place, key_of(key, sizeof key, t, place),
                               PLACE_COST_A_SECOND, PLACE_COST_AT_ONCE, 0, now, ret_retry_after_s);
    a->limited += !good;
    a->cost_refusals += !good;
    return good;
}

/* A correction, or undoing one, replays the whole log twice: when it is planned and when it is
 * read. The same place may send other lines in the meantime, so charge for the replays in
 * advance. */
void cost_foresee(struct api *a, const char *address, const struct open_table *t, int place,
                  struct span words) {
    char key[STORE_ID_MAX + 16];
    struct span verb = span_word(&words);
    if (!a->cost_of || !(span_is(verb, "correct") || span_is(verb, "undo")))
        return;
    double ms = tables_lines(t) * REPLAY_US_A_LINE / 1000.0;
    int64_t now = tables_steady_now();
    limit_charge(a->cost_of, span_of(address), ms, COST_A_SECOND, COST_AT_ONCE, now);
    limit_charge(a->cost_of_place, key_of(key, sizeof key, t, place), ms, PLACE_COST_A_SECOND,
                 PLACE_COST_AT_ONCE, now);
}

/* ---- disk ---- */

void cost_disk(struct api *a, const char *address, int lines, struct room *room) {
    cost_disk_bytes(a, address, room ? (size_t)lines * LINE_BYTES : TABLE_BYTES);
}

void cost_disk_bytes(struct api *a, const char *address, size_t bytes) {
    if (!a->bytes_of)
        return;
    double most = (double)a->o.disk_per_address;
    limit_charge(a->bytes_of, span_of(address), (double)bytes, most / DAY_S, most,
                 tables_steady_now());
}

bool cost_disk_allows(struct api *a, const char *address, int *ret_retry_after_s) {
    if (!a->bytes_of)
        return true;
    double most = (double)a->o.disk_per_address;
    bool good = limit_may_go_on(a->bytes_of, span_of(address), most / DAY_S, most, 0,
                                tables_steady_now(), ret_retry_after_s);
    a->limited += !good;
    a->disk_refusals += !good;
    return good;
}

bool disk_has_room(const struct api *a) {
    return !a->o.disk_max || a->disk_bytes < a->o.disk_max;
}

static void look_later(struct api *a) {
    if (evtimer_add(a->disk_timer, &(struct timeval){.tv_sec = DISK_LOOK_S}) != 0)
        abort();
}

static void on_size(void *where, const struct store_answer *answer) {
    struct api *a = where;
    bool had_room = disk_has_room(a);
    if (a->stopping)
        return;
    if (answer->outcome == STORE_DONE)
        a->disk_bytes = answer->bytes;
    if (had_room && !disk_has_room(a) && a->o.problem)
        a->o.problem(a->o.arg, words_of(M_server_disk_reached));
    look_later(a);
}

static void on_look(evutil_socket_t fd, short what, void *where) {
    (void)fd, (void)what;
    struct api *a = where;
    LOCAL_TEXT(error, 256);
    if (!a->stopping && !store_size(a->o.store, (struct store_reply){on_size, a}, &error))
        look_later(a);
}

void disk_watch(struct api *a) {
    a->disk_timer = must(evtimer_new(a->o.base, on_look, a));
    on_look(-1, 0, a);
}

/* ---- connections ---- */

bool connect_from(struct api *a, const char *address) {
    /* Without a proxy, the limit applies when a connection is accepted (connections.h). */
    bool good = !a->o.proxy || !a->o.connections_per_address ||
                crowd_count(a->connected, span_of(address)) < a->o.connections_per_address;
    if (good)
        crowd_add(a->connected, span_of(address));
    a->limited += !good;
    return good;
}

void disconnect_from(struct api *a, const char *address) {
    crowd_remove(a->connected, span_of(address));
}

static bool is_this_machine(const char *address) {
    return !strcmp(address, "127.0.0.1") || !strcmp(address, "::"); /* the /64 of ::1 */
}

/* Some connections per address are reserved for players, so that spectators in the same household
 * cannot lock them out. */
bool look_on_from(struct api *a, const char *address) {
    int most = a->o.connections_per_address;
    bool counts = most && (a->o.proxy || !is_this_machine(address));
    int kept = most / HOLDERS_SHARE ? most / HOLDERS_SHARE : 1;
    bool good = !counts || crowd_count(a->lookers, span_of(address)) < most - kept;
    if (good)
        crowd_add(a->lookers, span_of(address));
    a->limited += !good;
    return good;
}

void stop_looking_on_from(struct api *a, const char *address) {
    crowd_remove(a->lookers, span_of(address));
}
