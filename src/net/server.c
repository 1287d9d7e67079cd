#include "net/server.h"

#include <errno.h>
#include <event2/buffer.h>
#include <event2/event.h>
#include <event2/http.h>
#include <event2/listener.h>
#include <limits.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "core/errors.h"
#include "core/json.h"
#include "core/memory.h"
#include "core/say.h"
#include "net/connections.h"
#include "net/headers.h"
#include "net/http.h"
#include "net/request.h"
#include "net/tls.h"

enum {
    HEADERS_MAX = 16 * 1024,
    BACKLOG = 1024,
    OTHER_FILES = 100, /* reserved for the store and the program itself */
    LISTENERS = 2,
    STOP_STEP_MS = 20,
    SILENCE_S = 120,
};

static const int signal_numbers[] = {SIGINT, SIGTERM, SIGHUP};
enum { SIGNALS = sizeof signal_numbers / sizeof *signal_numbers };

struct server {
    struct event_base *base;
    struct evhttp *http;
    struct evhttp_bound_socket *bound[LISTENERS];
    struct connections *connections;
    struct sockets *sockets;
    struct tls *tls;
    struct server_options options;
    struct event *signals[SIGNALS], *stop;
    double stop_since;
    struct hosts hosts;
    int port;
};

/* ---- requests ---- */

static enum http_method method_of(struct evhttp_request *request) {
    switch (evhttp_request_get_command(request)) {
    case EVHTTP_REQ_GET:
        return HTTP_METHOD_GET;
    case EVHTTP_REQ_HEAD:
        return HTTP_METHOD_HEAD;
    default:
        return HTTP_METHOD_OTHER;
    }
}

static void add_header(void *where, const char *name, const char *value) {
    evhttp_add_header(where, name, value);
}

static void send_answer(struct evhttp_request *request, const struct http_answer *a) {
    struct evbuffer *body = NULL;
    http_headers(a, add_header, evhttp_request_get_output_headers(request));
    if (a->content) {
        body = evhttp_request_get_output_buffer(request);
        if (a->asset) /* static data: no copy needed */
            evbuffer_add_reference(body, a->variant->data, a->length, NULL, NULL);
        else
            evbuffer_add(body, a->words, a->length);
    }
    evhttp_send_reply(request, a->code, a->reason, NULL);
}

/* HSTS (RFC 6797): once a client has used TLS, nobody in between can downgrade its connections. Not
 * sent for localhost, which other programs on this machine share. */
static void demand_tls(struct server *s, struct evhttp_request *request, const char *host) {
    const char *proto = s->options.proxy ? request_single(request, "X-Forwarded-Proto") : NULL;
    struct span name;
    bool brackets;
    if ((!s->tls && (!proto || strcasecmp(proto, "https"))) || !host ||
        !host_read(span_of(host), &name, &brackets) ||
        (name.len == 9 && !strncasecmp(name.at, "localhost", 9)))
        return;
    evhttp_add_header(evhttp_request_get_output_headers(request), "Strict-Transport-Security",
                      "max-age=31536000");
}

static void on_request(struct evhttp_request *request, void *where) {
    struct server *s = where;
    static char encodings[HEADERS_MAX], tags[HEADERS_MAX], types[HEADERS_MAX];
    struct text e = TEXT_IN(encodings), t = TEXT_IN(tags), y = TEXT_IN(types);
    struct http_request q = {
        .method = method_of(request),
        .has_body = request_has_body(request),
        .target = evhttp_request_get_uri(request),
        .host = request_single(request, "Host"),
        .unclear = !request_is_clear(request),
        .accept = request_list(request, "Accept", &y),
        .accept_encoding = request_list(request, "Accept-Encoding", &e),
        .if_none_match = request_list(request, "If-None-Match", &t),
    };
    struct http_answer a;
    connections_asked(s->connections, request);
    demand_tls(s, request, q.host);
    if (s->options.request && !q.unclear && http_is_for(&s->hosts, &q) &&
        s->options.request(s->options.arg, request))
        return;
    http_answer(&s->hosts, &q, &a);
    send_answer(request, &a);
}

/* ---- listening ---- */

