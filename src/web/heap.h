/* heap: memory for the core in a page, in the place of the C library's, which is as large as the
 * whole of a rule family and has to be fetched by everybody. A few large tables and some texts live
 * here, so a list of free blocks in the order of their addresses is enough; neighbours become one
 * again at once. Every block begins at a multiple of 64 bytes, which suits all vectors. */
#pragma once

#include <stddef.h>

enum { HEAP_GRAIN = 64 };

void *heap_get(size_t bytes); /* NULL: there is no more */
void heap_put(void *memory);  /* NULL is fine */
void *heap_resize(void *memory, size_t bytes);

/* Where memory comes from: the next `bytes` behind those it gave before (a multiple of the grain,
 * and it begins at one), or NULL. It may give more, and says how many. */
void *heap_more(size_t bytes, size_t *ret_bytes);
