/* qr: a QR code for a terminal, to be read off the screen by a phone. */
#ifndef YARD_SERVER_QR_H
#define YARD_SERVER_QR_H

#include "core/text.h"

/* Two rows of the code a line, with a margin; light is drawn, dark is left out. `colour`: escape
 * sequences make it light on dark also where letters are dark on light. False: the
 * words are too long for one, or there is no room for it. */
bool qr_draw(const char *words, bool colour, struct text *out);

#endif