/* Returns a listening socket, or -1 and sets errno. If *port is 0, sets it to the port chosen. */
static int listen_at(int family, bool lan, int *port) {
    struct sockaddr_in four = {.sin_family = AF_INET, .sin_port = htons((uint16_t)*port)};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_port = htons((uint16_t)*port)};
    four.sin_addr.s_addr = htonl(lan ? INADDR_ANY : INADDR_LOOPBACK);
    six.sin6_addr = lan ? in6addr_any : in6addr_loopback;
    struct sockaddr *at = family == AF_INET ? (struct sockaddr *)&four : (struct sockaddr *)&six;
    socklen_t size = family == AF_INET ? sizeof four : sizeof six;
    int on = 1, fd = socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0)
        return -1;
    /* Accepted connections inherit these options. A follower may send nothing for hours: TCP
     * keep-alive detects dead peers. */
    int silent_s = SILENCE_S;
    bool good =
        setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == 0 &&
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) == 0 &&
        setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on) == 0 &&
        setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &silent_s, sizeof silent_s) == 0 &&
        (family == AF_INET || setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on) == 0) &&
        bind(fd, at, size) == 0 && listen(fd, BACKLOG) == 0 && getsockname(fd, at, &size) == 0;
    if (good) {
        *port = ntohs(family == AF_INET ? four.sin_port : six.sin6_port);
        return fd;
    }
    int why = errno;
    close(fd);
    errno = why;
    return -1;
}

static bool is_missing(int why) {
    return why == EAFNOSUPPORT || why == EADDRNOTAVAIL || why == EPROTONOSUPPORT;
}

/* Listens on IPv4 and IPv6 on the same port, or on whichever of the two is available: a browser may
 * try either, and must not reach another program on one of them. Returns 0 or an errno. */
static int listen_on(int port, bool lan, int ret_fds[2], int *ret_port) {
    static const int families[] = {AF_INET, AF_INET6};
    int why = EAFNOSUPPORT;
    ret_fds[0] = ret_fds[1] = -1;
    for (int i = 0; i < 2; i++) {
        ret_fds[i] = listen_at(families[i], lan, &port);
        if (ret_fds[i] >= 0 || is_missing(errno))
            continue;
        why = errno;
        if (i == 1 && ret_fds[0] >= 0)
            close(ret_fds[0]);
        return why;
    }
    *ret_port = port;
    return ret_fds[0] >= 0 || ret_fds[1] >= 0 ? 0 : why;
}

/* Uses the requested port, or finds a free one if none is requested. */
static bool find_port(const struct server_options *o, int ret_fds[2], int *ret_port,
                      struct text *error) {
    bool several = o->port <= 0;
    int first = o->port < 0 ? SERVER_PORT : o->port, why = 0;
    for (int i = 0; i < (several ? SERVER_PORT_TRIES : 1); i++) {
        why = listen_on(first ? first + i : 0, o->lan, ret_fds, ret_port);
        if (!why)
            return true;
        if (why != EADDRINUSE)
            break;
    }
    if (several && why == EADDRINUSE)
        say(error, net_ports_in_use, .first = first, .last = first + SERVER_PORT_TRIES - 1);
    else if (why == EADDRINUSE)
        say(error, net_port_in_use, .port = first);
    else
        say(error, net_cannot_listen, .port = first, .reason = error_words(why));
    return false;
}

