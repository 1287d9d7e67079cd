/* Surveys an SQLite file over a read-only connection. */
#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "core/errors.h"
#include "store/seal.h"
#include "store/sqlite_file.h"
#include "store/survey_parts.h"

enum {
    BUSY_MS = 2000,
    PROBLEMS_SHOWN = 20,
    WAL_HEADER_BYTES = 32,
    PATH_BYTES = 4096,
    QUICK_MS = 500, /* time limit for finding the newest games */
    STEPS = 10000,  /* SQLite steps between two checks of the clock */
};

struct file {
    const struct survey *survey;
    const char *where, *name;
    sqlite3 *db;
    enum seal seal;
};

static void say_error(struct file *f, const char *check) {
    const char *why = sqlite3_errmsg(f->db);
    if (sqlite3_errcode(f->db) == SQLITE_CORRUPT)
        survey_say(survey_bad(f->survey, check), store_damaged, .file = f->name, .why = why);
    else
        survey_say(survey_bad(f->survey, check), store_unreadable, .file = f->name, .why = why);
}

/* Gets the number that a statement returns; returns false if it fails or returns no row. */
static bool ask_number(struct file *f, const char *sql, int64_t *ret) {
    sqlite3_stmt *st = NULL;
    bool good = sqlite3_prepare_v2(f->db, sql, -1, &st, NULL) == SQLITE_OK &&
                sqlite3_step(st) == SQLITE_ROW;
    if (good)
        *ret = sqlite3_column_int64(st, 0);
    sqlite3_finalize(st);
    return good;
}

/* ---- the file ---- */

static bool is_whole(struct file *f) {
    LOCAL_TEXT(error, 512);
    f->seal = seal_check(f->where, &error);
    if (f->seal == SEAL_UNREADABLE)
        survey_say_text(survey_bad(f->survey, "store"), error.data);
    else if (f->seal == SEAL_BROKEN)
        survey_say(survey_bad(f->survey, "store"), store_checksum_wrong, .file = f->name);
    return f->seal == SEAL_NONE || f->seal == SEAL_GOOD;
}

/* Whether there is anything to check. */
static bool is_there(struct file *f) {
    struct stat st;
    if (stat(f->where, &st) != 0) {
        survey_say(survey_bad(f->survey, "store"), store_cannot_open, .file = f->name,
                   .why = error_words(errno));
        return false;
    }
    if (!S_ISREG(st.st_mode)) {
        survey_say(survey_bad(f->survey, "store"), store_is_no_file, .file = f->name);
        return false;
    }
    if (st.st_size == 0)
        survey_say(survey_note(f->survey, "store"), store_file_empty, .file = f->name);
    return st.st_size > 0;
}

static bool is_ours(struct file *f) {
    int64_t application, tables;
    if (!ask_number(f, "PRAGMA application_id", &application) ||
        !ask_number(f, "SELECT count(*) FROM sqlite_schema", &tables)) {
        survey_say(survey_bad(f->survey, "store"), store_cannot_open, .file = f->name,
                   .why = sqlite3_errcode(f->db) == SQLITE_NOTADB ? WORDS(store_no_store)
                                                                  : sqlite3_errmsg(f->db));
        return false;
    }
    if (application == SQLITE_FILE_APPLICATION)
        return true;
    if (tables)
        survey_say(survey_bad(f->survey, "store"), store_other_database, .file = f->name);
    else
        survey_say(survey_bad(f->survey, "store"), store_without_tables, .file = f->name);
    return false;
}

/* ---- the log ---- */

