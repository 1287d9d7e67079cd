/* postgres: connections to PostgreSQL, for the link and for those who listen. */
#ifndef YARD_STORE_POSTGRES_H
#define YARD_STORE_POSTGRES_H

#include <libpq-fe.h>

#include "core/text.h"

enum postgres_use { POSTGRES_WRITE, POSTGRES_READ, POSTGRES_NOTICES };

/* The channel on which nodes tell each other what they wrote. */
#define POSTGRES_CHANNEL "yard"

/* NULL: why not. No words of it ever hold the password. */
PGconn *postgres_connect(const char *where, enum postgres_use use, struct text *error);

/* Adds what the server said, on one line. */
void postgres_explain(const PGconn *c, const char *doing, struct text *error);

/* See struct link_kind. */
void postgres_listen(const char *where, int stop, int retry_ms,
                     void (*heard)(void *arg, const char *game, int64_t last), void *arg);

#endif
