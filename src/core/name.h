/* name: what people may call themselves where others have to tell them apart. A name that cannot be
 * told from another one by looking at it is no name: invisible characters, text that runs the other
 * way, letters of two alphabets that look alike, letters in fancy dress.
 *
 * It is for names that are given now. Records hold what was said, so reading them asks nothing of
 * the kind. The tables (name_tables.h) are made by scripts/name_tables.py. */
#pragma once

#include "core/text.h"
#include "core/words.h"

/* Whether a name (well-formed UTF-8 of a line's length) is made of
 * - letters of one alphabet, with their accents; Latin ones also beside those of an alphabet that
 *   looks different, and Han, kana, bopomofo and Hangul in any mixture with them;
 * - digits, signs, blanks and emoji.
 * Words say what is wrong. */
bool name_is_clear(struct span name, struct text *error);

/* Whether two names look the same: but for case, width, the way accents are written, and letters of
 * other alphabets that look like them ("Anna" and "Аnnа", "Zoë" composed and decomposed, "Bill" and
 * "BilI"). An accent more is another name. */
bool names_look_alike(struct span a, struct span b);
