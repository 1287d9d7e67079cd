#include "play/whole_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/text.h"

enum { TRIES = 100 };

int whole_file_put(int fd, const void *data, size_t size) {
    for (const char *at = data; size;) {
        ssize_t n = write(fd, at, size);
        if (n < 0 && errno != EINTR)
            return errno;
        if (!n)
            return EIO;
        if (n > 0) {
            at += n;
            size -= (size_t)n;
        }
    }
    return 0;
}

int whole_file_finish(int fd, int reason, const char *draft, const char *place) {
    if (!reason && fsync(fd) != 0)
        reason = errno;
    if (close(fd) != 0 && !reason)
        reason = errno;
    if (!reason && rename(draft, place) != 0)
        reason = errno;
    if (reason)
        unlink(draft);
    return reason;
}

/* Writes in place: a device or pipe, such as /dev/stdout, must not be replaced by a file. */
static int write_through(int fd, const char *data, size_t size) {
    if (fd < 0)
        return errno;
    int reason = whole_file_put(fd, data, size);
    return close(fd) != 0 && !reason ? errno : reason;
}

/* Creates a file under an unused name, with permissions set by the umask. Returns -1 and sets errno
 * on failure. */
static int create_beside(const char *place, char beside[PATH_MAX]) {
    for (int i = 0; i < TRIES; i++) {
        struct text t = text_start(beside, PATH_MAX);
        text_add(&t, "%s.%ld-%d.part", place, (long)getpid(), i);
        if (t.cut) {
            errno = ENAMETOOLONG;
            return -1;
        }
        int fd = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd >= 0 || errno != EEXIST)
            return fd;
    }
    return -1;
}

/* Writes a file next to the target and renames it once it is complete and synced. */
static int write_beside(const char *place, const struct stat *old, const char *data, size_t size) {
    char beside[PATH_MAX];
    int fd = create_beside(place, beside);
    if (fd < 0)
        return errno;
    int reason = whole_file_put(fd, data, size);
    if (old && fchmod(fd, old->st_mode & 0777) != 0 && errno != EPERM && !reason)
        reason = errno;
    return whole_file_finish(fd, reason, beside, place);
}

int whole_file_write(const char *path, const char *data, size_t size) {
    struct stat there;
    char place[PATH_MAX];
    if (stat(path, &there) != 0)
        return write_beside(path, NULL, data, size);
    if (!S_ISREG(there.st_mode))
        return write_through(open(path, O_WRONLY | O_CLOEXEC), data, size);
    if (access(path, W_OK) != 0)
        return errno; /* rename() would not check this */
    /* Resolve symbolic links, so that the file is replaced and not the link. */
    return realpath(path, place) ? write_beside(place, &there, data, size) : errno;
}
