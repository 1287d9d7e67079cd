#include "cli/receipt_check.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/errors.h"
#include "core/json.h"
#include "core/memory.h"
#include "core/say.h"

/* The result of a check. */
struct receipt_verdict {
    bool good;
    int count; /* receipts checked */
    uint8_t key[RECEIPT_KEY_BYTES];
    struct text words; /* one or two sentences; the caller frees words.data */
};

enum { FILE_MAX = 256 << 20 };

/* ---- files ---- */

static bool read_file(const char *path, struct text *ret, struct text *error) {
    FILE *in = fopen(path, "r");
    char bytes[8192];
    size_t n = 0;
    if (!in)
        return say_fail(error, cli_cannot_read, .file = path, .reason = error_words(errno));
    while (ret->len <= FILE_MAX && (n = fread(bytes, 1, sizeof bytes, in)) > 0)
        text_put_n(ret, bytes, n);
    bool good = !ferror(in) && ret->len <= FILE_MAX;
    if (!good && ferror(in))
        say(error, cli_cannot_read, .file = path, .reason = error_words(errno));
    else if (!good)
        say(error, cli_too_large_to_read, .file = path);
    fclose(in);
    return good;
}

/* The log hash after each line of a record, starting with line 1. An unterminated last line does
 * not count. */
struct logs {
    uint8_t (*list)[FAIR_BYTES];
    int count;
};

static struct logs hash_lines(struct span record) {
    struct logs logs = {0};
    int room = 0;
    uint8_t log[FAIR_BYTES] = {0};
    for (size_t i = 0; i < record.len; i++)
        room += record.at[i] == '\n';
    logs.list = grab((size_t)room + 1, sizeof *logs.list);
    while (logs.count < room) {
        fair_log_hash(log, span_until(&record, '\n'), log);
        memcpy(logs.list[logs.count++], log, FAIR_BYTES);
    }
    return logs;
}

/* ---- checks ---- */

struct check {
    const char *file, *record;
    const struct receipt_file *receipts;
    struct logs logs;
    const uint8_t *key; /* the expected signer */
    struct text *words;
};

static bool is_signed(const struct receipt *r) {
    uint8_t root[FAIR_BYTES], message[RECEIPT_MESSAGE_BYTES];
    receipt_root(r, root);
    receipt_message(r->at, root, message);
    return crypto_sign_verify_detached(r->signature, message, sizeof message, r->key) == 0;
}

/* A hash or a key in hexadecimal digits, for a placeholder in a message. */
#define HEX(bytes) hex_in((char[HEX_ROOM]){0}, (bytes))
enum { HEX_ROOM = 2 * FAIR_BYTES + 1 };

static const char *hex_in(char room[HEX_ROOM], const uint8_t *bytes) {
    struct text out = text_start(room, HEX_ROOM);
    text_hex(&out, bytes, FAIR_BYTES);
    return room;
}

/* Checks one receipt: its signature, its signer, and that it is for the same table as the first. */
static bool one_is_good(struct check *c, const struct kept_receipt *k) {
    const struct kept_receipt *first = &c->receipts->list[0];
    const struct receipt *r = &k->receipt;
    if (!is_signed(r))
        say(c->words, cli_receipt_unsigned, .file = c->file, .line = k->line);
    else if (memcmp(r->key, c->key, RECEIPT_KEY_BYTES))
        say(c->words, cli_receipt_other_key, .file = c->file, .line = k->line, .hex = HEX(r->key),
            .expected = HEX(c->key));
    else if (strcmp(r->table, first->receipt.table))
        say(c->words, cli_receipt_other_table, .file = c->file, .line = k->line, .table = r->table,
            .expected = first->receipt.table);
    else
        return true;
    return false;
}

static int by_line(const void *a, const void *b) {
    const struct kept_receipt *x = a, *y = b;
    if (x->receipt.line != y->receipt.line)
        return x->receipt.line < y->receipt.line ? -1 : 1;
    return x->line < y->line ? -1 : 1;
}

