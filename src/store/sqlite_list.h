/* sqlite_list: the list of commitments in an SQLite file. There is only one writer at a time, so an
 * entry is numbered when it is written. All functions but sqlite_list_close() return an SQLite
 * result code. */
#pragma once

#include <sqlite3.h>

#include "store/request.h"

enum sqlite_list_statement {
    LIST_AT_HAND,
    LIST_PUT_AT_HAND,
    LIST_DROP_AT_HAND,
    LIST_ADD_ENTRY,
    LIST_READ,
    LIST_ADD_DELETED,
    LIST_FIND_DELETED,
    LIST_STATEMENTS,
};

struct sqlite_list {
    sqlite3_stmt *prepared[LIST_STATEMENTS];
};

int sqlite_list_open(struct sqlite_list *l, sqlite3 *db);
void sqlite_list_close(struct sqlite_list *l);

/* To be called in the transaction that stores the lines the notes are about. */
int sqlite_list_note(struct sqlite_list *l, const struct store_append *a);

/* To be called in the transaction that deletes the game. */
int sqlite_list_delete(struct sqlite_list *l, const char *game, int64_t at);

/* Sets *ret to whether a game with this id was deleted. */
int sqlite_list_deleted(struct sqlite_list *l, const char *game, bool *ret);

int sqlite_list_read(struct sqlite_list *l, struct request *r);
