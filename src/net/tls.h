/* tls: TLS streams over libevent's bufferevents, using OpenSSL. */
#pragma once

#include <event2/bufferevent.h>

#include "core/text.h"

struct tls;

/* Loads a certificate chain (server certificate first) and its key from PEM files. Returns NULL and
 * sets error on failure. Requires TLS 1.2 or later. */
struct tls *tls_new(const char *certificate, const char *key, struct text *error);
void tls_free(struct tls *t);

/* Reloads both files for new connections. On failure returns false, sets error, and keeps the
 * previous certificate and key. */
bool tls_reload(struct tls *t, struct text *error);

/* A stream without a socket; the handshake starts when it gets one. */
struct bufferevent *tls_stream(struct tls *t, struct event_base *base);

/* Whether the handshake is complete; always true without TLS. */
bool tls_is_ready(struct bufferevent *stream);

/* Sends close_notify, so that the peer can detect truncation. Does nothing without TLS. */
void tls_goodbye(struct bufferevent *stream);
