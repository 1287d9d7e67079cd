/* blake2b: the BLAKE2b hash of RFC 7693, keyed or unkeyed. A web page and any other program must be
 * able to recompute commitments and the dice derived from them, so the hash is a standard one. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/words.h"

enum { BLAKE2B_MAX = 64 }; /* maximum size of a hash and of a key, in bytes */

/* ret_len is 1 to BLAKE2B_MAX; a shorter hash is not a prefix of a longer one. key_len 0: no
 * key. */
void blake2b(struct span data, const uint8_t *key, size_t key_len, uint8_t *ret, size_t ret_len);
