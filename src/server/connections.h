/* connections: keeps an eye on those of an evhttp, which has neither a limit to their number nor a
 * patience that many small steps do not renew. One that waits too long for a request, takes too
 * long to say one or to take its answer is ended; and where there are too many, so is the one that
 * has been waiting longest. */
#ifndef YARD_SERVER_CONNECTIONS_H
#define YARD_SERVER_CONNECTIONS_H

#include <event2/bufferevent.h>
#include <event2/http.h>
#include <event2/listener.h>

struct connections;

/* NULL: no memory. */
struct connections *connections_new(struct event_base *base);

/* After the evhttp is gone. */
void connections_free(struct connections *c);

/* Connections of this listener are not accepted while there is no room for them. */
void connections_listen(struct connections *c, struct evconnlistener *listener);

/* For evhttp_set_bevcb(): a new connection. `where` is the struct connections. */
struct bufferevent *connections_accept(struct event_base *base, void *where);

/* A request is there whole, and is about to be answered. */
void connections_asked(struct connections *c, struct evhttp_request *request);

#endif
