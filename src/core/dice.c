#include "core/dice.h"

int dice_sum(struct dice d) {
    int sum = 0;
    for (int face = 1; face <= FACES; face++)
        sum += face * dice_count(d, face);
    return sum;
}

int dice_commonest(struct dice d) {
    int best = 0, most = 1;
    for (int face = 1; face <= FACES; face++) {
        if (dice_count(d, face) >= most) {
            most = dice_count(d, face);
            best = face;
        }
    }
    return best;
}

struct dice dice_first(int n) {
    return dice_with((struct dice){0}, 1, n);
}

/* Of the dice that show the lowest face present, turns one to the next face up and the others to 1:
 * an odometer whose digits must add up to n. */
bool dice_next(struct dice *d) {
    int face = 1;
    while (face < FACES && !dice_count(*d, face))
        face++;
    if (face == FACES)
        return false;
    int count = dice_count(*d, face);
    struct dice rest = dice_minus(*d, dice_with((struct dice){0}, face, count));
    *d = dice_with(dice_with(rest, face + 1, 1), 1, count - 1);
    return true;
}

bool dice_next_part(struct dice all, struct dice *part) {
    for (int face = 1; face <= FACES; face++) {
        int count = dice_count(*part, face);
        if (count < dice_count(all, face)) {
            *part = dice_with(*part, face, 1);
            return true;
        }
        *part = dice_minus(*part, dice_with((struct dice){0}, face, count));
    }
    return false;
}

int dice_ways(struct dice d) {
    static const int factorial[DICE_MAX + 1] = {1, 1, 2, 6, 24, 120, 720};
    int ways = factorial[dice_size(d)];
    for (int face = 1; face <= FACES; face++)
        ways /= factorial[dice_count(d, face)];
    return ways;
}

int dice_throws(int n) {
    int throws = 1;
    for (int i = 0; i < n; i++)
        throws *= FACES;
    return throws;
}
