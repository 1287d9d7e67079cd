#include "solve/parallel.h"

#include <unistd.h>

#include "core/memory.h"

#ifndef __wasm__
#include <pthread.h>
#endif

/* Tells waiting threads that something has changed. */
struct change {
    atomic_int count;
#ifndef __wasm__
    pthread_mutex_t lock;
    pthread_cond_t changed;
#endif
};

struct job {
    int count, threads;
    struct work *work;
    int (*needs)(void *user, int i);
    void (*piece)(void *user, int thread, int i);
    void *user;
    atomic_int next, joined; /* pieces taken, helpers that have come */
    atomic_bool *done;       /* pieces done; NULL if the pieces are independent */
    struct change change;    /* of `done` */
};

#ifndef __wasm__
static void change_tell(struct change *c) {
    pthread_mutex_lock(&c->lock);
    atomic_fetch_add(&c->count, 1);
    pthread_cond_broadcast(&c->changed);
    pthread_mutex_unlock(&c->lock);
}

/* Waits until the count is no longer `seen`. */
static bool change_wait(struct change *c, int seen) {
    pthread_mutex_lock(&c->lock);
    while (atomic_load(&c->count) == seen)
        pthread_cond_wait(&c->changed, &c->lock);
    pthread_mutex_unlock(&c->lock);
    return true;
}
#else
enum { FOREVER = -1 };

static bool wait_while(atomic_int *number, int seen, int milliseconds) {
    enum { TIMED_OUT = 2 };
    return __builtin_wasm_memory_atomic_wait32((int *)number, seen, milliseconds * 1000000LL) !=
           TIMED_OUT;
}

static void tell(atomic_int *number, int by) {
    atomic_fetch_add(number, by);
    __builtin_wasm_memory_atomic_notify((int *)number, THREADS_MAX);
}

static void change_tell(struct change *c) {
    tell(&c->count, 1);
}

/* Returns false if nothing has changed for many times as long as a piece takes. */
static bool change_wait(struct change *c, int seen) {
    return wait_while(&c->count, seen, 100);
}
#endif

static void run_piece(struct job *job, int thread, int i) {
    job->piece(job->user, thread, i);
    if (job->done) {
        atomic_store(&job->done[i], true);
        change_tell(&job->change);
    }
}

/* Waits until the first `count` pieces are done, of which the first *known already were. Pieces are
 * taken in order, so a thread is working on every one that is missing. If that thread seems to have
 * ended, this thread runs the piece. */
static void wait_for(struct job *job, int thread, int *known, int count) {
    while (*known < count) {
        int seen = atomic_load(&job->change.count);
        if (atomic_load(&job->done[*known]))
            ++*known;
        else if (!change_wait(&job->change, seen))
            run_piece(job, thread, *known);
    }
}

/* Takes pieces and runs them until none are left; returns how many. The thread that asked for the
 * work waits until all are done. */
static int labour(struct job *job, bool caller) {
    int thread = caller ? 0 : atomic_fetch_add(&job->joined, 1) + 1, known = 0, pieces = 0;
    for (; thread < job->threads && !work_cancelled(job->work); pieces++) {
        int i = atomic_fetch_add(&job->next, 1);
        if (i >= job->count)
            break;
        if (job->done)
            wait_for(job, thread, &known, job->needs(job->user, i));
        run_piece(job, thread, i);
        if (caller)
            work_step(job->work, 1);
        else if (job->work)
            atomic_fetch_add_explicit(&job->work->done, 1, memory_order_relaxed);
    }
    if (caller && job->done && !work_cancelled(job->work))
        wait_for(job, thread, &known, job->count);
    return pieces;
}

#ifndef __wasm__
static void *helper(void *job) {
    labour(job, false);
    return NULL;
}

