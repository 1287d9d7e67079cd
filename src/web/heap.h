/* heap: memory for the core in a page. It replaces the C library's allocator to save 2.8 kB of the
 * 150 kB that a first visit may fetch: core.wasm is 75,827 bytes of brotli with it, 78,666 with
 * wasi-libc's. A few large tables and some texts live here, so a list of free blocks sorted by
 * address is enough; freed neighbours are joined at once. Every block begins at a multiple of 64
 * bytes, which suits all vectors. */
#pragma once

#include <stddef.h>

enum { HEAP_GRAIN = 64 };

void *heap_get(size_t bytes); /* NULL: there is no more */
void heap_put(void *memory);  /* NULL is fine */
void *heap_resize(void *memory, size_t bytes);

/* Where memory comes from: the next `bytes` behind those it gave before (a multiple of the grain,
 * and it begins at one), or NULL. It may give more, and says how many. */
void *heap_more(size_t bytes, size_t *ret_bytes);
