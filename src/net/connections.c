/* evhttp does not notify us when it frees a connection. So we hold a reference to each connection's
 * bufferevent, and release the bufferevent once we find its callbacks cleared: evhttp clears them
 * when it frees the connection. */
#include "net/connections.h"

#include <event2/buffer.h>
#include <event2/event.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>
#include <sys/socket.h>
#include <time.h>

#include "core/memory.h"
#include "core/say.h"
#include "net/http.h"
#include "net/origin.h"
#include "net/socket.h"

enum { LISTENERS_MAX = 2, ORIGIN_SLOTS = 4096, INPUT_MAX = 64 << 10 };

/* ARRIVING: evhttp has not assigned the socket to the bufferevent yet. SHAKING: TLS handshake. */
enum phase { ARRIVING, SHAKING, WAITING, READING, ANSWERING, STREAMING, TAKEN, PHASES };

/* Time limit for each phase, in seconds; 0: none. */
static const int patience[PHASES] = {
    [ARRIVING] = 10, [SHAKING] = 10, [WAITING] = 60, [READING] = 10, [ANSWERING] = 120,
};
enum { STREAM_PATIENCE = 60, STREAM_SHARE = 64 << 10 };

struct connection {
    struct connections *all;
    struct bufferevent *stream;
    enum phase phase;
    int fd; /* -1 in phase ARRIVING */
    time_t since;
    size_t taken; /* bytes that a stream has sent after `since` */
    bool speaks;  /* evhttp has written a response of its own */
    TAILQ_ENTRY(connection) in_phase;
    LIST_ENTRY(connection) of_origin;
    struct origin origin;
};

TAILQ_HEAD(phase_list, connection);
LIST_HEAD(origin_list, connection);

struct connections {
    struct event_base *base;
    struct connection_limits limits;
    struct tls *tls;
    struct phase_list phases[PHASES];         /* each in order of entry */
    struct origin_list origins[ORIGIN_SLOTS]; /* hashed by origin */
    struct connection **by_fd;
    int by_fd_size, count;
    struct evconnlistener *listeners[LISTENERS_MAX];
    int listener_count;
    bool listening;
    struct event *tick, *arrival, *own_words;
};

static time_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec;
}

/* ---- capacity ---- */

/* The connection that has been in its phase longest, among those that have a socket and are not yet
 * owed a response. */
static struct connection *oldest(struct connections *c) {
    struct connection *found = NULL;
    for (int phase = SHAKING; phase <= READING; phase++) {
        struct connection *one = TAILQ_FIRST(&c->phases[phase]);
        if (one && (!found || one->since < found->since))
            found = one;
    }
    return found;
}

static void set_listening(struct connections *c, bool on) {
    c->listening = on;
    for (int i = 0; i < c->listener_count; i++)
        (on ? evconnlistener_enable : evconnlistener_disable)(c->listeners[i]);
}

static bool has_room(struct connections *c) {
    return c->count < c->limits.all || oldest(c);
}

static void mind_room(struct connections *c) {
    if (has_room(c) != c->listening)
        set_listening(c, !c->listening);
}

static void enter(struct connection *one, enum phase phase) {
    TAILQ_REMOVE(&one->all->phases[one->phase], one, in_phase);
    one->phase = phase;
    one->since = now();
    TAILQ_INSERT_TAIL(&one->all->phases[phase], one, in_phase);
    mind_room(one->all);
}

/* ---- closing ---- */

static bool has_ended(const struct connection *one) {
    bufferevent_event_cb on_event;
    bufferevent_getcb(one->stream, NULL, NULL, &on_event, NULL);
    return !on_event;
}

static void let_go(struct connection *one) {
    struct connections *c = one->all;
    TAILQ_REMOVE(&c->phases[one->phase], one, in_phase);
    if (one->fd >= 0) {
        LIST_REMOVE(one, of_origin);
        c->by_fd[one->fd] = NULL;
    }
    bufferevent_decref(one->stream);
    free(one);
    c->count--;
    mind_room(c);
}

