/* paper_name: a name at the head of a column, which may be narrow. */
#pragma once

#include "paper/paper.h"
#include "play/entry.h"

enum { NAME_LINES = 3 };

struct name {
    char text[NAME_LINES][SEAT_NAME_MAX + 4];
    int lines;
    double size;
    bool fits; /* false: a line of it will be cut */
};

/* In one bold line if that needs no small letters; else in several, broken behind blanks, plus
 * signs and hyphens; else with its words broken, too. */
struct name name_fit(struct paper *p, const char *name, double width);
