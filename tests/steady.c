#include "steady.h"

#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static _Thread_local int64_t skipped_ms, set_ms;

void steady_skip(int64_t ms) {
    skipped_ms += ms;
}

void daytime_skip(int64_t ms) {
    set_ms += ms;
}

static void add(struct timespec *t, int64_t ms) {
    int64_t ns = t->tv_nsec + ms % 1000 * 1000000 + 1000000000;
    t->tv_sec += ms / 1000 + ns / 1000000000 - 1;
    t->tv_nsec = ns % 1000000000;
}

/* Stands before the one of the C library, for libevent as well. */
int clock_gettime(clockid_t clock, struct timespec *ret) {
    int failed = (int)syscall(SYS_clock_gettime, clock, ret);
    if (!failed && (clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_COARSE))
        add(ret, skipped_ms);
    else if (!failed && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
        add(ret, set_ms);
    return failed;
}
