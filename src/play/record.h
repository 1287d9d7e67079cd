/* record: a table's log as a file, one entry per line. A line is appended and synced before it
 * counts, so nothing acknowledged is ever lost. A file that a crash cut off mid-line is read up
 * to its last complete line. */
#pragma once

#include "play/table.h"

enum { RECORD_BYTES_MAX = 64 << 20 };

/* Incomplete text after the last complete line; it is dropped. */
struct record_tail {
    bool found;
    int line;       /* its line number */
    char text[128]; /* its beginning, made printable */
};

/* Reads a record, without locking it, into an empty table. Errors name the file, the line if one is
 * at fault, and the reason. */
bool record_read(const char *path, struct table *t, struct record_tail *ret_tail,
                 struct text *error);

/* The same from memory; `name` replaces the path in errors. ret_whole (may be NULL) is the length
 * of the complete lines. */
bool record_read_text(struct span data, const char *name, struct table *t, size_t *ret_whole,
                      struct record_tail *ret_tail, struct text *error);

struct record;

/* Creates and syncs a file with these lines, each ending in a newline. Fails if the file exists. */
struct record *record_create(const char *path, struct span lines, struct text *error);

/* Opens an existing file for appending and reads it into an empty table; removes an incomplete last
 * line. Fails, without changing the file, if it has no entries. Only one process at a time can have
 * a record open. */
struct record *record_open(const char *path, struct table *t, struct record_tail *ret_tail,
                           struct text *error);

/* Deletes the file; refuses if another process or screen has it open. */
bool record_delete(const char *path, struct text *error);

const char *record_path(const struct record *rec);
void record_close(struct record *rec); /* NULL is fine */

/* Says a line at a table: checks, writes and syncs it before it takes effect. rec is NULL if the
 * table is not recorded. ret_line (may be NULL) is the line as written. */
bool record_say(struct record *rec, struct table *t, struct span line, struct text *ret_line,
                struct refusal *refusal);
