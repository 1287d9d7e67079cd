/* request: a request to a store and its answer, in memory that is freed with the request. */
#pragma once

#include "core/say.h"
#include "store/store.h"

enum request_kind {
    REQUEST_CREATE,
    REQUEST_APPEND,
    REQUEST_DELETE,
    REQUEST_READ,
    REQUEST_READ_ROOM,
    REQUEST_LIST,
    REQUEST_ENTRIES, /* entries of the list of commitments */
    REQUEST_FOLD,    /* the same entries, added to a tree */
    REQUEST_SIZE,
    REQUEST_CATCH_UP, /* new events of many games; event 0: the game is gone */
};

struct place {
    const char *game;
    int64_t after;
};

struct block; /* a block of memory */

struct request {
    struct request *next;
    struct block *blocks;
    size_t bytes;
    enum request_kind kind;
    struct store_reply reply;
    int64_t deadline;              /* on the monotonic clock, in ms; 0: none */
    struct request *older, *newer; /* neighbors in struct waiting */
    bool waits;
    bool tried;   /* an attempt failed with an unknown result */
    bool counted; /* counts toward the queue limits, with bytes_counted */
    size_t bytes_counted;

    int place; /* index in its group */
    bool first_of_many;
    bool lost; /* not written, for a reason still to be found */

    struct store_game game;     /* REQUEST_CREATE */
    struct store_append append; /* REQUEST_APPEND; REQUEST_CREATE: seats; REQUEST_DELETE: time */
    const char *key;            /* an id, a room code, or the id to list after */
    int64_t after;              /* read after this number; delete only if unused since this time */
    int limit;
    struct place *places; /* REQUEST_CATCH_UP */
    int place_count;
    struct merkle *tree; /* REQUEST_FOLD: the tree to extend */

    struct store_answer answer;
};

struct request *request_new(enum request_kind kind, struct store_reply reply);
void request_free(struct request *r);

/* Requests in order of arrival. All zeros: empty. */
struct queue {
    struct request *first, **end;
};
void queue_put(struct queue *q, struct request *r);
struct request *queue_take(struct queue *q);           /* NULL if empty */
void queue_set(struct queue *q, struct request *list); /* from a list that is already linked */

/* All unanswered requests, wherever they are, in the order of their deadlines. */
struct waiting {
    struct request *oldest, *newest;
};
void waiting_put(struct waiting *w, struct request *r, int64_t deadline);
void waiting_remove(struct waiting *w, struct request *r); /* no-op if r is not waiting */

/* A stand-in that is answered in place of a request that some thread is working on and cannot drop.
 * The outcome of the original then reaches only the watches of the game. */
struct request *request_stand_in(struct request *r);

/* Zeroed memory that lives as long as the request. */
void *request_alloc(struct request *r, size_t size);
char *request_copy(struct request *r, const char *s, size_t len); /* NUL-terminated */
const char *request_string(struct request *r, const char *s);     /* NULL stays NULL */
struct span request_span(struct request *r, struct span s);

/* Room for one more item, zeroed, in a growing list. */
void *request_item(struct request *r, const void *list, int count, size_t size);
struct store_event *request_event(struct request *r);
struct store_seat *request_seat(struct request *r);
struct store_game *request_game(struct request *r);

/* Adds an entry of the list of commitments to the answer or its tree. Returns false if the entry
 * does not continue the tree: the list is damaged. */
bool request_entry(struct request *r, int64_t n, const char *words);

/* How many entries to read, and after which one. */
int request_entries_wanted(const struct request *r);
int64_t request_entries_behind(const struct request *r);

/* The store keeps a hash of a deleted game's id; the id cannot be recovered from it. */
enum { ID_HASH_BYTES = 32 };
void id_hash(const char *id, uint8_t ret[ID_HASH_BYTES]);

/* Writes an entry of the list of commitments, such as "commit HEX MS". */
enum { ENTRY_BYTES = 128 };
void entry_write(char ret[ENTRY_BYTES], const char *fate, const char *commitment, int64_t at);

/* Reports that a game in a REQUEST_CATCH_UP no longer exists. */
void request_gone(struct request *r, const char *game);

/* Answers with an outcome and the reason. */
void request_say(struct request *r, enum store_outcome outcome, const char *words);

/* Answers that the game or room to be read does not exist. */
void request_say_absent(struct request *r);

/* Clears the answer before another attempt. */
void request_reset(struct request *r);

/* Answers an append with the events it wrote. */
void request_written(struct request *r);

/* Answers a REQUEST_DELETE: whether it deleted the game, and if not, whether the game exists. */
void request_deleted(struct request *r, bool deleted, bool there);

/* Answers an append that this attempt did not write; the events found in its place are in the
 * answer. */
void request_found(struct request *r, bool by_action);

/* Check input from callers; if it is invalid, return false and set error, which says what is
 * wrong. */
bool good_id(const char *id, enum message what, struct text *error);
bool good_game(const struct store_game *game, struct text *error);
bool good_seats(const struct store_seat *seats, int count, struct text *error);
bool good_append(const struct store_append *append, struct text *error);

/* Copy checked input into the request. */
void request_take_game(struct request *r, const struct store_game *game);
void request_take_append(struct request *r, const struct store_append *append);
