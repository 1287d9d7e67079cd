#include "play/record.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/errors.h"
#include "core/memory.h"
#include "core/say.h"
#include "play/folder.h"

struct record {
    int fd;
    off_t size; /* up to here, all lines are complete and synced */
    bool broken;
    char path[];
};

/* ---- reading ---- */

/* The whole file, NUL-terminated; the caller frees it. */
static char *slurp(int fd, const char *path, size_t *ret_size, struct text *error) {
    struct stat st;
    if (fstat(fd, &st) != 0) {
        say(error, play_cannot_read, .file = path, .reason = error_words(errno));
        return NULL;
    }
    if (!S_ISREG(st.st_mode)) {
        say(error, play_not_a_file, .file = path);
        return NULL;
    }
    if (st.st_size > RECORD_BYTES_MAX) {
        say(error, play_record_too_large, .file = path);
        return NULL;
    }
    size_t size = 0;
    char *data = must(malloc((size_t)st.st_size + 1));
    while (size < (size_t)st.st_size) {
        ssize_t n = pread(fd, data + size, (size_t)st.st_size - size, (off_t)size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0) {
            say(error, play_cannot_read, .file = path, .reason = error_words(errno));
            free(data);
            return NULL;
        }
        if (n == 0)
            break; /* the file has shrunk since fstat() */
        size += (size_t)n;
    }
    data[size] = '\0';
    *ret_size = size;
    return data;
}

static bool read_fd(int fd, const char *path, struct table *t, size_t *ret_whole,
                    struct record_tail *tail, struct text *error) {
    size_t size;
    char *data = slurp(fd, path, &size, error);
    if (!data)
        return false;
    bool good = record_read_text((struct span){data, size}, path, t, ret_whole, tail, error);
    free(data);
    return good;
}

bool record_read(const char *path, struct table *t, struct record_tail *ret_tail,
                 struct text *error) {
    size_t whole;
    *ret_tail = (struct record_tail){0};
    /* O_NONBLOCK: do not hang if the path is a pipe. */
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return say_fail(error, play_cannot_open, .file = path, .reason = error_words(errno));
    bool good = read_fd(fd, path, t, &whole, ret_tail, error);
    close(fd);
    return good;
}

/* ---- writing ---- */

static struct record *record_of(int fd, const char *path, size_t size) {
    struct record *rec = must(malloc(sizeof *rec + strlen(path) + 1));
    *rec = (struct record){.fd = fd, .size = (off_t)size};
    memcpy(rec->path, path, strlen(path) + 1);
    return rec;
}

static bool lock(int fd, const char *path, struct text *error) {
    if (flock(fd, LOCK_EX | LOCK_NB) == 0)
        return true;
    if (errno == EWOULDBLOCK)
        say(error, play_open_elsewhere, .file = path);
    else
        say(error, play_cannot_lock, .file = path, .reason = error_words(errno));
    return false;
}

/* Writes everything or restores the file's old length. A failed sync or truncation marks the record
 * as broken. */
static bool write_synced(struct record *rec, struct span data, struct text *error) {
    size_t done = 0;
    if (rec->broken)
        return say_fail(error, play_record_broken, .file = rec->path);
    while (done < data.len) {
        ssize_t n = pwrite(rec->fd, data.at + done, data.len - done, rec->size + (off_t)done);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            errno = n == 0 ? ENOSPC : errno;
            say(error, play_cannot_write, .file = rec->path, .reason = error_words(errno));
            rec->broken = ftruncate(rec->fd, rec->size) != 0;
            return false;
        }
        done += (size_t)n;
    }
    if (fdatasync(rec->fd) != 0) {
        /* It is unknown what reached the disk, and syncing again could falsely succeed. */
        say(error, play_cannot_sync, .file = rec->path, .reason = error_words(errno));
        rec->broken = true;
        return false;
    }
    rec->size += (off_t)data.len;
    return true;
}

/* The file gets its name once its first lines are on disk: a crash leaves no empty record. */
static bool name_file(const char *draft, const char *path, struct text *error) {
    bool linked = link(draft, path) == 0;
    if (!linked)
        say(error, play_cannot_create, .file = path, .reason = error_words(errno));
    unlink(draft);
    return linked;
}

struct record *record_create(const char *path, struct span lines, struct text *error) {
    LOCAL_TEXT(d, 4096);
    text_add(&d, "%s.%ld.new", path, (long)getpid());
    int fd = d.cut ? -1 : open(d.data, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0) {
        errno = d.cut ? ENAMETOOLONG : errno;
        say(error, play_cannot_create, .file = path, .reason = error_words(errno));
        return NULL;
    }
    struct record *rec = record_of(fd, path, 0);
    if (!lock(fd, path, error) || !write_synced(rec, lines, error)) {
        unlink(d.data); /* nothing was acknowledged yet */
    } else if (name_file(d.data, path, error)) {
        if (folder_sync(path, error))
            return rec;
        unlink(path);
    }
    record_close(rec);
    return NULL;
}

struct record *record_open(const char *path, struct table *t, struct record_tail *ret_tail,
                           struct text *error) {
    size_t whole;
    *ret_tail = (struct record_tail){0};
    int fd = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) {
        say(error, play_cannot_open, .file = path, .reason = error_words(errno));
        return NULL;
    }
    if (!lock(fd, path, error) || !read_fd(fd, path, t, &whole, ret_tail, error)) {
        close(fd);
        return NULL;
    }
    if (!whole || !table_steps(t)) { /* no entries: not ours to repair */
        say(error, play_no_whole_line, .file = path);
        close(fd);
        return NULL;
    }
    if (ret_tail->found && (ftruncate(fd, (off_t)whole) != 0 || fdatasync(fd) != 0)) {
        say(error, play_cannot_mend, .file = path, .reason = error_words(errno));
        close(fd);
        return NULL;
    }
    return record_of(fd, path, whole);
}

bool record_delete(const char *path, struct text *error) {
    int fd = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return say_fail(error, play_cannot_open, .file = path, .reason = error_words(errno));
    bool good = lock(fd, path, error);
    if (good && unlink(path) != 0)
        good = say_fail(error, play_cannot_delete, .file = path, .reason = error_words(errno));
    close(fd);
    return good && folder_sync(path, error);
}

static bool record_append(struct record *rec, const char *line, struct text *error) {
    LOCAL_TEXT(out, LINE_MAX_BYTES + 1);
    text_put(&out, line);
    text_put(&out, "\n");
    return write_synced(rec, (struct span){out.data, out.len}, error);
}

const char *record_path(const struct record *rec) {
    return rec->path;
}

void record_close(struct record *rec) {
    if (!rec)
        return;
    close(rec->fd); /* also releases the lock */
    free(rec);
}

bool record_say(struct record *rec, struct table *t, struct span line, struct text *ret_line,
                struct refusal *refusal) {
    LOCAL_TEXT(out, LINE_MAX_BYTES);
    if (!table_prepare(t, line, TELLING_LIVE, &out, refusal))
        return false;
    if (rec && !record_append(rec, out.data, refusal->words))
        return false;
    table_commit(t);
    if (ret_line)
        text_put(ret_line, out.data);
    return true;
}
