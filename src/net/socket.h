/* socket: WebSockets (RFC 6455) on connections taken over from evhttp, framed by wslay. Text
 * messages only; a protocol violation closes the connection with the appropriate code. Queues are
 * bounded: a client that does not read is dropped. An idle socket costs a few hundred bytes on top
 * of its bufferevent. */
#pragma once

#include <event2/bufferevent.h>
#include <event2/http.h>

#include "core/text.h"
#include "core/words.h"

enum {
    SOCKET_MESSAGE_MAX = 8192 + 64, /* from a client; larger: close code 1009 */
    SOCKET_FRAGMENTS_MAX = 64,      /* per message; more: 1009 as well */
    SOCKET_QUEUE_MAX = 1 << 20,     /* bytes queued for a slow client; more: close code 1008 */
    SOCKET_REASON_MAX = 123,        /* bytes in a close frame */
    SOCKET_PING_S = 25,             /* between pings, and for a client to answer one */
    SOCKET_CLOSE_S = 5,             /* for the peer to answer a close frame */
};

struct sockets; /* all sockets of a server */
struct socket;

struct socket_hooks {
    /* The text is complete and valid UTF-8, but may contain NUL. Never called from within a
     * function below. */
    void (*message)(void *arg, struct socket *s, struct span text);

    /* Called exactly once, last of all; s is invalid afterwards. Never called from within a
     * function below, except sockets_free(). */
    void (*closed)(void *arg, struct socket *s);
};

struct sockets *sockets_new(struct event_base *base);
void sockets_free(struct sockets *all); /* closes all sockets immediately, calling closed() */
int sockets_count(const struct sockets *all);

/* Overrides the intervals above with values from 1 to 60 s. Running timers are not changed. */
void sockets_patience(struct sockets *all, int ping_s, int close_s);

/* `watch` is called for each connection taken over, and again when it has been closed. */
void sockets_watch(struct sockets *all,
                   void (*watch)(void *arg, struct bufferevent *stream, bool taken), void *arg);

/* Takes over the connection and answers 101. Returns NULL if it refused the request and replied
 * with the reason. The request must not be used afterwards. The caller must have checked the Origin
 * header. */
struct socket *socket_take(struct sockets *all, struct evhttp_request *request,
                           struct socket_hooks hooks, void *arg);

/* Does nothing if the socket is closing. */
void socket_send(struct socket *s, struct span text);

size_t socket_waiting(const struct socket *s); /* bytes queued for sending */

/* Sends a close frame with code and reason (truncated to SOCKET_REASON_MAX), waits up to
 * SOCKET_CLOSE_S for the peer's close frame, then calls closed(). message() is no longer called. */
void socket_close(struct socket *s, int code, const char *reason);

/* Call when the server shuts down: sends a text message to all sockets, then closes them with
 * code 1012. Refuses new sockets from then on. */
void sockets_go_away(struct sockets *all, struct span last_words);
