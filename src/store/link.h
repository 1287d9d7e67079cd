/* link: one connection to a database, used by one thread. Except for surveys and restoring, all
 * differences between the two kinds of database are behind this interface. */
#pragma once

#include "store/keep.h"
#include "store/request.h"

enum link_use {
    LINK_CREATE, /* for writing; creates the store if needed */
    LINK_WRITE,
    LINK_READ,
};

enum link_result {
    LINK_DONE,
    LINK_AGAIN,   /* another writer interfered: nothing is written; retry at once */
    LINK_AWAY,    /* nothing is written; a later attempt may succeed */
    LINK_LOST,    /* nothing is written, or the result is unknown; the link is unusable */
    LINK_REFUSED, /* nothing is written: something in the group will never be accepted */
};

struct link;

struct link_hearer {
    /* Node `who` has written to `game`; NULL: notices may have been missed. */
    void (*heard)(void *arg, int who, const char *game, int64_t last);

    /* A whisper from another node; NULL: earlier whispers may have been missed. */
    void (*whispered)(void *arg, const char *words);

    /* The next whisper to send, which the caller frees; NULL: none until `whispers` is readable. */
    char *(*next_whisper)(void *arg);
    int whispers;
    void *arg;
};

struct link_kind {
    bool many; /* several servers may use the store at once */

    /* Opening a link for writing upgrades the database to the current schema. */
    struct link *(*open)(const char *where, enum link_use use, struct text *error);
    void (*close)(struct link *link);

    /* Writes a group in one transaction and answers every request in it. If the group is NULL,
     * tests whether an SQLite file can be written to. */
    enum link_result (*commit)(struct link *link, struct request *group, struct text *error);

    /* Numbers the entries of the list of commitments that have no number yet. NULL: entries are
     * numbered when written. */
    enum link_result (*number_list)(struct link *link, struct text *error);

    enum link_result (*read)(struct link *link, struct request *r, struct text *error);

    /* Notify other nodes of a committed group: notice() builds the notice before the group is
     * answered, notify() sends it, and the caller frees it. A notice may get lost: sweeps find new
     * events anyway. Both functions are NULL for SQLite, which has no notifications. */
    char *(*notice)(const struct request *group, char *before); /* `before`: an unsent notice to add
                                                                 * to */
    int (*notify)(struct link *link, const char *notice); /* returns this node's `who`; 0: unsent */

    /* Listens to all nodes, including this one, until `stop` is readable, and sends whispers. NULL
     * for SQLite. */
    void (*listen)(const char *where, int stop, int retry_ms, struct link_hearer hearer);

    /* Copies the whole store to a single file, even while it is in use; PostgreSQL refuses. See
     * store_backup(). */
    bool (*backup)(const char *where, const char *file, struct store_judge judge,
                   struct text *error);
};

extern const struct link_kind sqlite_link, postgres_link;

/* The kind of database, chosen by the store's name. */
const struct link_kind *link_kind_of(const char *where);
