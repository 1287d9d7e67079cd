/* merkle: the root of a list that only grows, as RFC 6962 works it out, with BLAKE2b-256 instead of
 * SHA-256. Of the whole tree only the roots of its full subtrees are kept, so adding an entry
 * costs the same however long the list is. */
#pragma once

#include <stdbool.h>

#include "core/words.h"

enum { MERKLE_BYTES = 32, MERKLE_ENTRY_MAX = 255, MERKLE_LEVELS = 48 };

/* All zero is an empty list. */
struct merkle {
    uint64_t size;
    uint8_t peaks[MERKLE_LEVELS][MERKLE_BYTES]; /* of 2^i entries, where bit i of size is set */
};

/* False: the entry is longer than MERKLE_ENTRY_MAX, and nothing has changed. */
bool merkle_add(struct merkle *m, struct span entry);
void merkle_root(const struct merkle *m, uint8_t ret[MERKLE_BYTES]);
