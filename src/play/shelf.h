/* shelf: the folder in which a person's records stand, by the XDG convention
 * ($XDG_DATA_HOME/yardstick/games, else ~/.local/share/yardstick/games). */
#ifndef YARD_PLAY_SHELF_H
#define YARD_PLAY_SHELF_H

#include "play/record.h"

enum { PATH_MAX_BYTES = 4096 };

/* The folder; it need not exist. False when there is no home to put it in. */
bool shelf_folder(struct text *ret, struct text *error);

/* A path for a new record that says when, what and who: the folder is made when missing, and the
 * name is not taken yet. stamp: "2026-11-15-0830". */
bool shelf_new_path(const char *stamp, const struct state *s, struct text *ret, struct text *error);

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

#endif
