/* day: calendar dates as day numbers, so that "in four days" adds four. Gregorian, from 1970. */
#pragma once

#include "core/text.h"
#include "core/words.h"

/* 9999-12-31, the last day with a four-digit year. */
enum { DAY_MAX = 2932896 };

/* Days since 1970-01-01: "2026-11-15" is 20772. Returns false unless the text is an existing date
 * in this form. */
bool day_parse(struct span text, int *ret);
void day_print(int day, struct text *out);
