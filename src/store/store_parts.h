/* store_parts: declarations that only the store's own files share. */
#pragma once

#include <pthread.h>

#include "store/hold.h"
#include "store/link.h"
#include "store/watch.h"

enum { HINTS_MAX = 8192, WHISPERS_MAX = 256 };

/* A notice from another node. */
struct hint {
    char game[STORE_ID_MAX + 1];
    int64_t last;
};

/* A queue of whispers. */
struct whispers {
    char *words[WHISPERS_MAX];
    int first, count;
};

struct store {
    const struct link_kind *kind;
    char *where;
    struct hold *hold; /* NULL: shared */
    struct store_options options;
    int ready, stop, whispers; /* eventfds: deliver answers, stop the listener, send whispers */
    pthread_t writer, reader, listener, clock;
    struct link *write_link, *read_link; /* each used by one thread */

    pthread_mutex_t lock; /* guards the following fields, unless noted otherwise */
    pthread_cond_t to_write, to_read, to_wait;
    struct queue writes, reads, answers;
    struct waiting unanswered;
    int last_count;     /* size of the last group taken */
    int64_t last_taken; /* when it was taken */
    int waiting;
    size_t bytes;
    bool closing, closed; /* closed: writer and reader have ended */
    bool write_away, read_away;
    char write_words[512], read_words[512];
    struct store_counts counts;
    struct hint hints[HINTS_MAX];
    int hint_count;
    char *unsaid;          /* notice held back for the next group; writer only */
    int64_t last_said;     /* writer only */
    bool number_due;       /* entries of the list of commitments may need numbers */
    int64_t last_numbered; /* writer only */
    int own_name;          /* this store's `who` in notices; 0: not known yet */
    bool sweep;            /* events of any game may have been missed */
    struct whispers to_whisper, whispered;
    bool whispers_missed;

    struct watches watches; /* delivering thread only, like all following fields */
    bool catching_up;
    void (*on_whisper)(void *arg, const char *words); /* NULL: not wanted */
    void *on_whisper_arg;
};

/* Makes an eventfd readable. */
void store_wake(int fd);

/* Queues a request and starts its timeout. The caller holds the lock. */
void store_queue_up(struct store *s, struct request *r, struct queue *q);

/* Queues a request from a caller, or frees it and sets error. */
bool store_ask(struct store *s, struct request *r, struct text *error);

/* Takes note that a node has written, unless `who` is this store; `game` is NULL if notices may
 * have been missed. Safe to call from any thread. */
void store_hear(void *arg, int who, const char *game, int64_t last);

/* For the listener: the first receives a whisper (NULL: some may have been missed), the second
 * returns the next one to send, or NULL. */
void store_hear_whisper(void *arg, const char *words);
char *store_next_whisper(void *arg);
void store_tell_whispers(struct store *s); /* passes received whispers to on_whisper */
void store_drop_whispers(struct store *s);

/* Applies the notices to the watches, and asks for the events that they may have missed. */
void store_take_hints(struct store *s);
void store_catch_up(struct store *s);
