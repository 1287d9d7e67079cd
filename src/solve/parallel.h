/* parallel: doing many independent pieces of work on several threads. */
#pragma once

#include "solve/advice.h"

/* Does piece(user, thread, i) for every i below count, on up to THREADS_MAX threads; returns when
 * all are done, or soon after work->cancel is set (then false). `thread` counts from 0, for
 * scratch memory of one's own. work may be NULL; its `done` goes up by one a piece. */
enum { THREADS_MAX = 64 };

bool parallel(int count, int threads, struct work *work,
              void (*piece)(void *user, int thread, int i), void *user);

/* The number of threads that makes sense on this machine. */
int parallel_threads(void);
