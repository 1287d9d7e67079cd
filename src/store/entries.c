/* Entries of the list of commitments: writing them, and reading them into an answer. */

#include "core/blake2b.h"
#include "core/say.h"
#include "store/request.h"

/* Entries per fold. One fold takes a few milliseconds, during which other requests wait. */
enum { FOLD_ENTRIES = 10000 };

void entry_write(char ret[ENTRY_BYTES], const char *fate, const char *commitment, int64_t at) {
    struct text t = text_start(ret, ENTRY_BYTES);
    text_add(&t, "%s %s %lld", fate, commitment, (long long)at);
}

void id_hash(const char *id, uint8_t ret[ID_HASH_BYTES]) {
    blake2b(span_of(id), NULL, 0, ret, ID_HASH_BYTES);
}

int request_entries_wanted(const struct request *r) {
    return r->kind == REQUEST_FOLD ? FOLD_ENTRIES : STORE_ENTRIES_MAX;
}

int64_t request_entries_behind(const struct request *r) {
    return r->kind == REQUEST_FOLD ? (int64_t)r->tree->size : r->after;
}

static bool fold(struct request *r, int64_t n, const char *words) {
    struct merkle *tree = (struct merkle *)r->answer.tree;
    return (uint64_t)n == tree->size + 1 && merkle_add(tree, span_of(words));
}

/* A list with a gap or an overlong entry was not written by this program and must not go into a
 * root. */
bool request_entry(struct request *r, int64_t n, const char *words) {
    if (r->kind == REQUEST_FOLD) {
        bool good = fold(r, n, words);
        if (!good)
            request_say(r, STORE_REFUSED, WORDS(store_list_damaged, .entry = n));
        return good;
    }
    struct store_entry *list =
        request_item(r, r->answer.entries, r->answer.entry_count, sizeof *list);
    list[r->answer.entry_count++] = (struct store_entry){n, request_string(r, words)};
    r->answer.entries = list;
    return true;
}
