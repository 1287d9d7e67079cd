/* Receipts and the Merkle root of the list of commitments, checked against vectors from an
 * independent program (tests/receipts/vectors.py). */
#include <sodium.h>
#include <string.h>

#include "check.h"
#include "server/receipts.h"
#include "store/merkle.h"
#include "vectors.h"

static struct signing_key signer(void) {
    uint8_t key[SECRET_BYTES];
    struct signing_key ret;
    for (int i = 0; i < SECRET_BYTES; i++)
        key[i] = (uint8_t)i;
    assert_true(secrets_ready());
    signing_key_derive(key, &ret);
    return ret;
}

static void add(struct receipts *b, int n) {
    char table[32];
    struct text t = TEXT_IN(table);
    uint8_t log[FAIR_BYTES];
    text_add(&t, "table%d", n);
    assert_true(span_hex(span_of(vector_logs[n]), log, sizeof log));
    assert_true(receipts_add(b, table, 7 * n + 1, log));
}

CLAIM(the_public_key_is_derived_from_the_server_key) {
    struct signing_key key = signer();
    char hex[128];
    struct text t = TEXT_IN(hex);
    text_hex(&t, key.public, sizeof key.public);
    assert_string_equal(hex, vector_public);
}

CLAIM(receipts_match_those_of_an_independent_program) {
    struct signing_key key = signer();
    struct receipts *b = receipts_new(&key);
    int at = 0;
    for (size_t i = 0; i < sizeof vector_batches / sizeof *vector_batches; i++) {
        receipts_clear(b); /* a batch must not depend on the one before */
        for (int n = 0; n < vector_batches[i]; n++)
            add(b, n);
        receipts_sign(b, vector_at);
        for (int n = 0; n < vector_batches[i]; n++) {
            char json[RECEIPT_JSON_MAX];
            struct text t = TEXT_IN(json);
            struct receipt r;
            receipts_get(b, n, &r);
            receipt_json(&r, &t);
            assert_false(t.cut);
            assert_string_equal(json, vector_receipts[at++]);
        }
    }
    receipts_free(b);
}

CLAIM(every_path_in_batches_of_all_sizes_leads_to_the_signed_root) {
    struct signing_key key = signer();
    for (int size = 1; size <= 70; size++) {
        struct receipts *b = receipts_new(&key);
        for (int n = 0; n < size; n++)
            assert_true(receipts_add(b, "t", n + 1, (const uint8_t[FAIR_BYTES]){(uint8_t)n}));
        receipts_sign(b, size);
        for (int n = 0; n < size; n++) {
            uint8_t root[FAIR_BYTES], message[RECEIPT_MESSAGE_BYTES];
            struct receipt r;
            receipts_get(b, n, &r);
            assert_int_equal(r.line, n + 1);
            receipt_root(&r, root);
            receipt_message(r.at, root, message);
            assert_int_equal(
                crypto_sign_verify_detached(r.signature, message, sizeof message, r.key), 0);
        }
        receipts_free(b);
    }
}

CLAIM(the_root_of_a_growing_list_follows_rfc_6962) {
    struct merkle m = {0};
    for (int size = 0; size <= VECTOR_ENTRIES; size++) {
        uint8_t root[MERKLE_BYTES];
        char hex[2 * MERKLE_BYTES + 1];
        struct text t = TEXT_IN(hex);
        merkle_root(&m, root);
        text_hex(&t, root, sizeof root);
        assert_string_equal(hex, vector_roots[size]);
        if (size < VECTOR_ENTRIES)
            assert_true(merkle_add(&m, span_of(vector_entries[size])));
    }
}

CLAIM(an_entry_that_is_too_long_changes_nothing) {
    struct merkle m = {0}, before;
    char entry[MERKLE_ENTRY_MAX + 1];
    memset(entry, 'x', sizeof entry);
    assert_true(merkle_add(&m, (struct span){entry, MERKLE_ENTRY_MAX}));
    before = m;
    assert_false(merkle_add(&m, (struct span){entry, MERKLE_ENTRY_MAX + 1}));
    assert_memory_equal(&m, &before, sizeof m);
}

CLAIM(hex_output_of_any_length_is_complete) {
    uint8_t bytes[200];
    for (size_t n = 0; n <= sizeof bytes; n++) {
        char got[2 * sizeof bytes + 1], want[2 * sizeof bytes + 1] = "";
        struct text t = TEXT_IN(got), w = TEXT_IN(want);
        for (size_t i = 0; i < n; i++) {
            bytes[i] = (uint8_t)(i * 37 + n);
            text_add(&w, "%02x", bytes[i]);
        }
        text_hex(&t, bytes, n);
        assert_string_equal(got, want);
    }
}
