/* memory: for those who cannot do anything useful without it. */
#pragma once

#include <stdlib.h>

#include "core/text.h"

/* Zeroed memory, to be freed; running out of it ends the program. */
static inline void *grab(size_t count, size_t size) {
    void *memory = calloc(count ? count : 1, size);
    if (!memory)
        abort();
    return memory;
}

static inline void grow_on_heap(struct text *t, size_t size) {
    size_t room = size > 2 * t->size ? size : 2 * t->size;
    char *data = realloc(t->data, room);
    if (!data)
        abort();
    t->data = data;
    t->size = room;
}

/* An empty text that grows as it is written; free() its data. */
static inline struct text text_on_heap(void) {
    enum { FIRST_ROOM = 1 << 16 };
    struct text t = text_start(grab(1, FIRST_ROOM), FIRST_ROOM);
    t.grow = grow_on_heap;
    return t;
}
