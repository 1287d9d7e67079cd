/* parallel: runs independent pieces of work on several threads. */
#pragma once

#include "solve/advice.h"

/* Calls piece(user, thread, i) for every i below count, on up to `threads` threads (at most
 * THREADS_MAX). Returns true when all pieces are done, or false soon after work->cancel is set.
 * `thread` counts from 0, for per-thread scratch memory. work may be NULL; its `done` increases by
 * one per piece. */
enum { THREADS_MAX = 64 };

bool parallel(int count, int threads, struct work *work,
              void (*piece)(void *user, int thread, int i), void *user);

/* A sensible number of threads for this machine. */
int parallel_threads(void);
