#include "play/dice_source.h"

#include <unistd.h>

#include "core/random.h"

/* These dice are unbiased and the same on every machine, but not secret: the seed determines every
 * throw. */
struct dice seeded_dice(uint64_t seed, uint32_t throw_number, int n) {
    uint64_t x = random_mix(seed + RANDOM_STEP) ^ random_mix(throw_number + 0xD1B54A32D192ED03u);
    struct dice d = {0};
    while (n) {
        uint64_t value = random_next(&x) >> 61;
        if (value >= FACES)
            continue; /* rejected: eight values do not map evenly onto six faces */
        d = dice_with(d, (int)value + 1, 1);
        n--;
    }
    return d;
}

bool system_dice(int n, struct dice *ret) {
    struct dice d = {0};
    while (n) {
        unsigned char byte;
        if (getentropy(&byte, 1) != 0)
            return false;
        if (byte >= 252)
            continue; /* rejected: 252 is the largest multiple of six that fits in a byte */
        d = dice_with(d, byte % FACES + 1, 1);
        n--;
    }
    *ret = d;
    return true;
}
