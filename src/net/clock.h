/* clock: the two clocks of a server, in one place. The steady one measures how long something
 * takes: limits, patience, presence, time limits at tables. The other one says what time it is, for
 * the record and for the age of tables.
 *
 * Machines have their time set, sometimes wrongly and sometimes by years. So the time told here
 * goes on by the steady clock. A difference of a few seconds is taken over at once, but time never
 * goes back by it. A larger one counts only after it has lasted for an hour. All of it belongs to
 * the thread of the event loop. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum {
    CLOCK_SMALL_MS = 5 * 1000,
    CLOCK_TRUST_MS = 3600 * 1000,
};

int64_t clock_steady(void); /* milliseconds; it stands still while the machine sleeps */
int64_t clock_wall(void);   /* milliseconds since 1970 */

/* How long, by the steady clock, the time has been told without a jump: since the start, or since a
 * jump was taken over. No age that is read off clock_wall() is known for longer. */
int64_t clock_settled(void);

/* How far the clock of the machine is ahead of clock_wall(); 0 unless it has jumped. */
int64_t clock_ahead(void);

/* Is called when the machine's clock has jumped by so much, and again when that is taken over. */
void clock_on_jump(void (*jumped)(void *arg, int64_t by_ms, bool taken_over), void *arg);

/* Milliseconds of a processor that this thread has used. */
double clock_processor(void);
