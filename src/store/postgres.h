/* postgres: connections to PostgreSQL, for links and listeners. */
#pragma once

#include <libpq-fe.h>

#include "core/say.h"

enum postgres_use { POSTGRES_WRITE, POSTGRES_READ, POSTGRES_NOTICES };

/* The channel on which nodes announce their writes. */
#define POSTGRES_CHANNEL "yard"

/* The channel for transient messages: see store_whisper(). */
#define POSTGRES_WHISPERS "yard_whispers"

/* A connection silent for this long counts as dead, since a broken network reports no error. The
 * database itself cancels a slow statement before that. */
enum { POSTGRES_SILENCE_MS = 7000 };

/* NULL on failure. The error never contains the password. */
PGconn *postgres_connect(const char *where, enum postgres_use use, struct text *error);

/* Gets the next result of the queries sent; NULL after the last one. Links and listeners wait for
 * results only here. Returns false on timeout; the connection is then unusable. */
bool postgres_result(PGconn *c, PGresult **ret);

/* Flushes the output, for callers that will not read a result soon. */
bool postgres_sent(PGconn *c);

/* The result of the query just sent; NULL if sending failed or no result came in time. `asked` is
 * the return value of libpq's send function. */
PGresult *postgres_answer(PGconn *c, int asked);

/* The operation that failed. */
enum postgres_task {
    POSTGRES_TO_REACH,
    POSTGRES_TO_FIND_STORE,
    POSTGRES_TO_PREPARE,
    POSTGRES_TO_USE,
    POSTGRES_TO_WRITE,
    POSTGRES_TO_READ,
};

/* Says what failed, with the server's error message, on one line. */
void postgres_explain(const PGconn *c, enum postgres_task task, struct text *error);

/* See struct link_kind. */
struct link_hearer;
void postgres_listen(const char *where, int stop, int retry_ms, struct link_hearer hearer);
