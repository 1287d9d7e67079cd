/* The list of commitments in PostgreSQL. An entry is written in the same transaction as the lines
 * it is about, but without a number, so that nodes that commit at the same time need not wait for
 * each other. Later, one node at a time takes a lock and numbers all committed entries. So the
 * numbers have no gaps and never change, and if a node dies, another one numbers its entries.
 *
 * Entries about one commitment keep their order: an append sees the earlier entries, so they are
 * committed and have lower ids. */

#include "store/pq.h"

static bool end_at_hand(struct link *k, const char *game, const char *fate, int64_t at,
                        struct text *error) {
    struct pq_values v = {.n = 0};
    pq_put_text(&v, game);
    pq_put_text(&v, fate);
    pq_put_int(&v, at);
    return pq_do(k, END_AT_HAND, &v, error);
}

bool pq_list_note(struct link *k, const struct store_append *a, struct text *error) {
    bool good = true;
    for (int i = 0; i < a->note_count && good; i++) {
        const struct store_note *n = &a->notes[i];
        bool commits = n->kind == STORE_COMMITTED;
        good = end_at_hand(k, a->game, commits ? "abandoned" : "revealed", a->at, error);
        if (!good || !commits)
            continue;
        char entry[ENTRY_BYTES];
        struct pq_values v = {.n = 0};
        entry_write(entry, "commit", n->commitment, a->at);
        pq_put_text(&v, a->game);
        pq_put_text(&v, n->commitment);
        pq_put_text(&v, entry);
        good = pq_do(k, PUT_AT_HAND, &v, error);
    }
    return good;
}

bool pq_list_delete(struct link *k, const char *game, int64_t at, struct text *error) {
    struct pq_values v = {.n = 0};
    uint8_t hash[ID_HASH_BYTES];
    id_hash(game, hash);
    pq_put_span(&v, (struct span){(const char *)hash, sizeof hash});
    return pq_do(k, ADD_DELETED, &v, error) && end_at_hand(k, game, "abandoned", at, error);
}

int pq_list_deleted(struct link *k, const char *game, struct text *error) {
    struct pq_values v = {.n = 0};
    uint8_t hash[ID_HASH_BYTES];
    id_hash(game, hash);
    pq_put_span(&v, (struct span){(const char *)hash, sizeof hash});
    PGresult *result = pq_ask(k, FIND_DELETED, &v, error);
    int rows = result ? PQntuples(result) : -1;
    PQclear(result);
    return rows;
}

bool pq_list_read(struct link *k, struct request *r, struct text *error) {
    struct pq_values v = {.n = 0};
    int wanted = request_entries_wanted(r);
    pq_put_int(&v, request_entries_behind(r));
    pq_put_int(&v, wanted);
    PGresult *result = pq_ask(k, READ_LIST, &v, error);
    if (!result)
        return false;
    bool good = true;
    for (int i = 0; i < PQntuples(result) && good; i++)
        good = request_entry(r, pq_int_at(result, i, 0), PQgetvalue(result, i, 1));
    r->answer.more = PQntuples(result) == wanted;
    PQclear(result);
    return true; /* a damaged list is an answer too */
}

/* Takes the lock in a separate statement, so that the next statement sees everything that the
 * previous holder numbered. */
enum link_result pq_list_number(struct link *k, struct text *error) {
    static const char sql[] =
        "BEGIN ISOLATION LEVEL READ COMMITTED; SELECT pg_advisory_xact_lock(1499558501);"
        "WITH taken AS (DELETE FROM commitment_pending RETURNING id, entry) "
        "INSERT INTO commitment_list (n, entry) "
        "SELECT (SELECT coalesce(max(n), 0) FROM commitment_list) + row_number() OVER (ORDER BY "
        "id), entry FROM taken;"
        "COMMIT";
    if (pq_run(k, sql, error))
        return LINK_DONE;
    return pq_give_up(k, error);
}
