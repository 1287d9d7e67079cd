/* paper_name: fits a name into a column heading, which may be narrow. */
#pragma once

#include "paper/paper.h"
#include "play/entry.h"

enum { NAME_LINES = 3 };

struct name {
    char text[NAME_LINES][SEAT_NAME_MAX + 4];
    int lines;
    double size;
    bool fits; /* false: a line will be truncated */
};

/* Sets the name on one bold line unless the letters would be too small; otherwise on several lines,
 * broken after blanks, plus signs and hyphens and, if necessary, within words. */
struct name name_fit(struct paper *p, const char *name, double width);
