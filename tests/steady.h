/* steady: clocks controlled by a test, so that no test has to sleep. Linked into a test, these
 * functions move the clocks of the calling thread; other threads, such as a store's, keep the real
 * clocks. Preloaded into a program (LD_PRELOAD), the library sets the clocks of all threads from
 * the file that the environment variable YARD_TEST_CLOCK names (tests/net/clock.py and
 * tests/browser/person.mjs write it). It holds four 64-bit integers, in milliseconds: how far time
 * was advanced; when it was stopped, by the real steady clock, or 0; how far the time of day was
 * shifted; and how much longer silent database connections seem to have been silent (poll() only).
 * Waits that expire because a test moves the clock end at once. The program itself needs no
 * changes. */
#ifndef YARD_TESTS_STEADY_H
#define YARD_TESTS_STEADY_H

#include <stdint.h>

void steady_stop(void);          /* stops all clocks: from now on only the test moves them */
void steady_advance(int64_t ms); /* advances all clocks */
void daytime_set(int64_t ms);    /* shifts the time of day only */

#endif