/* Raises the limit on open files as far as allowed, and returns it. */
static int more_files(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return INT_MAX;
    limit.rlim_cur = limit.rlim_max;
    if (setrlimit(RLIMIT_NOFILE, &limit) != 0 && getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return INT_MAX;
    return limit.rlim_cur < INT_MAX ? (int)limit.rlim_cur : INT_MAX;
}

static struct connection_limits limits_of(const struct server_options *o) {
    int files = more_files();
    int room = files > 2 * OTHER_FILES ? files - OTHER_FILES : files / 2;
    int all = o->connections              ? o->connections
              : room < SERVER_CONNECTIONS ? room
                                          : SERVER_CONNECTIONS;
    int most = o->connections_per_address;
    if (!most && o->lan)
        most = SERVER_CONNECTIONS_PER_ADDRESS;
    return (struct connection_limits){.all = all, .per_address = most < 0 ? 0 : most};
}

/* ---- signals ---- */

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Called repeatedly until all connections are closed or time is up. */
static void on_stop(evutil_socket_t fd, short what, void *where) {
    (void)fd, (void)what;
    struct server *s = where;
    connections_wind_up(s->connections);
    int patience = s->options.goodbye_s ? s->options.goodbye_s : SERVER_GOODBYE_S;
    if (connections_count(s->connections) == 0 || seconds() - s->stop_since >= patience)
        event_base_loopbreak(s->base);
}

static void stop(struct server *s) {
    LOCAL_TEXT(coded, 512);
    LOCAL_TEXT(last_words, 1024);
    if (s->stop) { /* second signal */
        event_base_loopbreak(s->base);
        return;
    }
    journal_say(s->options.journal, "stop");
    connections_wind_up(s->connections);
    for (int i = 0; i < LISTENERS; i++) {
        if (s->bound[i])
            evhttp_del_accept_socket(s->http, s->bound[i]);
        s->bound[i] = NULL;
    }
    if (s->options.stopping)
        s->options.stopping(s->options.arg);
    struct json j = json_begin(&coded);
    json_string(&j, "bye", words_of(M_net_going_down_again));
    json_string(&j, "code", "restart");
    json_close(&j, '}');
    say_answer(&last_words, coded.data);
    sockets_go_away(s->sockets, span_of(last_words.data));
    s->stop_since = seconds();
    s->stop = event_new(s->base, -1, EV_PERSIST, on_stop, s);
    if (!s->stop || event_add(s->stop, &(struct timeval){.tv_usec = STOP_STEP_MS * 1000}) != 0)
        abort();
}

static void reload(struct server *s) {
    LOCAL_TEXT(error, 512);
    if (!s->tls)
        return;
    if (tls_reload(s->tls, &error))
        journal_say(s->options.journal, "certificate");
    else
        journal_problem(s->options.journal, "certificate", error.data);
}

static void on_signal(evutil_socket_t number, short what, void *where) {
    (void)what;
    if (number == SIGHUP)
        reload(where);
    else
        stop(where);
}

/* ---- lifecycle ---- */

/* libevent logs errors on individual connections, which are not worth reporting. */
static void no_log(int severity, const char *words) {
    (void)severity, (void)words;
}

static bool set_up(struct server *s, const int fds[LISTENERS]) {
    event_set_log_callback(no_log);
    s->base = event_base_new();
    s->http = s->base ? evhttp_new(s->base) : NULL;
    if (!s->http)
        return false;
    s->connections = connections_new(s->base, limits_of(&s->options), s->tls);
    s->sockets = sockets_new(s->base);
    sockets_watch(s->sockets, connections_taken, s->connections);
    evhttp_set_max_headers_size(s->http, HEADERS_MAX);
    evhttp_set_max_body_size(s->http, SERVER_BODY_MAX);
    /* Allow every method, so that we can answer 405 ourselves. */
    evhttp_set_allowed_methods(s->http, EVHTTP_REQ_GET | EVHTTP_REQ_POST | EVHTTP_REQ_HEAD |
                                            EVHTTP_REQ_PUT | EVHTTP_REQ_DELETE |
                                            EVHTTP_REQ_OPTIONS | EVHTTP_REQ_TRACE |
                                            EVHTTP_REQ_CONNECT | EVHTTP_REQ_PATCH);
    evhttp_set_gencb(s->http, on_request, s);
    evhttp_set_bevcb(s->http, connections_accept, s->connections);
    for (int i = 0; i < LISTENERS; i++) {
        if (fds[i] < 0)
            continue;
        struct evconnlistener *listener = evconnlistener_new(
            s->base, NULL, NULL, LEV_OPT_CLOSE_ON_FREE | LEV_OPT_CLOSE_ON_EXEC, 0, fds[i]);
        s->bound[i] = listener ? evhttp_bind_listener(s->http, listener) : NULL;
        if (!s->bound[i])
            return false;
        connections_listen(s->connections, listener);
    }
    for (int i = 0; i < SIGNALS; i++) {
        if (signal_numbers[i] == SIGHUP && !s->tls)
            continue; /* default action: closing the terminal ends the server */
        s->signals[i] = evsignal_new(s->base, signal_numbers[i], on_signal, s);
        if (!s->signals[i] || evsignal_add(s->signals[i], NULL) != 0)
            return false;
    }
    return true;
}

struct server *server_open(const struct server_options *options, struct text *error) {
    int fds[LISTENERS];
    struct server *s = grab(1, sizeof *s);
    s->options = *options;
    s->tls = options->certificate ? tls_new(options->certificate, options->key, error) : NULL;
    if ((options->certificate && !s->tls) || !find_port(options, fds, &s->port, error)) {
        tls_free(s->tls);
        free(s);
        return NULL;
    }
    s->hosts.lan = options->lan;
    s->hosts.more = options->hosts;
    if (gethostname(s->hosts.own, sizeof s->hosts.own - 1) != 0)
        s->hosts.own[0] = '\0';
    signal(SIGPIPE, SIG_IGN); /* a client that disconnects must not kill us */
    if (!set_up(s, fds))
        abort();
    return s;
}

int server_port(const struct server *s) {
    return s->port;
}

struct event_base *server_base(struct server *s) {
    return s->base;
}

struct sockets *server_sockets(struct server *s) {
    return s->sockets;
}

void server_streams(struct server *s, struct evhttp_request *request) {
    connections_streams(s->connections, request);
}

void server_run(struct server *s) {
    event_base_dispatch(s->base);
}

void server_hang_up(struct server *s) {
    if (!s->http)
        return;
    for (int i = 0; i < SIGNALS; i++) {
        if (s->signals[i])
            event_free(s->signals[i]);
    }
    if (s->stop)
        event_free(s->stop);
    sockets_free(s->sockets);
    evhttp_free(s->http);
    connections_free(s->connections);
    s->http = NULL;
}

void server_close(struct server *s) {
    if (!s)
        return;
    server_hang_up(s);
    tls_free(s->tls);
    event_base_free(s->base);
    free(s);
}
