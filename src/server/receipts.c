#include "server/receipts.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"

enum { BATCH_MAX = 1 << RECEIPT_STEPS_MAX };

void signing_key_derive(const uint8_t key[SECRET_BYTES], struct signing_key *ret) {
    static const unsigned char label[] = "yard-signing-key";
    uint8_t seed[crypto_sign_SEEDBYTES];
    crypto_generichash(seed, sizeof seed, label, sizeof label - 1, key, SECRET_BYTES);
    crypto_sign_seed_keypair(ret->public, ret->secret, seed);
    sodium_memzero(seed, sizeof seed);
}

void sign(const struct signing_key *key, const uint8_t *message, size_t n,
          uint8_t ret[RECEIPT_SIGNATURE_BYTES]) {
    crypto_sign_detached(ret, NULL, message, n, key->secret);
}

struct item {
    char table[RECEIPT_TABLE_MAX + 1];
    int line;
    uint8_t log[FAIR_BYTES];
};

typedef uint8_t hash[FAIR_BYTES];

struct receipts {
    const struct signing_key *key;
    struct item *items;
    hash *rows; /* hashes of the tree, leaves first, row by row */
    int count, room;
    int64_t at;
    uint8_t signature[RECEIPT_SIGNATURE_BYTES];
};

struct receipts *receipts_new(const struct signing_key *key) {
    struct receipts *b = grab(1, sizeof *b);
    b->key = key;
    return b;
}

void receipts_free(struct receipts *b) {
    if (!b)
        return;
    free(b->items);
    free(b->rows);
    free(b);
}

/* All rows together have fewer than twice as many hashes as there are leaves, plus one per row. */
static void grow(struct receipts *b) {
    b->items = grown(b->items, b->count, &b->room, sizeof *b->items);
    b->rows = must(realloc(b->rows, (2 * (size_t)b->room + RECEIPT_STEPS_MAX) * sizeof *b->rows));
}

bool receipts_add(struct receipts *b, const char *table, int line, const uint8_t log[FAIR_BYTES]) {
    if (b->count == BATCH_MAX)
        return false;
    if (b->count == b->room)
        grow(b);
    struct item *item = &b->items[b->count];
    text_put(TEXT_OVER(item->table), table);
    item->line = line;
    memcpy(item->log, log, FAIR_BYTES);
    receipt_leaf(item->table, line, log, b->rows[b->count++]);
    return true;
}

void receipts_sign(struct receipts *b, int64_t at) {
    uint8_t message[RECEIPT_MESSAGE_BYTES];
    hash *row = b->rows;
    int n = b->count;
    if (!n)
        return;
    while (n > 1) {
        hash *above = row + n;
        for (int i = 0; i + 1 < n; i += 2)
            receipt_node(row[i], row[i + 1], above[i / 2]);
        if (n & 1) /* an unpaired node moves up unchanged */
            memcpy(above[n / 2], row[n - 1], FAIR_BYTES);
        row = above;
        n = (n + 1) / 2;
    }
    b->at = at;
    receipt_message(at, row[0], message);
    sign(b->key, message, sizeof message, b->signature);
}

void receipts_get(const struct receipts *b, int index, struct receipt *ret) {
    const struct item *item = &b->items[index];
    const hash *row = (const hash *)b->rows;
    memcpy(ret->table, item->table, sizeof ret->table);
    memcpy(ret->log, item->log, FAIR_BYTES);
    memcpy(ret->key, b->key->public, RECEIPT_KEY_BYTES);
    memcpy(ret->signature, b->signature, RECEIPT_SIGNATURE_BYTES);
    ret->line = item->line;
    ret->at = b->at;
    ret->steps = 0;
    for (int n = b->count; n > 1; row += n, n = (n + 1) / 2, index /= 2) {
        int beside = index ^ 1;
        if (beside >= n)
            continue; /* moved up without a sibling */
        struct receipt_step *step = &ret->path[ret->steps++];
        step->left = beside < index;
        memcpy(step->hash, row[beside], FAIR_BYTES);
    }
}

void receipts_clear(struct receipts *b) {
    b->count = 0;
}
