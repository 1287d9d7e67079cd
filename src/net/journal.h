/* journal: what happened, for those who look after a server: one JSON object a line, with the time
 * and the kind of event first. So many of one kind in a second, and then only their number, so that
 * nobody can fill a disk. Tokens and secrets have no place in it: fields whose names are those of
 * such things are left out. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/words.h"

enum { JOURNAL_PER_SECOND = 20, JOURNAL_KINDS = 64, JOURNAL_LINE_BYTES = 2048 };

struct journal;

/* Writes to this file; it stays the caller's. -1: nothing is written. `clock` tells the time in ms
 * since 1970; NULL: the machine's. */
struct journal *journal_new(int fd, int64_t (*clock)(void *arg), void *arg);
void journal_free(struct journal *j);

/* Begins a line about an event of this kind, a constant. False: there is none (too many, or a
 * journal that is NULL or quiet), and all that belongs to it does nothing. */
bool journal_begin(struct journal *j, const char *event);
void journal_string(struct journal *j, const char *name, struct span value);
void journal_number(struct journal *j, const char *name, int64_t value);
void journal_end(struct journal *j);

/* A line without fields, and one with words about what is wrong in "problem". */
void journal_say(struct journal *j, const char *event);
void journal_problem(struct journal *j, const char *event, const char *words);
