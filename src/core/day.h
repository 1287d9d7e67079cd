/* day: calendar dates as numbers, so that "in four days" is adding four. Gregorian, from 1970 on.
 */
#pragma once

#include "core/text.h"
#include "core/words.h"

/* The last day that can be written with four digits of the year. */
enum { DAY_MAX = 2932896 };

/* "2026-11-15" is 20772: days since 1970-01-01. False when there is no such day. */
bool day_parse(struct span text, int *ret);
void day_print(int day, struct text *out);
