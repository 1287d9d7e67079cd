/* keep: backs up a store (even while servers use it), restores a backup, and exports games. All of
 * these functions block until done. */
#pragma once

#include "core/text.h"

/* Decides whether the file at this path is a sound store; if not, sets error, which refers to the
 * file as `name`. */
struct store_judge {
    bool (*good)(void *arg, const char *path, const char *name, struct text *error);
    void *arg;
};

/* Copies an SQLite store to a single file, which must not exist yet. A copy that the judge rejects
 * is kept as FILE.damaged instead, if that name is free. */
bool store_backup(const char *where, const char *file, struct store_judge judge,
                  struct text *error);

struct store_restored {
    char aside[4096]; /* where the old store and the files next to it are now; "": no old store */
};

/* Replaces an SQLite store, which no server may have open, with a backup. The judge is asked before
 * the old store is touched. An interruption at any point leaves either the old store or the new
 * one, and never the old log next to the new store. */
bool store_restore(const char *copy, const char *where, struct store_judge judge,
                   struct store_restored *ret, struct text *error);

struct store_exported {
    int games, unchanged; /* unchanged: the record was already complete */
    long long events;
};

/* Writes every game as the record FOLDER/ID.yard. An existing record is replaced only by a longer
 * record of the same game. Tokens and unrevealed secrets of fair dice are not written. The
 * list of commitments, unless empty, is written to FOLDER/commitments.ndjson. */
bool store_export(const char *where, const char *folder, struct store_exported *ret,
                  struct text *error);
