/* In place of what a page has no use for. play/record.c: no table is written to a file; the page
 * itself keeps what it wants to keep, as the lines that were accepted. rules/book_check.c: the
 * program with the same books refuses them, before a page with them is made. */
#include "play/record.h"

bool book_check(const struct book *book, struct text *error) {
    (void)book, (void)error;
    return true;
}

bool record_say(struct record *rec, struct table *t, struct span line, struct text *ret_line,
                struct refusal *refusal) {
    (void)rec;
    if (!table_prepare(t, line, TELLING_LIVE, ret_line, refusal))
        return false;
    table_commit(t);
    return true;
}
