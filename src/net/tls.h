/* tls: connections that nobody else reads, by OpenSSL under libevent's bufferevents. */
#pragma once

#include <event2/bufferevent.h>

#include "core/text.h"

struct tls;

/* A certificate, with those between it and its root behind it, and its key, both in PEM. NULL: why
 * not. TLS 1.2 and newer. */
struct tls *tls_new(const char *certificate, const char *key, struct text *error);
void tls_free(struct tls *t);

/* Reads both files again, for connections from now on. False: why not; then all stays as it was. */
bool tls_reload(struct tls *t, struct text *error);

/* A stream without a socket as yet, which begins to speak TLS when it gets one. */
struct bufferevent *tls_stream(struct tls *t, struct event_base *base);

/* Whether all is agreed on; of a stream without TLS always. */
bool tls_is_ready(struct bufferevent *stream);

/* Says that nothing follows, so that nobody can cut an answer short unnoticed. Of a stream without
 * TLS nothing. */
void tls_goodbye(struct bufferevent *stream);
