/* cache: solved tables as files, so that a table that is slow to solve is solved only once.
 *
 * One file per rule set and kind of table, in $XDG_CACHE_HOME/yardstick or else ~/.cache/yardstick.
 * A file is found by a hash of the whole book, the parameters in force and the solver's version, so
 * a table of a book that has changed since is never used. Nothing depends on the cache: a damaged
 * file is skipped with a warning and rewritten, and if the folder is not writable, nothing is
 * stored. Files are written atomically, and verified in full when they are opened; deleting any of
 * them at any time is safe.
 *
 * A file is a header (struct in cache.c) and the payload: the solver's numbers as they are in
 * memory, little-endian. Big-endian machines have no cache. */
#pragma once

#include "rules/rules.h"

enum { CACHE_VERSION = 2, CACHE_SHAPE_NUMBERS = 4, CACHE_PATH_MAX = 4096 };

/* Identifies a table. CACHE_VERSION is the version of the file format, SOLVER_VERSION
 * (solve/version.h) the version of the contents. */
struct cache_key {
    const char *kind; /* "sheet", ...; up to 15 characters, valid in a file name */
    const struct rules *rules;
    double temperature[2];               /* for play with mistakes, compared exactly; otherwise 0 */
    uint32_t shape[CACHE_SHAPE_NUMBERS]; /* the table's shape, as defined by its solver */
};

struct cached {
    const void *data; /* NULL if none */
    size_t size;
    void *mapping;
    size_t mapping_size;
};

/* The cache folder, which need not exist. Returns false if neither XDG_CACHE_HOME nor HOME is an
 * absolute path, or if the result is too long. */
bool cache_folder(struct text *ret);

/* The path of a table; the file is named like "yardkle_goal=5000.m12000-40000.0123456789abcdef". */
void cache_path(const char *folder, const struct cache_key *key, struct text *ret);

/* Opens a table for reading. Returns false, silently, if there is none or no cache is possible
 * (see cache_save()); if the file is unusable, the warning names it and the reason. */
bool cache_open(const char *folder, const struct cache_key *key, struct cached *ret,
                struct text *warning);
void cache_close(struct cached *cached);

/* Writes a table, creating the folder if needed. Returns false on failure, with a warning if
 * writing failed, and silently if the path is too long or the machine is big-endian. */
bool cache_save(const char *folder, const struct cache_key *key, const void *data, size_t size,
                struct text *warning);
