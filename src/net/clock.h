/* clock: the two clocks of a server. The steady clock measures durations: rate limits, timeouts,
 * presence, time limits at tables. The wall clock gives the time of day, for records and for the
 * age of tables.
 *
 * System clocks get set, sometimes wrongly and by years. So clock_wall() advances with
 * CLOCK_BOOTTIME. It follows the system clock immediately if the two differ by only a few seconds,
 * but never runs backwards to do so; a larger difference is adopted only after it has persisted for
 * an hour. Use only from the event loop thread. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum {
    CLOCK_SMALL_MS = 5 * 1000,
    CLOCK_TRUST_MS = 3600 * 1000,
};

int64_t clock_steady(void); /* milliseconds; stops while the machine is suspended */
int64_t clock_wall(void);   /* milliseconds since 1970 */

/* How long, by the steady clock, clock_wall() has run without a jump: since the start, or since a
 * jump was adopted. An age computed from clock_wall() is reliable only up to this duration. */
int64_t clock_settled(void);

/* How far the system clock is ahead of clock_wall(), negative if it is behind; 0 unless it has
 * jumped. */
int64_t clock_ahead(void);

/* `jumped` is called when the system clock jumps, and again when clock_wall() adopts the jump. */
void clock_on_jump(void (*jumped)(void *arg, int64_t by_ms, bool taken_over), void *arg);

/* CPU time used by this thread, in milliseconds. */
double clock_processor(void);
