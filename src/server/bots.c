#include "server/bots.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "coach/bot_seat.h"

enum {
    WAITING_MAX = 10000,
    SOLVED_MAX = 8, /* rule sets; a guest may think of any number of his own */
};

struct job {
    struct job *next;
    struct rules rules;
    struct game game;
    const struct bot_level *level;
    void (*said)(void *arg, const char *words);
    void *arg;
    bool good;
    char words[256];
};

struct queue {
    struct job *first, **end;
};

struct bots {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t more;
    struct queue asked, thought;
    bool stop;
    int waiting; /* the loop's own count */
    int ready;   /* eventfd */
    struct event *event;
    char *cache;
    struct work work;

    /* The thread's own. */
    struct adviser *adviser;
    struct rules solved[SOLVED_MAX];
    int solved_count;
};

static void put(struct queue *q, struct job *job) {
    job->next = NULL;
    *q->end = job;
    q->end = &job->next;
}

static struct job *take(struct queue *q) {
    struct job *job = q->first;
    if (job) {
        q->first = job->next;
        if (!q->first)
            q->end = &q->first;
    }
    return job;
}

/* ---- the thread ---- */

static bool is_solved(const struct bots *b, const struct rules *r) {
    for (int i = 0; i < b->solved_count; i++) {
        if (rules_same(&b->solved[i], r))
            return true;
    }
    return false;
}

/* All rule sets are forgotten when there are too many: the usual ones are soon there again. The
 * cache is for those alone. */
static void mind_memory(struct bots *b, const struct rules *r) {
    struct rules usual = {r->book, r->book->params};
    if (b->solved_count == SOLVED_MAX && !is_solved(b, r)) {
        adviser_free(b->adviser);
        b->adviser = adviser_new(1);
        b->solved_count = 0;
    }
    if (!is_solved(b, r))
        b->solved[b->solved_count++] = *r;
    adviser_use_cache(b->adviser, rules_same(r, &usual) ? b->cache : NULL, false, NULL, NULL);
}

static void think(struct bots *b, struct job *job) {
    char words[512];
    struct text error = TEXT_IN(words), out = TEXT_IN(job->words);
    struct action action;
    double random;
    mind_memory(b, &job->rules);
    job->good = bot_seat_random(&random, &error) &&
                bot_choose(b->adviser, job->level, &job->rules, &job->game, random, &b->work,
                           &action, &error);
    if (job->good)
        action_print(&job->rules, action, &out);
    job->good = job->good && !out.cut;
}

static void *run(void *where) {
    struct bots *b = where;
    pthread_mutex_lock(&b->lock);
    while (!b->stop) {
        struct job *job = take(&b->asked);
        if (!job) {
            pthread_cond_wait(&b->more, &b->lock);
            continue;
        }
        pthread_mutex_unlock(&b->lock);
        think(b, job);
        pthread_mutex_lock(&b->lock);
        put(&b->thought, job);
        uint64_t one = 1;
        if (write(b->ready, &one, sizeof one) < 0)
            abort(); /* it counts to 2^64 */
    }
    pthread_mutex_unlock(&b->lock);
    return NULL;
}

/* ---- the loop ---- */

static void on_ready(evutil_socket_t fd, short what, void *where) {
    (void)what;
    struct bots *b = where;
    uint64_t count;
    if (read(fd, &count, sizeof count) < 0)
        return;
    pthread_mutex_lock(&b->lock);
    struct job *job;
    while ((job = take(&b->thought))) {
        pthread_mutex_unlock(&b->lock);
        b->waiting--;
        job->said(job->arg, job->good ? job->words : NULL);
        free(job);
        pthread_mutex_lock(&b->lock);
    }
    pthread_mutex_unlock(&b->lock);
}

bool bots_ask(struct bots *b, const struct rules *r, const struct game *g, const char *level,
              void (*said)(void *arg, const char *words), void *arg) {
    const struct bot_level *known = bot_find(span_of(level));
    if (b->waiting >= WAITING_MAX || !known || b->stop)
        return false;
    struct job *job = calloc(1, sizeof *job);
    if (!job)
        abort();
    *job = (struct job){.rules = *r, .game = *g, .level = known, .said = said, .arg = arg};
    b->waiting++;
    pthread_mutex_lock(&b->lock);
    put(&b->asked, job);
    pthread_cond_signal(&b->more);
    pthread_mutex_unlock(&b->lock);
    return true;
}

int bots_waiting(const struct bots *b) {
    return b->waiting;
}

struct bots *bots_new(struct event_base *base, const char *cache) {
    struct bots *b = calloc(1, sizeof *b);
    if (!b)
        abort();
    b->asked.end = &b->asked.first;
    b->thought.end = &b->thought.first;
    pthread_mutex_init(&b->lock, NULL);
    pthread_cond_init(&b->more, NULL);
    b->adviser = adviser_new(1); /* the others of the machine's processors are for people */
    b->ready = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    b->event = event_new(base, b->ready, EV_READ | EV_PERSIST, on_ready, b);
    if (!b->adviser || b->ready < 0 || !b->event || event_add(b->event, NULL) != 0)
        abort();
    b->cache = cache ? strdup(cache) : NULL;
    if (cache && !b->cache)
        abort();
    if (pthread_create(&b->thread, NULL, run, b) != 0)
        abort();
    return b;
}

void bots_free(struct bots *b) {
    if (!b)
        return;
    atomic_store(&b->work.cancel, true);
    pthread_mutex_lock(&b->lock);
    b->stop = true;
    pthread_cond_signal(&b->more);
    pthread_mutex_unlock(&b->lock);
    pthread_join(b->thread, NULL);
    struct job *job;
    while ((job = take(&b->asked)) || (job = take(&b->thought))) {
        job->said(job->arg, NULL);
        free(job);
    }
    event_free(b->event);
    close(b->ready);
    pthread_cond_destroy(&b->more);
    pthread_mutex_destroy(&b->lock);
    adviser_free(b->adviser);
    free(b->cache);
    free(b);
}
