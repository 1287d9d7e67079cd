/* fair_lines: helpers to say lines to a table with fair dice, for tests of both versions. */
#ifndef YARD_TESTS_FAIR_LINES_H
#define YARD_TESTS_FAIR_LINES_H

#include "check.h"
#include "play/table.h"

#define SECRET "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
#define SHARE_1 "404142434445464748494a4b4c4d4e4f505152535455565758595a5b5c5d5e5f"
#define SHARE_2 "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"
#define OTHER "1111111111111111111111111111111111111111111111111111111111111111"

static char words[1024]; /* why the last line was refused */

static inline const uint8_t *bytes_of(const char *digits) {
    static uint8_t bytes[8][FAIR_BYTES];
    static int next;
    next = (next + 1) % 8;
    assert_true(span_hex(span_of(digits), bytes[next], FAIR_BYTES));
    return bytes[next];
}

static inline bool said(struct table *t, const char *line) {
    struct text error = TEXT_IN(words);
    return table_say(t, span_of(line), &error);
}

static inline void say(struct table *t, const char *line) {
    if (!said(t, line))
        fail_msg("'%s' is refused: %s", line, words);
}

/* The line must be refused and change nothing. */
static inline void must_refuse(struct table *t, const char *line) {
    static struct state before;
    before = *table_now(t);
    if (said(t, line))
        fail_msg("'%s' is not refused", line);
    assert_memory_equal(&before, table_now(t), sizeof before);
}

#endif
