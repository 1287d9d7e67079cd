/* parallel: runs pieces of work on several threads. */
#pragma once

#include "solve/advice.h"

enum { THREADS_MAX = 64 };

/* Calls piece(user, thread, i) for every i below count, on up to `threads` threads (at most
 * THREADS_MAX). Returns true when all pieces are done, or false soon after work->cancel is set.
 * `thread` counts from 0, for per-thread scratch memory. work may be NULL; its `done` increases by
 * one per piece. */
bool parallel(int count, int threads, struct work *work,
              void (*piece)(void *user, int thread, int i), void *user);

/* The same for pieces that depend on earlier ones: piece i starts when the first needs(user, i)
 * pieces are done; that is at most i.
 *
 * In a page, only these pieces run on several threads. There, a thread may end at any time, without
 * notice; another one then runs its piece again. So a piece must be repeatable: it allocates
 * nothing, and computes the same results from those of earlier pieces however often it runs.
 * parallel_free() frees the memory that pieces use, unless such a thread might still use it. */
bool parallel_in_order(int count, int threads, struct work *work, int (*needs)(void *user, int i),
                       void (*piece)(void *user, int thread, int i), void *user);
void parallel_free(void *memory);

/* A sensible number of threads for this machine. */
int parallel_threads(void);
