/* SQLite: one file, in WAL mode, synced at every commit. The writer holds the write lock from its
 * first check to the commit, so the checks stay valid. */
#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/errors.h"
#include "core/memory.h"
#include "core/say.h"
#include "play/folder.h"
#include "store/link.h"
#include "store/schema.h"
#include "store/seal.h"
#include "store/sqlite_file.h"
#include "store/sqlite_list.h"

enum { BUSY_MS = 2000 };

enum statement {
    BEGIN_WRITE,
    BEGIN_READ,
    COMMIT,
    LAST_EVENT,
    FIND_ACTION,
    EVENTS_BEHIND,
    ADD_EVENT,
    PUT_SEAT,
    END_GAME,
    DELETE_GAME,
    FIND_GAME,
    FIND_ROOM,
    ADD_GAME,
    SEATS_OF,
    LIST_GAMES,
    SIZE,
    STATEMENTS,
};

#define USED                                                                                       \
    "coalesce((SELECT max(created, at) FROM event WHERE event.game = id ORDER BY n DESC LIMIT 1)," \
    " created)"
#define GAME_COLUMNS(secret)                                                                       \
    "id, created, rules, setup, code, commitment, " secret ", over, "                              \
    "(SELECT max(n) FROM event WHERE event.game = id), " USED

static const char *const statements[STATEMENTS] = {
    [BEGIN_WRITE] = "BEGIN IMMEDIATE",
    [BEGIN_READ] = "BEGIN",
    [COMMIT] = "COMMIT",
    [LAST_EVENT] = "SELECT (SELECT max(n) FROM event WHERE game = ?1) FROM game WHERE id = ?1",
    [FIND_ACTION] = "SELECT n FROM event WHERE game = ?1 AND action = ?2",
    [EVENTS_BEHIND] = "SELECT n, action, line, at FROM event WHERE game = ?1 AND n > ?2 "
                      "ORDER BY n LIMIT ?3",
    [ADD_EVENT] = "INSERT INTO event (game, n, action, line, at) VALUES (?1, ?2, ?3, ?4, ?5)",
    [PUT_SEAT] = "INSERT OR REPLACE INTO seat (game, seat, person, name, bot, token, at) "
                 "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    [END_GAME] = "UPDATE game SET over = ?2, code = NULL WHERE id = ?1",
    [DELETE_GAME] = "DELETE FROM game WHERE id = ?1 AND " USED " < ?2",
    [FIND_GAME] = "SELECT " GAME_COLUMNS("secret") " FROM game WHERE id = ?1",
    [FIND_ROOM] = "SELECT " GAME_COLUMNS("secret") " FROM game WHERE code = ?1",
    [ADD_GAME] = "INSERT INTO game (id, created, rules, setup, code, commitment, secret) "
                 "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    [SEATS_OF] = "SELECT seat, person, name, bot, token, at FROM seat WHERE game = ?1 "
                 "ORDER BY seat, person",
    [LIST_GAMES] = "SELECT " GAME_COLUMNS("NULL") " FROM game WHERE id > ?1 ORDER BY id LIMIT ?2",
    [SIZE] = "SELECT (page_count - freelist_count) * page_size "
             "FROM pragma_page_count, pragma_freelist_count, pragma_page_size",
};

struct link {
    sqlite3 *db;
    char *where;
    char *log; /* path of the store's log */
    struct stat files[2];
    sqlite3_stmt *prepared[STATEMENTS];
    struct sqlite_list list;
};

/* A removed file can still be written to, but everything written is lost when it is closed. */
static bool in_place(const struct link *k, struct text *error) {
    const char *const paths[] = {k->where, k->log};
    for (int i = 0; i < 2; i++) {
        struct stat now;
        if (stat(paths[i], &now) == 0 && now.st_ino == k->files[i].st_ino &&
            now.st_dev == k->files[i].st_dev)
            continue;
        return say_fail(error, store_file_replaced, .store = k->where, .file = paths[i]);
    }
    return true;
}

