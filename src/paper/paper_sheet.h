/* paper_sheet: the layout of a score sheet on paper. */
#pragma once

#include "paper/paper.h"
#include "play/scoresheet.h"

/* Draws the sheet and its reverse, in portrait if the columns have room there and otherwise in
 * landscape; if there are too many for that, they are split into tables of similar width. Rows
 * shrink as long as they stay legible; after that, the sheet continues on another page or, on
 * endless paper, further down. */
void paper_sheet(struct paper *p, const struct scoresheet *s);
