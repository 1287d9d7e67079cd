/* record: a table's log as a file, one line an entry, written so that nothing acknowledged is ever
 * lost: a line is appended and synced before it counts. A file cut off in the middle of a line by a
 * crash is read up to its last whole line. */
#pragma once

#include "play/table.h"

enum { RECORD_BYTES_MAX = 64 << 20 };

/* What was found behind the last whole line, and dropped. */
struct record_tail {
    bool found;
    int line;       /* where it stood */
    char text[128]; /* its beginning, made printable */
};

/* Reads a record into an empty table without locking it. The error names line and reason. */
bool record_read(const char *path, struct table *t, struct record_tail *ret_tail,
                 struct text *error);

/* The same from memory; `name` stands in the error instead of the path. ret_whole (may be NULL) is
 * the length of the part made of whole lines. */
bool record_read_text(struct span data, const char *name, struct table *t, size_t *ret_whole,
                      struct record_tail *ret_tail, struct text *error);

struct record;

/* A new file holding these lines (each ending in a newline), synced. Refuses an existing file. */
struct record *record_create(const char *path, struct span lines, struct text *error);

/* An existing file to go on with, read into an empty table; a cut-off end is removed. Only one
 * process at a time can have a record open. */
struct record *record_open(const char *path, struct table *t, struct record_tail *ret_tail,
                           struct text *error);

const char *record_path(const struct record *rec);
void record_close(struct record *rec); /* NULL is fine */

/* Says a line at a recorded table: checked, written, synced, and only then in force. rec may be
 * NULL for a table that is not recorded. ret_line (may be NULL) is the line as written. */
bool record_say(struct record *rec, struct table *t, struct span line, struct text *ret_line,
                struct refusal *refusal);
