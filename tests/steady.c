#include "steady.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum {
    SLICE_MS = 2,  /* a moved clock is noticed within this time */
    SHORT_MS = 20, /* waits this short end by the real clock even while ours is stopped */
};

/* Contents of the file that YARD_TEST_CLOCK names, in milliseconds. */
struct moved {
    _Atomic int64_t steady, stopped, daytime, silence;
};

static const struct moved nothing;
static const struct moved *moved = &nothing;
static _Thread_local int64_t advanced_ms, set_ms;
static _Thread_local bool is_stopped;
static _Thread_local struct timespec stopped_at[CLOCK_BOOTTIME + 1];
static _Atomic int64_t crept_ms; /* spent in short waits while the clock was stopped */

__attribute__((constructor)) static void open_clock(void) {
    const char *name = getenv("YARD_TEST_CLOCK");
    int fd = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
    if (fd < 0)
        return;
    void *at = mmap(NULL, sizeof *moved, PROT_READ, MAP_SHARED, fd, 0);
    if (at != MAP_FAILED)
        moved = at;
    close(fd);
}

void steady_stop(void) {
    for (clockid_t clock = 0; clock <= CLOCK_BOOTTIME; clock++)
        syscall(SYS_clock_gettime, clock, &stopped_at[clock]);
    is_stopped = true;
}

void steady_advance(int64_t ms) {
    advanced_ms += ms;
}

void daytime_set(int64_t ms) {
    set_ms += ms;
}

static void add(struct timespec *t, int64_t ms) {
    int64_t ns = t->tv_nsec + ms % 1000 * 1000000 + 1000000000;
    t->tv_sec += ms / 1000 + ns / 1000000000 - 1;
    t->tv_nsec = ns % 1000000000;
}

static int64_t real_ms(void) {
    struct timespec t;
    syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* How far our clock is ahead of the real one. */
static int64_t ahead(void) {
    int64_t stopped = moved->stopped;
    return advanced_ms + crept_ms + moved->steady - (stopped ? real_ms() - stopped : 0);
}

/* Overrides the C library's function, for libevent as well. */
int clock_gettime(clockid_t clock, struct timespec *ret) {
    int failed = (int)syscall(SYS_clock_gettime, clock, ret);
    if (!failed && is_stopped && clock >= 0 && clock <= CLOCK_BOOTTIME)
        *ret = stopped_at[clock];
    bool daytime = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
    if (!failed && (daytime || clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_COARSE ||
                    clock == CLOCK_BOOTTIME))
        add(ret, ahead() + (daytime ? set_ms + moved->daytime : 0));
    return failed;
}

/* ---- waits follow the moved clock ---- */

/* The function that ours overrides: the C library's, or a sanitizer's wrapper around it. */
#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

/* What is left of a wait, at most one slice. */
static int slice(int64_t end, int64_t now) {
    int64_t left = end - now;
    return left < 0 ? 0 : left < SLICE_MS ? (int)left : SLICE_MS;
}

/* While the clock is stopped, a short remaining wait passes anyway. */
static void creep(int64_t rest) {
    if (moved->stopped && rest > 0 && rest <= SHORT_MS)
        crept_ms += rest;
}

/* An event loop reads the clock after one wait and computes the next timeout from it. If the clock
 * was moved in between, that timeout is too long, and a stopped clock would never reach it: return
 * at once so that the loop computes it again. */
int epoll_pwait(int fd, struct epoll_event *events, int size, int ms, const sigset_t *mask) {
    static _Thread_local int64_t known;
    int64_t end = real_ms() + ahead() + (moved->steady == known ? ms : 0);
    for (;;) {
        int part = ms < 0 ? ms : slice(end, real_ms() + ahead());
        int count = REAL(epoll_pwait)(fd, events, size, part, mask);
        known = moved->steady;
        if (count || part <= 0)
            return count;
        creep(end - real_ms() - ahead());
    }
}

int epoll_wait(int fd, struct epoll_event *events, int size, int ms) {
    return epoll_pwait(fd, events, size, ms, NULL);
}

int usleep(useconds_t us) {
    for (int64_t end = real_ms() + ahead() + us / 1000; real_ms() + ahead() < end;)
        REAL(usleep)(1000 * SLICE_MS);
    return 0;
}

unsigned sleep(unsigned seconds) {
    return (unsigned)usleep(1000000 * seconds);
}

int poll(struct pollfd *fds, nfds_t count, int ms) {
    int64_t end = real_ms() + moved->silence + ms;
    for (;;) {
        int part = ms < 0 ? ms : slice(end, real_ms() + moved->silence);
        int ready = REAL(poll)(fds, count, part);
        if (ready || part <= 0)
            return ready;
    }
}

/* A store's condition variables use the monotonic clock. */
int pthread_cond_timedwait(pthread_cond_t *restrict cond, pthread_mutex_t *restrict lock,
                           const struct timespec *restrict until) {
    int64_t end = (int64_t)until->tv_sec * 1000 + until->tv_nsec / 1000000;
    int part = slice(end, real_ms() + ahead());
    struct timespec at;
    syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &at);
    add(&at, part);
    int why = pthread_cond_clockwait(cond, lock, CLOCK_MONOTONIC, &at);
    if (why != ETIMEDOUT || !part)
        return why;
    creep(end - real_ms() - ahead());
    return 0; /* a signal may have arrived between two slices: let the caller check */
}
