/* paper_sheet: how a score sheet is laid out on paper. */
#pragma once

#include "paper/paper.h"
#include "play/scoresheet.h"

/* Upright up to eight columns, lying on its side above, and above sixteen in several tables of the
 * same width. Rows shrink as long as they stay legible; then the sheet goes on on a further page,
 * or on endless paper further down. */
void paper_sheet(struct paper *p, const struct scoresheet *s);
