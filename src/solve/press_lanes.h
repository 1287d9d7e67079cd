/* press_lanes: eight problems side by side in vector registers, for the innermost loops of the
 * press solvers only. */
#pragma once

#include <stdint.h>

/* With gcc on x86-64 Linux, the version for the processor is chosen at program start, except under
 * sanitizers, whose runtime is not initialized by then. Neither version contracts a * b + c, so
 * both give the same digits. */
#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(__clang__) &&                        \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define WIDEST __attribute__((target_clones("avx2", "default")))
#else
#define WIDEST
#endif

/* Functions called from a clone must be inlined into it; otherwise the narrow version
 * would be called. */
#define INLINE static inline __attribute__((always_inline))

/* Four lanes in one value, compiled to whatever vector instructions the processor has. Passed by
 * address, because the calling convention for values depends on the processor. */
typedef double four __attribute__((vector_size(32)));
typedef int64_t four_masks __attribute__((vector_size(32)));

enum { PRESS_LANES = 8, FOURS = PRESS_LANES / 4 };

#ifdef __wasm_simd128__
/* For WebAssembly, the loop below would be compiled lane by lane and take ten times as long. */
INLINE void four_raise(four *best, const four *other) {
    typedef double two __attribute__((vector_size(16)));
    two *a = (two *)best;
    const two *b = (const two *)other;
    for (int i = 0; i < 2; i++)
        a[i] = __builtin_wasm_pmax_f64x2(b[i], a[i]);
}
#else
INLINE void four_raise(four *best, const four *other) {
    four a = *best, b = *other; /* with copies, the compiler can use a single instruction */
    for (int i = 0; i < 4; i++)
        a[i] = a[i] > b[i] ? a[i] : b[i];
    *best = a;
}
#endif

/* The compiler unrolls loops of constant length, which nearly halves the time. */
#define EACH_LENGTH(length, call)                                                                  \
    switch (length) {                                                                              \
    case 1:                                                                                        \
        call(1);                                                                                   \
        break;                                                                                     \
    case 2:                                                                                        \
        call(2);                                                                                   \
        break;                                                                                     \
    case 3:                                                                                        \
        call(3);                                                                                   \
        break;                                                                                     \
    case 4:                                                                                        \
        call(4);                                                                                   \
        break;                                                                                     \
    case 5:                                                                                        \
        call(5);                                                                                   \
        break;                                                                                     \
    case 6:                                                                                        \
        call(6);                                                                                   \
        break;                                                                                     \
    case 7:                                                                                        \
        call(7);                                                                                   \
        break;                                                                                     \
    case 8:                                                                                        \
        call(8);                                                                                   \
        break;                                                                                     \
    case 9:                                                                                        \
        call(9);                                                                                   \
        break;                                                                                     \
    default:                                                                                       \
        call(length);                                                                              \
        break;                                                                                     \
    }