static void share(struct job *job) {
    pthread_t helpers[THREADS_MAX];
    int count = 0;
    pthread_mutex_init(&job->change.lock, NULL);
    pthread_cond_init(&job->change.changed, NULL);
    for (; count < job->threads - 1 && count < job->count - 1; count++) {
        if (pthread_create(&helpers[count], NULL, helper, job) != 0)
            break; /* continue with fewer threads */
    }
    labour(job, true);
    for (int i = 0; i < count; i++)
        pthread_join(helpers[i], NULL);
    pthread_cond_destroy(&job->change.changed);
    pthread_mutex_destroy(&job->change.lock);
}

void parallel_free(void *memory) {
    free(memory);
}

int parallel_threads(void) {
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n > THREADS_MAX ? THREADS_MAX : (int)n;
}
#else
/* The page's threads are Workers with an instance of this module each, all sharing one memory. They
 * are hired by the first job that is worth it, and then wait for further jobs. */
static struct {
    _Atomic(struct job *) job;
    atomic_int jobs;   /* so far: helpers wait for the next one */
    atomic_int inside; /* helpers that may be using the job's memory */
    int hired;
    bool lost; /* a helper did not come out, and may use the memory for ever */
} crew;

/* How many helpers the page could start. */
__attribute__((import_module("yard"), import_name("helpers"))) int web_helpers(void);

/* Starts a helper: an instance on this memory that calls web_help(), with this stack, which grows
 * down. */
__attribute__((import_module("yard"), import_name("hire"))) void web_hire(char *stack);

/* Called by a helper that has worked on a job. */
__attribute__((import_module("yard"), import_name("helped"))) void web_helped(int pieces);

/* A helper has ended, so this instance, which frees no more memory, must be replaced. */
__attribute__((import_module("yard"), import_name("lost"))) void web_lost(void);

void web_help(void);

__attribute__((export_name("web_help"))) void web_help(void) {
    for (;;) {
        int jobs = atomic_load(&crew.jobs), pieces = 0;
        atomic_fetch_add(&crew.inside, 1);
        struct job *job = atomic_load(&crew.job);
        if (job)
            pieces = labour(job, false);
        tell(&crew.inside, -1);
        if (pieces)
            web_helped(pieces);
        wait_while(&crew.jobs, jobs, FOREVER);
    }
}

static void hire(int helpers) {
    enum { STACK = 1 << 16 };
    for (char *stack; crew.hired < helpers && (stack = malloc(STACK)) != NULL; crew.hired++)
        web_hire(stack + STACK);
}

static void share(struct job *job) {
    enum { WORTH_HIRING = 200, COMES_OUT = 1000 };
    bool shared = job->done && job->threads > 1;
    if (shared) {
        atomic_store(&crew.job, job);
        tell(&crew.jobs, 1);
        if (job->count >= WORTH_HIRING)
            hire(job->threads - 1);
    }
    labour(job, true);
    atomic_store(&crew.job, NULL);
    for (int inside; !crew.lost && (inside = atomic_load(&crew.inside)) != 0;) {
        if (!wait_while(&crew.inside, inside, COMES_OUT)) {
            crew.lost = true;
            web_lost();
        }
    }
}

void parallel_free(void *memory) {
    if (!crew.lost)
        free(memory);
}

int parallel_threads(void) {
    return 1 + web_helpers();
}
#endif

bool parallel_in_order(int count, int threads, struct work *work, int (*needs)(void *user, int i),
                       void (*piece)(void *user, int thread, int i), void *user) {
    struct job *job = grab(1, sizeof *job);
    job->count = count;
    job->threads = threads < 1 ? 1 : threads > THREADS_MAX ? THREADS_MAX : threads;
    job->work = work;
    job->needs = needs;
    job->piece = piece;
    job->user = user;
    job->done = needs ? grab((size_t)count, sizeof *job->done) : NULL;
    share(job);
    parallel_free(job->done);
    parallel_free(job);
    return !work || !atomic_load(&work->cancel);
}

bool parallel(int count, int threads, struct work *work,
              void (*piece)(void *user, int thread, int i), void *user) {
    return parallel_in_order(count, threads, work, NULL, piece, user);
}
