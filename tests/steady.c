#include "steady.h"

#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static _Thread_local int64_t skipped_ms;

void steady_skip(int64_t ms) {
    skipped_ms += ms;
}

/* Stands before the one of the C library, for libevent as well. */
int clock_gettime(clockid_t clock, struct timespec *ret) {
    int failed = (int)syscall(SYS_clock_gettime, clock, ret);
    if (!failed && (clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_COARSE)) {
        int64_t ns = ret->tv_nsec + skipped_ms % 1000 * 1000000;
        ret->tv_sec += skipped_ms / 1000 + ns / 1000000000;
        ret->tv_nsec = ns % 1000000000;
    }
    return failed;
}
