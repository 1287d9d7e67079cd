/* paper_sheet: the layout of a score sheet on paper. */
#pragma once

#include "paper/paper.h"
#include "play/scoresheet.h"

/* Draws the sheet in portrait for up to eight columns and in landscape for more; more than sixteen
 * columns are split into tables of similar width. Rows shrink as long as they stay legible; after
 * that, the sheet continues on another page or, on endless paper, further down. */
void paper_sheet(struct paper *p, const struct scoresheet *s);
