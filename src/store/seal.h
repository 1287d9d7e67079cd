/* seal: a checksum in a copy of a store, to detect later bit errors: SQLite itself finds a damaged
 * page, but not a changed letter.
 *
 * The seal is kept in the number that SQLite leaves to applications (user_version, bytes 60 to 63
 * of the file): BLAKE2b-32 of the whole file with zeros in those bytes, or 1 if that is 0. It is
 * valid for the file as it was copied, in rollback-journal mode; once a server has started on the
 * copy, the file is in WAL mode and the number means nothing. */
#pragma once

#include "core/text.h"

enum seal {
    SEAL_NONE, /* a server's store, a copy made by an older version, or not a store at all */
    SEAL_GOOD,
    SEAL_BROKEN,
    SEAL_UNREADABLE, /* error is set */
};

enum seal seal_check(const char *path, struct text *error);

/* Adds the seal to a file that SQLite does not have open. The caller syncs the file. */
bool seal_put(const char *path, struct text *error);
