/* vector: vectorization of inner loops over doubles.
 *
 * One source for machines with and without AVX2: when built with GCC for x86-64, the program
 * chooses the version at startup, except under sanitizers, whose runtime is not initialized by
 * then. */
#pragma once

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) &&                             \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define CLONES __attribute__((target_clones("avx2", "default")))
#else
#define CLONES
#endif

/* Functions called from a clone must be inlined into it; otherwise the narrow version
 * would be called. */
#define INLINE static inline __attribute__((always_inline))

#define FOR_LANES _Pragma("omp simd") for (int l = 0; l < LANES; l++)
