/* socket_stream: what is below a socket: any stream, of an evhttp (takeover.c) or of a test. */
#pragma once

#include "net/socket.h"

/* Speaks frames on a stream from now on, what was read from it already included. release(owner)
 * frees the stream in the end. */
struct socket *socket_begin(struct sockets *all, struct bufferevent *stream,
                            void (*release)(void *owner), void *owner, struct socket_hooks hooks,
                            void *arg);

/* No more are taken. */
bool sockets_are_closed(const struct sockets *all);
