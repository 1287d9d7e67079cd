/* socket_stream: runs a socket on any stream, whether from evhttp (takeover.c) or from a test. */
#pragma once

#include "net/socket.h"

/* Starts framing on a stream, including data already in its input buffer. release(owner) eventually
 * frees the stream. */
struct socket *socket_begin(struct sockets *all, struct bufferevent *stream,
                            void (*release)(void *owner), void *owner, struct socket_hooks hooks,
                            void *arg);

/* Whether new sockets are refused. */
bool sockets_are_closed(const struct sockets *all);
