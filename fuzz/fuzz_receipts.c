/* A file of receipts is parsed, or refused with an error; parsed receipts print and parse back
 * unchanged. */
#include <string.h>

#include "cli/receipt_check.h"
#include "fuzz/fuzz.h"

/* Prints the receipt and parses it again. */
static void try_again(const struct receipt *r) {
    char json[RECEIPT_JSON_MAX], words[256];
    struct text out = TEXT_IN(json), error = TEXT_IN(words);
    struct receipt copy;
    receipt_json(r, &out);
    REQUIRE(!out.cut);
    REQUIRE(receipt_parse((struct span){json, out.len}, &copy, &error));
    REQUIRE(!memcmp(r, &copy, sizeof copy));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char words[512];
    struct text error = TEXT_IN(words);
    struct receipt_file f;
    if (receipt_file_parse((struct span){(const char *)data, size}, "file", &f, &error)) {
        REQUIRE(f.count > 0);
        for (int i = 0; i < f.count; i++) {
            uint8_t root[FAIR_BYTES];
            const struct receipt *r = &f.list[i].receipt;
            REQUIRE(r->line >= 1 && r->at >= 1 && r->table[0]);
            receipt_root(r, root);
            try_again(r);
        }
    } else {
        REQUIRE(error.len > 0);
    }
    receipt_file_clear(&f);
    return 0;
}
