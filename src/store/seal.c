#include "store/seal.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/blake2b.h"
#include "core/errors.h"
#include "core/say.h"

enum {
    HEADER_BYTES = 100,
    VERSIONS_AT = 18, /* two bytes: 1 for a rollback journal, 2 for WAL mode */
    SEAL_AT = 60,
    SEAL_BYTES = 4,
};

/* The whole file; changes stay private to this process. */
struct image {
    uint8_t *bytes;
    size_t size;
};

static bool open_image(const char *path, struct image *ret, struct text *error) {
    struct stat st;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    bool good = fd >= 0 && fstat(fd, &st) == 0;
    *ret = (struct image){0};
    if (good && st.st_size >= HEADER_BYTES) {
        void *at = mmap(NULL, (size_t)st.st_size, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
        good = at != MAP_FAILED;
        if (good)
            *ret = (struct image){at, (size_t)st.st_size};
    }
    if (!good)
        say(error, store_cannot_read, .file = path, .why = error_words(errno));
    if (fd >= 0)
        close(fd);
    return good;
}

static void close_image(struct image *i) {
    if (i->bytes)
        munmap(i->bytes, i->size);
}

static void work_out(struct image *i, uint8_t ret[SEAL_BYTES]) {
    memset(i->bytes + SEAL_AT, 0, SEAL_BYTES);
    blake2b((struct span){(const char *)i->bytes, i->size}, NULL, 0, ret, SEAL_BYTES);
    if (!ret[0] && !ret[1] && !ret[2] && !ret[3])
        ret[3] = 1; /* 0 means no seal */
}

enum seal seal_check(const char *path, struct text *error) {
    static const uint8_t none[SEAL_BYTES], rollback[] = {1, 1}, wal[] = {2, 2};
    static const char magic[16] = "SQLite format 3";
    struct image i;
    uint8_t said[SEAL_BYTES], right[SEAL_BYTES];
    if (!open_image(path, &i, error))
        return SEAL_UNREADABLE;
    enum seal seal = SEAL_NONE;
    bool file = i.bytes && !memcmp(i.bytes, magic, sizeof magic);
    bool copied = file && !memcmp(i.bytes + VERSIONS_AT, rollback, sizeof rollback);
    bool used = file && !memcmp(i.bytes + VERSIONS_AT, wal, sizeof wal);
    if (copied && memcmp(i.bytes + SEAL_AT, none, SEAL_BYTES)) {
        memcpy(said, i.bytes + SEAL_AT, SEAL_BYTES);
        work_out(&i, right);
        seal = memcmp(said, right, SEAL_BYTES) ? SEAL_BROKEN : SEAL_GOOD;
    } else if (file && !copied && !used) {
        seal = SEAL_BROKEN; /* neither mode: the bytes that state the mode are wrong */
    }
    close_image(&i);
    return seal;
}

bool seal_put(const char *path, struct text *error) {
    struct image i;
    uint8_t seal[SEAL_BYTES];
    if (!open_image(path, &i, error))
        return false;
    bool good = i.bytes;
    if (good)
        work_out(&i, seal);
    close_image(&i);
    int fd = good ? open(path, O_WRONLY | O_CLOEXEC) : -1;
    good = fd >= 0 && pwrite(fd, seal, SEAL_BYTES, SEAL_AT) == SEAL_BYTES;
    if (!good)
        say(error, store_cannot_write, .file = path, .why = error_words(errno));
    if (fd >= 0)
        close(fd);
    return good;
}
