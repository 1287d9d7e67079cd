/* steady: the steady clock of the thread that runs a test, which can be set ahead: timers and waits
 * that depend on it are over at once, and nothing has to be slept through. Other threads, such as
 * those of a store, go on by the real clock. */
#ifndef YARD_TESTS_STEADY_H
#define YARD_TESTS_STEADY_H

#include <stdint.h>

void steady_skip(int64_t ms);

#endif
