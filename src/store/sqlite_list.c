#include "store/sqlite_list.h"

static const char *const statements[LIST_STATEMENTS] = {
    [LIST_AT_HAND] = "SELECT commitment FROM commitment WHERE game = ?1",
    [LIST_PUT_AT_HAND] = "INSERT OR REPLACE INTO commitment (game, commitment) VALUES (?1, ?2)",
    [LIST_DROP_AT_HAND] = "DELETE FROM commitment WHERE game = ?1",
    [LIST_ADD_ENTRY] = "INSERT INTO commitment_list (n, entry) "
                       "SELECT 1 + coalesce(max(n), 0), ?1 FROM commitment_list",
    [LIST_READ] = "SELECT n, entry FROM commitment_list WHERE n > ?1 ORDER BY n LIMIT ?2",
    [LIST_ADD_DELETED] = "INSERT OR IGNORE INTO deleted (hash) VALUES (?1)",
    [LIST_FIND_DELETED] = "SELECT 1 FROM deleted WHERE hash = ?1",
};

int sqlite_list_open(struct sqlite_list *l, sqlite3 *db) {
    int code = SQLITE_OK;
    for (int i = 0; i < LIST_STATEMENTS && code == SQLITE_OK; i++)
        code = sqlite3_prepare_v3(db, statements[i], -1, SQLITE_PREPARE_PERSISTENT, &l->prepared[i],
                                  NULL);
    return code;
}

void sqlite_list_close(struct sqlite_list *l) {
    for (int i = 0; i < LIST_STATEMENTS; i++)
        sqlite3_finalize(l->prepared[i]);
}

/* Runs a statement that takes one or two strings and returns no rows. */
static int run(struct sqlite_list *l, enum sqlite_list_statement which, const char *a,
               const char *b) {
    sqlite3_stmt *st = l->prepared[which];
    sqlite3_reset(st);
    sqlite3_clear_bindings(st);
    sqlite3_bind_text(st, 1, a, -1, SQLITE_STATIC);
    if (b)
        sqlite3_bind_text(st, 2, b, -1, SQLITE_STATIC);
    int code = sqlite3_step(st);
    sqlite3_reset(st);
    sqlite3_clear_bindings(st); /* the caller owns the strings */
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

static int add_entry(struct sqlite_list *l, const char *fate, const char *commitment, int64_t at) {
    char entry[ENTRY_BYTES];
    entry_write(entry, fate, commitment, at);
    return run(l, LIST_ADD_ENTRY, entry, NULL);
}

/* Ends the current commitment of the game, if any, and adds its fate to the list. */
static int end_at_hand(struct sqlite_list *l, const char *game, const char *fate, int64_t at) {
    sqlite3_stmt *st = l->prepared[LIST_AT_HAND];
    char commitment[STORE_COMMITMENT_LETTERS + 1] = "";
    sqlite3_reset(st);
    sqlite3_bind_text(st, 1, game, -1, SQLITE_STATIC);
    int code = sqlite3_step(st);
    if (code == SQLITE_ROW) {
        text_put(TEXT_OVER(commitment), (const char *)sqlite3_column_text(st, 0));
    }
    sqlite3_reset(st);
    sqlite3_clear_bindings(st);
    if (code != SQLITE_ROW)
        return code == SQLITE_DONE ? SQLITE_OK : code;
    code = add_entry(l, fate, commitment, at);
    return code == SQLITE_OK ? run(l, LIST_DROP_AT_HAND, game, NULL) : code;
}

int sqlite_list_note(struct sqlite_list *l, const struct store_append *a) {
    int code = SQLITE_OK;
    for (int i = 0; i < a->note_count && code == SQLITE_OK; i++) {
        const struct store_note *n = &a->notes[i];
        bool commits = n->kind == STORE_COMMITTED;
        code = end_at_hand(l, a->game, commits ? "abandoned" : "revealed", a->at);
        if (code == SQLITE_OK && commits)
            code = run(l, LIST_PUT_AT_HAND, a->game, n->commitment);
        if (code == SQLITE_OK && commits)
            code = add_entry(l, "commit", n->commitment, a->at);
    }
    return code;
}

/* Returns SQLITE_ROW or SQLITE_DONE on success. */
static int run_for_hash(struct sqlite_list *l, enum sqlite_list_statement which, const char *game) {
    sqlite3_stmt *st = l->prepared[which];
    uint8_t hash[ID_HASH_BYTES];
    id_hash(game, hash);
    sqlite3_reset(st);
    sqlite3_bind_blob(st, 1, hash, sizeof hash, SQLITE_TRANSIENT);
    int code = sqlite3_step(st);
    sqlite3_reset(st);
    return code;
}

int sqlite_list_delete(struct sqlite_list *l, const char *game, int64_t at) {
    int code = run_for_hash(l, LIST_ADD_DELETED, game);
    return code == SQLITE_DONE ? end_at_hand(l, game, "abandoned", at) : code;
}

int sqlite_list_deleted(struct sqlite_list *l, const char *game, bool *ret) {
    int code = run_for_hash(l, LIST_FIND_DELETED, game);
    *ret = code == SQLITE_ROW;
    return code == SQLITE_ROW || code == SQLITE_DONE ? SQLITE_OK : code;
}

int sqlite_list_read(struct sqlite_list *l, struct request *r) {
    sqlite3_stmt *st = l->prepared[LIST_READ];
    int wanted = request_entries_wanted(r), count = 0, code;
    sqlite3_reset(st);
    sqlite3_bind_int64(st, 1, request_entries_behind(r));
    sqlite3_bind_int(st, 2, wanted);
    while ((code = sqlite3_step(st)) == SQLITE_ROW) {
        const char *words = (const char *)sqlite3_column_text(st, 1);
        count++;
        if (!request_entry(r, sqlite3_column_int64(st, 0), words ? words : ""))
            break;
    }
    sqlite3_reset(st);
    r->answer.more = count == wanted;
    return code == SQLITE_DONE || code == SQLITE_ROW ? SQLITE_OK : code;
}
