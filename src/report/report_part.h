/* report_part: shared by the text reports. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

/* Prints a value or a signed difference, right-aligned in `width` columns. */
void report_value(FILE *out, int unit, double value, bool with_sign, int width);
