/* memory: for those who cannot do anything useful without it: running out of it ends the program.
 */
#pragma once

#include <stdlib.h>

#include "core/text.h"

/* The same pointer, which is not NULL. */
static inline void *must(void *made) {
    if (!made)
        abort();
    return made;
}

/* Zeroed memory, to be freed. */
static inline void *grab(size_t count, size_t size) {
    return must(calloc(count ? count : 1, size));
}

/* The array with room for one more; it may move. */
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

/* An empty text that grows as it is written; free() its data. */
static inline struct text text_on_heap(void) {
    enum { FIRST_ROOM = 4096 };
    struct text t = text_start(grab(1, FIRST_ROOM), FIRST_ROOM);
    t.grow = grow_on_heap;
    return t;
}
