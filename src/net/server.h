/* server: serves the site over HTTP, to this machine or to the network. */
#pragma once

#include <event2/http.h>
#include <stdbool.h>

#include "core/text.h"
#include "net/journal.h"
#include "net/socket.h"

enum {
    SERVER_PORT = 8080,
    SERVER_PORT_TRIES = 10,
    SERVER_BODY_MAX = 16 * 1024, /* of a request */
    SERVER_CONNECTIONS = 12000,  /* at a time, if the open-file limit allows */
    SERVER_CONNECTIONS_PER_ADDRESS = 64,
    SERVER_GOODBYE_S = 3, /* default grace period on shutdown */
};

struct server_options {
    int port;                 /* 0: any free port; -1: SERVER_PORT or one of the next few */
    bool lan;                 /* listen on all interfaces */
    const char *const *hosts; /* additional host names, NULL-terminated; or NULL */

    /* 0: the defaults above; the limit per address then applies only with `lan`. -1 per address:
     * unlimited. Connections from this machine, where a proxy may run, are not counted per
     * address. */
    int connections, connections_per_address;
    int goodbye_s; /* 0: the default above */

    /* PEM files for TLS; both or neither. Reloaded on SIGHUP. */
    const char *certificate, *key;
    bool proxy; /* trust X-Forwarded-Proto from a proxy */

    /* Called first for every unambiguous request to one of our hosts. Returns true if it takes the
     * request: it must then reply, now or later, even if the connection is closed, because the
     * reply frees the request. Returns false to serve a file of the site. May be NULL. */
    bool (*request)(void *arg, struct evhttp_request *request);

    /* The server is shutting down: end long-lived responses. The server closes sockets itself. May
     * be NULL. */
    void (*stopping)(void *arg);
    void *arg;

    struct journal *journal; /* or NULL */
};

struct server;

/* Starts listening. Returns NULL and sets error on failure. The caller keeps ownership of what the
 * options point to. */
struct server *server_open(const struct server_options *options, struct text *error);

int server_port(const struct server *s);
struct event_base *server_base(struct server *s);
struct sockets *server_sockets(struct server *s);

/* Marks the response to this request as a stream, which lasts as long as the client reads. */
void server_streams(struct server *s, struct evhttp_request *request);

/* Runs until SIGINT or SIGTERM. Then stops accepting, closes sockets with a message, and finishes
 * responses in progress for up to goodbye_s; a second signal ends it immediately. */
void server_run(struct server *s);

/* Stops listening and closes all connections; the event loop stays valid. */
void server_hang_up(struct server *s);

void server_close(struct server *s); /* NULL is fine */
