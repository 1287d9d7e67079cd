/* keep: a store taken elsewhere, while servers go on with it, and brought back. All of these wait
 * until it is done. */
#pragma once

#include "core/text.h"

/* Says whether the file at this path is a sound store; words say why not, and call it by the name
 * that people know. */
struct store_judge {
    bool (*good)(void *arg, const char *path, const char *name, struct text *error);
    void *arg;
};

/* A copy of a store of SQLite as one file, which must not exist yet. One that the judge refuses
 * does not get this name: it is kept as FILE.damaged. */
bool store_backup(const char *where, const char *file, struct store_judge judge,
                  struct text *error);

struct store_restored {
    char aside[4096]; /* where the store of before is now, with the files beside it; "": none */
};

/* Puts a copy in the place of a store of SQLite, which no server may have open. The judge is asked
 * before anything of the old store is touched. Wherever it is interrupted, there is the old store
 * or the new one, and nothing of the old log beside the new store. */
bool store_restore(const char *copy, const char *where, struct store_judge judge,
                   struct store_restored *ret, struct text *error);

struct store_exported {
    int games, unchanged; /* unchanged: the record was there before, up to its last line */
    long long events;
};

/* Every game as the record FOLDER/ID.yard. A record that is there is replaced only by a longer one
 * of the same game. Secrets of fair dice and tokens are not written. The list of commitments, if it
 * has any, becomes FOLDER/commitments.ndjson. */
bool store_export(const char *where, const char *folder, struct store_exported *ret,
                  struct text *error);
