/* Replaces a store with a backup.
 *
 * The store and its log are two files, and no system call replaces both at once. So SQLite first
 * moves the old log into the old store, as safely as in any transaction; after that, the log adds
 * nothing to the store and can be removed; then a single rename() replaces the store. Each old file
 * gets a second name at the start, so nothing in it is lost. */
#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "core/errors.h"
#include "core/say.h"
#include "play/folder.h"
#include "play/whole_file.h"
#include "store/hold.h"
#include "store/keep.h"
#include "store/link.h"

enum {
    PATH_BYTES = 4096,
    BUFFER_BYTES = 1 << 16,
    SHM_IN_USE = 128, /* the byte of STORE-shm that every SQLite connection locks */
    NAMES_TRIED = 100,
};

/* Files that SQLite puts next to a store. A hot journal is rolled back when the store is opened. */
static const char *const beside[] = {"-wal", "-journal", "-shm"};
enum { BESIDE = sizeof beside / sizeof *beside };

struct restore {
    const char *copy;
    char store[PATH_BYTES], part[PATH_BYTES + 32];
    char *aside;
    struct stat old; /* status of the old store */
    bool has_old;
};

static bool cannot_read(const char *path, struct text *error) {
    return say_fail(error, store_cannot_read, .file = path, .why = error_words(errno));
}

static bool cannot_write(const char *path, struct text *error) {
    return say_fail(error, store_cannot_write, .file = path, .why = error_words(errno));
}

static bool is_there(const char *path, const char *end) {
    LOCAL_TEXT(n, PATH_BYTES + 32);
    text_add(&n, "%s%s", path, end);
    return access(n.data, F_OK) == 0;
}

/* ---- checks beforehand ---- */

/* A valid copy is a single file, as `yard backup` writes it. */
static bool copy_is_one_file(const struct restore *r, struct text *error) {
    struct stat st;
    if (stat(r->copy, &st) != 0)
        return cannot_read(r->copy, error);
    if (!S_ISREG(st.st_mode))
        return say_fail(error, store_is_no_file, .file = r->copy);
    if (r->has_old && st.st_ino == r->old.st_ino && st.st_dev == r->old.st_dev)
        return say_fail(error, store_is_store_itself, .file = r->copy);
    for (int i = 0; i < BESIDE; i++) {
        if (!is_there(r->copy, beside[i]))
            continue;
        LOCAL_TEXT(log, PATH_BYTES + 32);
        text_add(&log, "%s%s", r->copy, beside[i]);
        return say_fail(error, store_is_no_copy, .file = r->copy, .beside = log.data);
    }
    return true;
}

/* `yard export` and other commands read a store without holding it. They must not find a different
 * store under the same name. */
