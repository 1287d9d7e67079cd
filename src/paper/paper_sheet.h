/* paper_sheet: the layout of a score sheet on paper. */
#pragma once

#include "paper/paper.h"
#include "play/scoresheet.h"

/* Portrait up to eight columns, landscape above that; more than sixteen are split into tables of
 * equal width. Rows shrink while they stay legible; then the sheet continues on another page or, on
 * endless paper, further down. */
void paper_sheet(struct paper *p, const struct scoresheet *s);
