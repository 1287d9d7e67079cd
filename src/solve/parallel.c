#include "solve/parallel.h"

#include <unistd.h>

#ifndef __wasm__
#include <pthread.h>
#endif

struct job {
    int count;
    struct work *work;
    void (*piece)(void *user, int thread, int i);
    void *user;
    atomic_int next, threads;
};

static void *labour(void *argument) {
    struct job *job = argument;
    int thread = atomic_fetch_add(&job->threads, 1);
    for (;;) {
        if (job->work && atomic_load_explicit(&job->work->cancel, memory_order_relaxed))
            break;
        int i = atomic_fetch_add(&job->next, 1);
        if (i >= job->count)
            break;
        job->piece(job->user, thread, i);
        work_step(job->work, 1);
    }
    return NULL;
}

bool parallel(int count, int threads, struct work *work,
              void (*piece)(void *user, int thread, int i), void *user) {
    struct job job = {.count = count, .work = work, .piece = piece, .user = user};
#ifndef __wasm__
    pthread_t helper[THREADS_MAX];
    int helpers = 0;
    threads = threads > THREADS_MAX ? THREADS_MAX : threads;
    for (; helpers < threads - 1 && helpers < count - 1; helpers++) {
        if (pthread_create(&helper[helpers], NULL, labour, &job) != 0)
            break; /* continue with fewer threads */
    }
    labour(&job);
    for (int i = 0; i < helpers; i++)
        pthread_join(helper[i], NULL);
#else
    (void)threads;
    labour(&job);
#endif
    return !work || !atomic_load(&work->cancel);
}

int parallel_threads(void) {
#ifndef __wasm__
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n > THREADS_MAX ? THREADS_MAX : (int)n;
#else
    return 1;
#endif
}