static bool nobody_reads(const struct restore *r, struct text *error) {
    LOCAL_TEXT(s, PATH_BYTES + 32);
    struct flock lock = {
        .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = SHM_IN_USE, .l_len = 1};
    text_add(&s, "%s-shm", r->store);
    int fd = open(s.data, O_RDWR | O_CLOEXEC);
    bool read = fd >= 0 && fcntl(fd, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
    if (fd >= 0)
        close(fd);
    if (read)
        say(error, store_in_use_by_process, .store = r->store, .process = lock.l_pid);
    return !read;
}

/* ---- the new store, under a temporary name ---- */

static bool copy_bytes(int from, int to) {
    static char buffer[BUFFER_BYTES];
    ssize_t n;
    while ((n = read(from, buffer, sizeof buffer)) > 0) {
        errno = whole_file_put(to, buffer, (size_t)n);
        if (errno)
            return false;
    }
    return n == 0;
}

/* The new file gets the owner of the old one, so that the server can still use it. */
static bool give_to_owner(const struct restore *r, int fd) {
    struct stat st;
    return !r->has_old ||
           (fstat(fd, &st) == 0 && st.st_uid == r->old.st_uid && st.st_gid == r->old.st_gid) ||
           fchown(fd, r->old.st_uid, r->old.st_gid) == 0;
}

static bool write_part(const struct restore *r, struct text *error) {
    int from = open(r->copy, O_RDONLY | O_CLOEXEC);
    if (from < 0)
        return cannot_read(r->copy, error);
    int to = open(r->part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    bool good = to >= 0 && copy_bytes(from, to) && give_to_owner(r, to) && fsync(to) == 0;
    if (!good)
        cannot_write(r->part, error);
    close(from);
    if (to >= 0)
        close(to);
    return good;
}

/* ---- the old store ---- */

/* Finds an unused name for the old store and the files next to it. */
static bool name_aside(struct restore *r, char ret[PATH_BYTES], struct text *error) {
    char stamp[32];
    time_t now = time(NULL);
    struct tm utc;
    gmtime_r(&now, &utc);
    strftime(stamp, sizeof stamp, "%Y-%m-%dT%H-%M-%SZ", &utc);
    for (int i = 1; i <= NAMES_TRIED; i++) {
        struct text t = text_start(ret, PATH_BYTES);
        text_add(&t, "%s.before-restore-%s", r->store, stamp);
        if (i > 1)
            text_add(&t, "-%d", i);
        bool taken = is_there(ret, "");
        for (int k = 0; k < BESIDE; k++)
            taken = taken || is_there(ret, beside[k]);
        if (!taken && !t.cut) {
            r->aside = ret;
            return true;
        }
    }
    return say_fail(error, store_no_name_left, .store = r->store);
}

/* Gives a file of the old store a second name, which will later be its only one. */
static bool keep(const struct restore *r, const char *end, struct text *error) {
    char from[PATH_BYTES + 32], to[PATH_BYTES + 32];
    struct text f = TEXT_IN(from), t = TEXT_IN(to);
    text_add(&f, "%s%s", r->store, end);
    text_add(&t, "%s%s", r->aside, end);
    return link(from, to) == 0 || errno == ENOENT ||
           say_fail(error, store_cannot_keep, .file = from, .why = error_words(errno));
}

static bool is_sound(sqlite3 *db) {
    sqlite3_stmt *st = NULL;
    bool good = sqlite3_prepare_v2(db, "PRAGMA quick_check(1)", -1, &st, NULL) == SQLITE_OK &&
                sqlite3_step(st) == SQLITE_ROW &&
                !strcmp((const char *)sqlite3_column_text(st, 0), "ok");
    sqlite3_finalize(st);
    return good;
}

/* Moves the log into the store, which then no longer needs it. A damaged store, which no server
 * could use with or without its log, is left alone, so that it can be examined later. */
static void take_log_in(const struct restore *r) {
    sqlite3 *db = NULL;
    if (!is_there(r->store, "-wal") && !is_there(r->store, "-journal"))
        return;
    if (sqlite3_open_v2(r->store, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) ==
        SQLITE_OK) {
        sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
        sqlite3_exec(db, "PRAGMA synchronous = FULL", NULL, NULL, NULL);
        if (is_sound(db))
            sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_FULL, NULL, NULL);
    }
    sqlite3_close(db);
}

static bool clear_beside(const struct restore *r, struct text *error) {
    for (int i = 0; i < BESIDE; i++) {
        LOCAL_TEXT(p, PATH_BYTES + 32);
        text_add(&p, "%s%s", r->store, beside[i]);
        if (unlink(p.data) != 0 && errno != ENOENT)
            return say_fail(error, store_cannot_move, .file = p.data, .why = error_words(errno));
    }
    return folder_sync(r->store, error);
}

static bool keep_old(struct restore *r, char aside[PATH_BYTES], struct text *error) {
    if (!name_aside(r, aside, error) || !keep(r, "", error))
        return false;
    for (int i = 0; i < BESIDE; i++) {
        if (!keep(r, beside[i], error))
            return false;
    }
    return folder_sync(r->aside, error);
}

/* ---- putting it together ---- */

static bool exchange(struct restore *r, struct store_restored *ret, struct text *error) {
    if (r->has_old && !keep_old(r, ret->aside, error))
        return false;
    if (r->has_old)
        take_log_in(r);
    if (!clear_beside(r, error))
        return false;
    if (rename(r->part, r->store) != 0)
        return cannot_write(r->store, error);
    return folder_sync(r->store, error);
}

static bool restore(struct restore *r, struct store_judge judge, struct store_restored *ret,
                    struct text *error) {
    r->has_old = stat(r->store, &r->old) == 0;
    if (!copy_is_one_file(r, error) || !nobody_reads(r, error))
        return false;
    unlink(r->part); /* left by an interrupted restore */
    bool good = write_part(r, error) && judge.good(judge.arg, r->part, r->copy, error) &&
                exchange(r, ret, error);
    if (!good)
        unlink(r->part);
    return good;
}

bool store_restore(const char *copy, const char *where, struct store_judge judge,
                   struct store_restored *ret, struct text *error) {
    struct restore r = {.copy = copy};
    struct text store = TEXT_IN(r.store), part = TEXT_IN(r.part);
    *ret = (struct store_restored){0};
    if (link_kind_of(where)->many)
        return say_fail(error, store_restore_by_postgresql);
    char *real = realpath(where, NULL); /* a symbolic link stays; its target is replaced */
    text_put(&store, real ? real : where);
    free(real);
    text_add(&part, "%s.restore-part", r.store);
    if (store.cut)
        return say_fail(error, store_name_too_long);
    struct hold *hold = hold_take(where, error);
    bool good = hold && restore(&r, judge, ret, error);
    hold_release(hold);
    return good;
}
