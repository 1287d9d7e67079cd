/* evhttp frees a connection without telling anybody. So each is held here by a reference of our
 * own, and let go when it is found without its callbacks, which is how evhttp leaves it. */
#include "server/connections.h"

#include <event2/buffer.h>
#include <event2/event.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

enum { CONNECTIONS_MAX = 1000, LISTENERS_MAX = 2 };

enum phase { WAITING, READING, ANSWERING };

/* How long each may take, in seconds. */
static const int patience[] = {[WAITING] = 60, [READING] = 10, [ANSWERING] = 120};

struct connection {
    struct bufferevent *stream;
    enum phase phase;
    time_t since;
    struct connection *next; /* from the newest to the oldest */
};

struct connections {
    struct event_base *base;
    struct connection *first;
    int count;
    struct evconnlistener *listeners[LISTENERS_MAX];
    int listener_count;
    struct event *tick;
};

static time_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec;
}

static void enter(struct connection *one, enum phase phase) {
    one->phase = phase;
    one->since = now();
}

/* ---- ends ---- */

static bool has_ended(const struct connection *one) {
    bufferevent_event_cb on_event;
    bufferevent_getcb(one->stream, NULL, NULL, &on_event, NULL);
    return !on_event;
}

/* Evhttp takes it for a time-out of its own, and frees it. */
static void end(struct connection *one) {
    bufferevent_trigger_event(one->stream, BEV_EVENT_TIMEOUT | BEV_EVENT_READING, 0);
}

static void let_ended_go(struct connections *c) {
    for (struct connection **at = &c->first; *at;) {
        struct connection *one = *at;
        if (has_ended(one)) {
            *at = one->next;
            bufferevent_decref(one->stream);
            free(one);
            c->count--;
        } else {
            at = &one->next;
        }
    }
}

static void set_listening(struct connections *c, bool on) {
    for (int i = 0; i < c->listener_count; i++)
        (on ? evconnlistener_enable : evconnlistener_disable)(c->listeners[i]);
}

/* Once a second. */
static void look_around(evutil_socket_t fd, short what, void *where) {
    (void)fd, (void)what;
    struct connections *c = where;
    time_t at = now();
    for (struct connection *one = c->first; one; one = one->next) {
        if (!has_ended(one) && at - one->since > patience[one->phase])
            end(one);
    }
    let_ended_go(c);
    set_listening(c, c->count < CONNECTIONS_MAX);
}

/* ---- beginnings ---- */

static void on_input(struct evbuffer *input, const struct evbuffer_cb_info *info, void *where) {
    (void)input;
    struct connection *one = where;
    if (info->n_added && one->phase == WAITING)
        enter(one, READING);
}

static void make_room(struct connections *c) {
    let_ended_go(c);
    if (c->count < CONNECTIONS_MAX)
        return;
    struct connection *oldest = NULL;
    for (struct connection *one = c->first; one; one = one->next) {
        if (one->phase != ANSWERING && (!oldest || one->since <= oldest->since))
            oldest = one;
    }
    if (oldest) {
        end(oldest);
        let_ended_go(c);
    } else {
        set_listening(c, false);
    }
}

struct bufferevent *connections_accept(struct event_base *base, void *where) {
    struct connections *c = where;
    if (c->count >= CONNECTIONS_MAX)
        make_room(c);
    struct connection *one = calloc(1, sizeof *one);
    struct bufferevent *stream = bufferevent_socket_new(base, -1, BEV_OPT_CLOSE_ON_FREE);
    if (!one || !stream || !evbuffer_add_cb(bufferevent_get_input(stream), on_input, one))
        abort();
    bufferevent_incref(stream);
    one->stream = stream;
    one->next = c->first;
    enter(one, WAITING);
    c->first = one;
    c->count++;
    return stream;
}

/* No more files may be opened, most likely: without a pause this would be tried again at once. */
static void on_failure(struct evconnlistener *listener, void *where) {
    (void)where; /* it is the evhttp's */
    evconnlistener_disable(listener);
}

void connections_listen(struct connections *c, struct evconnlistener *listener) {
    if (c->listener_count == LISTENERS_MAX)
        abort();
    c->listeners[c->listener_count++] = listener;
    evconnlistener_set_error_cb(listener, on_failure);
}

/* ---- requests ---- */

static void on_answered(struct evhttp_request *request, void *where) {
    (void)request;
    enter(where, WAITING);
}

void connections_asked(struct connections *c, struct evhttp_request *request) {
    struct bufferevent *stream =
        evhttp_connection_get_bufferevent(evhttp_request_get_connection(request));
    for (struct connection *one = c->first; one; one = one->next) {
        if (one->stream == stream) {
            enter(one, ANSWERING);
            evhttp_request_set_on_complete_cb(request, on_answered, one);
        }
    }
}

/* ---- the whole ---- */

struct connections *connections_new(struct event_base *base) {
    struct connections *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    c->base = base;
    c->tick = event_new(base, -1, EV_PERSIST, look_around, c);
    if (!c->tick || event_add(c->tick, &(struct timeval){.tv_sec = 1}) != 0) {
        connections_free(c);
        return NULL;
    }
    return c;
}

void connections_free(struct connections *c) {
    if (!c)
        return;
    if (c->tick)
        event_free(c->tick);
    let_ended_go(c);
    free(c);
}