/* The operation that failed. */
enum task { TO_OPEN, TO_READ_VERSION, TO_BRING_FORWARD, TO_READ, TO_WRITE };

/* Explains why the last call failed; returns false. */
static bool explain(const struct link *k, enum task task, struct text *error) {
    int code = sqlite3_errcode(k->db), reason = sqlite3_system_errno(k->db);
    LOCAL_TEXT(why, 1024);
    if (code == SQLITE_FULL)
        say(&why, store_disk_full);
    else if (code == SQLITE_BUSY || code == SQLITE_LOCKED)
        say(&why, store_busy_elsewhere);
    else if (code == SQLITE_NOTADB)
        say(&why, store_no_store);
    else
        text_put(&why, sqlite3_errmsg(k->db));
    if ((code == SQLITE_IOERR || code == SQLITE_CANTOPEN) && reason)
        text_add(&why, " (%s)", error_words(reason));
    switch (task) {
    case TO_OPEN:
        return say_fail(error, store_cannot_open, .file = k->where, .why = why.data);
    case TO_READ_VERSION:
        return say_fail(error, store_cannot_read_version, .file = k->where, .why = why.data);
    case TO_BRING_FORWARD:
        return say_fail(error, store_cannot_bring_forward, .file = k->where, .why = why.data);
    case TO_READ:
        return say_fail(error, store_cannot_read, .file = k->where, .why = why.data);
    default:
        return say_fail(error, store_cannot_write_to, .file = k->where, .why = why.data);
    }
}

static enum link_result result_of(int code) {
    switch (code & 0xff) {
    case SQLITE_FULL:
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_NOMEM:
    case SQLITE_READONLY:
        return LINK_AWAY;
    case SQLITE_CONSTRAINT:
    case SQLITE_MISMATCH:
    case SQLITE_TOOBIG:
        return LINK_REFUSED;
    default:
        return LINK_LOST; /* unsynced data may be in the file: reopen it and recover */
    }
}