static uint32_t number_at(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/* SQLite would mistake another store's log for this one's. The log's header shows only whether it
 * is a log with the right page size; the rest is left to the integrity check. */
static bool log_fits(const char *path, int64_t page_size) {
    uint8_t head[WAL_HEADER_BYTES];
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd >= 0 ? read(fd, head, sizeof head) : -1;
    if (fd >= 0)
        close(fd);
    return n < WAL_HEADER_BYTES || /* too short: SQLite ignores the log */
           ((number_at(head) | 1) == 0x377f0683 && number_at(head + 8) == (uint32_t)page_size);
}

static void look_at_log(struct file *f) {
    LOCAL_TEXT(p, PATH_BYTES);
    struct stat st;
    int64_t page_size = 0;
    text_add(&p, "%s-wal", f->where);
    bool there = !p.cut && stat(p.data, &st) == 0 && st.st_size > 0;
    if (!there)
        survey_say(survey_good(f->survey, "log"), store_no_log);
    else if (!ask_number(f, "PRAGMA page_size", &page_size) || !log_fits(p.data, page_size))
        survey_say(survey_bad(f->survey, "log"), store_foreign_log, .file = p.data);
    else
        survey_say(survey_good(f->survey, "log"), store_log_bytes, .file = p.data,
                   .bytes = st.st_size);
}

/* ---- tables ---- */

/* Returns the number of rows other than "ok", and the first of them in ret_first; -1 if reading
 * fails. */
static int problems(struct file *f, const char *sql, struct text *ret_first) {
    sqlite3_stmt *st = NULL;
    int count = 0, code = sqlite3_prepare_v2(f->db, sql, -1, &st, NULL);
    while (code == SQLITE_OK && (code = sqlite3_step(st)) == SQLITE_ROW) {
        const char *words = (const char *)sqlite3_column_text(st, 0);
        if (words && strcmp(words, "ok") && !count++)
            text_put_n(ret_first, words, strcspn(words, "\n"));
        code = SQLITE_OK;
    }
    sqlite3_finalize(st);
    return code == SQLITE_DONE ? count : -1;
}

static void look_at_pages(struct file *f) {
    char sql[64], first[256] = "";
    struct text s = TEXT_IN(sql), t = TEXT_IN(first);
    struct stat st;
    if (f->survey->quick && stat(f->where, &st) == 0 && st.st_size > SURVEY_QUICK_BYTES) {
        survey_say(survey_note(f->survey, "integrity"), store_too_large_to_look);
        return;
    }
    text_add(&s, "PRAGMA %s(%d)", f->survey->quick ? "quick_check" : "integrity_check",
             PROBLEMS_SHOWN);
    int count = problems(f, sql, &t);
    if (count < 0)
        say_error(f, "integrity");
    else if (count)
        survey_say(survey_bad(f->survey, "integrity"), store_damaged, .file = f->name,
                   .why = first);
    else
        survey_say(survey_good(f->survey, "integrity"), store_pages_good);
}

static void look_at_references(struct file *f) {
    LOCAL_TEXT(t, 64);
    int count = problems(f, "PRAGMA foreign_key_check", &t);
    if (count < 0)
        say_error(f, "references");
    else
        survey_references(f->survey, count);
}

static void look_at_tokens(struct file *f) {
    LOCAL_TEXT(s, 160);
    int64_t count;
    text_add(&s, "SELECT count(*) FROM seat WHERE token IS NOT NULL AND length(token) <> %d",
             SURVEY_TOKEN_BYTES);
    if (ask_number(f, s.data, &count))
        survey_tokens(f->survey, count);
    else
        say_error(f, "tokens");
}

/* ---- games ---- */

static void pass_game(struct survey_pass *p, sqlite3_stmt *st) {
    const char *id = (const char *)sqlite3_column_text(st, 0);
    const char *setup = (const char *)sqlite3_column_text(st, 1);
    const char *secret = sqlite3_column_blob(st, 3);
    struct survey_game game = {.id = id ? id : "",
                               .setup = setup ? setup : "",
                               .created = sqlite3_column_int64(st, 2),
                               .secret = {secret, (size_t)sqlite3_column_bytes(st, 3)}};
    survey_pass_game(p, &game);
}

static int pass_lines(struct survey_pass *p, sqlite3_stmt *lines, sqlite3_stmt *game) {
    int code;
    sqlite3_reset(lines);
    sqlite3_bind_value(lines, 1, sqlite3_column_value(game, 0));
    while ((code = sqlite3_step(lines)) == SQLITE_ROW) {
        const char *line = (const char *)sqlite3_column_text(lines, 1);
        survey_pass_line(p, sqlite3_column_int64(lines, 0), line ? line : "",
                         sqlite3_column_int64(lines, 2));
    }
    return code;
}

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int is_late(void *end) {
    return now_ms() > *(const int64_t *)end;
}

static void look_at_games(struct file *f) {
    struct survey_pass pass = {.survey = f->survey};
    sqlite3_stmt *games = NULL, *lines = NULL;
    LOCAL_TEXT(s, 160);
    bool quick = f->survey->quick;
    int64_t end = now_ms() + QUICK_MS;
    if (quick)
        sqlite3_progress_handler(f->db, STEPS, is_late, &end);
    text_put(&s, "SELECT id, setup, created, secret FROM game ORDER BY ");
    if (quick)
        text_add(&s, "created DESC LIMIT %d", SURVEY_SOME);
    else
        text_put(&s, "id");
    int code = sqlite3_prepare_v2(f->db, s.data, -1, &games, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_prepare_v2(f->db, "SELECT n, line, at FROM event WHERE game = ?1 ORDER BY n",
                                  -1, &lines, NULL);
    while (code == SQLITE_OK && (code = sqlite3_step(games)) == SQLITE_ROW) {
        pass_game(&pass, games);
        code = quick ? SQLITE_DONE : pass_lines(&pass, lines, games);
        if (code == SQLITE_DONE)
            code = SQLITE_OK;
    }
    sqlite3_progress_handler(f->db, 0, NULL, NULL);
    if (code != SQLITE_DONE && code != SQLITE_INTERRUPT)
        say_error(f, "events");
    else if (code == SQLITE_INTERRUPT && !pass.games)
        survey_say(survey_note(f->survey, "games"), store_too_large_to_look);
    else if (!quick)
        survey_pass_end(&pass);
    sqlite3_finalize(games);
    sqlite3_finalize(lines);
}

static void look_inside(struct file *f) {
    int64_t version = 0;
    if (!is_ours(f))
        return;
    if (!ask_number(f, "SELECT version FROM schema", &version)) {
        say_error(f, "schema");
        return;
    }
    if (f->seal == SEAL_GOOD)
        survey_say(survey_good(f->survey, "store"), store_good_copy, .file = f->name);
    else
        survey_say(survey_good(f->survey, "store"), store_good_store, .file = f->name);
    if (!survey_version(f->survey, (int)version))
        return;
    look_at_log(f);
    look_at_pages(f);
    if (!f->survey->quick) {
        look_at_references(f);
        look_at_tokens(f);
    }
    look_at_games(f);
}

/* If there is no log, nobody has the store open, and `immutable` is safe: it keeps SQLite from
 * creating an empty log and leaving it next to the store. */
static int open_file(struct file *f) {
    char name[3 * PATH_BYTES], log[PATH_BYTES];
    struct text n = TEXT_IN(name), l = TEXT_IN(log);
    text_put(&n, "file:");
    for (const char *c = f->where; *c; c++) {
        if (*c == '%' || *c == '?' || *c == '#')
            text_add(&n, "%%%02X", (unsigned char)*c);
        else
            text_put_n(&n, c, 1);
    }
    text_add(&l, "%s-wal", f->where);
    if (access(log, F_OK) != 0)
        text_put(&n, "?immutable=1");
    return sqlite3_open_v2(name, &f->db,
                           SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI, NULL);
}

void sqlite_survey(const char *where, const struct survey *survey) {
    struct file f = {.survey = survey, .where = where, .name = survey->name ? survey->name : where};
    /* Check the seal before SQLite opens the file: closing our own descriptor later would drop
     * SQLite's locks. */
    if (!is_there(&f) || (!survey->quick && !is_whole(&f)))
        return;
    if (open_file(&f) == SQLITE_OK) {
        sqlite3_busy_timeout(f.db, BUSY_MS);
        sqlite3_db_config(f.db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
        sqlite3_exec(f.db, "PRAGMA trusted_schema = OFF; BEGIN", NULL, NULL, NULL);
        look_inside(&f);
    } else {
        say_error(&f, "store");
    }
    sqlite3_close(f.db);
}
