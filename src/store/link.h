/* link: one connection to a database, used by one thread. The two kinds of database differ in
 * nothing but this. */
#pragma once

#include "store/keep.h"
#include "store/request.h"

enum link_use {
    LINK_CREATE, /* to write, also to a store that is not there yet */
    LINK_WRITE,
    LINK_READ,
};

enum link_result {
    LINK_DONE,
    LINK_AGAIN,   /* somebody came in between: nothing is written, try at once */
    LINK_AWAY,    /* nothing is written; later it may be */
    LINK_LOST,    /* as before, or nobody knows; the link is of no more use */
    LINK_REFUSED, /* nothing is written: something in the group will never be taken */
};

struct link;

struct link_hearer {
    /* `who` has written; `game` is NULL when anything may have been missed. */
    void (*heard)(void *arg, int who, const char *game, int64_t last);

    /* What another node has whispered; NULL: nothing was heard until now. */
    void (*whispered)(void *arg, const char *words);

    /* The next words to whisper, which are the caller's then; NULL: there are none until `whispers`
     * is readable. */
    char *(*next_whisper)(void *arg);
    int whispers;
    void *arg;
};

struct link_kind {
    bool many; /* servers may use the same store at once */

    /* A link to write brings the database up to this version. */
    struct link *(*open)(const char *where, enum link_use use, struct text *error);
    void (*close)(struct link *link);

    /* Writes a group in one transaction, and answers every request in it. NULL, of a file: tries
     * whether it can be written to. */
    enum link_result (*commit)(struct link *link, struct request *group, struct text *error);

    /* Gives numbers to the entries of the list of commitments that have none yet. NULL: an entry
     * has its number at once. */
    enum link_result (*number_list)(struct link *link, struct text *error);

    enum link_result (*read)(struct link *link, struct request *r, struct text *error);

    /* Tells other nodes of a group that is committed; the words are made before it is answered, and
     * are the caller's to free. It may get lost: a sweep finds what is new. NULL, both of them:
     * there are no other nodes. */
    char *(*notice)(const struct request *group, char *before); /* with one that was not sent */
    int (*notify)(struct link *link, const char *notice); /* as whom it is heard; 0: unheard */

    /* Hears of all nodes, also of its own, until `stop` is readable, and whispers to them. NULL:
     * there are none. */
    void (*listen)(const char *where, int stop, int retry_ms, struct link_hearer hearer);

    /* A copy of the whole store as one file, while it is in use. See store_backup(). */
    bool (*backup)(const char *where, const char *file, struct store_judge judge,
                   struct text *error);
};

extern const struct link_kind sqlite_link, postgres_link;

/* The kind by the name of the store. */
const struct link_kind *link_kind_of(const char *where);
