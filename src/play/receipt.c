#include "play/receipt.h"

#include <string.h>

#include "core/blake2b.h"

enum { LABEL = 16 };

static uint8_t *put(uint8_t *to, const void *bytes, size_t n) {
    memcpy(to, bytes, n);
    return to + n;
}

static uint8_t *put_number(uint8_t *to, uint64_t number, int bytes) {
    for (int i = 0; i < bytes; i++)
        *to++ = (uint8_t)(number >> 8 * i);
    return to;
}

static void hash(const uint8_t *from, const uint8_t *end, uint8_t ret[FAIR_BYTES]) {
    blake2b((struct span){(const char *)from, (size_t)(end - from)}, NULL, 0, ret, FAIR_BYTES);
}

void receipt_leaf(const char *table, int line, const uint8_t log[FAIR_BYTES],
                  uint8_t ret[FAIR_BYTES]) {
    uint8_t bytes[LABEL + 1 + RECEIPT_TABLE_MAX + 4 + FAIR_BYTES], *end = bytes;
    size_t letters = strnlen(table, RECEIPT_TABLE_MAX);
    end = put(end, "yard-receipt-one", LABEL);
    end = put_number(end, letters, 1);
    end = put(end, table, letters);
    end = put_number(end, (uint32_t)line, 4);
    end = put(end, log, FAIR_BYTES);
    hash(bytes, end, ret);
}

void receipt_node(const uint8_t left[FAIR_BYTES], const uint8_t right[FAIR_BYTES],
                  uint8_t ret[FAIR_BYTES]) {
    uint8_t bytes[LABEL + 2 * FAIR_BYTES], *end = put(bytes, "yard-receipt-two", LABEL);
    end = put(end, left, FAIR_BYTES);
    end = put(end, right, FAIR_BYTES);
    hash(bytes, end, ret);
}

void receipt_root(const struct receipt *r, uint8_t ret[FAIR_BYTES]) {
    receipt_leaf(r->table, r->line, r->log, ret);
    for (int i = 0; i < r->steps; i++) {
        const struct receipt_step *s = &r->path[i];
        receipt_node(s->left ? s->hash : ret, s->left ? ret : s->hash, ret);
    }
}

void receipt_message(int64_t at, const uint8_t root[FAIR_BYTES],
                     uint8_t ret[RECEIPT_MESSAGE_BYTES]) {
    uint8_t *end = put(ret, "yard-receipt-top", LABEL);
    put(put_number(end, (uint64_t)at, 8), root, FAIR_BYTES);
}

void receipt_json(const struct receipt *r, struct text *out) {
    text_add(out, "{\"table\":\"%s\",\"line\":%d,\"log\":\"", r->table, r->line);
    text_hex(out, r->log, FAIR_BYTES);
    text_add(out, "\",\"at\":%lld,\"path\":[", (long long)r->at);
    for (int i = 0; i < r->steps; i++) {
        text_put(out, i ? ",\"" : "\"");
        text_put_n(out, r->path[i].left ? "l" : "r", 1);
        text_hex(out, r->path[i].hash, FAIR_BYTES);
        text_put(out, "\"");
    }
    text_put(out, "],\"key\":\"");
    text_hex(out, r->key, RECEIPT_KEY_BYTES);
    text_put(out, "\",\"sig\":\"");
    text_hex(out, r->signature, RECEIPT_SIGNATURE_BYTES);
    text_put(out, "\"}");
}
