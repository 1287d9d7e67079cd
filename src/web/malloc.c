/* malloc() and friends on top of web/heap.h, and heap_more(), which supplies the heap's memory. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "web/heap.h"

enum { PAGE = 64 * 1024 };

extern unsigned char __heap_base; /* provided by the linker: end of static data and stack */

void *heap_more(size_t bytes, size_t *ret_bytes) {
    static uintptr_t end;
    if (!end) {
        /* First use the rest of the page in which static data and stack end. */
        uintptr_t base = ((uintptr_t)&__heap_base + HEAP_GRAIN - 1) / HEAP_GRAIN * HEAP_GRAIN;
        end = (uintptr_t)__builtin_wasm_memory_size(0) * PAGE;
        if (end - base >= bytes) {
            *ret_bytes = end - base;
            return (void *)base;
        }
    }
    size_t pages = (bytes + PAGE - 1) / PAGE;
    if (__builtin_wasm_memory_grow(0, pages) == SIZE_MAX)
        return NULL;
    void *at = (void *)end;
    end += pages * PAGE;
    *ret_bytes = pages * PAGE;
    return at;
}

void *malloc(size_t bytes) {
    return heap_get(bytes);
}

void free(void *memory) {
    heap_put(memory);
}

void *realloc(void *memory, size_t bytes) {
    return heap_resize(memory, bytes);
}

void *calloc(size_t count, size_t bytes) {
    if (bytes && count > SIZE_MAX / bytes)
        return NULL;
    void *memory = heap_get(count * bytes);
    if (memory)
        memset(memory, 0, count * bytes);
    return memory;
}

void *aligned_alloc(size_t alignment, size_t bytes) {
    return alignment <= HEAP_GRAIN ? heap_get(bytes) : NULL;
}
