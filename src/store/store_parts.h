/* store_parts: what the files of the store share, and nobody else sees. */
#pragma once

#include <pthread.h>

#include "store/hold.h"
#include "store/link.h"
#include "store/watch.h"

enum { HINTS_MAX = 8192, WHISPERS_MAX = 256 };

/* News from another node. */
struct hint {
    char game[STORE_ID_MAX + 1];
    int64_t last;
};

/* Some words that wait. */
struct whispers {
    char *words[WHISPERS_MAX];
    int first, count;
};

struct store {
    const struct link_kind *kind;
    char *where;
    struct hold *hold; /* NULL: it is shared */
    struct store_options options;
    int ready, stop, whispers; /* eventfds: something to deliver; the listener shall end, or say */
    pthread_t writer, reader, listener, clock;
    struct link *write_link, *read_link; /* each of its thread */

    pthread_mutex_t lock; /* of all that follows, but the watches */
    pthread_cond_t to_write, to_read, to_wait;
    struct queue writes, reads, answers;
    struct waiting unanswered;
    int last_count;     /* of the group that was taken last, */
    int64_t last_taken; /* and when */
    int waiting;
    size_t bytes;
    bool closing, closed; /* closed: writer and reader have ended */
    bool write_away, read_away;
    char write_words[512], read_words[512];
    struct store_counts counts;
    struct hint hints[HINTS_MAX];
    int hint_count;
    char *unsaid;      /* a notice to other nodes that waits for the next group; the writer's, */
    int64_t last_said; /* as is this */
    bool number_due;   /* entries of the list of commitments may wait for a number */
    int64_t last_numbered; /* the writer's */
    int own_name;          /* who in the notices is this store; 0: that is not known yet */
    bool sweep;            /* anything may have been missed */
    struct whispers to_whisper, whispered;
    bool whispers_missed;

    struct watches watches; /* of the thread that delivers */
    bool catching_up;
    void (*on_whisper)(void *arg, const char *words); /* NULL: nobody wants to hear them */
    void *on_whisper_arg;
};

/* Something is to be seen there. */
void store_wake(int fd);

/* With the lock held. Its patience begins. */
void store_queue_up(struct store *s, struct request *r, struct queue *q);

/* Queues what came from outside, or frees it and says why not. */
bool store_ask(struct store *s, struct request *r, struct text *error);

/* Another node has written; `game` is NULL when anything may have been missed. Any thread. */
void store_hear(void *arg, int who, const char *game, int64_t last);

/* The same for whispers; of the listener. */
void store_hear_whisper(void *arg, const char *words);
char *store_next_whisper(void *arg);
void store_tell_whispers(struct store *s); /* to whoever wants to hear them */
void store_drop_whispers(struct store *s);

/* What was heard is looked up among the watches, and what they may have missed is asked for. */
void store_take_hints(struct store *s);
void store_catch_up(struct store *s);
