#include "server/secrets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"

static const uint8_t key[SECRET_BYTES] = {1, 2, 3}, other_key[SECRET_BYTES] = {1, 2, 4};

CLAIM(codes_are_read_in_either_case_and_with_spaces_or_hyphens) {
    char code[TABLE_CODE_LETTERS + 1];
    static const char *const good[] = {"KQ7M2P", "kq7m2p", "KQ7-M2P", " kq7 m2p "};
    static const char *const bad[] = {"", "KQ7M2", "KQ7M2PX", "KQ7M2!", "KQ7M2O", "KQ7M2\xc3\xa4"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_true(table_code_read(span_of(good[i]), code));
        assert_string_equal(code, "KQ7M2P");
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(table_code_read(span_of(bad[i]), code));
}

CLAIM(drawn_codes_can_be_read_back_and_ids_and_tokens_differ) {
    char code[TABLE_CODE_LETTERS + 1], again[TABLE_CODE_LETTERS + 1];
    char ids[2][TABLE_ID_LETTERS + 1], tokens[2][TOKEN_LETTERS + 1];
    for (int i = 0; i < 1000; i++) {
        table_code_draw(code);
        assert_true(table_code_read(span_of(code), again));
        assert_string_equal(code, again);
    }
    for (int i = 0; i < 2; i++) {
        table_id_draw(ids[i]);
        token_derive(i ? other_key : key, "place", "table", "action", tokens[i]);
        assert_int_equal(strlen(ids[i]), TABLE_ID_LETTERS);
        assert_int_equal(strlen(tokens[i]), TOKEN_LETTERS);
    }
    assert_string_not_equal(ids[0], ids[1]);
    assert_string_not_equal(tokens[0], tokens[1]);
}

CLAIM(only_the_same_inputs_give_the_same_token_or_table_id) {
    char a[TOKEN_LETTERS + 1], b[TOKEN_LETTERS + 1];
    token_derive(key, "place", "table", "action", a);
    token_derive(key, "place", "table", "action", b);
    assert_string_equal(a, b);
    token_derive(key, "place", "tablea", "ction", b);
    assert_string_not_equal(a, b);
    table_id_derive(key, "one", a);
    table_id_derive(key, "one", b);
    assert_string_equal(a, b);
    table_id_derive(key, "two", b);
    assert_string_not_equal(a, b);
}

CLAIM(a_token_matches_only_its_own_hash) {
    uint8_t a[TOKEN_HASH_BYTES], b[TOKEN_HASH_BYTES];
    token_hash(span_of("one"), a);
    token_hash(span_of("one"), b);
    assert_true(token_fits(a, b));
    token_hash(span_of("onE"), b);
    assert_false(token_fits(a, b));
}

CLAIM(a_sealed_secret_opens_only_with_its_own_key_and_for_its_own_table) {
    uint8_t secret[SECRET_BYTES], sealed[SEALED_BYTES], opened[SECRET_BYTES];
    struct span s = {(const char *)sealed, sizeof sealed};
    secret_draw(secret);
    secret_seal(key, "table", secret, sealed);
    assert_true(secret_open(key, "table", s, opened));
    assert_memory_equal(secret, opened, sizeof secret);
    assert_false(secret_open(other_key, "table", s, opened));
    assert_false(secret_open(key, "tablf", s, opened));
    assert_false(secret_open(key, "table", (struct span){s.at, s.len - 1}, opened));
    for (size_t i = 0; i < sizeof sealed; i++) {
        sealed[i] ^= 1;
        assert_false(secret_open(key, "table", s, opened));
        sealed[i] ^= 1;
    }
}

static void write_file(const char *path, const char *words, mode_t mode) {
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(words, f);
    fclose(f);
    chmod(path, mode);
}

CLAIM(a_key_is_created_once_and_must_be_private) {
    char folder[] = "/tmp/yard-key-XXXXXX", path[64], words[256];
    struct text p = TEXT_IN(path), error = TEXT_IN(words);
    uint8_t first[SECRET_BYTES], second[SECRET_BYTES];
    struct stat st;
    assert_non_null(mkdtemp(folder));
    text_add(&p, "%s/key", folder);
    assert_false(key_load(path, false, first, &error));
    assert_non_null(strstr(words, "Can't read the key file "));
    assert_true(key_load(path, true, first, &error));
    assert_true(key_load(path, true, second, &error));
    assert_memory_equal(first, second, sizeof first);
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);
    chmod(path, 0644);
    text_clear(&error);
    assert_false(key_load(path, true, second, &error));
    assert_non_null(strstr(words, "chmod 600"));
    static const char *const bad[] = {"", "\n", "abc\n",
                                      "zz00000000000000000000000000000000000000"
                                      "0000000000000000000000000000\n"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        write_file(path, bad[i], 0600);
        text_clear(&error);
        assert_false(key_load(path, true, second, &error));
        assert_non_null(strstr(words, "hexadecimal digits"));
    }
    unlink(path);
    rmdir(folder);
    text_clear(&error);
    assert_false(key_load(path, true, first, &error));
    assert_non_null(strstr(words, "Can't write the key file "));
}

int main(void) {
    return secrets_ready() ? run_claims(NULL, NULL) : 1;
}
