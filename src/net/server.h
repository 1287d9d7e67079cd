/* server: the site over HTTP, for a browser on this machine or for others in the network. */
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
    SERVER_CONNECTIONS = 12000,  /* at a time, if so many files may be open */
    SERVER_CONNECTIONS_PER_ADDRESS = 64,
    SERVER_GOODBYE_S = 3, /* in which all is said, once it ends; unless told otherwise */
};

struct server_options {
    int port;                 /* 0: any that is free; -1: SERVER_PORT, or one of those behind it */
    bool lan;                 /* listen to others, too */
    const char *const *hosts; /* further names to answer to, NULL at the end; or NULL */

    /* 0: as above. Per address -1 is any number; connections from this machine, where a proxy may
     * be, are not counted. */
    int connections, connections_per_address;
    int goodbye_s; /* 0: as above */

    /* Files in PEM, for TLS; both or neither. Read again on SIGHUP. */
    const char *certificate, *key;
    bool proxy; /* one in front says by X-Forwarded-Proto whether it was asked by TLS */

    /* Is asked first about every request that names a host of ours. True: it answers, now or later,
     * and in any case: a request whose connection has ended is freed by its answer. False: a file
     * of the site is meant. NULL: all are. */
    bool (*request)(void *arg, struct evhttp_request *request);

    /* The server is going down: what would go on for long ends now. Sockets are told by the server.
     * May be NULL. */
    void (*stopping)(void *arg);
    void *arg;

    struct journal *journal; /* or NULL */
};

struct server;

/* Listens from here on. NULL: why not. What the options point to stays the caller's. */
struct server *server_open(const struct server_options *options, struct text *error);

int server_port(const struct server *s);
struct event_base *server_base(struct server *s);
struct sockets *server_sockets(struct server *s);

/* The answer to this request goes on for as long as somebody takes it. */
void server_streams(struct server *s, struct evhttp_request *request);

/* Answers until SIGINT or SIGTERM. Then nobody is let in any more, sockets hear that it ends,
 * answers that were begun are finished, for goodbye_s at most; a second signal ends it at
 * once. */
void server_run(struct server *s);

/* Everybody is cut off, and nothing is heard any more; the loop is still there. */
void server_hang_up(struct server *s);

void server_close(struct server *s); /* NULL is fine */
