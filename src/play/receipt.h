/* receipt: a server's signed acknowledgment of a line, stating the table, the line number and the
 * hash of the log up to that line. One signature covers many receipts: they are the leaves of a
 * Merkle tree whose root is signed, and each carries the path from its leaf to the root. Specified
 * in doc/protocol.md, "Receipts". Signing and verifying, which need libsodium, are not done
 * here. */
#pragma once

#include "play/fair.h"

enum {
    RECEIPT_TABLE_MAX = 64, /* characters of a table's id */
    RECEIPT_STEPS_MAX = 16, /* length of a path: up to 65,536 receipts share a signature */
    RECEIPT_KEY_BYTES = 32,
    RECEIPT_SIGNATURE_BYTES = 64,
    RECEIPT_MESSAGE_BYTES = 16 + 8 + FAIR_BYTES,
    RECEIPT_JSON_MAX = 512 + RECEIPT_TABLE_MAX + RECEIPT_STEPS_MAX * (2 * FAIR_BYTES + 4),
};

/* The sibling on one level of the path. */
struct receipt_step {
    bool left; /* the sibling is the left one */
    uint8_t hash[FAIR_BYTES];
};

struct receipt {
    char table[RECEIPT_TABLE_MAX + 1];
    int line; /* from 1 */
    uint8_t log[FAIR_BYTES];
    int64_t at; /* ms */
    struct receipt_step path[RECEIPT_STEPS_MAX];
    int steps;
    uint8_t key[RECEIPT_KEY_BYTES], signature[RECEIPT_SIGNATURE_BYTES];
};

void receipt_leaf(const char *table, int line, const uint8_t log[FAIR_BYTES],
                  uint8_t ret[FAIR_BYTES]);
void receipt_node(const uint8_t left[FAIR_BYTES], const uint8_t right[FAIR_BYTES],
                  uint8_t ret[FAIR_BYTES]);

/* Computes the root from the leaf and the path. */
void receipt_root(const struct receipt *r, uint8_t ret[FAIR_BYTES]);

/* The bytes to sign. */
void receipt_message(int64_t at, const uint8_t root[FAIR_BYTES],
                     uint8_t ret[RECEIPT_MESSAGE_BYTES]);

/* Writes the receipt as one JSON object. */
void receipt_json(const struct receipt *r, struct text *out);
