/* killer: preloaded with LD_PRELOAD=libkiller.so, it counts the calls that change something on disk
 * and kills the program right before call number KILL_AT. The file named by KILL_COUNT receives the
 * number of those calls (if KILL_AT is set), the file named by KILL_MODES the mode and path of
 * every file opened with O_CREAT. */
#undef _FILE_OFFSET_BITS /* keeps open() and open64() apart */
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

static int calls;

static void before_change(void) {
    const char *at = getenv("KILL_AT");
    if (at && atoi(at) == ++calls)
        kill(getpid(), SIGKILL);
}

/* The libc function that ours overrides. */
#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static void tell_mode(const char *path, mode_t mode) {
    const char *to = getenv("KILL_MODES");
    FILE *out = to ? fopen(to, "ae") : NULL;
    if (!out)
        return;
    fprintf(out, "%o %s\n", (unsigned)mode, path);
    fclose(out);
}

static mode_t mode_of(int flags, va_list args) {
    return flags & O_CREAT ? (mode_t)va_arg(args, int) : 0;
}

int open(const char *path, int flags, ...) {
    va_list args;
    va_start(args, flags);
    mode_t mode = mode_of(flags, args);
    va_end(args);
    if (flags & O_CREAT) {
        tell_mode(path, mode);
        before_change();
    }
    return REAL(open)(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    va_list args;
    va_start(args, flags);
    mode_t mode = mode_of(flags, args);
    va_end(args);
    if (flags & O_CREAT) {
        tell_mode(path, mode);
        before_change();
    }
    return REAL(open64)(path, flags, mode);
}

int link(const char *from, const char *to) {
    before_change();
    return REAL(link)(from, to);
}

int unlink(const char *path) {
    before_change();
    return REAL(unlink)(path);
}

int rename(const char *from, const char *to) {
    before_change();
    return REAL(rename)(from, to);
}

int fsync(int fd) {
    before_change();
    return REAL(fsync)(fd);
}

int fdatasync(int fd) {
    before_change();
    return REAL(fdatasync)(fd);
}

ssize_t write(int fd, const void *data, size_t size) {
    before_change();
    return REAL(write)(fd, data, size);
}

ssize_t pwrite64(int fd, const void *data, size_t size, off64_t at) {
    before_change();
    return REAL(pwrite64)(fd, data, size, at);
}

int ftruncate64(int fd, off64_t size) {
    before_change();
    return REAL(ftruncate64)(fd, size);
}

__attribute__((destructor)) static void tell_count(void) {
    const char *to = getenv("KILL_COUNT");
    FILE *out = to ? fopen(to, "we") : NULL;
    if (!out)
        return;
    fprintf(out, "%d\n", calls);
    fclose(out);
}
