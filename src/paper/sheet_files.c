/* The sheet is drawn into memory first: then writing it is one step whose failure has one reason,
 * and a sheet that cannot be drawn touches no file. */
#include "paper/sheet_files.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "paper/paper_sheet.h"

enum { TRIES = 100, REASON_MAX = 128 };

static bool is_stdout(const char *path) {
    return strcmp(path, "-") == 0;
}

static bool fails(const char *path, const char *reason, struct text *error) {
    text_add(error, "cannot write %s: %s", is_stdout(path) ? "the standard output" : path, reason);
    return false;
}

/* ---- files; these return 0 or the errno ---- */

static int write_all(int fd, const char *data, size_t size) {
    while (size) {
        ssize_t n = write(fd, data, size);
        if (n < 0 && errno != EINTR)
            return errno;
        if (n > 0) {
            data += n;
            size -= (size_t)n;
        }
    }
    return 0;
}

/* The standard output, a device, a pipe: what must not be replaced by a file. */
static int write_through(int fd, const char *data, size_t size) {
    if (fd < 0)
        return errno;
    int reason = write_all(fd, data, size);
    return close(fd) != 0 && !reason ? errno : reason;
}

/* A new file under a name nobody has yet, as readable as the umask says. -1: see errno. */
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

/* Written beside its place, and moved there once it is whole and on the disk. */
static int write_beside(const char *place, const struct stat *old, const char *data, size_t size) {
    char beside[PATH_MAX];
    int fd = create_beside(place, beside);
    if (fd < 0)
        return errno;
    int reason = write_all(fd, data, size);
    if (old && fchmod(fd, old->st_mode & 0777) != 0 && errno != EPERM && !reason)
        reason = errno;
    if (!reason && fsync(fd) != 0)
        reason = errno;
    if (close(fd) != 0 && !reason)
        reason = errno;
    if (!reason && rename(beside, place) != 0)
        reason = errno;
    if (reason)
        unlink(beside);
    return reason;
}

static int write_file(const char *path, const char *data, size_t size) {
    struct stat there;
    char place[PATH_MAX];
    if (stat(path, &there) != 0)
        return write_beside(path, NULL, data, size);
    if (!S_ISREG(there.st_mode))
        return write_through(open(path, O_WRONLY | O_CLOEXEC), data, size);
    if (access(path, W_OK) != 0)
        return errno; /* a rename would not ask */
    /* Through a link to the file itself, so that the link stays one. */
    return realpath(path, place) ? write_beside(place, &there, data, size) : errno;
}

static bool write_whole(const char *path, const char *data, size_t size, struct text *error) {
    int reason;
    if (is_stdout(path))
        reason = fflush(stdout) != 0 ? errno : write_all(STDOUT_FILENO, data, size);
    else
        reason = write_file(path, data, size);
    return reason ? fails(path, strerror(reason), error) : true;
}

/* ---- sheets; these return false with the reason ---- */

static bool draw_svg(const struct scoresheet *s, FILE *f, enum paper_size size,
                     struct text *reason) {
    char title[sizeof s->title];
    struct text t = TEXT_IN(title);
    paper_clean(s->title, &t);
    struct paper *p = paper_svg_new(f, size, title);
    if (!p) {
        text_put(reason, strerror(ENOMEM));
        return false;
    }
    paper_sheet(p, s);
    paper_svg_end(p);
    return true;
}

static bool draw_pdf(const struct scoresheet *s, FILE *f, enum paper_size size, bool *ret_replaced,
                     struct text *reason) {
    char title[sizeof s->title];
    struct text t = TEXT_IN(title);
    paper_clean(s->title, &t);
    struct paper *p = paper_pdf_new(size, title, NULL, reason);
    if (!p)
        return false;
    paper_sheet(p, s);
    bool good = paper_pdf_save(p, f, ret_replaced, reason);
    paper_pdf_free(p);
    return good;
}

/* ret_replaced is NULL for a picture. */
static bool write_sheet(const struct scoresheet *s, const char *path, enum paper_size size,
                        bool *ret_replaced, struct text *error) {
    char words[REASON_MAX], *data = NULL;
    struct text reason = TEXT_IN(words);
    size_t length = 0;
    FILE *f = open_memstream(&data, &length);
    bool good = f && (ret_replaced ? draw_pdf(s, f, size, ret_replaced, &reason)
                                   : draw_svg(s, f, size, &reason));
    if (f) {
        bool whole = !ferror(f);
        good = fclose(f) == 0 && whole && good;
    }
    if (!good)
        fails(path, reason.len ? words : strerror(ENOMEM), error);
    else
        good = write_whole(path, data, length, error);
    free(data);
    return good;
}

bool sheet_write_svg(const struct scoresheet *s, const char *path, enum paper_size size,
                     struct text *error) {
    return write_sheet(s, path, size, NULL, error);
}

bool sheet_write_pdf(const struct scoresheet *s, const char *path, enum paper_size size,
                     bool *ret_replaced, struct text *error) {
    *ret_replaced = false;
    return write_sheet(s, path, size, ret_replaced, error);
}
