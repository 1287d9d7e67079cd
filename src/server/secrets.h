/* secrets: what must be guessed by nobody: ids and codes of tables, tokens of places, the secrets
 * of fair dice and the key that seals them in the store. All randomness is libsodium's. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/text.h"
#include "core/words.h"

enum {
    SECRET_BYTES = 32, /* of a key, of the root of a table's dice */
    TABLE_ID_LETTERS = 26,
    TABLE_CODE_LETTERS = 6,
    TOKEN_LETTERS = 43, /* 256 bits */
    TOKEN_HASH_BYTES = 32,
    SEALED_BYTES = 24 + 16 + SECRET_BYTES,
};

bool secrets_ready(void); /* before anything else; false: the system gives no randomness */

void table_id_draw(char ret[TABLE_ID_LETTERS + 1]);

/* Easy to say and to type: capital letters and digits that look like no other. */
void table_code_draw(char ret[TABLE_CODE_LETTERS + 1]);

/* A code as somebody typed it: small letters, blanks and dashes are fine, and so is O for 0. */
bool table_code_read(struct span typed, char ret[TABLE_CODE_LETTERS + 1]);

/* The same for the same words, and for nobody without the key: who asks again for what he was not
 * answered is given what he was to be given. */
void token_derive(const uint8_t key[SECRET_BYTES], const char *what, const char *table,
                  const char *action, char ret[TOKEN_LETTERS + 1]);
void table_id_derive(const uint8_t key[SECRET_BYTES], const char *action,
                     char ret[TABLE_ID_LETTERS + 1]);
void token_hash(struct span token, uint8_t ret[TOKEN_HASH_BYTES]);
bool token_fits(const uint8_t a[TOKEN_HASH_BYTES], const uint8_t b[TOKEN_HASH_BYTES]);

void secret_draw(uint8_t ret[SECRET_BYTES]);
void salt_draw(uint8_t *ret, size_t n); /* random bytes that need not stay secret */

/* For the store: only who has the key can open it, and only for the table it was made for. */
void secret_seal(const uint8_t key[SECRET_BYTES], const char *table,
                 const uint8_t secret[SECRET_BYTES], uint8_t ret[SEALED_BYTES]);
bool secret_open(const uint8_t key[SECRET_BYTES], const char *table, struct span sealed,
                 uint8_t ret[SECRET_BYTES]);

/* The key of a server: 64 hexadecimal digits in a file that nobody else may read. Made, when it is
 * not there and `make` says so. */
bool key_load(const char *path, bool make, uint8_t ret[SECRET_BYTES], struct text *error);
