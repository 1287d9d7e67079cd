#include "net/clock.h"

#include <time.h>

static struct {
    bool started;
    int64_t told, at;  /* the wall clock was at `told` when CLOCK_BOOTTIME was at `at` */
    int64_t last;      /* last time returned */
    int64_t settled;   /* when we started or last adopted a jump, by the steady clock */
    int64_t ahead;     /* how far the system clock has jumped, negative if backwards; 0: no jump */
    int64_t jumped_at; /* when the jump was noticed, by CLOCK_BOOTTIME */
    void (*jumped)(void *arg, int64_t by_ms, bool taken_over);
    void *arg;
} all;

static int64_t read_clock(clockid_t which) {
    struct timespec t;
    clock_gettime(which, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

int64_t clock_steady(void) {
    return read_clock(CLOCK_MONOTONIC);
}

/* CLOCK_BOOTTIME keeps counting during suspend, so waking up is not mistaken for a clock jump. */
static int64_t sleepless(void) {
    return read_clock(CLOCK_BOOTTIME);
}

double clock_processor(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static int64_t machine(void) {
    return read_clock(CLOCK_REALTIME);
}

static void take_over(int64_t time, int64_t now) {
    all.told = time;
    all.at = now;
    all.ahead = 0;
}

static void start(void) {
    all.started = true;
    take_over(machine(), sleepless());
    all.last = all.told;
    all.settled = clock_steady();
}

static bool is_small(int64_t ms) {
    return ms >= -CLOCK_SMALL_MS && ms <= CLOCK_SMALL_MS;
}

static void tell_of_jump(int64_t by_ms, bool taken_over) {
    if (all.jumped)
        all.jumped(all.arg, by_ms, taken_over);
}

static void compare(void) {
    int64_t now = sleepless(), time = machine(), off = time - (all.told + now - all.at);
    if (is_small(off)) {
        take_over(time, now);
    } else if (!all.ahead || !is_small(off - all.ahead)) {
        all.ahead = off;
        all.jumped_at = now;
        tell_of_jump(off, false);
    } else if (now - all.jumped_at >= CLOCK_TRUST_MS) {
        take_over(time, now);
        all.last = time;
        all.settled = clock_steady();
        tell_of_jump(off, true);
    }
}

int64_t clock_wall(void) {
    if (!all.started)
        start();
    compare();
    int64_t time = all.told + sleepless() - all.at;
    if (time > all.last)
        all.last = time;
    return all.last;
}

int64_t clock_settled(void) {
    clock_wall();
    return clock_steady() - all.settled;
}

int64_t clock_ahead(void) {
    clock_wall();
    return all.ahead;
}

void clock_on_jump(void (*jumped)(void *arg, int64_t by_ms, bool taken_over), void *arg) {
    all.jumped = jumped;
    all.arg = arg;
}
