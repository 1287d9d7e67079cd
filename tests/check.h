/* check: cmocka, which wants four headers before it, claims, and dice for tests.
 *
 * A test is a claim: CLAIM(it_is_so) { assert... }. The program runs them in the order of their
 * file; it has a main() of its own only where something has to be done around them.
 *
 * Tests that draw at random draw the same every time: a failure that comes and goes helps nobody.
 * Other draws are had by another seed in the test. */
#ifndef YARD_TESTS_CHECK_H
#define YARD_TESTS_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif

/* A claim, and one that is made between two others of cmocka's fixtures, which share its `state`.
 */
#define CLAIM(name) CLAIM_WITH(name, NULL, NULL)
#define CLAIM_WITH(name, begin, end)                                                               \
    static void name(void **state);                                                                \
    __attribute__((constructor)) static void add_##name(void) {                                    \
        claim_add(__LINE__, (struct CMUnitTest){#name, name, begin, end, NULL});                   \
    }                                                                                              \
    static void name(__attribute__((unused)) void **state)

void claim_add(int line, struct CMUnitTest test);

/* One more, with what it is about as its `*state`. The name has to last. */
void claim_about(const char *name, CMUnitTestFunction test, const void *about);

/* Runs all of them between two fixtures, each NULL for none; main()'s result. */
int run_claims(CMFixtureFunction begin, CMFixtureFunction end);

struct draw {
    uint64_t state; /* not 0 */
};

/* How many of a thing a test takes: all of it in `make test-long` (YARD_LONG), a part otherwise,
 * and a tenth of that with sanitizers, with which everything takes ten times as long. n independent
 * trials find, 95 times in 100, a fault that shows in 3/n of them. */
static inline bool in_full(void) {
    return getenv("YARD_LONG") != NULL;
}

static inline int how_many(int full, int part) {
    return in_full() ? full : SANITIZED && part >= 10 ? part / 10 : SANITIZED ? 1 : part;
}

/* Marsaglia's xorshift. A number from 0 to n - 1; the modulo's bias is nothing to a test. */
static inline int draw_below(struct draw *draw, int n) {
    draw->state ^= draw->state << 13;
    draw->state ^= draw->state >> 7;
    draw->state ^= draw->state << 17;
    return (int)((draw->state >> 16) % (uint64_t)n);
}

#endif
