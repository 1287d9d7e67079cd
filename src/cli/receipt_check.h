/* receipt_check: `yard verify --receipts`: whether signed receipts fit each other and a record. */
#pragma once

#include "play/receipt.h"

/* A receipt and where it stands in its file. */
struct kept_receipt {
    struct receipt receipt;
    int line;
};

struct receipt_file {
    struct kept_receipt *list;
    int count, room;
};

/* One JSON object as doc/protocol.md spells it. False, with words: it is none. */
bool receipt_parse(struct span json, struct receipt *ret, struct text *error);

/* Reads a whole file: one receipt a line. The text is the file's content. */
bool receipt_file_parse(struct span text, const char *name, struct receipt_file *ret,
                        struct text *error);
void receipt_file_clear(struct receipt_file *f);

/* Checks the receipts in a file against each other, against the record, and against the key that
 * must have signed them (64 hexadecimal digits; NULL: any one key). Prints what it found, as words
 * or as one JSON object. */
bool receipts_verify(const char *file, const char *record, const char *server_key, bool json);
