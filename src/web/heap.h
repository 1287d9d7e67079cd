/* heap: the allocator of core.wasm. It replaces the C library's allocator to save 2.8 kB of the 150
 * kB budget for a first visit: compressed with brotli, core.wasm takes 75,827 bytes with this
 * allocator and 78,666 with wasi-libc's. There are only a few large tables and some strings to
 * allocate, so a free list sorted by address is enough; adjacent free blocks are merged at once.
 * Every block starts at a multiple of 64 bytes, which is enough for any vector type. */
#pragma once

#include <stddef.h>

enum { HEAP_GRAIN = 64 };

void *heap_get(size_t bytes); /* NULL if out of memory */
void heap_put(void *memory);  /* NULL is allowed */
void *heap_resize(void *memory, size_t bytes);

/* Supplies memory: `bytes` (a multiple of the grain) or more, right after the previous chunk and
 * aligned to the grain. ret_bytes is the actual size. Returns NULL if out of memory. */
void *heap_more(size_t bytes, size_t *ret_bytes);
