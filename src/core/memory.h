/* memory: allocation for code that cannot handle failure; running out of memory aborts the
 * program. */
#pragma once

#include <stdlib.h>

#include "core/text.h"

/* Returns its argument; aborts if it is NULL. */
static inline void *must(void *made) {
    if (!made)
        abort();
    return made;
}

/* Zeroed memory; the caller frees it. */
static inline void *grab(size_t count, size_t size) {
    return must(calloc(count ? count : 1, size));
}

/* Returns the array with room for one more element of `size` bytes; the array may move. */
static inline void *grown(void *array, int count, int *room, size_t size) {
    if (count < *room)
        return array;
    *room = *room ? 2 * *room : 16;
    return must(realloc(array, (size_t)*room * size));
}

static inline void grow_on_heap(struct text *t, size_t size) {
    t->size = size > 2 * t->size ? size : 2 * t->size;
    t->data = must(realloc(t->data, t->size));
}

/* An empty text that grows as needed; the caller frees its data. */
static inline struct text text_on_heap(void) {
    enum { FIRST_ROOM = 4096 };
    struct text t = text_start(grab(1, FIRST_ROOM), FIRST_ROOM);
    t.grow = grow_on_heap;
    return t;
}
