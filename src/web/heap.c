#include "web/heap.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* The header of a block, in the grain before the memory handed out. */
struct block {
    size_t size;        /* including this grain */
    struct block *next; /* next free block; unused while allocated */
};

static struct block *free_blocks;

static struct block *end_of(struct block *b) {
    return (struct block *)((char *)b + b->size);
}

/* Inserts the block into the sorted free list and merges it with its neighbors. */
static void give_back(struct block *b) {
    struct block *before = NULL, *behind = free_blocks;
    while (behind && behind < b) {
        before = behind;
        behind = behind->next;
    }
    b->next = behind;
    if (behind && end_of(b) == behind) {
        b->size += behind->size;
        b->next = behind->next;
    }
    if (!before) {
        free_blocks = b;
    } else if (end_of(before) == b) {
        before->size += b->size;
        before->next = b->next;
    } else {
        before->next = b;
    }
}

/* Shrinks a block to `size` bytes and frees the rest. */
static void cut(struct block *b, size_t size) {
    if (b->size == size)
        return;
    struct block *rest = (struct block *)((char *)b + size);
    rest->size = b->size - size;
    b->size = size;
    give_back(rest);
}

static struct block *find(size_t size) {
    for (struct block **at = &free_blocks; *at; at = &(*at)->next) {
        struct block *b = *at;
        if (b->size < size)
            continue;
        *at = b->next;
        cut(b, size);
        return b;
    }
    return NULL;
}

static bool whole_size(size_t bytes, size_t *ret) {
    if (bytes > SIZE_MAX - 2 * HEAP_GRAIN)
        return false;
    *ret = (bytes + 2 * HEAP_GRAIN - 1) / HEAP_GRAIN * HEAP_GRAIN;
    return true;
}

void *heap_get(size_t bytes) {
    size_t size, more;
    if (!whole_size(bytes, &size))
        return NULL;
    struct block *b = find(size);
    if (!b) {
        b = heap_more(size, &more);
        if (!b)
            return NULL;
        b->size = more;
        give_back(b); /* merges it with a free block before it */
        b = find(size);
    }
    return (char *)b + HEAP_GRAIN;
}

void heap_put(void *memory) {
    if (memory)
        give_back((struct block *)((char *)memory - HEAP_GRAIN));
}

void *heap_resize(void *memory, size_t bytes) {
    size_t size;
    if (!memory)
        return heap_get(bytes);
    struct block *b = (struct block *)((char *)memory - HEAP_GRAIN);
    if (!whole_size(bytes, &size))
        return NULL;
    if (size <= b->size) {
        cut(b, size);
        return memory;
    }
    void *larger = heap_get(bytes);
    if (larger) {
        memcpy(larger, memory, b->size - HEAP_GRAIN);
        heap_put(memory);
    }
    return larger;
}
