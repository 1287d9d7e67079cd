/* blake2b: the hash BLAKE2b of RFC 7693, keyed or not. For commitments and for the dice derived
 * from them, which a page and any other program must be able to work out again. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/words.h"

enum { BLAKE2B_MAX = 64 }; /* bytes of a hash, and of a key, at most */

/* ret_len is 1 to BLAKE2B_MAX: a shorter hash is another hash, not the beginning of a longer one.
 * key_len 0: without a key. */
void blake2b(struct span data, const uint8_t *key, size_t key_len, uint8_t *ret, size_t ret_len);
