/* dice_of: a hand from a list of faces, 1 to 6 each. */
#ifndef YARD_TESTS_DICE_OF_H
#define YARD_TESTS_DICE_OF_H

#include "core/dice.h"

static inline struct dice dice_of(const int *faces, int n) {
    struct dice d = {0};
    for (int i = 0; i < n; i++)
        d = dice_with(d, faces[i], 1);
    return d;
}

#endif
