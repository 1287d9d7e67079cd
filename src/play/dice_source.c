#include "play/dice_source.h"

#include <unistd.h>

/* SplitMix64 (Steele, Lea, Flood 2014): one 64-bit word of state, passes BigCrush. It need not be
 * secret, only fair and the same everywhere; whoever knows the seed knows the dice. */
static uint64_t mix(uint64_t x) {
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
    x = (x ^ x >> 27) * 0x94D049BB133111EBu;
    return x ^ x >> 31;
}

struct dice seeded_dice(uint64_t seed, uint32_t throw_number, int n) {
    uint64_t x = mix(seed + 0x9E3779B97F4A7C15u) ^ mix(throw_number + 0xD1B54A32D192ED03u);
    struct dice d = {0};
    while (n) {
        uint64_t value = mix(x += 0x9E3779B97F4A7C15u) >> 61;
        if (value >= FACES)
            continue; /* rejected: eight values onto six faces would not be fair */
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
            continue; /* 252 is the greatest multiple of six a byte can hold */
        d = dice_with(d, byte % FACES + 1, 1);
        n--;
    }
    *ret = d;
    return true;
}
