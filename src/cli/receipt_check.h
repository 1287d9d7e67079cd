/* receipt_check: `yard verify --receipts` checks signed receipts against each other and against a
 * record. */
#pragma once

#include "play/receipt.h"

/* A receipt and its line number in the file. */
struct kept_receipt {
    struct receipt receipt;
    int line;
};

struct receipt_file {
    struct kept_receipt *list;
    int count, room;
};

/* Parses one JSON object in the format of doc/protocol.md. Returns false and sets error if
 * invalid. */
bool receipt_parse(struct span json, struct receipt *ret, struct text *error);

/* Parses the content of a receipt file, one receipt per line. `name` is for error messages. */
bool receipt_file_parse(struct span text, const char *name, struct receipt_file *ret,
                        struct text *error);
void receipt_file_clear(struct receipt_file *f);

/* Checks the receipts in a file against each other, against the record, and against the key that
 * must have signed them (64 hexadecimal digits; NULL: any single key). Prints the result as text or
 * as one JSON object. */
bool receipts_verify(const char *file, const char *record, const char *server_key, bool json);
