/* columns: how wide a text stands on a terminal. Wide characters take two columns, accents none;
 * the character set is the one the program has set up (LC_CTYPE). */
#pragma once

#include <stddef.h>

int shown_width(const char *text);

/* How many bytes of the text fit into so many columns, whole characters only. */
size_t shown_fit(const char *text, int columns);
