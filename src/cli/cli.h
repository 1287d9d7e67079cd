/* cli: conventions shared by all verbs. Data goes to stdout, diagnostics to stderr. Exit codes: 0
 * for success, 1 if something failed, 2 for wrong usage; verify has more. */
#pragma once

#include <stdio.h>

#include "cli/options.h"
#include "core/columns.h"
#include "core/say.h"
#include "play/shelf.h"

enum { EXIT_FINE = 0, EXIT_PROBLEM = 1, EXIT_USAGE = 2 };

/* One file per verb: verb_play.c, ... */
extern const struct verb verb_play, verb_daily, verb_resume, verb_engine, verb_rules, verb_sheet,
    verb_check, verb_list, verb_delete, verb_best, verb_solve, verb_odds, verb_arena, verb_analyse,
    verb_practice, verb_proficiency, verb_dice, verb_handicap, verb_serve, verb_page, verb_backup,
    verb_export, verb_verify, verb_doctor, verb_restore;

/* `yard` without a command; returns the exit code. */
int menu(void);

/* Prints the message to stderr; returns EXIT_PROBLEM. */
int problem(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Prints lines to stderr; in a terminal, they are wrapped like those of print_lines(). */
void report(const char *words);

/* Print messages from the catalog (core/say.h) to stdout; tell_line() wraps them like
 * print_lines(). */
#define tell(key, ...) tell_message(stdout, M_##key, &(struct say_##key){__VA_ARGS__})
#define tell_line(key, ...) tell_lines(0, M_##key, &(struct say_##key){__VA_ARGS__})
void tell_message(FILE *file, enum message message, const void *places);
void tell_lines(int indent, enum message message, const void *places);

/* The same for stderr: "yard: MESSAGE"; returns EXIT_PROBLEM. */
#define complain(key, ...) complain_message(M_##key, &(struct say_##key){__VA_ARGS__})
int complain_message(enum message message, const void *places);

/* Returns the store name as typed. If it is a database address with a password, masks the password
 * in argv, where every user of the machine could see it. The result is valid until the next
 * call. */
const char *take_store(char *typed);

/* Prints lines with this indent. A line wider than 80 columns, or than the terminal, is wrapped
 * between words: the rest is aligned with its beginning or, if two blanks divide the line into
 * columns, with its right column. A word that is wider still, such as a path, has its own line. */
void print_lines(int indent, const char *lines);
/* The same without indent, for lines of which each ends with a newline. */
void print_ended_lines(const char *lines);

/* Prints a paragraph wrapped at 78 columns, or fewer in a narrow terminal: the label starts the
 * first line, and the other lines are indented to `indent`. */
void print_wrapped(const char *label, int indent, const char *text);

/* The current time in UTC: "2026-11-15T08:30:00Z" and, for file names, "2026-11-15-0830". */
void now_date(char ret_date[32], char ret_stamp[32]);

/* Writes a file with this function, or standard output if the path is "-". The file appears only
 * once it is complete. Returns false if that fails; the reason has been reported. */
bool write_output(const char *path, void (*write)(FILE *out, const void *what), const void *what);

/* Whether the file is a record. Records are never overwritten. */
bool holds_record(const char *path);

/* Warns on stderr if the record is truncated. */
void tell_cut(const char *path, const struct record_tail *tail);

/* Reads a record for viewing only; reports errors and truncation on stderr. Returns NULL on
 * error. */
struct table *read_table(const char *path, bool *ret_cut);