/* evhttp takes this for a timeout of its own, and frees the connection. */
static void end(struct connection *one) {
    if (!has_ended(one))
        bufferevent_trigger_event(one->stream, BEV_EVENT_TIMEOUT | BEV_EVENT_READING, 0);
    if (has_ended(one))
        let_go(one);
    else
        enter(one, ANSWERING); /* retried later */
}

static void let_ended_go(struct connections *c) {
    for (int phase = 0; phase < PHASES; phase++) {
        for (struct connection *one = TAILQ_FIRST(&c->phases[phase]), *next; one; one = next) {
            next = TAILQ_NEXT(one, in_phase);
            if (has_ended(one))
                let_go(one);
        }
    }
}

static void end_the_impatient(struct connections *c, enum phase phase, time_t at) {
    struct connection *one;
    while ((one = TAILQ_FIRST(&c->phases[phase])) && at - one->since > patience[phase]) {
        if (phase == SHAKING && tls_is_ready(one->stream))
            enter(one, WAITING);
        else
            end(one);
    }
}

static void restart_patience(struct connection *one, time_t at) {
    one->since = at;
    one->taken = 0;
}

static void end_slow_streams(struct connections *c, time_t at) {
    for (struct connection *one = TAILQ_FIRST(&c->phases[STREAMING]), *next; one; one = next) {
        size_t waiting = evbuffer_get_length(bufferevent_get_output(one->stream));
        next = TAILQ_NEXT(one, in_phase);
        if (!waiting)
            restart_patience(one, at);
        else if (waiting > SOCKET_QUEUE_MAX || at - one->since > STREAM_PATIENCE)
            end(one);
    }
}

/* Runs once a second. */
static void look_around(evutil_socket_t fd, short what, void *where) {
    (void)fd, (void)what;
    struct connections *c = where;
    time_t at = now();
    let_ended_go(c);
    for (int phase = 0; phase < PHASES; phase++) {
        if (patience[phase])
            end_the_impatient(c, (enum phase)phase, at);
    }
    end_slow_streams(c, at);
    set_listening(c, has_room(c)); /* also re-enables listeners after a failed accept */
}

/* ---- input ---- */

static void on_input(struct evbuffer *input, const struct evbuffer_cb_info *info, void *where) {
    (void)input;
    struct connection *one = where;
    if (info->n_added && (one->phase == WAITING || one->phase == SHAKING))
        enter(one, READING);
}

/* ---- responses that evhttp generates itself ---- */

static void add_header(void *where, const char *name, const char *value) {
    text_add(where, "%s: %s\r\n", name, value);
}

/* evhttp answers unparsable requests with an HTML page, without calling us. None of it has been
 * sent yet, so replace it with a problem document. */
static void reword(struct connection *one) {
    char head[32] = "", body[1024], all[2048];
    struct text b = TEXT_IN(body), t = TEXT_IN(all);
    struct evbuffer *out = bufferevent_get_output(one->stream);
    size_t size = evbuffer_get_length(out);
    struct evbuffer_ptr html = evbuffer_search(out, "Content-Type: text/html", 23, NULL);
    int64_t status;
    ssize_t n = evbuffer_copyout(out, head, sizeof head - 1);
    if (n < 16 || html.pos < 0 || strncmp(head, "HTTP/1.", 7) ||
        !span_number((struct span){head + 9, 3}, 400, 599, &status))
        return;
    const char *title = status == 413   ? "Content Too Large"
                        : status == 417 ? "Expectation Failed"
                        : status == 501 ? "Not Implemented"
                                        : "Bad Request";
    http_problem(&b, (int)status, title, status == 413 ? "body" : "request",
                 span_of(words_of(status == 413   ? M_net_request_too_large
                                  : status == 417 ? M_net_expectation_unmet
                                  : status == 501 ? M_net_method_unknown
                                                  : M_net_request_unclear)));
    text_add(&t, "HTTP/1.1 %d %s\r\n", (int)status, title);
    http_strict_headers(add_header, &t);
    text_add(&t,
             "Cache-Control: no-store\r\nContent-Type: application/problem+json\r\n"
             "Content-Length: %zu\r\nConnection: close\r\n\r\n%s",
             b.len, body);
    /* A socket bufferevent keeps the front of its output frozen except while sending. A TLS
     * bufferevent never does: with a frozen buffer it could not drain the bytes it has sent, and
     * would send them forever. */
    if (t.cut || evbuffer_unfreeze(out, 1) != 0)
        return;
    evbuffer_drain(out, size);
    if (!one->all->tls)
        evbuffer_freeze(out, 1);
    evbuffer_add(out, t.data, t.len);
}

