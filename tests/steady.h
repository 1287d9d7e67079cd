/* steady: the clocks of the thread that runs a test, which can be set: timers and waits that depend
 * on the steady one are over at once, and nothing has to be slept through. Other threads, such as
 * those of a store, go on by the real clocks. */
#ifndef YARD_TESTS_STEADY_H
#define YARD_TESTS_STEADY_H

#include <stdint.h>

void steady_skip(int64_t ms);
void daytime_skip(int64_t ms); /* the other clock, which people set */

#endif
