/* receipt: what a server signs when it acknowledges a line: the table, a line number and the hash
 * of the log up to that line. One signature serves many receipts: it is made over the root of a
 * tree whose leaves they are, and each receipt carries the path from its leaf to the root.
 * doc/protocol.md, "Receipts", specifies them. This is the arithmetic without the signature, which
 * is libsodium's business. */
#pragma once

#include "play/fair.h"

enum {
    RECEIPT_TABLE_MAX = 64, /* letters of a table's id */
    RECEIPT_STEPS_MAX = 16, /* of a path: up to 65,536 receipts share a signature */
    RECEIPT_KEY_BYTES = 32,
    RECEIPT_SIGNATURE_BYTES = 64,
    RECEIPT_MESSAGE_BYTES = 16 + 8 + FAIR_BYTES,
    RECEIPT_JSON_MAX = 512 + RECEIPT_TABLE_MAX + RECEIPT_STEPS_MAX * (2 * FAIR_BYTES + 4),
};

/* What stands beside the path on one level. */
struct receipt_step {
    bool left; /* or to the right */
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

/* From the leaf along the path. */
void receipt_root(const struct receipt *r, uint8_t ret[FAIR_BYTES]);

/* The bytes that are signed. */
void receipt_message(int64_t at, const uint8_t root[FAIR_BYTES],
                     uint8_t ret[RECEIPT_MESSAGE_BYTES]);

/* One JSON object. */
void receipt_json(const struct receipt *r, struct text *out);
