/* cache: solved tables as files, so that a slow one is solved once.
 *
 * One file a rule set and kind of table, in $XDG_CACHE_HOME/yardstick, else ~/.cache/yardstick. A
 * file is found by a hash of the whole book, the parameters in force and the solver's version, so
 * that a table of a book that has changed since is never used. Nothing depends on the cache: a file
 * that is damaged is passed over with a warning and written anew, and a folder that cannot be
 * written is left alone. A file is checked as a whole when it is opened and appears at once as a
 * whole when it is written; deleting any of them at any time is fine.
 *
 * A file is a header (struct in cache.c) and the payload: numbers of the solver, little-endian, as
 * they stand in memory. Machines of the other byte order go without. */
#pragma once

#include "rules/rules.h"

enum { CACHE_VERSION = 2, CACHE_SHAPE_NUMBERS = 4, CACHE_PATH_MAX = 4096 };

/* Which table. CACHE_VERSION is that of the files, SOLVER_VERSION (solve/version.h) that of what
 * stands in them. */
struct cache_key {
    const char *kind; /* "sheet", ...; up to 15 characters, fit for a file name */
    const struct rules *rules;
    double temperature[2];               /* of tables with mistakes, exactly; else 0 */
    uint32_t shape[CACHE_SHAPE_NUMBERS]; /* of the table, as its solver counts */
};

struct cached {
    const void *data; /* NULL: there is none */
    size_t size;
    void *mapping;
    size_t mapping_size;
};

/* The folder; it need not exist. False when there is no home to put it in. */
bool cache_folder(struct text *ret);

/* The file of a table: "yardkle_goal=5000.m12000-40000.0123456789abcdef". */
void cache_path(const char *folder, const struct cache_key *key, struct text *ret);

/* Opens a table for reading. False when there is none, silently, or none that is any good: then the
 * warning names the file and the reason. */
bool cache_open(const char *folder, const struct cache_key *key, struct cached *ret,
                struct text *warning);
void cache_close(struct cached *cached);

/* Writes a table, the folder too when it is missing. False, with a warning, when that fails. */
bool cache_save(const char *folder, const struct cache_key *key, const void *data, size_t size,
                struct text *warning);
