/* term: the terminal. Only term.c uses curses: everything else draws text, styles and glyphs at
 * positions and receives keys. A click is reported as the key of the zone it hits, so screens
 * handle only keys. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "core/say.h"

enum { TERM_ROWS_MIN = 24, TERM_COLUMNS_MIN = 80 };

enum style {
    STYLE_PLAIN,
    STYLE_BOLD,
    STYLE_DIM,
    STYLE_BAR,      /* title and buttons: reversed */
    STYLE_SELECTED, /* under the cursor: reversed and bold */
    STYLE_KEPT,     /* kept dice */
    STYLE_GOOD,
    STYLE_BAD,
    STYLE_OFFER, /* points on offer */
    STYLES
};

/* Each glyph has a Unicode and an ASCII form. */
enum glyph {
    GLYPH_TURN,   /* player to move */
    GLYPH_CURSOR, /* cursor position */
    GLYPH_FULL,   /* bars: done */
    GLYPH_HALF,   /* bars: at risk */
    GLYPH_EMPTY,  /* bars: remaining */
    GLYPH_ACROSS,
    GLYPH_DOWN,
    GLYPH_CUT, /* truncated text */
    GLYPH_DOT, /* separator */
    GLYPH_TICK,
    GLYPH_MARK, /* a roll used */
    GLYPH_OPEN, /* a roll left */
    GLYPH_LEFT,
    GLYPH_RIGHT,
    GLYPHS
};

/* Keys. Characters are represented by their code points, other keys by these values. */
enum key {
    KEY_NOTHING = 0,
    KEY_TAB = '\t',
    KEY_RETURN = '\n',
    KEY_ESCAPE = 27,
    KEY_RUBOUT = 127,
    KEY_GO_UP = 0x200000,
    KEY_GO_DOWN,
    KEY_GO_LEFT,
    KEY_GO_RIGHT,
    KEY_PAGE_UP,
    KEY_PAGE_DOWN,
    KEY_FIRST,
    KEY_LAST,
    KEY_DELETE,
    KEY_TAB_BACK,
    KEY_RESIZED,
    KEY_ITEM = 0x300000,   /* + index of the list item clicked */
    KEY_CHANGE = 0x310000, /* + index of the arrow clicked, as the screen numbers its arrows */
    KEY_BOX = 0x320000,    /* + index of the box clicked */
    KEY_SET = 0x330000,    /* + index of the set of dice clicked */
};

struct term_look {
    bool ascii;  /* lines, pips and other glyphs in ASCII */
    bool colour; /* if false: bold, dim and reversed only */
};

/* If `in` or `out` is NULL, stdin or stdout is used; if `type` is NULL, $TERM. */
bool term_open(struct term_look look, const char *type, FILE *out, FILE *in, struct text *error);
void term_close(void);
void term_set_look(struct term_look look);

/* The locale that the environment sets for a category, as setlocale() finds it; "" if none. */
const char *locale_named(const char *category);

/* Whether the environment indicates a Unicode terminal, or sets no locale at all. */
bool term_unicode(void);

int term_rows(void);
int term_columns(void);

/* The next pending key; KEY_NOTHING if none. */
int term_key(void);

/* A frame: begin, draw, show. Output is clipped to the window. */
void term_begin(void);
void term_show(void);
void term_redraw(void); /* repaint everything, in case other output garbled the screen */

void term_put(int y, int x, int style, const char *words);
void term_add(int y, int x, int style, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Text aligned left or right, truncated or padded to exactly `width` columns. */
void term_cell(int y, int x, int width, int style, const char *words);
void term_cell_right(int y, int x, int width, int style, const char *words);
/* Text wrapped to `width`, at most `rows` lines of it starting at line `skip`. Returns the total
 * number of lines. */
int term_wrapped(int y, int x, int width, int rows, int skip, int style, const char *words);
int term_wrapped_lines(int width, const char *words);
void term_fill(int y, int x, int height, int width, int style);
void term_frame(int y, int x, int height, int width, const char *title);
/* A bar of `width` columns; `done` and `risk` are fractions of it, drawn one after the other. */
void term_bar(int y, int x, int width, double done, double risk, int style);
const char *term_glyph(int glyph);

/* One die, nine columns by five rows; face 0 means not rolled yet. */
enum { DIE_ROWS = 5, DIE_COLUMNS = 9 };
void term_die(int y, int x, int face, bool kept, int style);

/* A click zone; later zones are on top. */
void term_zone(int y, int x, int height, int width, int key);
void term_no_zones(void);
int term_zone_key(int y, int x); /* KEY_NOTHING if no zone is hit */

/* A row of buttons; returns the column where the next one would start. A button looks like
 * "[R]oll". */
struct button {
    enum message words;
    int key;
};
int term_buttons(int y, int x, const struct button *buttons, int count);
