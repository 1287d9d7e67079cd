/* keep: a store taken elsewhere, while servers go on with it. Both wait until it is done. */
#ifndef YARD_STORE_KEEP_H
#define YARD_STORE_KEEP_H

#include "core/text.h"

/* A copy of a store of SQLite as one file, which must not exist yet. */
bool store_backup(const char *where, const char *file, struct text *error);

struct store_exported {
    int games, unchanged; /* unchanged: the record was there before, up to its last line */
    long long events;
};

/* Every game as the record FOLDER/ID.yard. A record that is there is replaced only by a longer one
 * of the same game. Secrets of fair dice and tokens are not written. The list of commitments, if it
 * has any, becomes FOLDER/commitments.ndjson. */
bool store_export(const char *where, const char *folder, struct store_exported *ret,
                  struct text *error);

#endif
