/* latin: Helvetica, which every PDF viewer has, for machines without fonts. It has Western European
 * letters only. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* The byte for a character in the encoding of these fonts (Windows-1252); 0 if it has none. */
uint8_t latin_byte(uint32_t c);

int latin_width(uint8_t byte, bool bold); /* thousandths of the font size */
