/* columns: the width of text on a terminal. Wide characters take two columns, combining accents
 * none; the character set is that of the program's locale (LC_CTYPE). */
#pragma once

#include <stddef.h>

int shown_width(const char *text);

/* Number of bytes of the text that fit into `columns`, whole characters only. */
size_t shown_fit(const char *text, int columns);

/* Number of bytes of the text that make a line of at most `columns`: up to a blank or the end, and
 * at least one word, even if it is wider. The dice of a roll stay on one line, and so do a number
 * and its percent sign. */
size_t shown_line(const char *text, int columns);
