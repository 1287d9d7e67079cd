/* dice: a handful of dice as a multiset of faces.
 *
 * Nobody at a table cares about the order in which dice came to rest, so the order is not stored.
 * One nibble counts each face: hands are added and compared as integers. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { FACES = 6, DICE_MAX = 6 };

struct dice {
    uint32_t bits; /* count of face f in bits 4(f-1) to 4f-1; at most DICE_MAX */
};

static inline int dice_count(struct dice d, int face) {
    return (int)(d.bits >> (4 * (face - 1)) & 15);
}

static inline struct dice dice_plus(struct dice a, struct dice b) {
    return (struct dice){a.bits + b.bits};
}

static inline struct dice dice_with(struct dice d, int face, int count) {
    return (struct dice){d.bits + ((uint32_t)count << (4 * (face - 1)))};
}

/* b must be contained in a. */
static inline struct dice dice_minus(struct dice a, struct dice b) {
    return (struct dice){a.bits - b.bits};
}

static inline bool dice_same(struct dice a, struct dice b) {
    return a.bits == b.bits;
}

/* Counts stay below 8, so a borrow shows in the top bit of its own nibble and stops there. */
static inline bool dice_contain(struct dice all, struct dice part) {
    return (((all.bits | 0x888888u) - part.bits) & 0x888888u) == 0x888888u;
}

static inline int dice_size(struct dice d) {
    uint32_t pairs = (d.bits & 0x0f0f0fu) + (d.bits >> 4 & 0x0f0f0fu);
    return (int)((pairs + (pairs >> 8) + (pairs >> 16)) & 255);
}

int dice_sum(struct dice d);

/* The most frequent face, the highest if tied; 0 for no dice. */
int dice_commonest(struct dice d);

/* Enumerates the hands of n dice: start with dice_first(n) and continue while dice_next() returns
 * true. (252 hands of five dice, 462 of six.) */
struct dice dice_first(int n);
bool dice_next(struct dice *d);

/* Enumerates the subsets of `all`, including the empty one and `all` itself: start with no dice. */
bool dice_next_part(struct dice all, struct dice *part);

/* How many of the 6^n ordered throws give this hand. */
int dice_ways(struct dice d);

/* 6^n */
int dice_throws(int n);
