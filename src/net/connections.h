/* connections: keeps an eye on those of an evhttp, which has neither a limit to their number nor a
 * patience that many small steps do not renew. One that waits too long for a request, takes too
 * long to say one or to take its answer is ended; and where there are too many, so is the one that
 * has been waiting longest. Where they come from is counted, too, so that nobody takes all places.
 */
#pragma once

#include <event2/bufferevent.h>
#include <event2/http.h>
#include <event2/listener.h>

#include "net/tls.h"

struct connections;

struct connection_limits {
    int all;
    int per_address; /* of others than this machine, where a proxy may be; 0: any number */
};

/* Each of them with TLS, if that is not NULL; it stays the caller's. */
struct connections *connections_new(struct event_base *base, struct connection_limits limits,
                                    struct tls *tls);

/* After the evhttp is gone. */
void connections_free(struct connections *c);

/* Connections of this listener are not accepted while there is no room for them. */
void connections_listen(struct connections *c, struct evconnlistener *listener);

/* For evhttp_set_bevcb(): a new connection. `where` is the struct connections. */
struct bufferevent *connections_accept(struct event_base *base, void *where);

/* A request is there whole, and is about to be answered. */
void connections_asked(struct connections *c, struct evhttp_request *request);

/* The answer to a request goes on for as long as it is taken: it may take all the time it wants,
 * but not keep more waiting than a socket may, nor keep anything waiting for a minute. */
void connections_streams(struct connections *c, struct evhttp_request *request);

/* For sockets_watch(): it is no business of HTTP any more, but counts. */
void connections_taken(void *where, struct bufferevent *stream, bool taken);

int connections_count(const struct connections *c);

/* No listener is touched any more; who waits for a request is ended, and so is everybody else after
 * his answer. To be called again and again, until none is left or it took too long. */
void connections_wind_up(struct connections *c);
