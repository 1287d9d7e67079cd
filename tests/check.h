/* check: cmocka with the four headers it requires, claims, and random numbers for tests.
 *
 * A test is a claim: CLAIM(it_is_so) { assert... }. Claims run in file order; a test file defines
 * main() only if it needs group fixtures, arguments or generated claims.
 *
 * Random tests use fixed seeds: a failure that comes and goes helps nobody. To try other numbers,
 * change the seed in the test. */
#ifndef YARD_TESTS_CHECK_H
#define YARD_TESTS_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "core/set.h"

/* For tests of small tables: a set as a number with one bit per member, and back. */
static inline uint64_t set_bits(struct set s) {
    assert_int_equal(s.bits[1], 0);
    return s.bits[0];
}

static inline struct set bits_set(uint64_t bits) {
    return (struct set){{bits, 0}};
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif

/* A claim without cmocka fixtures, and one with them; fixtures share the claim's `state`. */
#define CLAIM(name) CLAIM_WITH(name, NULL, NULL)
#define CLAIM_WITH(name, begin, end)                                                               \
    static void name(void **state);                                                                \
    __attribute__((constructor)) static void add_##name(void) {                                    \
        claim_add(__LINE__, (struct CMUnitTest){#name, name, begin, end, NULL});                   \
    }                                                                                              \
    static void name(__attribute__((unused)) void **state)

void claim_add(int line, struct CMUnitTest test);

/* Adds a claim with `about` as its `*state`. The name must remain valid. */
void claim_about(const char *name, CMUnitTestFunction test, const void *about);

/* Runs all claims between two group fixtures, which may be NULL. Returns main()'s exit status. */
int run_claims(CMFixtureFunction begin, CMFixtureFunction end);

struct draw {
    uint64_t state; /* not 0 */
};

/* How many cases a test tries: `full` in `make test-long` (YARD_LONG), otherwise `part`, or a tenth
 * of that with sanitizers, which make everything ten times slower. With a probability of
 * 95 %, n independent trials find a fault that shows in 3/n of all cases. */
static inline bool in_full(void) {
    return getenv("YARD_LONG") != NULL;
}

static inline int how_many(int full, int part) {
    return in_full() ? full : SANITIZED && part >= 10 ? part / 10 : SANITIZED ? 1 : part;
}

/* Marsaglia's xorshift. Returns 0 to n - 1; the modulo bias is negligible in a test. */
static inline int draw_below(struct draw *draw, int n) {
    draw->state ^= draw->state << 13;
    draw->state ^= draw->state >> 7;
    draw->state ^= draw->state << 17;
    return (int)((draw->state >> 16) % (uint64_t)n);
}

#endif
