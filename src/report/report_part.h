/* report_part: what the texts of this folder share. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

/* A value or a difference as people read it, to the right of so many columns. */
void report_value(FILE *out, int unit, double value, bool with_sign, int width);
