/* report_part: shared by the human-readable reports. */
#pragma once

#include <stdio.h>

#include "coach/analysis.h"
#include "core/say.h"

/* Prints a message from the catalog, wrapped if it is wider than a terminal. report_inset()
 * indents it, and its continuation lines a little more. */
#define report_line(out, key, ...) report_lines((out), 0, M_##key, &(struct say_##key){__VA_ARGS__})
#define report_inset(out, key, ...)                                                                \
    report_lines((out), 2, M_##key, &(struct say_##key){__VA_ARGS__})
void report_lines(FILE *out, int indent, enum message message, const void *places);

/* Prints words in `width` columns, right-aligned; left-aligned if the width is negative. */
void report_padded(FILE *out, const char *words, int width);

/* Prints a value or a signed difference, right-aligned in `width` columns. */
void report_value(FILE *out, int unit, double value, bool with_sign, int width);

/* The output of unit_print_number() with the unit, for a placeholder in a message: "2.5 points". */
#define AMOUNT(unit, value) report_amount(SAY_ROOM, (unit), (value))
const char *report_amount(char room[SAY_ROOM_BYTES], int unit, const char *value);

/* The seat that went first in a game for the chance of winning; -1 in other games, and in those
 * that did not begin with all totals at zero. */
int report_starter(const struct analysis *a, const struct ledger *l);

/* How many turns were entered without all their throws, for a placeholder in a message: "2 turns
 * kept by points only". */
#define KEPT_TURNS(account) report_kept_turns(SAY_ROOM, (account))
const char *report_kept_turns(char room[SAY_ROOM_BYTES], const struct account *a);

/* Whether some turns of the game were entered without all their throws. */
bool report_has_kept(const struct ledger *l);

/* How the columns of the ledger add up. */
enum message report_sum(const struct ledger *l);

/* How often a grade was given, for a placeholder in a message: "1 inaccuracy", "3 mistakes". */
#define GRADE_COUNT(grade, count) report_grade_count(SAY_ROOM, (grade), (count))
const char *report_grade_count(char room[SAY_ROOM_BYTES], int grade, int count);