static void on_own_words(evutil_socket_t fd, short what, void *where) {
    (void)fd, (void)what;
    struct connections *c = where;
    for (int phase = SHAKING; phase <= READING; phase++) {
        struct connection *one;
        TAILQ_FOREACH(one, &c->phases[phase], in_phase) {
            if (one->speaks && !has_ended(one))
                reword(one);
            one->speaks = false;
        }
    }
}

/* Before connections_asked(), any output comes from evhttp itself. evhttp writes in several steps,
 * so an event handler inspects the result after the last step and before anything is sent. A stream
 * with data waiting stays open while its client reads at least STREAM_SHARE bytes every
 * STREAM_PATIENCE seconds. */
static void on_output(struct evbuffer *output, const struct evbuffer_cb_info *info, void *where) {
    (void)output;
    struct connection *one = where;
    if (one->phase == STREAMING && (one->taken += info->n_deleted) >= STREAM_SHARE)
        restart_patience(one, now());
    if (!info->n_added || one->phase < SHAKING || one->phase > READING || one->speaks)
        return;
    one->speaks = true;
    event_active(one->all->own_words, EV_TIMEOUT, 0);
}

static void make_room(struct connections *c) {
    struct connection *one;
    while (c->count >= c->limits.all && (one = oldest(c)))
        end(one);
}

static void remember_fd(struct connections *c, struct connection *one) {
    if (one->fd >= c->by_fd_size) {
        int size = one->fd + 1024;
        c->by_fd = must(realloc(c->by_fd, (size_t)size * sizeof *c->by_fd));
        memset(c->by_fd + c->by_fd_size, 0, (size_t)(size - c->by_fd_size) * sizeof *c->by_fd);
        c->by_fd_size = size;
    }
    c->by_fd[one->fd] = one;
}

static bool are_too_many(const struct connections *c, const struct connection *one) {
    const struct connection *other;
    int same = 0;
    if (!c->limits.per_address || origin_is_here(&one->origin))
        return false;
    LIST_FOREACH(other, &c->origins[origin_hash(&one->origin) % ORIGIN_SLOTS], of_origin) {
        if (!memcmp(&other->origin, &one->origin, sizeof one->origin) && !has_ended(other))
            same++;
    }
    return same > c->limits.per_address;
}

/* Runs once evhttp has assigned the socket, before anything is read from it. */
static void on_arrival(evutil_socket_t fd, short what, void *where) {
    (void)fd, (void)what;
    struct connections *c = where;
    struct connection *one;
    while ((one = TAILQ_FIRST(&c->phases[ARRIVING]))) {
        one->fd = has_ended(one) ? -1 : bufferevent_getfd(one->stream);
        if (one->fd < 0) {
            end(one);
            continue;
        }
        remember_fd(c, one);
        one->origin = origin_of(one->fd);
        LIST_INSERT_HEAD(&c->origins[origin_hash(&one->origin) % ORIGIN_SLOTS], one, of_origin);
        enter(one, c->tls ? SHAKING : WAITING);
        if (are_too_many(c, one))
            end(one);
    }
}

