/* merkle: the root of an append-only list as in RFC 6962, with BLAKE2b-256 instead of SHA-256.
 * Keeps only the roots of the full subtrees, so that adding an entry takes amortized constant
 * time. */
#pragma once

#include <stdbool.h>

#include "core/words.h"

enum { MERKLE_BYTES = 32, MERKLE_ENTRY_MAX = 255, MERKLE_LEVELS = 48 };

/* All zeros: an empty list. */
struct merkle {
    uint64_t size;
    uint8_t peaks[MERKLE_LEVELS][MERKLE_BYTES]; /* root of 2^i entries, if bit i of size is set */
};

/* Returns false and changes nothing if the entry is longer than MERKLE_ENTRY_MAX. */
bool merkle_add(struct merkle *m, struct span entry);
void merkle_root(const struct merkle *m, uint8_t ret[MERKLE_BYTES]);
