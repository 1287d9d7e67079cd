/* shelf: the folder in which a person's records stand, by the XDG convention
 * ($XDG_DATA_HOME/yardstick/games, else ~/.local/share/yardstick/games). */
#pragma once

#include "play/record.h"

enum { PATH_MAX_BYTES = 4096 };

/* A new record that begins with all lines of the table, at once: no crash leaves half a table. path
 * NULL: on the shelf, under a name of its own. */
struct record *shelf_keep(const struct table *t, const char *path, const char *stamp,
                          struct text *error);

/* A moment (seconds since 1970, UTC) as in records and as in file names: "2026-11-15T08:30:00Z" and
 * "2026-11-15-0830". */
void date_words(int64_t seconds, char ret_date[32], char ret_stamp[32]);

struct shelf_item {
    char path[PATH_MAX_BYTES];
    struct table *table;     /* NULL when the record cannot be read; error says why */
    struct record_tail tail; /* what a crash cut off */
    char error[512];
};

struct shelf {
    struct shelf_item *items; /* newest first */
    int count;
};

/* Reads all records of the shelf; one that cannot be read is listed with its error. */
bool shelf_open(struct shelf *ret, struct text *error);
void shelf_close(struct shelf *shelf);
