#include "core/blake2b.h"

#include <string.h>

enum { BLOCK = 128, ROUNDS = 12 };

/* RFC 7693, sections 2.6 and 2.7. */
static const uint64_t start[8] = {
    0x6A09E667F3BCC908, 0xBB67AE8584CAA73B, 0x3C6EF372FE94F82B, 0xA54FF53A5F1D36F1,
    0x510E527FADE682D1, 0x9B05688C2B3E6C1F, 0x1F83D9ABFB41BD6B, 0x5BE0CD19137E2179,
};
static const uint8_t order[10][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
    {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
    {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
    {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
    {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
};

static uint64_t turned(uint64_t x, int by) {
    return x >> by | x << (64 - by);
}

/* Little-endian, as in the RFC, on any machine. */
static uint64_t load(const uint8_t *from) {
    uint64_t x = 0;
    for (int i = 7; i >= 0; i--)
        x = x << 8 | from[i];
    return x;
}

/* Inlined with constant indices so that the words stay in registers: a server hashes each line
 * several times. */
static inline __attribute__((always_inline)) void mix(uint64_t *v, int a, int b, int c, int d,
                                                      uint64_t x, uint64_t y) {
    v[a] += v[b] + x;
    v[d] = turned(v[d] ^ v[a], 32);
    v[c] += v[d];
    v[b] = turned(v[b] ^ v[c], 24);
    v[a] += v[b] + y;
    v[d] = turned(v[d] ^ v[a], 16);
    v[c] += v[d];
    v[b] = turned(v[b] ^ v[c], 63);
}

/* `count`: bytes hashed so far, including this block; no input here reaches 2^64. */
static void compress(uint64_t *h, const uint8_t *block, uint64_t count, bool last) {
    uint64_t v[16], m[16];
    for (int i = 0; i < 8; i++) {
        v[i] = h[i];
        v[i + 8] = start[i];
    }
    v[12] ^= count;
    if (last)
        v[14] = ~v[14];
    for (int i = 0; i < 16; i++)
        m[i] = load(block + 8 * i);
#ifndef __wasm__ /* in the page, size matters more than speed */
#pragma GCC unroll 12
#endif
    for (int round = 0; round < ROUNDS; round++) {
        const uint8_t *s = order[round % 10];
        mix(v, 0, 4, 8, 12, m[s[0]], m[s[1]]); /* the columns */
        mix(v, 1, 5, 9, 13, m[s[2]], m[s[3]]);
        mix(v, 2, 6, 10, 14, m[s[4]], m[s[5]]);
        mix(v, 3, 7, 11, 15, m[s[6]], m[s[7]]);
        mix(v, 0, 5, 10, 15, m[s[8]], m[s[9]]); /* the diagonals */
        mix(v, 1, 6, 11, 12, m[s[10]], m[s[11]]);
        mix(v, 2, 7, 8, 13, m[s[12]], m[s[13]]);
        mix(v, 3, 4, 9, 14, m[s[14]], m[s[15]]);
    }
    for (int i = 0; i < 8; i++)
        h[i] ^= v[i] ^ v[i + 8];
}

void blake2b(struct span data, const uint8_t *key, size_t key_len, uint8_t *ret, size_t ret_len) {
    uint8_t block[BLOCK] = {0};
    uint64_t h[8], count = 0;
    memcpy(h, start, sizeof h);
    h[0] ^= 0x01010000 ^ (uint64_t)key_len << 8 ^ (uint64_t)ret_len;
    if (key_len) { /* the key is a block of its own before the data */
        memcpy(block, key, key_len);
        count = BLOCK;
        if (data.len)
            compress(h, block, count, false);
    }
    while (data.len > BLOCK) {
        count += BLOCK;
        compress(h, (const uint8_t *)data.at, count, false);
        data = (struct span){data.at + BLOCK, data.len - BLOCK};
    }
    if (data.len || !key_len) {
        memset(block, 0, sizeof block);
        if (data.len)
            memcpy(block, data.at, data.len);
        count += data.len;
    }
    compress(h, block, count, true);
    for (size_t i = 0; i < ret_len; i++)
        ret[i] = (uint8_t)(h[i / 8] >> (8 * (i % 8)));
}
