/* handshake: whether a request for a WebSocket is in order (RFC 6455, 4.2), and what it is
 * answered. Knows no sockets. */
#pragma once

#include "core/text.h"
#include "core/words.h"

#define SUBPROTOCOL "yardstick.1"

struct handshake {
    bool get, body;
    int major, minor; /* the version of HTTP */

    /* Of what can be a list, all lines as one; NULL: not said. Of the others NULL: not said, or
     * more than once. */
    const char *upgrade, *connection, *version, *key, *protocols;
};

/* 101, or the status of the refusal with words why. */
int handshake_check(const struct handshake *h, struct text *error);

/* The head of the answer to a handshake that is in order. */
void handshake_answer(const struct handshake *h, struct text *out);
