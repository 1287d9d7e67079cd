/* connections: supervises the connections of an evhttp server, which does not limit their number
 * and whose timeouts restart with every byte. Closes connections that take too long to start a
 * request, to send it or to read the response; when there are too many connections, closes the one
 * that has kept the server waiting longest. Also counts connections by origin, so that no single
 * client can take them all. */
#pragma once

#include <event2/bufferevent.h>
#include <event2/http.h>
#include <event2/listener.h>

#include "net/tls.h"

struct connections;

struct connection_limits {
    int all;
    /* Does not apply to connections from this machine, where a proxy may run. 0: unlimited. */
    int per_address;
};

/* The connections use TLS unless `tls` is NULL; the caller keeps ownership of `tls`. */
struct connections *connections_new(struct event_base *base, struct connection_limits limits,
                                    struct tls *tls);

/* Call after evhttp_free(). */
void connections_free(struct connections *c);

/* Registers a listener, which is disabled while there is no capacity. */
void connections_listen(struct connections *c, struct evconnlistener *listener);

/* Callback for evhttp_set_bevcb(): a new connection. `where` is the struct connections. */
struct bufferevent *connections_accept(struct event_base *base, void *where);

/* Call when a request has been read completely and is about to be answered. */
void connections_asked(struct connections *c, struct evhttp_request *request);

/* Marks the response to this request as a stream. It may last indefinitely, but is closed if more
 * than SOCKET_QUEUE_MAX bytes are queued or the client reads too slowly for a minute. */
void connections_streams(struct connections *c, struct evhttp_request *request);

/* Callback for sockets_watch(): a connection that has become a WebSocket is no longer handled as
 * HTTP, but counts until it is closed. */
void connections_taken(void *where, struct bufferevent *stream, bool taken);

int connections_count(const struct connections *c);

/* Closes idle connections now, busy ones after their response, and no longer enables or disables
 * listeners. Call repeatedly until no connection is left or time is up. */
void connections_wind_up(struct connections *c);
