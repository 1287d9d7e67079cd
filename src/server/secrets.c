#include "server/secrets.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/errors.h"
#include "core/say.h"
#include "play/folder.h"

bool secrets_ready(void) {
    return sodium_init() >= 0;
}

/* Excludes 0, 1, I, L and O, which are easily misread, and U. */
static const char letters[] = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
static const char small_letters[] = "23456789abcdefghjkmnpqrstvwxyz";

static void draw(const char *alphabet, int n, char *ret) {
    for (int i = 0; i < n; i++)
        ret[i] = alphabet[randombytes_uniform((uint32_t)strlen(alphabet))];
    ret[n] = '\0';
}

void table_id_draw(char ret[TABLE_ID_LETTERS + 1]) {
    draw(small_letters, TABLE_ID_LETTERS, ret);
}

void table_code_draw(char ret[TABLE_CODE_LETTERS + 1]) {
    draw(letters, TABLE_CODE_LETTERS, ret);
}

bool table_code_read(struct span typed, char ret[TABLE_CODE_LETTERS + 1]) {
    int n = 0;
    for (size_t i = 0; i < typed.len; i++) {
        char c = typed.at[i];
        if (c == ' ' || c == '-')
            continue;
        if (c >= 'a' && c <= 'z')
            c = (char)(c - 'a' + 'A');
        if (n == TABLE_CODE_LETTERS || !c || !strchr(letters, c))
            return false;
        ret[n++] = c;
    }
    ret[n] = '\0';
    return n == TABLE_CODE_LETTERS;
}

/* ---- tokens ---- */

/* Hashes the words with their terminators, so that word boundaries are unambiguous. */
static void derive(const uint8_t key[SECRET_BYTES], const char *const words[3], uint8_t ret[32]) {
    crypto_generichash_state state;
    crypto_generichash_init(&state, key, SECRET_BYTES, 32);
    for (int i = 0; i < 3; i++)
        crypto_generichash_update(&state, (const unsigned char *)words[i], strlen(words[i]) + 1);
    crypto_generichash_final(&state, ret, 32);
}

void token_derive(const uint8_t key[SECRET_BYTES], const char *what, const char *table,
                  const char *action, char ret[TOKEN_LETTERS + 1]) {
    uint8_t bytes[32];
    derive(key, (const char *const[]){what, table, action}, bytes);
    sodium_bin2base64(ret, TOKEN_LETTERS + 1, bytes, sizeof bytes,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    sodium_memzero(bytes, sizeof bytes);
}

void table_id_derive(const uint8_t key[SECRET_BYTES], const char *action,
                     char ret[TABLE_ID_LETTERS + 1]) {
    uint8_t bytes[32];
    derive(key, (const char *const[]){"table", "", action}, bytes);
    for (int i = 0; i < TABLE_ID_LETTERS; i++)
        ret[i] = small_letters[bytes[i] % (sizeof small_letters - 1)]; /* slight bias is harmless */
    ret[TABLE_ID_LETTERS] = '\0';
}

/* Tokens are long and random, so a plain hash is enough: it cannot be reversed. */
void token_hash(struct span token, uint8_t ret[TOKEN_HASH_BYTES]) {
    crypto_generichash(ret, TOKEN_HASH_BYTES, (const unsigned char *)token.at, token.len, NULL, 0);
}

bool token_fits(const uint8_t a[TOKEN_HASH_BYTES], const uint8_t b[TOKEN_HASH_BYTES]) {
    return sodium_memcmp(a, b, TOKEN_HASH_BYTES) == 0;
}

/* ---- dice secrets ---- */

void secret_draw(uint8_t ret[SECRET_BYTES]) {
    randombytes_buf(ret, SECRET_BYTES);
}

void salt_draw(uint8_t *ret, size_t n) {
    randombytes_buf(ret, n);
}

void secret_seal(const uint8_t key[SECRET_BYTES], const char *table,
                 const uint8_t secret[SECRET_BYTES], uint8_t ret[SEALED_BYTES]) {
    randombytes_buf(ret, 24);
    crypto_aead_xchacha20poly1305_ietf_encrypt(ret + 24, NULL, secret, SECRET_BYTES,
                                               (const unsigned char *)table, strlen(table), NULL,
                                               ret, key);
}

bool secret_open(const uint8_t key[SECRET_BYTES], const char *table, struct span sealed,
                 uint8_t ret[SECRET_BYTES]) {
    const unsigned char *at = (const unsigned char *)sealed.at;
    return sealed.len == SEALED_BYTES &&
           crypto_aead_xchacha20poly1305_ietf_decrypt(ret, NULL, NULL, at + 24, SEALED_BYTES - 24,
                                                      (const unsigned char *)table, strlen(table),
                                                      at, key) == 0;
}

/* ---- server key ---- */

/* The key file is written and synced completely before it gets its name, since a partial key could
 * not open the dice of any table. It is never accessible to others, regardless of the umask. If
 * another process creates the key first, its key wins. */
static bool make_key(const char *path, struct text *error) {
    char temporary[4096], digits[2 * SECRET_BYTES + 2], unique[TABLE_ID_LETTERS + 1];
    struct text t = TEXT_IN(temporary), d = TEXT_IN(digits);
    uint8_t key[SECRET_BYTES];
    secret_draw(key);
    text_hex(&d, key, sizeof key);
    text_put(&d, "\n");
    sodium_memzero(key, sizeof key);
    table_id_draw(unique); /* a file left over from an interrupted run must not get in the way */
    text_add(&t, "%s.%s", path, unique);
    int fd = t.cut ? -1 : open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    bool good = fd >= 0 && write(fd, digits, d.len) == (ssize_t)d.len && fsync(fd) == 0;
    int why = t.cut ? ENAMETOOLONG : errno;
    if (fd >= 0)
        close(fd);
    if (good && link(temporary, path) != 0 && errno != EEXIST) {
        why = errno;
        good = false;
    }
    if (fd >= 0)
        unlink(temporary);
    sodium_memzero(digits, sizeof digits);
    if (!good)
        say(error, server_key_unwritable, .file = path, .reason = error_words(why));
    return good && folder_sync(path, error);
}

static bool read_key(int fd, const char *path, uint8_t ret[SECRET_BYTES], struct text *error) {
    char digits[2 * SECRET_BYTES + 2];
    struct stat st;
    ssize_t n = read(fd, digits, sizeof digits);
    bool good = n >= 2 * SECRET_BYTES &&
                span_hex(span_trim((struct span){digits, (size_t)n - (digits[n - 1] == '\n')}), ret,
                         SECRET_BYTES);
    sodium_memzero(digits, sizeof digits);
    if (!good)
        return say_fail(error, server_key_malformed, .file = path, .digits = 2 * SECRET_BYTES);
    /* The file may be group-readable: service managers pass keys to a service's user that way. */
    if (fstat(fd, &st) == 0 && st.st_mode & (S_IWGRP | S_IRWXO))
        return say_fail(error, server_key_open_to_others, .file = path);
    return true;
}

bool key_load(const char *path, bool make, uint8_t ret[SECRET_BYTES], struct text *error) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 && errno == ENOENT && make) {
        if (!make_key(path, error))
            return false;
        fd = open(path, O_RDONLY | O_CLOEXEC);
    }
    if (fd < 0)
        return say_fail(error, server_key_unreadable, .file = path, .reason = error_words(errno));
    bool good = read_key(fd, path, ret, error);
    close(fd);
    return good;
}
