/* fair_bytes: builds the hashed messages of fair dice, for both versions. */
#pragma once

#include <string.h>

#include "play/fair.h"

/* Every message starts with a label for its purpose, so that a hash for one purpose cannot pass as
 * a hash for another. */
enum { FAIR_LABEL = 16, FAIR_PARTS_MAX = 1 + SEATS_MAX * (1 + FAIR_BYTES) };

static inline uint8_t *put_bytes(uint8_t *at, const void *bytes, size_t n) {
    memcpy(at, bytes, n);
    return at + n;
}

static inline uint8_t *put_number(uint8_t *at, uint32_t number) {
    for (int i = 0; i < 4; i++)
        *at++ = (uint8_t)(number >> (8 * i));
    return at;
}

static inline struct span span_between(const uint8_t *from, const uint8_t *to) {
    return (struct span){(const char *)from, (size_t)(to - from)};
}

/* Appends the number of seats and, for each seat, a byte (1 if it has shared) and its share. */
uint8_t *put_parts(uint8_t *at, const struct fair *f, int seats);

/* Derives dice from hash blocks. The block number goes into the last four bytes of the message. */
void faces_of_blocks(struct span message, const uint8_t key[FAIR_BYTES], int n, uint8_t *ret);

struct dice dice_of_faces(const uint8_t *faces, int n);
