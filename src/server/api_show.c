/* What clients can read about a table: its description, record, lines (stored or live), answers to
 * questions, and its link as a QR code. */
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/keyvalq_struct.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "server/api_ask.h"
#include "server/qr.h"
#include "talk/talk.h"

enum {
    STREAM_QUEUE_MAX = 1 << 20, /* bytes queued for an NDJSON follower */
    STREAM_PART = 200,          /* stored lines sent at a time */
    STREAM_PAUSE_MS = 5,
    LINES_PAGE = 1000, /* lines per response to a client that does not follow the table */
};

/* Sets the ETag. If the client already has this version, answers 304 and returns true. */
static bool known_already(struct ask *q, const char *kind) {
    LOCAL_TEXT(t, 128);
    struct evkeyvalq *in = evhttp_request_get_input_headers(q->request);
    const char *known = evhttp_find_header(in, "If-None-Match");
    struct set here = tables_here(q->table);
    text_add(&t, "\"%s-%d-%d-%llx-%llx\"", kind, tables_lines(q->table), tables_watchers(q->table),
             (unsigned long long)here.bits[1], (unsigned long long)here.bits[0]);
    evhttp_add_header(evhttp_request_get_output_headers(q->request), "ETag", t.data);
    if (!known || !strstr(known, t.data))
        return false;
    ask_finish(q, 304, "application/json", (struct span){"", 0});
    return true;
}

static void give_record(struct ask *q, struct room *room) {
    const struct table *log = room_table(room);
    struct text t = text_on_heap();
    for (int line = 1; line <= room_lines(room); line++) {
        text_put(&t, table_line(log, line));
        text_put(&t, "\n");
    }
    ask_finish(q, 200, "text/plain; charset=utf-8", (struct span){t.data, t.len});
    free(t.data);
}

void ask_end_stream(struct ask *q) {
    struct evhttp_request *request = q->request;
    ask_free(q);
    evhttp_send_reply_end(request);
}

static void stream_later(struct ask *q, int ms) {
    if (evtimer_add(q->timer, &(struct timeval){.tv_usec = ms * 1000}) != 0)
        abort();
}

static void on_stream_heard(void *where, int line, const char *say, int64_t at) {
    struct ask *q = where;
    static char data[2 * STORE_LINE_MAX + 128];
    struct text t = TEXT_IN(data);
    if (!line) { /* the table has been deleted */
        ask_end_stream(q);
        return;
    }
    struct evbuffer *chunk = must(evbuffer_new());
    api_line(&t, line, say, at);
    text_put(&t, "\n");
    evbuffer_add(chunk, t.data, t.len);
    evhttp_send_reply_chunk(q->request, chunk);
    evbuffer_free(chunk);
    struct evhttp_connection *c = evhttp_request_get_connection(q->request);
    struct evbuffer *waits = bufferevent_get_output(evhttp_connection_get_bufferevent(c));
    if (evbuffer_get_length(waits) > STREAM_QUEUE_MAX && !q->ending) {
        q->ending = true; /* the client reads too slowly; it can reconnect */
        stream_later(q, 0);
    }
}

/* A long log is sent in parts, so that other clients are served in between. */
static void stream_part(struct ask *q) {
    struct evhttp_connection *c = evhttp_request_get_connection(q->request);
    struct evbuffer *waits = bufferevent_get_output(evhttp_connection_get_bufferevent(c));
    struct cost cost = cost_begin(q->api);
    bool more = evbuffer_get_length(waits) > STREAM_QUEUE_MAX / 2 ||
                tables_catch_up(q->follower, STREAM_PART);
    cost_end(q->api, cost, q->address, q->table, 0);
    if (more && !q->ending)
        stream_later(q, STREAM_PAUSE_MS);
}

/* The room has been loaded again, in case it was evicted after the previous part was sent. */
static void on_looked_again(void *where, const struct command_result *a) {
    struct ask *q = where;
    q->command = NULL;
    if (a->code[0])
        ask_end_stream(q);
    else
        stream_part(q);
}

static void on_stream_timer(evutil_socket_t fd, short what, void *where) {
    (void)fd, (void)what;
    struct ask *q = where;
    if (q->ending) {
        ask_end_stream(q);
        return;
    }
    struct command *command = tables_look(q->table, 0, (struct command_reply){on_looked_again, q});
    if (command) /* NULL: already answered, and q may be freed */
        q->command = command;
}

