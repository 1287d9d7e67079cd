/* secrets: everything that must be unguessable: table ids and codes, place tokens, the secrets of
 * fair dice, and the key that seals them in the store. All randomness comes from libsodium. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/text.h"
#include "core/words.h"

enum {
    SECRET_BYTES = 32, /* size of a key, and of the root secret of a table's dice */
    TABLE_ID_LETTERS = 26,
    TABLE_CODE_LETTERS = 6,
    TOKEN_LETTERS = 43, /* 256 bits */
    TOKEN_HASH_BYTES = 32,
    SEALED_BYTES = 24 + 16 + SECRET_BYTES,
};

bool secrets_ready(void); /* call first; false: no system randomness */

void table_id_draw(char ret[TABLE_ID_LETTERS + 1]);

/* A code is easy to say and type: capital letters and digits that are not easily confused. */
void table_code_draw(char ret[TABLE_CODE_LETTERS + 1]);

/* Reads a code as typed: lower case, spaces and dashes are accepted. */
bool table_code_read(struct span typed, char ret[TABLE_CODE_LETTERS + 1]);

/* Deterministic, but unpredictable without the key: a retry after a lost answer gets the same token
 * or id. */
void token_derive(const uint8_t key[SECRET_BYTES], const char *what, const char *table,
                  const char *action, char ret[TOKEN_LETTERS + 1]);
void table_id_derive(const uint8_t key[SECRET_BYTES], const char *action,
                     char ret[TABLE_ID_LETTERS + 1]);
void token_hash(struct span token, uint8_t ret[TOKEN_HASH_BYTES]);
bool token_fits(const uint8_t a[TOKEN_HASH_BYTES], const uint8_t b[TOKEN_HASH_BYTES]);

void secret_draw(uint8_t ret[SECRET_BYTES]);
void salt_draw(uint8_t *ret, size_t n); /* not secret */

/* Seals a secret for the store: it can be opened only with the key, and only for the same table. */
void secret_seal(const uint8_t key[SECRET_BYTES], const char *table,
                 const uint8_t secret[SECRET_BYTES], uint8_t ret[SEALED_BYTES]);
bool secret_open(const uint8_t key[SECRET_BYTES], const char *table, struct span sealed,
                 uint8_t ret[SECRET_BYTES]);

/* Loads the server's key from a file of 64 hexadecimal digits that is not accessible to others. If
 * the file is missing and `make` is set, creates it. */
bool key_load(const char *path, bool make, uint8_t ret[SECRET_BYTES], struct text *error);
