/* seal: a checksum in a copy of a store, so that a copy which has lost a bit since is told from one
 * that has not: SQLite itself finds a wrong page, but no wrong letter.
 *
 * It stands where SQLite keeps a number for the program's own use (user_version, bytes 60 to 63 of
 * the file): BLAKE2b-32 of the whole file with zeros in that place, never 0. It holds for a file as
 * it was copied, with a rollback journal; as soon as a server has started on the copy, the file is
 * in WAL mode and the number means nothing. */
#pragma once

#include "core/text.h"

enum seal {
    SEAL_NONE, /* the store of a server, a copy made by an earlier version, no store at all */
    SEAL_GOOD,
    SEAL_BROKEN,
    SEAL_UNREADABLE, /* with words */
};

enum seal seal_check(const char *path, struct text *error);

/* Puts it into a file that nobody has open. The caller syncs the file. */
bool seal_put(const char *path, struct text *error);
