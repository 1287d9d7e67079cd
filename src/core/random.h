/* random: pseudo-random numbers that are the same on every machine. For seeded dice, bots and
 * simulations; where numbers must be unpredictable, get them from the operating system.
 *
 * SplitMix64 (Steele, Lea, Flood 2014): one 64-bit word of state; it passes BigCrush. */
#pragma once

#include <stdint.h>

#define RANDOM_STEP 0x9E3779B97F4A7C15u

/* Mixes the bits of x so that neighboring inputs give unrelated outputs. */
static inline uint64_t random_mix(uint64_t x) {
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
    x = (x ^ x >> 27) * 0x94D049BB133111EBu;
    return x ^ x >> 31;
}

/* The next number of the stream. */
static inline uint64_t random_next(uint64_t *stream) {
    return random_mix(*stream += RANDOM_STEP);
}

/* A uniformly distributed number below n, by Lemire's multiplication with rejection. */
static inline uint32_t random_below(uint64_t *stream, uint32_t n) {
    for (;;) {
        uint64_t product = (random_next(stream) >> 32) * n;
        if ((uint32_t)product >= -n % n)
            return (uint32_t)(product >> 32);
    }
}

/* A uniformly distributed number in [0, 1). */
static inline double random_unit(uint64_t *stream) {
    return (double)(random_next(stream) >> 11) * 0x1p-53;
}
