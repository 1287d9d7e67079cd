/* paper_font: what libharu's plain interface cannot do with an embedded font. */
#pragma once

#include <hpdf.h>
#include <stdbool.h>
#include <stdint.h>

/* Both for fonts loaded from a file only. */
bool font_has(HPDF_Font font, uint32_t c);

/* libharu embeds only the shapes that were written. Of letters put together from other shapes it
 * forgets those that are put together themselves, and those late in a large font, so that an accent
 * or half a Chinese character would be missing. This keeps them. */
void font_keep(HPDF_Font font, uint32_t c);
