/* postgres: connections to PostgreSQL, for the link and for those who listen. */
#pragma once

#include <libpq-fe.h>

#include "core/text.h"

enum postgres_use { POSTGRES_WRITE, POSTGRES_READ, POSTGRES_NOTICES };

/* The channel on which nodes tell each other what they wrote. */
#define POSTGRES_CHANNEL "yard"

/* And the one for what nobody keeps: see store_whisper(). */
#define POSTGRES_WHISPERS "yard_whispers"

/* Without a word for so long a connection counts as dead: a network that is cut tells nobody. The
 * database itself gives up a statement sooner. */
enum { POSTGRES_SILENCE_MS = 7000 };

/* NULL: why not. No words of it ever hold the password. */
PGconn *postgres_connect(const char *where, enum postgres_use use, struct text *error);

/* The next result of what was sent, NULL behind the last one; nothing else here waits for an
 * answer. False: there was silence, and the connection is of no more use. */
bool postgres_result(PGconn *c, PGresult **ret);

/* Sends all that waits to be sent, for those who do not ask for a result soon. */
bool postgres_sent(PGconn *c);

/* The result of a question that was just asked; NULL after silence. `asked` is what libpq said to
 * the asking. */
PGresult *postgres_answer(PGconn *c, int asked);

/* Adds what the server said, on one line. */
void postgres_explain(const PGconn *c, const char *doing, struct text *error);

/* See struct link_kind. */
struct link_hearer;
void postgres_listen(const char *where, int stop, int retry_ms, struct link_hearer hearer);
