#include "coach/cache.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/blake2b.h"
#include "core/errors.h"
#include "core/say.h"
#include "play/whole_file.h"
#include "solve/version.h"

bool cache_folder(struct text *ret) {
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (cache && cache[0] == '/') /* the XDG convention: ignore relative paths */
        text_add(ret, "%s/yardstick", cache);
    else if (home && home[0] == '/')
        text_add(ret, "%s/.cache/yardstick", home);
    return ret->len && !ret->cut;
}

/* Hashes everything that determines the numbers of a table. */
static void hash_of(const struct cache_key *key, uint8_t ret[RULES_HASH_BYTES]) {
    uint8_t rules[RULES_HASH_BYTES];
    LOCAL_TEXT(t, 256);
    rules_hash(key->rules, rules);
    text_add(&t, "%d %d %s %a %a ", CACHE_VERSION, SOLVER_VERSION, key->kind, key->temperature[0],
             key->temperature[1]);
    text_hex(&t, rules, sizeof rules);
    blake2b((struct span){t.data, t.len}, NULL, 0, ret, RULES_HASH_BYTES);
}

void cache_path(const char *folder, const struct cache_key *key, struct text *ret) {
    enum { SHOWN = 8 }; /* bytes of the hash in the file name */
    uint8_t hash[RULES_HASH_BYTES];
    LOCAL_TEXT(r, RULES_TEXT_MAX);
    rules_print(key->rules, &r);
    for (char *c = r.data; *c; c++) {
        bool safe = (*c >= 'a' && *c <= 'z') || (*c >= '0' && *c <= '9') || strchr("-=,", *c);
        if (!safe)
            *c = '_';
    }
    hash_of(key, hash);
    text_add(ret, "%s/%s.%s.", folder, r.data, key->kind);
    text_hex(ret, hash, SHOWN);
}

/* Every byte of the header is compared with its expected value, so any damage is detected. */
struct header {
    char magic[8];
    uint32_t version, header_size;
    char kind[16];
    uint32_t shape[CACHE_SHAPE_NUMBERS];
    uint64_t payload_size;
    uint64_t checksum; /* hash of the payload */
    uint8_t hash[RULES_HASH_BYTES];
    char rules[RULES_TEXT_MAX];
};

static const char magic[8] = "YARDTAB\n";

_Static_assert(sizeof(struct header) % 16 == 0, "the payload is aligned, and there is no padding");

static bool little_endian(void) {
    return __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
}

/* Hashes eight bytes at a time, in four independent strands. Each step is a bijection of the
 * strand, so a change in any single word is always detected. */
static uint64_t checksum_of(const void *data, size_t size) {
    const unsigned char *at = data;
    uint64_t strand[4] = {0x9E3779B97F4A7C15, 0xD1B54A32D192ED03, 0x8CB92BA72F3D8DD7, size};
    for (; size >= 32; at += 32, size -= 32) {
        uint64_t word[4];
        memcpy(word, at, sizeof word);
        for (int i = 0; i < 4; i++) {
            uint64_t x = (strand[i] ^ word[i]) * 0x100000001B3;
            strand[i] = x << 27 | x >> 37;
        }
    }
    uint64_t hash = 14695981039346656037u;
    for (; size; at++, size--)
        hash = (hash ^ *at) * 0x100000001B3;
    for (int i = 0; i < 4; i++) {
        hash = (hash ^ strand[i]) * 0xBF58476D1CE4E5B9;
        hash ^= hash >> 31;
    }
    return hash;
}

static void fill_header(struct header *h, const struct cache_key *key) {
    struct text kind, rules;
    memset(h, 0, sizeof *h);
    memcpy(h->magic, magic, sizeof h->magic);
    h->version = CACHE_VERSION;
    h->header_size = sizeof *h;
    kind = TEXT_IN(h->kind);
    text_put(&kind, key->kind);
    memcpy(h->shape, key->shape, sizeof h->shape);
    rules = TEXT_IN(h->rules);
    rules_print(key->rules, &rules);
    hash_of(key, h->hash);
}

/* ---- reading ---- */