/* Fails if two receipts for the same line have different log hashes: the server has signed both. */
static bool none_contradicts(struct check *c) {
    const struct kept_receipt *list = c->receipts->list;
    for (int i = 1; i < c->receipts->count; i++) {
        const struct kept_receipt *a = &list[i - 1], *b = &list[i];
        if (a->receipt.line != b->receipt.line ||
            !memcmp(a->receipt.log, b->receipt.log, FAIR_BYTES))
            continue;
        return say_fail(c->words, cli_receipts_contradict, .table_line = b->receipt.line,
                        .table = b->receipt.table, .log = HEX(a->receipt.log), .file = c->file,
                        .line = a->line, .other_log = HEX(b->receipt.log), .other_line = b->line);
    }
    return true;
}

static bool all_fit(struct check *c) {
    for (int i = 0; i < c->receipts->count; i++) {
        const struct kept_receipt *k = &c->receipts->list[i];
        int line = k->receipt.line;
        if (line > c->logs.count)
            return say_fail(c->words, cli_receipt_beyond_record, .file = c->file, .line = k->line,
                            .table_line = line, .record = c->record, .last = c->logs.count);
        if (!memcmp(c->logs.list[line - 1], k->receipt.log, FAIR_BYTES))
            continue;
        return say_fail(c->words, cli_record_not_signed, .record = c->record, .table_line = line,
                        .log = HEX(k->receipt.log), .file = c->file, .line = k->line,
                        .found = HEX(c->logs.list[line - 1]));
    }
    return true;
}

static bool check_all(struct check *c) {
    for (int i = 0; i < c->receipts->count; i++) {
        if (!one_is_good(c, &c->receipts->list[i]))
            return false;
    }
    qsort(c->receipts->list, (size_t)c->receipts->count, sizeof *c->receipts->list, by_line);
    if (!none_contradicts(c) || !all_fit(c))
        return false;
    say(c->words, cli_receipts_fit, .file = c->file, .n = c->receipts->count,
        .table = c->receipts->list[0].receipt.table, .record = c->record, .hex = HEX(c->key));
    return true;
}

static void receipts_check(const char *file, const char *record, const char *server_key,
                           struct receipt_verdict *ret) {
    struct text receipts = text_on_heap(), lines = text_on_heap();
    struct receipt_file parsed = {0};
    *ret = (struct receipt_verdict){.words = text_on_heap()};
    if (sodium_init() < 0)
        abort();
    if (server_key && !span_hex(span_of(server_key), ret->key, RECEIPT_KEY_BYTES))
        say(&ret->words, cli_key_digits, .digits = 2 * RECEIPT_KEY_BYTES, .typed = server_key);
    else if (read_file(file, &receipts, &ret->words) && read_file(record, &lines, &ret->words) &&
             receipt_file_parse((struct span){receipts.data, receipts.len}, file, &parsed,
                                &ret->words)) {
        if (!server_key)
            memcpy(ret->key, parsed.list[0].receipt.key, RECEIPT_KEY_BYTES);
        struct check c = {.file = file,
                          .record = record,
                          .receipts = &parsed,
                          .logs = hash_lines((struct span){lines.data, lines.len}),
                          .key = ret->key,
                          .words = &ret->words};
        ret->good = check_all(&c);
        ret->count = parsed.count;
        free(c.logs.list);
    }
    receipt_file_clear(&parsed);
    free(receipts.data);
    free(lines.data);
}

static void print_json(const char *file, const char *record, const struct receipt_verdict *v) {
    struct text out = text_on_heap();
    struct json j = json_begin(&out);
    json_string(&j, "record", record);
    json_open(&j, "receipts", '{');
    json_string(&j, "file", file);
    json_bool(&j, "good", v->good);
    json_int(&j, "count", v->count);
    if (v->count)
        json_hex(&j, "key", v->key, sizeof v->key);
    json_string(&j, "words", v->words.data);
    json_close(&j, '}');
    json_close(&j, '}');
    puts(out.data);
    free(out.data);
}

bool receipts_verify(const char *file, const char *record, const char *server_key, bool json) {
    struct receipt_verdict v;
    receipts_check(file, record, server_key, &v);
    if (json)
        print_json(file, record, &v);
    else if (v.count) /* findings go to stdout, read errors to stderr */
        puts(v.words.data);
    else
        fprintf(stderr, "yard: %s\n", v.words.data);
    free(v.words.data);
    return v.good;
}
