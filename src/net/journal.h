/* journal: the server's log for its operator, one JSON object per line, starting with the time and
 * the kind of event. Each kind is limited to JOURNAL_PER_SECOND lines per second, beyond which only
 * a count is kept, so that clients cannot fill the disk. Tokens and secrets must not appear in it:
 * fields whose names suggest one are dropped. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/words.h"

enum { JOURNAL_PER_SECOND = 20, JOURNAL_KINDS = 64, JOURNAL_LINE_BYTES = 2048 };

struct journal;

/* Writes to `fd`, which remains the caller's; with -1, writes nothing. `clock` returns milliseconds
 * since 1970; NULL: the system clock. */
struct journal *journal_new(int fd, int64_t (*clock)(void *arg), void *arg);
void journal_free(struct journal *j);

/* Starts a line about an event, whose name must be a string constant. If it returns false (rate
 * limited, journal NULL or disabled), the calls that follow for this line do nothing. */
bool journal_begin(struct journal *j, const char *event);
void journal_string(struct journal *j, const char *name, struct span value);
void journal_number(struct journal *j, const char *name, int64_t value);
void journal_end(struct journal *j);

/* Write a line without further fields, or with only a "problem" field. */
void journal_say(struct journal *j, const char *event);
void journal_problem(struct journal *j, const char *event, const char *words);
