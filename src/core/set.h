/* set: a set of small numbers from 0, as a plain value: the seats of a table, or the places of a
 * room (place 1 is the number 0). */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { SET_WORDS = 2, SET_MAX = 64 * SET_WORDS };

struct set {
    uint64_t bits[SET_WORDS];
};

static inline bool set_has(struct set s, int n) {
    return s.bits[n / 64] >> (n % 64) & 1;
}

static inline struct set set_with(struct set s, int n) {
    s.bits[n / 64] |= (uint64_t)1 << (n % 64);
    return s;
}

static inline struct set set_without(struct set s, int n) {
    s.bits[n / 64] &= ~((uint64_t)1 << (n % 64));
    return s;
}

static inline struct set set_none(void) {
    return (struct set){{0}};
}

static inline struct set set_one(int n) {
    return set_with(set_none(), n);
}

static inline struct set set_all(void) {
    return (struct set){{UINT64_MAX, UINT64_MAX}};
}

/* The numbers from 0 to n - 1. */
static inline struct set set_below(int n) {
    struct set s = set_none();
    for (int i = 0; i < SET_WORDS; i++, n -= 64)
        s.bits[i] = n >= 64 ? UINT64_MAX : n > 0 ? ((uint64_t)1 << n) - 1 : 0;
    return s;
}

static inline struct set set_or(struct set a, struct set b) {
    for (int i = 0; i < SET_WORDS; i++)
        a.bits[i] |= b.bits[i];
    return a;
}

static inline struct set set_and(struct set a, struct set b) {
    for (int i = 0; i < SET_WORDS; i++)
        a.bits[i] &= b.bits[i];
    return a;
}

/* The numbers in `a` that are not in `b`. */
static inline struct set set_minus(struct set a, struct set b) {
    for (int i = 0; i < SET_WORDS; i++)
        a.bits[i] &= ~b.bits[i];
    return a;
}

static inline bool set_any(struct set s) {
    return s.bits[0] | s.bits[1];
}

/* Whether the sets have a number in common. */
static inline bool set_meet(struct set a, struct set b) {
    return set_any(set_and(a, b));
}

static inline bool set_same(struct set a, struct set b) {
    return a.bits[0] == b.bits[0] && a.bits[1] == b.bits[1];
}

static inline int set_count(struct set s) {
    return __builtin_popcountll(s.bits[0]) + __builtin_popcountll(s.bits[1]);
}

/* The smallest number above `n`; -1 if there is none. */
static inline int set_next(struct set s, int n) {
    s = set_minus(s, set_below(n + 1));
    for (int i = 0; i < SET_WORDS; i++) {
        if (s.bits[i])
            return 64 * i + __builtin_ctzll(s.bits[i]);
    }
    return -1;
}

static inline int set_first(struct set s) {
    return set_next(s, -1);
}

/* Visits the numbers in ascending order. */
#define SET_EACH(n, s) for (int n = set_first(s); n >= 0; n = set_next(s, n))
