/* handshake: validates a WebSocket request (RFC 6455, 4.2) and writes the response. Does no I/O. */
#pragma once

#include "core/text.h"
#include "core/words.h"

#define SUBPROTOCOL "yardstick.1"

struct handshake {
    bool get, body;
    int major, minor; /* HTTP version */

    /* List headers are joined into one line, or NULL if absent. The others are NULL if absent or
     * repeated. */
    const char *upgrade, *connection, *version, *key, *protocols;
};

/* Returns 101, or sets error and returns the status of the refusal. */
int handshake_check(const struct handshake *h, struct text *error);

/* Writes the response to a valid handshake. */
void handshake_answer(const struct handshake *h, struct text *out);
