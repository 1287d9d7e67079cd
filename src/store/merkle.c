#include "store/merkle.h"

#include <string.h>

#include "core/blake2b.h"

/* Different first bytes keep an entry from passing for an inner node (RFC 6962, 2.1). */
enum { LEAF = 0, NODE = 1 };

static void hash(const uint8_t *bytes, size_t n, uint8_t ret[MERKLE_BYTES]) {
    blake2b((struct span){(const char *)bytes, n}, NULL, 0, ret, MERKLE_BYTES);
}

static void join(const uint8_t left[MERKLE_BYTES], const uint8_t right[MERKLE_BYTES],
                 uint8_t ret[MERKLE_BYTES]) {
    uint8_t bytes[1 + 2 * MERKLE_BYTES] = {NODE};
    memcpy(bytes + 1, left, MERKLE_BYTES);
    memcpy(bytes + 1 + MERKLE_BYTES, right, MERKLE_BYTES);
    hash(bytes, sizeof bytes, ret);
}

bool merkle_add(struct merkle *m, struct span entry) {
    uint8_t bytes[1 + MERKLE_ENTRY_MAX] = {LEAF}, top[MERKLE_BYTES];
    int level = 0;
    if (entry.len > MERKLE_ENTRY_MAX)
        return false;
    if (entry.len)
        memcpy(bytes + 1, entry.at, entry.len);
    hash(bytes, 1 + entry.len, top);
    for (; m->size >> level & 1; level++)
        join(m->peaks[level], top, top);
    memcpy(m->peaks[level], top, MERKLE_BYTES);
    m->size++;
    return true;
}

void merkle_root(const struct merkle *m, uint8_t ret[MERKLE_BYTES]) {
    bool any = false;
    hash(NULL, 0, ret);
    for (int level = 0; level < MERKLE_LEVELS; level++) {
        if (!(m->size >> level & 1))
            continue;
        if (any)
            join(m->peaks[level], ret, ret);
        else
            memcpy(ret, m->peaks[level], MERKLE_BYTES);
        any = true;
    }
}
