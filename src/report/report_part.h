/* report_part: shared by the reports for people. */
#pragma once

#include <stdio.h>

#include "core/say.h"

/* Prints a message of the catalogue as a line, wrapped where it is wider than a terminal. An inset
 * line is indented, and the lines that it is wrapped to a little more. */
#define report_line(out, key, ...) report_lines((out), 0, M_##key, &(struct say_##key){__VA_ARGS__})
#define report_inset(out, key, ...)                                                                \
    report_lines((out), 2, M_##key, &(struct say_##key){__VA_ARGS__})
void report_lines(FILE *out, int indent, enum message message, const void *places);

/* Prints words in `width` columns, right-aligned; left-aligned if the width is negative. */
void report_padded(FILE *out, const char *words, int width);

/* Prints a value or a signed difference, right-aligned in `width` columns. */
void report_value(FILE *out, int unit, double value, bool with_sign, int width);

/* The output of unit_print() with the unit, for a placeholder of a message: "2.5 points". */
#define AMOUNT(unit, value) report_amount(SAY_ROOM, (unit), (value))
const char *report_amount(char room[SAY_ROOM_BYTES], int unit, const char *value);

/* The name of a grade; how often it was given, "1 inaccuracy", "3 mistakes"; what a slip was. */
#define GRADE_COUNT(grade, count) report_grade_count(SAY_ROOM, (grade), (count))
const char *report_grade_count(char room[SAY_ROOM_BYTES], int grade, int count);
