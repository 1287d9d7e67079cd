/* receipts: the signing identity of a server, and batches of receipts under one signature. */
#pragma once

#include "play/receipt.h"
#include "server/secrets.h"

/* Derived from the server's key, so that all nodes with that key sign as one server, and restoring
 * a backup of the key restores the identity. */
struct signing_key {
    uint8_t secret[64], public[RECEIPT_KEY_BYTES];
};
void signing_key_derive(const uint8_t key[SECRET_BYTES], struct signing_key *ret);
void sign(const struct signing_key *key, const uint8_t *message, size_t n,
          uint8_t ret[RECEIPT_SIGNATURE_BYTES]);

struct receipts;

struct receipts *receipts_new(const struct signing_key *key);
void receipts_free(struct receipts *b); /* NULL is fine */

/* Adds a receipt to the batch; receipts are numbered from 0. Returns false if the batch is full:
 * sign and clear it first. */
bool receipts_add(struct receipts *b, const char *table, int line, const uint8_t log[FAIR_BYTES]);

/* Signs the whole batch with one signature. */
void receipts_sign(struct receipts *b, int64_t at);
void receipts_get(const struct receipts *b, int index, struct receipt *ret);

/* Empties the batch. */
void receipts_clear(struct receipts *b);
