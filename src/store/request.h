/* request: what is asked of a store, with its answer, in memory of its own that goes away with it.
 */
#pragma once

#include "store/store.h"

enum request_kind {
    REQUEST_CREATE,
    REQUEST_APPEND,
    REQUEST_DELETE,
    REQUEST_READ,
    REQUEST_READ_ROOM,
    REQUEST_LIST,
    REQUEST_ENTRIES, /* of the list of commitments */
    REQUEST_FOLD,    /* the same, into a tree */
    REQUEST_SIZE,
    REQUEST_CATCH_UP, /* what is new in many games; event 0: the game is gone */
};

struct place {
    const char *game;
    int64_t after;
};

struct block; /* of memory */

struct request {
    struct request *next;
    struct block *blocks;
    size_t bytes;
    enum request_kind kind;
    struct store_reply reply;
    int64_t deadline;              /* of the monotonic clock, in ms; 0: none */
    struct request *older, *newer; /* among those who wait; see struct waiting */
    bool waits;
    bool tried;   /* an attempt failed, and nobody knows how far it came */
    bool counted; /* against the limits of the queue, with so many bytes: */
    size_t bytes_counted;

    int place; /* in its group */
    bool first_of_many;
    bool lost; /* not written, for a reason that has still to be found */

    struct store_game game;     /* REQUEST_CREATE */
    struct store_append append; /* REQUEST_APPEND; of a CREATE: the seats */
    const char *key;            /* the id, the code, or the id to list behind */
    int64_t after;              /* of a DELETE: the time before which it was used last */
    int limit;
    struct place *places; /* REQUEST_CATCH_UP */
    int place_count;
    struct merkle *tree; /* REQUEST_FOLD: from there on */

    struct store_answer answer;
};

struct request *request_new(enum request_kind kind, struct store_reply reply);
void request_free(struct request *r);

/* Requests in the order they came. All zero is an empty one. */
struct queue {
    struct request *first, **end;
};
void queue_put(struct queue *q, struct request *r);
struct request *queue_take(struct queue *q);           /* NULL: there is none */
void queue_set(struct queue *q, struct request *list); /* a list that is linked already */

/* All who are not answered yet, wherever they are, in the order of their deadlines. */
struct waiting {
    struct request *oldest, *newest;
};
void waiting_put(struct waiting *w, struct request *r, int64_t deadline);
void waiting_remove(struct waiting *w, struct request *r); /* one who does not wait is fine */

/* Somebody works on the request and cannot be stopped: this one is answered in its place. What
 * becomes of it in the end is told to nobody but those who watch the game. */
struct request *request_stand_in(struct request *r);

/* Memory that lives as long as the request; cleared. */
void *request_alloc(struct request *r, size_t size);
char *request_copy(struct request *r, const char *s, size_t len); /* with a NUL behind it */
const char *request_string(struct request *r, const char *s);     /* NULL stays NULL */
struct span request_span(struct request *r, struct span s);

/* Room for one more item in a list that grows; the new item is cleared. */
void *request_item(struct request *r, const void *list, int count, size_t size);
struct store_event *request_event(struct request *r);
struct store_seat *request_seat(struct request *r);
struct store_game *request_game(struct request *r);

/* One more entry of the list of commitments, to the answer or to its tree. False: it is none. */
bool request_entry(struct request *r, int64_t n, const char *words);

/* How many entries to read, and behind which one. */
int request_entries_wanted(const struct request *r);
int64_t request_entries_behind(const struct request *r);

/* What stays of the id of a deleted game: nobody who does not know it can tell it by this. */
enum { ID_HASH_BYTES = 32 };
void id_hash(const char *id, uint8_t ret[ID_HASH_BYTES]);

/* "commit HEX MS" */
enum { ENTRY_BYTES = 128 };
void entry_write(char ret[ENTRY_BYTES], const char *fate, const char *commitment, int64_t at);

/* A game of a CATCH_UP is not there any more. */
void request_gone(struct request *r, const char *game);

void request_say(struct request *r, enum store_outcome outcome, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Takes everything back that was answered: another attempt begins. */
void request_reset(struct request *r);

/* The lines of an append, as the events they have become. */
void request_written(struct request *r);

/* What came of a DELETE: how many games it has deleted, and whether there is one now. */
void request_deleted(struct request *r, bool deleted, bool there);

/* What stands in the store in the place of an append, once its events are in the answer. */
void request_found(struct request *r, bool by_action);

/* Checks what came from outside; words say what is wrong. */
bool good_id(const char *id, const char *what, struct text *error);
bool good_game(const struct store_game *game, struct text *error);
bool good_seats(const struct store_seat *seats, int count, struct text *error);
bool good_append(const struct store_append *append, struct text *error);

/* Copies of what was checked. */
void request_take_game(struct request *r, const struct store_game *game);
void request_take_append(struct request *r, const struct store_append *append);
