/* press_lanes: eight problems side by side in vector registers, for the innermost loops of the
 * press solvers only. */
#pragma once

#include "solve/vector.h"

enum { PRESS_LANES = 8, FOURS = PRESS_LANES / 4 };

#define EACH_FOUR UNROLL for (int q = 0; q < FOURS; q++)

/* The compiler unrolls loops of constant length, which nearly halves the time. */
#define EACH_LENGTH_FAST(length, call)                                                             \
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

/* Every byte of the page's core is downloaded, so there only the loop that takes longest is
 * unrolled. */
#ifdef __wasm__
#define EACH_LENGTH(length, call) call(length)
#else
#define EACH_LENGTH EACH_LENGTH_FAST
#endif
