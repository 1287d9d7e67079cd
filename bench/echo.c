/* A bare WebSocket echo server on the same transport as the tables: the baseline for their
 * benchmarks, and the server for testing the transport.
 *
 * usage: echo [--port N] [--lan] [--ping S] [--connections N] [--per-address N]
 *             [--goodbye S] [--certificate FILE --key FILE]
 *
 * Prints the port. /echo is the WebSocket; the message "close CODE" closes it with that code, and
 * "flood N" makes the server send N kilobytes. /wait answers after a second, /body echoes the
 * request body, and /stream sends lines until the client disconnects. Any other path serves the
 * site. */
#include <event2/buffer.h>
#include <event2/event.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>

#include "net/server.h"

static struct server *server;

static void on_message(void *arg, struct socket *s, struct span text) {
    static char kilobyte[1024];
    struct span rest = text, word = span_word(&rest);
    int64_t n;
    (void)arg;
    if (span_is(word, "close") && span_number(span_trim(rest), 0, 4999, &n)) {
        socket_close(s, (int)n, "as you wish");
    } else if (span_is(word, "flood") && span_number(span_trim(rest), 0, 1 << 20, &n)) {
        memset(kilobyte, 'x', sizeof kilobyte);
        while (n--)
            socket_send(s, (struct span){kilobyte, sizeof kilobyte});
    } else {
        socket_send(s, text);
    }
}

static void on_closed(void *arg, struct socket *s) {
    (void)arg, (void)s;
}

static void answer_late(evutil_socket_t fd, short what, void *request) {
    (void)fd, (void)what;
    evbuffer_add_printf(evhttp_request_get_output_buffer(request), "at last");
    evhttp_send_reply(request, 200, "OK", NULL);
}

/* A response that sends ten kilobytes every 10 ms. */
struct stream {
    struct evhttp_request *request;
    struct event *timer;
    LIST_ENTRY(stream) next;
};

static LIST_HEAD(, stream) streams = LIST_HEAD_INITIALIZER(streams);

static void stream_free(struct stream *s) {
    LIST_REMOVE(s, next);
    event_free(s->timer);
    free(s);
}

static void go_on(evutil_socket_t fd, short what, void *where) {
    static char line[10 * 1024];
    struct stream *s = where;
    (void)fd, (void)what;
    if (!evhttp_request_get_connection(s->request)) {
        evhttp_send_reply_end(s->request);
        stream_free(s);
        return;
    }
    struct evbuffer *part = evbuffer_new();
    memset(line, '\n', sizeof line);
    evbuffer_add(part, line, sizeof line);
    evhttp_send_reply_chunk(s->request, part);
    evbuffer_free(part);
}

static void stream(struct evhttp_request *request) {
    struct stream *s = malloc(sizeof *s);
    if (!s || !(s->timer = event_new(server_base(server), -1, EV_PERSIST, go_on, s)))
        abort();
    s->request = request;
    LIST_INSERT_HEAD(&streams, s, next);
    server_streams(server, request);
    evhttp_send_reply_start(request, 200, "OK");
    event_add(s->timer, &(struct timeval){.tv_usec = 10000});
}

static bool on_request(void *arg, struct evhttp_request *request) {
    static const struct socket_hooks hooks = {.message = on_message, .closed = on_closed};
    const char *path = evhttp_uri_get_path(evhttp_request_get_evhttp_uri(request));
    (void)arg;
    if (!strcmp(path, "/echo")) {
        socket_take(server_sockets(server), request, hooks, NULL);
    } else if (!strcmp(path, "/wait")) {
        event_base_once(server_base(server), -1, EV_TIMEOUT, answer_late, request,
                        &(struct timeval){.tv_sec = 1});
    } else if (!strcmp(path, "/body")) {
        evhttp_send_reply(request, 200, "OK", evhttp_request_get_input_buffer(request));
    } else if (!strcmp(path, "/stream")) {
        stream(request);
    } else {
        return false;
    }
    return true;
}

int main(int argc, char **argv) {
    static const struct option options[] = {{"port", required_argument, NULL, 'p'},
                                            {"lan", no_argument, NULL, 'l'},
                                            {"ping", required_argument, NULL, 'i'},
                                            {"connections", required_argument, NULL, 'c'},
                                            {"per-address", required_argument, NULL, 'a'},
                                            {"goodbye", required_argument, NULL, 'g'},
                                            {"certificate", required_argument, NULL, 't'},
                                            {"key", required_argument, NULL, 'k'},
                                            {0}};
    char words[512];
    struct text error = TEXT_IN(words);
    struct server_options o = {.request = on_request};
    int ping = SOCKET_PING_S, option;
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        switch (option) {
        case 'p':
            o.port = atoi(optarg);
            break;
        case 'l':
            o.lan = true;
            break;
        case 'i':
            ping = atoi(optarg);
            break;
        case 'c':
            o.connections = atoi(optarg);
            break;
        case 'a':
            o.connections_per_address = atoi(optarg);
            break;
        case 'g':
            o.goodbye_s = atoi(optarg);
            break;
        case 't':
            o.certificate = optarg;
            break;
        case 'k':
            o.key = optarg;
            break;
        default:
            return 2;
        }
    }
    o.journal = journal_new(2, NULL, NULL);
    server = server_open(&o, &error);
    if (!server) {
        fprintf(stderr, "echo: %s\n", words);
        journal_free(o.journal);
        return 1;
    }
    sockets_patience(server_sockets(server), ping, SOCKET_CLOSE_S);
    printf("%d\n", server_port(server));
    fflush(stdout);
    server_run(server);
    while (!LIST_EMPTY(&streams)) /* before closing the server, which owns their requests */
        stream_free(LIST_FIRST(&streams));
    server_close(server);
    journal_free(o.journal);
    return 0;
}
