/* font: reads a TrueType font, and makes a small one of only the letters that a document uses.
 *
 * Letters are numbered in the order in which they are first used, from 1; glyph 0 is the empty box
 * for a letter that the font lacks. */
#pragma once

#include "core/text.h"

struct font;

struct font_facts { /* lengths in thousandths of the font size */
    char name[64];  /* for the document: "DejaVuSans" */
    int box[4];     /* around all letters: left, bottom, right, top */
    int ascent, descent;
};

/* Returns NULL if the file is missing or is no font with TrueType outlines. In a collection, opens
 * the first font. */
struct font *font_open(const char *path);
void font_free(struct font *f); /* NULL is allowed */

bool font_has(const struct font *f, uint32_t c);
int font_width(const struct font *f, uint32_t c); /* thousandths of the font size */
struct font_facts font_facts(const struct font *f);

/* The number of a letter, which belongs to the small font from now on. A letter that the font lacks
 * has a number, too, so that it can still be copied and searched; it shows as an empty box. */
int font_letter(struct font *f, uint32_t c);
int font_letters(const struct font *f);                /* how many there are */
uint32_t font_letter_at(const struct font *f, int at); /* from 1 */

/* The small font; the caller frees its data. The same letters always make the same bytes. */
struct text font_subset(const struct font *f);