/* If there is a next page, the `Link` header gives its address. */
static void give_page(struct ask *q, struct room *room) {
    const struct table *log = room_table(room);
    struct text t = text_on_heap();
    int line = q->after + 1, last = room_lines(room);
    if (last > q->after + LINES_PAGE) {
        LOCAL_TEXT(n, 128);
        last = q->after + LINES_PAGE;
        text_add(&n, "</api/tables/%s/lines?after=%d>; rel=\"next\"", tables_id(q->table), last);
        evhttp_add_header(evhttp_request_get_output_headers(q->request), "Link", n.data);
    }
    for (; line <= last; line++) {
        api_line(&t, line, table_line(log, line), tables_at(q->table, line));
        text_put(&t, "\n");
    }
    ask_finish(q, 200, "application/x-ndjson", (struct span){t.data, t.len});
    free(t.data);
}

static bool begin_looking_on(struct ask *q) {
    if (!connect_from(q->api, q->address))
        return false;
    q->looks_on = look_on_from(q->api, q->address);
    if (!q->looks_on)
        disconnect_from(q->api, q->address);
    return q->looks_on;
}

static void give_lines(struct ask *q, struct room *room) {
    if (!q->follow) {
        give_page(q, room);
        return;
    }
    if (!begin_looking_on(q)) {
        ask_fail(q, 429, TABLES_BUSY, words_of(M_server_lookers_from_address));
        return;
    }
    int lines = room_lines(room);
    q->follower =
        tables_follow(q->table, q->after < lines ? q->after : lines, 0, on_stream_heard, q);
    if (!q->follower) {
        ask_fail(q, 429, TABLES_BUSY, words_of(M_server_lookers_at_table));
        return;
    }
    q->timer = must(evtimer_new(q->api->o.base, on_stream_timer, q));
    api_headers(q->request, "application/x-ndjson");
    server_streams(q->api->o.server, q->request);
    evhttp_send_reply_start(q->request, 200, "OK");
    q->next = q->api->streams;
    q->at = &q->api->streams;
    if (q->next)
        q->next->at = &q->next;
    q->api->streams = q;
    stream_part(q);
}

static void give_answer(struct ask *q, struct room *room) {
    struct text t = text_on_heap();
    struct span words =
        q->route == ROUTE_VERIFY ? span_of("verify") : span_trim(span_of(q->question));
    if (!room_is_question(words) || room_ask(room, words, &t) != ROOM_OK) {
        ask_fail(q, 422, "words", words_of(M_server_no_question));
        free(t.data);
        return;
    }
    ask_finish_json(q, 200, &t);
    free(t.data);
}

/* Answers with a QR code of the link to the table, with the host name the client used. With a
 * well-formed token, it is the link that moves the place to another device. */
static void give_picture(struct ask *q) {
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    char link[384];
    struct text l = TEXT_IN(link), t = text_on_heap();
    struct evkeyvalq *in = evhttp_request_get_input_headers(q->request);
    const char *host = evhttp_find_header(in, "Host");
    const char *scheme = q->api->o.proxy ? evhttp_find_header(in, "X-Forwarded-Proto") : NULL;
    bool https = q->api->o.tls || (scheme && !strcmp(scheme, "https"));
    text_add(&l, "%s://%s/", https ? "https" : "http", host);
    ask_read_token(q);
    if (q->has_token && !q->token[strspn(q->token, letters)])
        text_add(&l, "#/online/%s?token=%s", tables_code(q->table), q->token);
    else
        text_add(&l, "t/%s", tables_code(q->table));
    if (l.cut || !qr_svg(link, &t))
        ask_fail(q, 422, "words", words_of(M_server_link_too_long));
    else
        ask_finish(q, 200, "image/svg+xml", (struct span){t.data, t.len});
    free(t.data);
}

void ask_show(struct ask *q, const struct command_result *a) {
    static char data[64 << 10];
    struct text t = TEXT_IN(data);
    switch (q->route) {
    case ROUTE_TABLE:
        if (known_already(q, "table"))
            return;
        api_describe(&t, q->table, a->room);
        ask_finish_json(q, 200, &t);
        return;
    case ROUTE_RECORD:
        if (!known_already(q, "record"))
            give_record(q, a->room);
        return;
    case ROUTE_LINES:
        give_lines(q, a->room);
        return;
    case ROUTE_QR:
        give_picture(q);
        return;
    default:
        give_answer(q, a->room);
    }
}
