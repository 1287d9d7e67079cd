/* The deck as a file. Saving replaces the file, so the lock is on a separate file next to it. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "coach/deck.h"
#include "core/errors.h"
#include "core/memory.h"
#include "core/say.h"
#include "play/folder.h"
#include "play/whole_file.h"

enum { DECK_PATH_MAX = 4096 };

struct deck_file {
    int lock;
    char path[DECK_PATH_MAX];
};

static bool cannot_open(struct text *error, const char *path) {
    return say_fail(error, coach_cannot_open, .file = path, .why = error_words(errno));
}

static bool cannot_read(struct text *error, const char *path) {
    return say_fail(error, coach_cannot_read, .file = path, .why = error_words(errno));
}

static bool cannot_write(struct text *error, const char *path) {
    return say_fail(error, coach_cannot_write, .file = path, .why = error_words(errno));
}

bool deck_folder(struct text *ret, struct text *error) {
    return folder_of_data("practice", words_of(M_coach_decks), ret, error);
}

/* ---- reading ---- */

/* The contents of a file; the caller frees them. */
static char *slurp(FILE *in, const char *path, size_t *ret_size, struct text *error) {
    struct stat st;
    if (fstat(fileno(in), &st) != 0) {
        cannot_read(error, path);
        return NULL;
    }
    if (!S_ISREG(st.st_mode) || st.st_size > DECK_BYTES_MAX) {
        if (S_ISREG(st.st_mode))
            say(error, coach_deck_too_large, .file = path);
        else
            say(error, coach_not_a_file, .file = path);
        return NULL;
    }
    char *data = must(malloc((size_t)st.st_size + 1));
    *ret_size = fread(data, 1, (size_t)st.st_size, in);
    if (!ferror(in))
        return data;
    cannot_read(error, path);
    free(data);
    return NULL;
}

static bool read_file(const char *path, struct deck *d,
                      void (*damaged)(void *user, const char *words), void *user,
                      struct text *error) {
    /* Non-blocking: a pipe at this path must not hang us. */
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return errno == ENOENT || cannot_open(error, path);
    FILE *in = must(fdopen(fd, "rb"));
    size_t size;
    char *data = slurp(in, path, &size, error);
    fclose(in);
    bool good = data && deck_read_text((struct span){data, size}, path, d, damaged, user, error);
    free(data);
    return good;
}

static bool lock(struct deck_file *file, const char *path, struct text *error) {
    file->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666);
    if (file->lock < 0)
        return cannot_open(error, path);
    if (flock(file->lock, LOCK_EX | LOCK_NB) == 0)
        return true;
    if (errno == EWOULDBLOCK)
        say(error, coach_deck_open, .file = file->path);
    else
        say(error, coach_cannot_lock, .file = path, .why = error_words(errno));
    return false;
}

struct deck_file *deck_open(const char *folder, struct deck *d,
                            void (*damaged)(void *user, const char *words), void *user,
                            struct text *error) {
    struct deck_file *file = grab(1, sizeof *file);
    char locked[DECK_PATH_MAX], made[DECK_PATH_MAX];
    struct text p = TEXT_IN(file->path), l = TEXT_IN(locked), m = TEXT_IN(made);
    file->lock = -1;
    text_add(&p, "%s/deck.txt", folder);
    text_add(&l, "%s/deck.lock", folder);
    text_put(&m, folder);
    if (l.cut)
        say(error, coach_deck_path_long);
    else if (folder_make(made, error) && lock(file, locked, error) &&
             read_file(file->path, d, damaged, user, error))
        return file;
    deck_close(file);
    return NULL;
}

/* ---- writing ---- */

bool deck_save(struct deck_file *file, const struct deck *d, struct text *error) {
    LOCAL_TEXT(name, DECK_PATH_MAX);
    size_t size;
    text_add(&name, "%s.new", file->path); /* ours alone while we hold the lock */
    int fd = name.cut ? -1 : open(name.data, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0)
        return cannot_write(error, file->path);
    char *data = deck_print(d, &size);
    int reason = whole_file_finish(fd, whole_file_put(fd, data, size), name.data, file->path);
    free(data);
    if (!reason)
        return folder_sync(file->path, error);
    errno = reason;
    return cannot_write(error, file->path);
}

void deck_close(struct deck_file *file) {
    if (!file)
        return;
    if (file->lock >= 0)
        close(file->lock); /* releases the lock; the lock file must stay for other processes */
    free(file);
}
