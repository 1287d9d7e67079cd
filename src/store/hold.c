/* The lock is on a separate file, not on SQLite's own file: closing SQLite's file here would drop
 * the locks that SQLite holds on it in this process. */
#include "store/hold.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/errors.h"
#include "core/memory.h"
#include "core/say.h"

struct hold {
    int fd;
    char *path;
};

static bool is_file(int fd, const char *path) {
    struct stat here, there;
    return fstat(fd, &here) == 0 && stat(path, &there) == 0 && here.st_ino == there.st_ino &&
           here.st_dev == there.st_dev;
}

/* Resolves links, so that two names for one store lead to the same lock. */
static char *path_beside(const char *where) {
    char *real = realpath(where, NULL), *path = NULL;
    if (asprintf(&path, "%s-lock", real ? real : where) < 0)
        abort();
    free(real);
    return path;
}

struct hold *hold_take(const char *where, struct text *error) {
    struct hold *h = must(malloc(sizeof *h));
    h->path = path_beside(where);
    for (;;) {
        h->fd = open(h->path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
        bool locked = h->fd >= 0 && flock(h->fd, LOCK_EX | LOCK_NB) == 0;
        int reason = errno;
        if (locked && is_file(h->fd, h->path))
            return h;
        if (h->fd >= 0)
            close(h->fd);
        if (locked)
            continue; /* the previous holder has just removed the file */
        if (reason == EWOULDBLOCK)
            say(error, store_in_use_by_server, .store = where);
        else
            say(error, store_cannot_lock, .file = h->path, .why = error_words(reason));
        free(h->path);
        free(h);
        return NULL;
    }
}

void hold_release(struct hold *h) {
    if (!h)
        return;
    unlink(h->path);
    close(h->fd);
    free(h->path);
    free(h);
}
