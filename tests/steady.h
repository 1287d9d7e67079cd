/* steady: clocks that a test moves from outside, so that nothing has to be slept through. Linked
 * into a test, these functions move the clocks of the calling thread; other threads, such as those
 * of a store, go on by the real clocks. Preloaded into a program (LD_PRELOAD), all of its threads
 * see the clocks as the file YARD_TEST_CLOCK says (tests/net/clock.py writes it), four 64-bit
 * numbers of milliseconds: how far time was moved on, at which moment of the real steady clock it
 * was stopped or 0, how far somebody has set the time of day, and how long silent connections to a
 * database have been waited for (poll() alone). Waits that are over by a moved clock end at once.
 * The program itself knows nothing of it. */
#ifndef YARD_TESTS_STEADY_H
#define YARD_TESTS_STEADY_H

#include <stdint.h>

void steady_advance(int64_t ms); /* lets time pass: for all clocks */
void daytime_set(int64_t ms);    /* somebody sets the time of day */

#endif
