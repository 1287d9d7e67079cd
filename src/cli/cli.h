/* cli: manners common to all verbs. Data goes to stdout, messages to stderr; the exit code is 0
 * when all is fine, 1 for a problem in the data, 2 for wrong usage. */
#pragma once

#include <stdio.h>

#include "cli/options.h"
#include "core/columns.h"
#include "play/shelf.h"

enum { EXIT_FINE = 0, EXIT_PROBLEM = 1, EXIT_USAGE = 2 };

/* One verb a file: verb_play.c, ... */
extern const struct verb verb_play, verb_resume, verb_engine, verb_rules, verb_sheet, verb_check,
    verb_list, verb_best, verb_solve, verb_odds, verb_arena, verb_analyse, verb_practice,
    verb_proficiency, verb_dice, verb_handicap, verb_serve, verb_page, verb_backup, verb_export,
    verb_verify, verb_doctor, verb_restore;

/* Says what is wrong on stderr; EXIT_PROBLEM. */
int problem(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The name of a store as it was typed. A password in the address of a database is covered on the
 * command line, where every user of the machine can read it. The name stays until the next call. */
const char *take_store(char *typed);

/* A paragraph wrapped at 78 columns, its first line behind a label, the others indented as far. */
void print_wrapped(const char *label, int indent, const char *text);

/* Now, in UTC: "2026-11-15T08:30:00Z" and, for file names, "2026-11-15-0830". */
void now_date(char ret_date[32], char ret_stamp[32]);

/* Whether a record stands there, which nothing that is written may replace. */
bool holds_record(const char *path);

/* Says on stderr that a record is cut off, if it is. */
void tell_cut(const char *path, const struct record_tail *tail);

/* Reads a record for looking at; says on stderr what was wrong or cut off. NULL: exit code 1. */
struct table *read_table(const char *path, bool *ret_cut);
