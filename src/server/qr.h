/* qr: QR codes for a terminal or a page, to be scanned with a phone. */
#pragma once

#include "core/text.h"

/* Two rows of modules per line, with a margin; light modules are drawn, dark ones left blank. With
 * `colour`, escape sequences force light on dark even in a terminal with a light background.
 * Returns false if the words are too long, or `out` is too small. */
bool qr_draw(const char *words, bool colour, struct text *out);

/* The same as SVG, dark on white regardless of the page. */
bool qr_svg(const char *words, struct text *out);
