/* socket: WebSockets (RFC 6455) on connections taken over from an evhttp, framed by wslay. Text
 * messages only; what is not in order ends the connection with the right close code. Nothing is
 * queued without a bound: a client that does not take what it is sent is dropped. An idle one costs
 * a few hundred bytes beside its bufferevent. */
#pragma once

#include <event2/bufferevent.h>
#include <event2/http.h>

#include "core/text.h"
#include "core/words.h"

enum {
    SOCKET_MESSAGE_MAX = 8192 + 64, /* from a client; a larger one: 1009 */
    SOCKET_FRAGMENTS_MAX = 64,      /* of one message; more: 1009, too */
    SOCKET_QUEUE_MAX = 1 << 20,     /* bytes that wait for a slow client: then 1008 */
    SOCKET_REASON_MAX = 123,        /* of a close frame */
    SOCKET_PING_S = 25,             /* between pings; as long a client may take to answer */
    SOCKET_CLOSE_S = 5,             /* that the other side has to say its part of a good-bye */
};

struct sockets; /* all of a server */
struct socket;  /* one */

struct socket_hooks {
    /* Whole, valid UTF-8, which may have a NUL in it. Never called from within a function below. */
    void (*message)(void *arg, struct socket *s, struct span text);

    /* Exactly once, the last call about it; s is gone when it returns. Never called from within a
     * function below but sockets_free(). */
    void (*closed)(void *arg, struct socket *s);
};

struct sockets *sockets_new(struct event_base *base);
void sockets_free(struct sockets *all); /* ends them all at once, calling closed() */
int sockets_count(const struct sockets *all);

/* Other times than those above, from 1 to 60 s; for connections that are taken from now on. */
void sockets_patience(struct sockets *all, int ping_s, int close_s);

/* Is told of each connection that is taken, and again when it has ended. */
void sockets_watch(struct sockets *all,
                   void (*watch)(void *arg, struct bufferevent *stream, bool taken), void *arg);

/* Takes the connection over, and answers 101. NULL: the handshake is wrong, the answer with words
 * why is sent. Afterwards the request is gone. The origin has been checked by the caller. */
struct socket *socket_take(struct sockets *all, struct evhttp_request *request,
                           struct socket_hooks hooks, void *arg);

/* Says nothing to one that is closing. */
void socket_send(struct socket *s, struct span text);

size_t socket_waiting(const struct socket *s); /* bytes that it has not taken yet */

/* Sends a close frame with code and reason (what is longer than SOCKET_REASON_MAX is cut), waits
 * for the other's at most SOCKET_CLOSE_S, then closed() is called. No message() from now on. */
void socket_close(struct socket *s, int code, const char *reason);

/* For all: the server is going down. A text message first, then 1012. Who asks from now on is
 * refused. */
void sockets_go_away(struct sockets *all, struct span last_words);
