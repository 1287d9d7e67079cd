/* columns: the width of a text on a terminal. Wide characters take two columns, combining accents
 * none; the character set is the program's locale (LC_CTYPE). */
#pragma once

#include <stddef.h>

int shown_width(const char *text);

/* Number of bytes of the text that fit into `columns`, whole characters only. */
size_t shown_fit(const char *text, int columns);
