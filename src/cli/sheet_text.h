#pragma once

#include <stdio.h>

#include "play/scoresheet.h"

/* Draws a score sheet in plain characters. Columns that do not fit in `width` stand in a further
 * block below. The column whose turn it is, is marked with a '>'. */
void sheet_print(FILE *out, const struct scoresheet *s, int width);
