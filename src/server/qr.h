/* qr: a QR code for a terminal or a page, to be read off the screen by a phone. */
#pragma once

#include "core/text.h"

/* Two rows of the code a line, with a margin; light is drawn, dark is left out. `colour`: escape
 * sequences make it light on dark also where letters are dark on light. False: the
 * words are too long for one, or there is no room for it. */
bool qr_draw(const char *words, bool colour, struct text *out);

/* The same as a picture: dark on white whatever the page looks like. */
bool qr_svg(const char *words, struct text *out);