/* Describes what is wrong with a file; NULL if nothing. */
static const char *flaw(const struct header *h, size_t size, const struct cache_key *key) {
    struct header right;
    fill_header(&right, key);
    if (size < sizeof *h)
        return words_of(M_coach_table_cut);
    if (memcmp(h->magic, right.magic, sizeof h->magic) != 0)
        return words_of(M_coach_table_foreign);
    if (h->version != right.version || h->header_size != right.header_size)
        return words_of(M_coach_table_version);
    if (memcmp(h->kind, right.kind, sizeof h->kind) != 0)
        return words_of(M_coach_table_kind);
    if (memcmp(h->rules, right.rules, sizeof h->rules) != 0)
        return words_of(M_coach_table_rules);
    if (memcmp(h->hash, right.hash, sizeof h->hash) != 0)
        return words_of(M_coach_table_book);
    if (memcmp(h->shape, right.shape, sizeof h->shape) != 0)
        return words_of(M_coach_table_shape);
    if (h->payload_size != size - sizeof *h)
        return size - sizeof *h < h->payload_size ? words_of(M_coach_table_cut)
                                                  : words_of(M_coach_table_long);
    if (h->checksum != checksum_of(h + 1, h->payload_size))
        return words_of(M_coach_table_checksum);
    return NULL;
}

bool cache_open(const char *folder, const struct cache_key *key, struct cached *ret,
                struct text *warning) {
    LOCAL_TEXT(p, CACHE_PATH_MAX);
    struct stat st;
    *ret = (struct cached){0};
    cache_path(folder, key, &p);
    if (p.cut || !little_endian())
        return false;
    int fd = open(p.data, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) {
        if (errno != ENOENT && errno != ENOTDIR)
            say(warning, coach_table_unreadable, .file = p.data, .why = error_words(errno));
        return false;
    }
    const char *why =
        fstat(fd, &st) != 0 || !S_ISREG(st.st_mode) ? words_of(M_coach_table_no_file) : NULL;
    if (!why && st.st_size < (off_t)sizeof(struct header))
        why = words_of(M_coach_table_cut);
    if (!why) {
        ret->mapping_size = (size_t)st.st_size;
        ret->mapping = mmap(NULL, ret->mapping_size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (ret->mapping == MAP_FAILED) {
            ret->mapping = NULL;
            why = error_words(errno);
        }
    }
    close(fd);
    if (!why)
        why = ret->mapping ? flaw(ret->mapping, ret->mapping_size, key)
                           : words_of(M_coach_table_no_file);
    if (why) {
        say(warning, coach_table_unused, .file = p.data, .why = why);
        cache_close(ret);
        return false;
    }
    ret->data = (const struct header *)ret->mapping + 1;
    ret->size = ret->mapping_size - sizeof(struct header);
    return true;
}

void cache_close(struct cached *cached) {
    if (cached->mapping)
        munmap(cached->mapping, cached->mapping_size);
    *cached = (struct cached){0};
}

/* ---- writing ---- */

/* Creates private folders, as the XDG convention requires. */
static bool make_folders(const char *folder) {
    LOCAL_TEXT(p, CACHE_PATH_MAX);
    text_put(&p, folder);
    for (char *slash = strchr(p.data + 1, '/');; slash = strchr(slash + 1, '/')) {
        if (slash)
            *slash = '\0';
        if (mkdir(p.data, 0700) != 0 && errno != EEXIST)
            return false;
        if (!slash)
            return true;
        *slash = '/';
    }
}

bool cache_save(const char *folder, const struct cache_key *key, const void *data, size_t size,
                struct text *warning) {
    char path[CACHE_PATH_MAX], temporary[CACHE_PATH_MAX + 8];
    struct text p = TEXT_IN(path), t = TEXT_IN(temporary);
    struct header h;
    cache_path(folder, key, &p);
    text_add(&t, "%s.XXXXXX", path);
    if (p.cut || !little_endian())
        return false;
    fill_header(&h, key);
    h.payload_size = size;
    h.checksum = checksum_of(data, size);
    int fd = make_folders(folder) ? mkstemp(temporary) : -1;
    if (fd < 0)
        return say_fail(warning, coach_table_unwritable, .file = path, .why = error_words(errno));
    /* Sync the file before renaming it: after a crash there is a complete table or none. */
    int reason = whole_file_put(fd, &h, sizeof h);
    if (!reason)
        reason = whole_file_put(fd, data, size);
    reason = whole_file_finish(fd, reason, temporary, path);
    if (reason)
        say(warning, coach_table_unwritable, .file = path, .why = error_words(reason));
    return !reason;
}
