/* qr: QR codes for a terminal or a page, to be scanned with a phone. */
#pragma once

#include "core/text.h"

/* Draws two rows of modules per line, with a margin: light modules as blocks, dark ones as blanks.
 * With `colour`, escape sequences force light on dark even in a terminal with a light background.
 * Returns false if the words are too long or `out` is too small. */
bool qr_draw(const char *words, bool colour, struct text *out);

/* Draws the QR code as SVG, dark on white whatever the colors of the page. */
bool qr_svg(const char *words, struct text *out);