static void close_link(struct link *k) {
    for (int i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(k->prepared[i]);
    sqlite_list_close(&k->list);
    sqlite3_close(k->db);
    free(k->where);
    free(k->log);
    free(k);
}

/* Gets the number that a statement returns, or 0 if it returns no row. Returns false if the
 * statement fails. */
static bool ask_number(struct link *k, const char *sql, int *ret) {
    sqlite3_stmt *st;
    *ret = 0;
    if (sqlite3_prepare_v2(k->db, sql, -1, &st, NULL) != SQLITE_OK)
        return false;
    int code = sqlite3_step(st);
    if (code == SQLITE_ROW)
        *ret = sqlite3_column_int(st, 0);
    sqlite3_finalize(st);
    return code == SQLITE_ROW || code == SQLITE_DONE;
}

static bool run(struct link *k, const char *sql) {
    return sqlite3_exec(k->db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

static bool take_steps(struct link *k, int version) {
    for (; version < SCHEMA_VERSION; version++) {
        if (!run(k, sqlite_steps[version]))
            return false;
    }
    LOCAL_TEXT(t, 160);
    text_add(&t, "PRAGMA application_id = %d; DELETE FROM schema; INSERT INTO schema VALUES (%d);",
             SQLITE_FILE_APPLICATION, SCHEMA_VERSION);
    return run(k, t.data);
}

static bool version_of(struct link *k, int *version, struct text *error) {
    int tables;
    *version = 0;
    if (!ask_number(k, "SELECT count(*) FROM sqlite_schema", &tables) ||
        (tables && !ask_number(k, "SELECT version FROM schema", version)))
        return explain(k, TO_READ_VERSION, error);
    return schema_known(k->where, *version, error);
}

static bool bring_forward(struct link *k, struct text *error) {
    int version;
    if (!version_of(k, &version, error))
        return false;
    if (run(k, "CREATE TABLE IF NOT EXISTS schema (version INTEGER NOT NULL) STRICT") &&
        take_steps(k, version))
        return true;
    return explain(k, TO_BRING_FORWARD, error);
}

/* Upgrades older tables, under the write lock: of two programs starting at once, one waits for the
 * other. With LINK_READ, older tables are refused. A store that is up to date needs no lock, so it
 * can be opened however busy its writers are. */
static bool migrate(struct link *k, enum link_use use, struct text *error) {
    int version;
    if (!version_of(k, &version, error))
        return false;
    if (version == SCHEMA_VERSION)
        return true;
    if (use == LINK_READ)
        return say_fail(error, store_older_tables, .store = k->where, .version = version);
    if (!run(k, "BEGIN IMMEDIATE"))
        return explain(k, TO_WRITE, error);
    bool good = bring_forward(k, error);
    if (good && !run(k, "COMMIT"))
        good = explain(k, TO_WRITE, error);
    if (!good)
        run(k, "ROLLBACK");
    return good;
}

/* Whether the file is a store or empty. Called before any setting is changed, so that another
 * program's file is left alone. */
static bool is_ours(struct link *k, struct text *error) {
    int application, tables;
    if (!ask_number(k, "PRAGMA application_id", &application) ||
        !ask_number(k, "SELECT count(*) FROM sqlite_schema", &tables))
        return explain(k, TO_OPEN, error);
    if (tables && application != SQLITE_FILE_APPLICATION)
        say(error, store_other_database, .file = k->where);
    return !tables || application == SQLITE_FILE_APPLICATION;
}

static bool set_up(struct link *k, enum link_use use, struct text *error) {
    sqlite3_busy_timeout(k->db, BUSY_MS);
    if (!is_ours(k, error))
        return false;
    if (!run(k, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; "
                "PRAGMA secure_delete = ON; " /* deleted data must not stay in the file */
                "PRAGMA trusted_schema = OFF; PRAGMA journal_size_limit = 67108864;")) {
        return explain(k, TO_OPEN, error);
    }
    if (!migrate(k, use, error))
        return false;
    /* After a failed sync, the log may never reach the disk: write its contents to the database. */
    if (use != LINK_READ) {
        int code = sqlite3_wal_checkpoint_v2(k->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
        if (code != SQLITE_OK && code != SQLITE_BUSY && code != SQLITE_LOCKED)
            return explain(k, TO_WRITE, error);
    }
    for (int i = 0; i < STATEMENTS; i++) {
        if (sqlite3_prepare_v3(k->db, statements[i], -1, SQLITE_PREPARE_PERSISTENT, &k->prepared[i],
                               NULL) != SQLITE_OK)
            return explain(k, TO_READ, error);
    }
    if (sqlite_list_open(&k->list, k->db) != SQLITE_OK)
        return explain(k, TO_READ, error);
    if (stat(k->where, &k->files[0]) == 0 && stat(k->log, &k->files[1]) == 0)
        return true;
    return say_fail(error, store_no_log_beside, .file = k->where);
}

/* A new file is accessible only to its owner, as are the files that SQLite puts next to it. An
 * existing file must not be opened and closed here: that would drop the locks that other links of
 * this process hold on it. The next program to use the file would then take it for unused and
 * remove the log. */
static bool is_there(const char *where, enum link_use use, struct text *error) {
    if (access(where, R_OK | W_OK) == 0)
        return true;
    int fd = -1;
    if (errno == ENOENT && use == LINK_CREATE)
        fd = open(where, O_RDWR | O_CLOEXEC | O_CREAT | O_EXCL, 0600);
    if (fd >= 0)
        close(fd);
    else if (errno != EEXIST) /* EEXIST: another program has just created it */
        say(error, store_cannot_open, .file = where, .why = error_words(errno));
    return fd >= 0 || errno == EEXIST;
}

static struct link *open_link(const char *where, enum link_use use, struct text *error) {
    if (!is_there(where, use, error))
        return NULL;
    struct link *k = grab(1, sizeof *k);
    k->where = must(strdup(where));
    if (asprintf(&k->log, "%s-wal", where) < 0)
        abort();
    int code = sqlite3_open_v2(where, &k->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    if (code != SQLITE_OK)
        explain(k, TO_OPEN, error);
    if (code == SQLITE_OK && set_up(k, use, error))
        return k;
    close_link(k);
    return NULL;
}

/* The parameters of a statement, bound in order from 1. */
struct values {
    sqlite3_stmt *st;
    int n;
};

static struct values values_of(struct link *k, enum statement which) {
    sqlite3_reset(k->prepared[which]);
    sqlite3_clear_bindings(k->prepared[which]);
    return (struct values){k->prepared[which], 0};
}

static void put_text(struct values *v, const char *s) { /* NULL becomes SQL NULL */
    sqlite3_bind_text(v->st, ++v->n, s, -1, SQLITE_STATIC);
}

static void put_int(struct values *v, int64_t n) {
    sqlite3_bind_int64(v->st, ++v->n, n);
}

static void put_span(struct values *v, struct span s) { /* empty becomes SQL NULL */
    sqlite3_bind_blob64(v->st, ++v->n, s.at, s.len, SQLITE_STATIC);
}

/* Runs a statement and ignores any row it returns. */
static int do_it(struct values v) {
    int code = sqlite3_step(v.st);
    sqlite3_reset(v.st);
    return code == SQLITE_DONE || code == SQLITE_ROW ? SQLITE_OK : code;
}

static const char *text_at(struct request *r, sqlite3_stmt *st, int column) {
    const char *s = (const char *)sqlite3_column_text(st, column);
    return s ? request_copy(r, s, (size_t)sqlite3_column_bytes(st, column)) : NULL;
}

static struct span span_at(struct request *r, sqlite3_stmt *st, int column) {
    const char *s = sqlite3_column_blob(st, column);
    return request_span(r, (struct span){s, (size_t)sqlite3_column_bytes(st, column)});
}

static void read_game(struct request *r, sqlite3_stmt *st) {
    *request_game(r) = (struct store_game){.id = text_at(r, st, 0),
                                           .created = sqlite3_column_int64(st, 1),
                                           .rules = text_at(r, st, 2),
                                           .setup = text_at(r, st, 3),
                                           .code = text_at(r, st, 4),
                                           .commitment = span_at(r, st, 5),
                                           .secret = span_at(r, st, 6),
                                           .over = sqlite3_column_int64(st, 7),
                                           .last = sqlite3_column_int64(st, 8),
                                           .used = sqlite3_column_int64(st, 9)};
}

/* Reads the events after number `after` or, if `own` is set, only those of the append that begins
 * right after it. */
static int read_events(struct link *k, struct request *r, const char *game, int64_t after,
                       int limit, bool own) {
    struct values v = values_of(k, EVENTS_BEHIND);
    int code, count = 0;
    put_text(&v, game);
    put_int(&v, after);
    put_int(&v, limit);
    while ((code = sqlite3_step(v.st)) == SQLITE_ROW) {
        if (own && count && sqlite3_column_type(v.st, 1) != SQLITE_NULL)
            break;
        count++;
        *request_event(r) = (struct store_event){.game = game,
                                                 .n = sqlite3_column_int64(v.st, 0),
                                                 .action = text_at(r, v.st, 1),
                                                 .line = text_at(r, v.st, 2),
                                                 .at = sqlite3_column_int64(v.st, 3)};
    }
    sqlite3_reset(v.st);
    if (count == limit)
        r->answer.more = true;
    return code == SQLITE_DONE || code == SQLITE_ROW ? SQLITE_OK : code;
}

static int put_seats(struct link *k, struct request *r, const char *game) {
    int code = SQLITE_OK;
    for (int i = 0; i < r->append.seat_count && code == SQLITE_OK; i++) {
        const struct store_seat *p = &r->append.seats[i];
        struct values v = values_of(k, PUT_SEAT);
        put_text(&v, game);
        put_int(&v, p->seat);
        put_int(&v, p->person);
        put_text(&v, p->name);
        put_text(&v, p->bot);
        put_span(&v, p->token);
        put_int(&v, p->at);
        code = do_it(v);
    }
    return code;
}

/* 1: a row was found, and its first number is in *ret; 0: there is none; otherwise the negated
 * error code. */
static int find(struct link *k, enum statement which, const char *a, const char *b, int64_t *ret) {
    struct values v = values_of(k, which);
    put_text(&v, a);
    if (b)
        put_text(&v, b);
    int code = sqlite3_step(v.st);
    if (code == SQLITE_ROW && ret)
        *ret = sqlite3_column_int64(v.st, 0);
    sqlite3_reset(v.st);
    return code == SQLITE_ROW ? 1 : code == SQLITE_DONE ? 0 : -code;
}

static int create(struct link *k, struct request *r) {
    const struct store_game *g = &r->game;
    int found = find(k, FIND_GAME, g->id, NULL, NULL);
    if (found == 1 && !r->tried)
        request_say(r, STORE_DUPLICATE, WORDS(store_game_made_before, .game = g->id));
    if (found)
        return found < 0 ? -found : SQLITE_OK;
    bool deleted;
    int code = sqlite_list_deleted(&k->list, g->id, &deleted);
    if (code == SQLITE_OK && deleted)
        request_say(r, STORE_ABSENT, WORDS(store_game_deleted, .game = g->id));
    if (code != SQLITE_OK || deleted)
        return code;
    found = g->code ? find(k, FIND_ROOM, g->code, NULL, NULL) : 0;
    if (found == 1)
        request_say(r, STORE_CONFLICT, WORDS(store_room_taken, .room = g->code));
    if (found)
        return found < 0 ? -found : SQLITE_OK;
    struct values v = values_of(k, ADD_GAME);
    put_text(&v, g->id);
    put_int(&v, g->created);
    put_text(&v, g->rules);
    put_text(&v, g->setup);
    put_text(&v, g->code);
    put_span(&v, g->commitment);
    put_span(&v, g->secret);
    code = do_it(v);
    return code == SQLITE_OK ? put_seats(k, r, g->id) : code;
}

static int add_lines(struct link *k, const struct store_append *a) {
    int code = SQLITE_OK;
    for (int i = 0; i < a->line_count && code == SQLITE_OK; i++) {
        struct values v = values_of(k, ADD_EVENT);
        put_text(&v, a->game);
        put_int(&v, a->first + i);
        put_text(&v, i ? NULL : a->action);
        put_text(&v, a->lines[i]);
        put_int(&v, a->at);
        code = do_it(v);
    }
    return code;
}

static int append(struct link *k, struct request *r) {
    const struct store_append *a = &r->append;
    int64_t last = 0, before = 0;
    int found = find(k, LAST_EVENT, a->game, NULL, &last);
    if (!found)
        request_say(r, STORE_ABSENT, WORDS(store_no_game, .game = a->game));
    if (found != 1)
        return -found;
    found = a->line_count ? find(k, FIND_ACTION, a->game, a->action, &before) : 0;
    if (found < 0)
        return -found;
    if (found || (a->line_count && a->first != last + 1)) {
        int code = read_events(k, r, a->game, (found ? before : a->first) - 1, STORE_LINES_MAX,
                               found == 1);
        r->answer.last = last;
        if (code == SQLITE_OK)
            request_found(r, found == 1);
        return code;
    }
    int code = add_lines(k, a);
    if (code == SQLITE_OK)
        code = sqlite_list_note(&k->list, a);
    if (code == SQLITE_OK)
        code = put_seats(k, r, a->game);
    if (code == SQLITE_OK && a->over) {
        struct values v = values_of(k, END_GAME);
        put_text(&v, a->game);
        put_int(&v, a->at);
        code = do_it(v);
    }
    request_written(r);
    if (!a->line_count)
        r->answer.last = last;
    return code;
}

/* Seats and events are deleted with the game. */
static int delete (struct link *k, struct request *r) {
    struct values v = values_of(k, DELETE_GAME);
    put_text(&v, r->key);
    put_int(&v, r->after);
    int code = do_it(v);
    bool deleted = code == SQLITE_OK && sqlite3_changes(k->db);
    if (deleted)
        code = sqlite_list_delete(&k->list, r->key, r->append.at);
    int found = code == SQLITE_OK && !deleted ? find(k, FIND_GAME, r->key, NULL, NULL) : 0;
    if (found < 0)
        return -found;
    request_deleted(r, deleted, found);
    return code;
}

/* Ends a transaction: commits if `code` is SQLITE_OK; otherwise, or if that fails, rolls everything
 * back. */
static enum link_result end(struct link *k, int code, enum task task, struct text *error) {
    if (code == SQLITE_OK)
        code = do_it(values_of(k, COMMIT));
    if (code == SQLITE_OK)
        return LINK_DONE;
    explain(k, task, error);
    if (!sqlite3_get_autocommit(k->db))
        run(k, "ROLLBACK");
    /* The log may be what fills the disk: try to move its contents to the database. */
    if ((code & 0xff) == SQLITE_FULL)
        sqlite3_wal_checkpoint_v2(k->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    return result_of(code);
}

static enum link_result commit(struct link *k, struct request *group, struct text *error) {
    if (!in_place(k, error))
        return LINK_AWAY;
    int code = do_it(values_of(k, BEGIN_WRITE));
    for (struct request *r = group; r && code == SQLITE_OK; r = r->next) {
        request_reset(r);
        code = r->kind == REQUEST_CREATE   ? create(k, r)
               : r->kind == REQUEST_DELETE ? delete (k, r)
                                           : append(k, r);
    }
    /* An empty transaction succeeds even on a full disk, and so does an UPDATE that changes
     * nothing. Setting user_version writes a page. */
    if (!group && code == SQLITE_OK)
        code = sqlite3_exec(k->db, "PRAGMA user_version = 0", NULL, NULL, NULL);
    return end(k, code, TO_WRITE, error);
}

static int read_seats(struct link *k, struct request *r, const char *game) {
    struct values v = values_of(k, SEATS_OF);
    int code;
    put_text(&v, game);
    while ((code = sqlite3_step(v.st)) == SQLITE_ROW)
        *request_seat(r) = (struct store_seat){.seat = sqlite3_column_int(v.st, 0),
                                               .person = sqlite3_column_int(v.st, 1),
                                               .name = text_at(r, v.st, 2),
                                               .bot = text_at(r, v.st, 3),
                                               .token = span_at(r, v.st, 4),
                                               .at = sqlite3_column_int64(v.st, 5)};
    sqlite3_reset(v.st);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

static int read_games(struct link *k, struct request *r) {
    static const enum statement which[] = {
        [REQUEST_READ] = FIND_GAME, [REQUEST_READ_ROOM] = FIND_ROOM, [REQUEST_LIST] = LIST_GAMES};
    struct values v = values_of(k, which[r->kind]);
    int code;
    put_text(&v, r->key);
    if (r->kind == REQUEST_LIST)
        put_int(&v, r->limit);
    while ((code = sqlite3_step(v.st)) == SQLITE_ROW)
        read_game(r, v.st);
    sqlite3_reset(v.st);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

static int catch_up(struct link *k, struct request *r) {
    int code = SQLITE_OK;
    for (int i = 0; i < r->place_count && code == SQLITE_OK; i++) {
        int before = r->answer.event_count;
        const char *game = r->places[i].game;
        code = read_events(k, r, game, r->places[i].after, r->limit, false);
        if (code != SQLITE_OK || r->answer.event_count > before)
            continue;
        int found = find(k, LAST_EVENT, game, NULL, NULL);
        if (!found)
            request_gone(r, game);
        code = found < 0 ? -found : SQLITE_OK;
    }
    return code;
}

static int read_whole(struct link *k, struct request *r) {
    int code = read_games(k, r);
    if (r->kind == REQUEST_LIST) {
        r->answer.more = r->answer.game_count == r->limit;
        return code;
    }
    if (code != SQLITE_OK || !r->answer.game_count) {
        request_say_absent(r);
        return code;
    }
    const char *game = r->answer.games[0].id;
    r->answer.last = r->answer.games[0].last;
    code = read_seats(k, r, game);
    return code == SQLITE_OK ? read_events(k, r, game, r->after, r->limit, false) : code;
}

static int read_size(struct link *k, struct request *r) {
    struct values v = values_of(k, SIZE);
    int code = sqlite3_step(v.st);
    r->answer.bytes = code == SQLITE_ROW ? sqlite3_column_int64(v.st, 0) : 0;
    sqlite3_reset(v.st);
    return code == SQLITE_ROW ? SQLITE_OK : code;
}

static enum link_result read_link(struct link *k, struct request *r, struct text *error) {
    request_reset(r);
    int code = do_it(values_of(k, BEGIN_READ));
    if (code == SQLITE_OK)
        code = r->kind == REQUEST_CATCH_UP ? catch_up(k, r)
               : r->kind == REQUEST_ENTRIES || r->kind == REQUEST_FOLD
                   ? sqlite_list_read(&k->list, r)
               : r->kind == REQUEST_SIZE ? read_size(k, r)
                                         : read_whole(k, r);
    return end(k, code, TO_READ, error);
}

/* SQLite copies the pages even while others write. */
static bool copy_pages(struct link *k, const char *part, struct text *error) {
    sqlite3 *to = NULL;
    int code = sqlite3_open_v2(part, &to, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL);
    sqlite3_backup *b = code == SQLITE_OK ? sqlite3_backup_init(to, "main", k->db, "main") : NULL;
    if (b) {
        code = sqlite3_backup_step(b, -1);
        sqlite3_backup_finish(b);
    }
    bool good = b && code == SQLITE_DONE &&
                sqlite3_exec(to, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL) == SQLITE_OK;
    if (!good)
        say(error, store_cannot_write, .file = part,
            .why =
                sqlite3_errcode(to) == SQLITE_FULL ? WORDS(store_disk_full) : sqlite3_errmsg(to));
    sqlite3_close(to);
    return good;
}

/* A damaged copy must not be mistaken for a good one: it is kept under another name, if at all. */
static void put_aside(const char *part, const char *file, const char *why, struct text *error) {
    LOCAL_TEXT(d, 4096);
    text_add(&d, "%s.damaged", file);
    if (!d.cut && link(part, d.data) == 0)
        say(error, store_copy_damaged_kept, .file = file, .why = why, .copy = d.data);
    else
        say(error, store_copy_damaged, .file = file, .why = why);
}

/* The copy gets its name only when it is complete, sound and synced; it never replaces a file. */
static bool finish_copy(const char *part, int fd, const char *file, struct store_judge judge,
                        struct text *error) {
    LOCAL_TEXT(why, 1024);
    if (!seal_put(part, error))
        return false;
    if (fsync(fd) == 0 && !judge.good(judge.arg, part, file, &why)) {
        put_aside(part, file, why.data, error);
        return false;
    }
    if (fsync(fd) != 0 || link(part, file) != 0)
        return say_fail(error, store_cannot_write, .file = file, .why = error_words(errno));
    return folder_sync(file, error);
}

static bool backup(const char *where, const char *file, struct store_judge judge,
                   struct text *error) {
    LOCAL_TEXT(t, 4096);
    text_add(&t, "%s.%ld.part", file, (long)getpid());
    int fd = t.cut ? -1 : open(t.data, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0)
        return say_fail(error, store_cannot_write, .file = file,
                        .why = error_words(t.cut ? ENAMETOOLONG : errno));
    struct link *k = open_link(where, LINK_READ, error);
    bool good = k && copy_pages(k, t.data, error);
    if (k)
        close_link(k);
    good = good && finish_copy(t.data, fd, file, judge, error);
    unlink(t.data);
    close(fd);
    return good;
}

const struct link_kind sqlite_link = {
    .open = open_link,
    .close = close_link,
    .commit = commit,
    .read = read_link,
    .backup = backup,
};
