/* memory: for solvers, which cannot do anything useful without it. */
#ifndef YARD_SOLVE_MEMORY_H
#define YARD_SOLVE_MEMORY_H

#include <stdlib.h>

/* Zeroed memory, to be freed; running out of it ends the program. */
static inline void *grab(size_t count, size_t size) {
    void *memory = calloc(count ? count : 1, size);
    if (!memory)
        abort();
    return memory;
}

#endif
