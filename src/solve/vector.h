/* vector: how inner loops over doubles are made into vector instructions.
 *
 * One source for machines with and without AVX2: the choice is made when the program starts. Not
 * under sanitizers, whose run-time is not up yet at that moment. */
#pragma once

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) &&                             \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define CLONES __attribute__((target_clones("avx2", "default")))
#else
#define CLONES
#endif

/* What such a function calls must be part of it, or it would be the narrow version. */
#define INLINE static inline __attribute__((always_inline))

#define FOR_LANES _Pragma("omp simd") for (int l = 0; l < LANES; l++)
