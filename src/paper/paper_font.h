/* paper_font: font operations missing from libharu's public interface. */
#pragma once

#include <hpdf.h>
#include <stdbool.h>
#include <stdint.h>

/* Both functions require a font loaded from a file. */
bool font_has(HPDF_Font font, uint32_t c);

/* libharu embeds only the glyphs that are used, but it drops components of composite glyphs if they
 * are composite themselves or come late in a large font: an accent or half a Chinese character
 * would be missing. font_keep() marks all components as used. */
void font_keep(HPDF_Font font, uint32_t c);
