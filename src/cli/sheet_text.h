#pragma once

#include <stdio.h>

#include "play/scoresheet.h"

/* Draws a score sheet in plain characters. Columns beyond `width` go into another block below. The
 * column of the player to move is marked with '>'. */
void sheet_print(FILE *out, const struct scoresheet *s, int width);
