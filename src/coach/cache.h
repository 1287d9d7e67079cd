/* cache: solved tables as files, so that a slow one is solved once.
 *
 * One file a rule set and kind of table, in $XDG_CACHE_HOME/yardstick, else ~/.cache/yardstick.
 * Nothing depends on it: a file that is damaged, of another version or of other rules is passed
 * over with a warning and written anew, and a folder that cannot be written is left alone. A file
 * is checked as a whole when it is opened and appears at once as a whole when it is written;
 * deleting any of them at any time is fine.
 *
 * A file is a header (struct in cache.c) and the payload: numbers of the solver, little-endian, as
 * they stand in memory. Machines of the other byte order go without. */
#ifndef YARD_COACH_CACHE_H
#define YARD_COACH_CACHE_H

#include "rules/rules.h"

enum { CACHE_VERSION = 1, CACHE_SHAPE_NUMBERS = 4, CACHE_PATH_MAX = 4096 };

/* Which table. The version is to be raised when a solver means something else by its numbers. */
struct cache_key {
    const char *kind; /* "sheet", ...; up to 15 characters, fit for a file name */
    const struct rules *rules;
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

/* The file of a table. */
void cache_path(const char *folder, const struct cache_key *key, struct text *ret);

/* Opens a table for reading. False when there is none, silently, or none that is any good: then the
 * warning names the file and the reason. */
bool cache_open(const char *folder, const struct cache_key *key, struct cached *ret,
                struct text *warning);
void cache_close(struct cached *cached);

/* Writes a table, the folder too when it is missing. False, with a warning, when that fails. */
bool cache_save(const char *folder, const struct cache_key *key, const void *data, size_t size,
                struct text *warning);

#endif
