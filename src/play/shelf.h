/* shelf: the folder of a person's records, according to the XDG convention
 * ($XDG_DATA_HOME/yardstick/games, else ~/.local/share/yardstick/games). */
#pragma once

#include "play/record.h"

enum { PATH_MAX_BYTES = 4096 };

/* Creates a record with all lines of the table at once, so that a crash cannot leave half a table.
 * path NULL: on the shelf, under a generated name. */
struct record *shelf_keep(const struct table *t, const char *path, const char *stamp,
                          struct text *error);

/* A time (seconds since 1970) in UTC, as in records and as in file names: "2026-11-15T08:30:00Z"
 * and "2026-11-15-0830". */
void date_words(int64_t seconds, char ret_date[32], char ret_stamp[32]);

struct shelf_item {
    char path[PATH_MAX_BYTES];
    struct table *table;     /* NULL if the record cannot be read; see `error` */
    struct record_tail tail; /* incomplete last line after a crash */
    char error[512];
};

struct shelf {
    struct shelf_item *items; /* newest first */
    int count;
};

/* Reads all records on the shelf; an unreadable one is listed with its error. */
bool shelf_open(struct shelf *ret, struct text *error);
void shelf_close(struct shelf *shelf);
