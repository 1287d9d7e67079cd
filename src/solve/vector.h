/* vector: vectorization of inner loops over doubles.
 *
 * One source for machines with and without AVX2: when built with GCC for x86-64 Linux, the program
 * chooses the version at startup, except under sanitizers, whose runtime is not initialized by
 * then. No version contracts a * b + c, so all give the same digits. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(__clang__) &&                        \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define CLONES __attribute__((target_clones("avx2", "default")))
#else
#define CLONES
#endif

/* Functions called from a clone must be inlined into it; otherwise the narrow version
 * would be called. */
#define INLINE static inline __attribute__((always_inline))

#define FOR_LANES _Pragma("omp simd") for (int l = 0; l < LANES; l++)

/* Before a loop of constant length: unrolls it even where the compiler optimizes for size, so that
 * its values stay in registers. */
#ifdef __clang__
#define UNROLL _Pragma("clang loop unroll(full)")
#else
#define UNROLL
#endif

/* Four lanes in one value, compiled to whatever vector instructions the processor has. Passed by
 * address, because the calling convention for values depends on the processor. Unaligned loads of
 * aligned data cost nothing. */
typedef double four __attribute__((vector_size(32), aligned(8)));
typedef int64_t four_masks __attribute__((vector_size(32)));

#ifdef __wasm_simd128__
/* For WebAssembly, the loop below would be compiled lane by lane and take ten times as long. */
INLINE void four_raise(four *best, const four *other) {
    typedef double two __attribute__((vector_size(16), aligned(8)));
    two *a = (two *)best;
    const two *b = (const two *)other;
    UNROLL for (int i = 0; i < 2; i++) a[i] = __builtin_wasm_pmax_f64x2(b[i], a[i]);
}

INLINE bool four_any(const four_masks *masks) {
    typedef int8_t bytes __attribute__((vector_size(16)));
    const bytes *half = (const bytes *)masks;
    return __builtin_wasm_any_true_v128(half[0] | half[1]);
}
#else
INLINE void four_raise(four *best, const four *other) {
    four a = *best, b = *other; /* with copies, the compiler can use a single instruction */
    for (int i = 0; i < 4; i++)
        a[i] = a[i] > b[i] ? a[i] : b[i];
    *best = a;
}

/* Whether any mask is set. */
INLINE bool four_any(const four_masks *masks) {
    four_masks m = *masks;
    return (m[0] | m[1] | m[2] | m[3]) != 0;
}
#endif