struct bufferevent *connections_accept(struct event_base *base, void *where) {
    struct connections *c = where;
    make_room(c);
    struct connection *one = grab(1, sizeof *one);
    struct bufferevent *stream =
        c->tls ? tls_stream(c->tls, base) : bufferevent_socket_new(base, -1, BEV_OPT_CLOSE_ON_FREE);
    if (!stream || !evbuffer_add_cb(bufferevent_get_input(stream), on_input, one) ||
        !evbuffer_add_cb(bufferevent_get_output(stream), on_output, one))
        abort();
    /* Limits buffered input: a pipelining client cannot queue more than this. */
    bufferevent_setwatermark(stream, EV_READ, 0, INPUT_MAX);
    bufferevent_incref(stream);
    *one = (struct connection){.all = c, .stream = stream, .fd = -1, .since = now()};
    TAILQ_INSERT_TAIL(&c->phases[ARRIVING], one, in_phase);
    c->count++;
    mind_room(c);
    event_active(c->arrival, EV_TIMEOUT, 0);
    return stream;
}

/* Probably out of file descriptors: without a pause, accept would be retried in a busy loop. */
static void on_failure(struct evconnlistener *listener, void *where) {
    (void)where; /* belongs to evhttp */
    evconnlistener_disable(listener);
}

void connections_listen(struct connections *c, struct evconnlistener *listener) {
    if (c->listener_count == LISTENERS_MAX)
        abort();
    c->listeners[c->listener_count++] = listener;
    evconnlistener_set_error_cb(listener, on_failure);
    c->listening = true;
}

/* ---- requests ---- */

static struct connection *find(struct connections *c, struct bufferevent *stream) {
    int fd = bufferevent_getfd(stream);
    struct connection *one = fd >= 0 && fd < c->by_fd_size ? c->by_fd[fd] : NULL;
    return one && one->stream == stream ? one : NULL;
}

static struct connection *find_asking(struct connections *c, struct evhttp_request *request) {
    struct evhttp_connection *connection = evhttp_request_get_connection(request);
    return connection ? find(c, evhttp_connection_get_bufferevent(connection)) : NULL;
}

static void on_answered(struct evhttp_request *request, void *where) {
    (void)request;
    enter(where, WAITING);
}

void connections_asked(struct connections *c, struct evhttp_request *request) {
    struct connection *one = find_asking(c, request);
    if (!one)
        return;
    enter(one, ANSWERING);
    evhttp_request_set_on_complete_cb(request, on_answered, one);
}

void connections_streams(struct connections *c, struct evhttp_request *request) {
    struct connection *one = find_asking(c, request);
    if (one)
        enter(one, STREAMING);
}

void connections_taken(void *where, struct bufferevent *stream, bool taken) {
    struct connection *one = find(where, stream);
    if (one && taken)
        enter(one, TAKEN);
    else if (one)
        end(one);
}

/* ---- lifecycle ---- */

struct connections *connections_new(struct event_base *base, struct connection_limits limits,
                                    struct tls *tls) {
    struct connections *c = grab(1, sizeof *c);
    c->base = base;
    c->limits = limits;
    c->tls = tls;
    for (int i = 0; i < PHASES; i++)
        TAILQ_INIT(&c->phases[i]);
    c->arrival = event_new(base, -1, 0, on_arrival, c);
    c->own_words = event_new(base, -1, 0, on_own_words, c);
    c->tick = event_new(base, -1, EV_PERSIST, look_around, c);
    if (!c->arrival || !c->own_words || !c->tick ||
        event_add(c->tick, &(struct timeval){.tv_sec = 1}) != 0)
        abort();
    return c;
}

int connections_count(const struct connections *c) {
    return c->count;
}

void connections_wind_up(struct connections *c) {
    struct connection *one;
    c->listener_count = 0;
    let_ended_go(c);
    for (int phase = ARRIVING; phase <= WAITING; phase++) {
        while ((one = TAILQ_FIRST(&c->phases[phase])))
            end(one);
    }
}

void connections_free(struct connections *c) {
    if (!c)
        return;
    event_free(c->tick);
    event_free(c->arrival);
    event_free(c->own_words);
    let_ended_go(c);
    free(c->by_fd);
    free(c);
}
