/* The hash behind fair dice is BLAKE2b, checked against the RFC and libsodium. */
#include <sodium.h>
#include <string.h>

#include "check.h"
#include "core/blake2b.h"
#include "core/text.h"

static void assert_hash(struct span data, const uint8_t *key, size_t key_len, size_t len,
                        const char *wanted) {
    uint8_t hash[BLAKE2B_MAX];
    char digits[2 * BLAKE2B_MAX + 1];
    struct text d = TEXT_IN(digits);
    blake2b(data, key, key_len, hash, len);
    text_hex(&d, hash, len);
    assert_string_equal(digits, wanted);
}

CLAIM(the_rfc_example_is_reproduced) {
    /* RFC 7693, appendix A */
    assert_hash(span_of("abc"), NULL, 0, 64,
                "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1"
                "7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923");
}

/* The pseudorandom bytes of the RFC's self-test. */
static void self_test_bytes(uint8_t *ret, size_t len, uint32_t seed) {
    uint32_t a = 0xDEAD4BADu * seed, b = 1;
    for (size_t i = 0; i < len; i++) {
        uint32_t t = a + b;
        a = b;
        b = t;
        ret[i] = (uint8_t)(t >> 24);
    }
}

CLAIM(the_rfc_self_test_passes) {
    /* RFC 7693, appendix E: many lengths, with and without a key, hashed together */
    static const size_t hash_lens[] = {20, 32, 48, 64}, data_lens[] = {0, 3, 128, 129, 255, 1024};
    static uint8_t data[1024], all[2 * 4 * 6 * 64];
    uint8_t key[64];
    size_t n = 0;
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 6; j++) {
            struct span in = {(const char *)data, data_lens[j]};
            self_test_bytes(data, data_lens[j], (uint32_t)data_lens[j]);
            blake2b(in, NULL, 0, all + n, hash_lens[i]);
            n += hash_lens[i];
            self_test_bytes(key, hash_lens[i], (uint32_t)hash_lens[i]);
            blake2b(in, key, hash_lens[i], all + n, hash_lens[i]);
            n += hash_lens[i];
        }
    }
    assert_hash((struct span){(const char *)all, n}, NULL, 0, 32,
                "c23a7800d98123bd10f506c61e29da5603d763b8bbad2e737f5e765a7bccd475");
}

CLAIM(libsodium_agrees_for_many_lengths_of_data_key_and_hash) {
    static uint8_t data[600];
    uint8_t key[64], ours[64], theirs[64];
    assert_true(sodium_init() >= 0);
    randombytes_buf(data, sizeof data);
    randombytes_buf(key, sizeof key);
    for (size_t len = 0; len <= sizeof data; len++) {
        for (size_t key_len = 0; key_len <= 64; key_len += 16) {
            size_t hash_len = crypto_generichash_blake2b_BYTES_MIN + len % 49;
            blake2b((struct span){(const char *)data, len}, key, key_len, ours, hash_len);
            crypto_generichash_blake2b(theirs, hash_len, data, len, key_len ? key : NULL, key_len);
            if (memcmp(ours, theirs, hash_len) != 0)
                fail_msg("%zu bytes with a key of %zu and a hash of %zu differ", len, key_len,
                         hash_len);
        }
    }
}

CLAIM(hex_round_trips_and_malformed_hex_is_refused) {
    uint8_t bytes[4] = {9, 9, 9, 9};
    char digits[9];
    struct text d = TEXT_IN(digits);
    assert_true(span_hex(span_of("00ffA90b"), bytes, 4));
    text_hex(&d, bytes, 4);
    assert_string_equal(digits, "00ffa90b");
    assert_false(span_hex(span_of("00ffa90"), bytes, 4));
    assert_false(span_hex(span_of("00ffa90b0"), bytes, 4));
    assert_false(span_hex(span_of("11ffa90g"), bytes, 4));
    assert_int_equal(bytes[0], 0); /* a refusal changes nothing */
}
