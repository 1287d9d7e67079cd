/* term: the terminal. The only file that knows curses: everything else draws words, styles and
 * glyphs at places, and is told keys. A click becomes the key of the zone it falls into, so that
 * whatever the mouse can do the keyboard can do, too. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "core/text.h"

enum { TERM_ROWS_MIN = 24, TERM_COLUMNS_MIN = 80 };

enum style {
    STYLE_PLAIN,
    STYLE_BOLD,
    STYLE_DIM,
    STYLE_BAR,      /* title and buttons: reversed */
    STYLE_SELECTED, /* where the cursor is: reversed and bold */
    STYLE_KEPT,     /* dice that stay */
    STYLE_GOOD,
    STYLE_BAD,
    STYLE_OFFER, /* points that could be had */
    STYLES
};

/* Each has a form in Unicode and one in ASCII. */
enum glyph {
    GLYPH_TURN,   /* whose turn it is */
    GLYPH_CURSOR, /* where the cursor is */
    GLYPH_FULL,   /* bars: done, */
    GLYPH_HALF,   /* at risk, */
    GLYPH_EMPTY,  /* still to do */
    GLYPH_ACROSS,
    GLYPH_DOWN,
    GLYPH_CUT, /* a text goes on */
    GLYPH_DOT, /* between words */
    GLYPH_TICK,
    GLYPH_MARK, /* a roll made, */
    GLYPH_OPEN, /* and one to come */
    GLYPH_LEFT,
    GLYPH_RIGHT,
    GLYPHS
};

/* Keys: characters are their Unicode number; these stand for the others. */
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
    KEY_ITEM = 0x300000,   /* + the item of a list that was clicked */
    KEY_CHANGE = 0x310000, /* + the same, on the arrows that change it */
    KEY_BOX = 0x320000,    /* + the box of the score sheet that was clicked */
    KEY_SET = 0x330000,    /* + the set of dice that was clicked */
};

struct term_look {
    bool ascii;  /* no line drawing, no pips */
    bool colour; /* else bold, dim and reversed have to do */
};

/* in and out NULL: the process's own. type NULL: as the environment says. */
bool term_open(struct term_look look, const char *type, FILE *out, FILE *in, struct text *error);
void term_close(void);
void term_set_look(struct term_look look);

/* Whether the environment promises that Unicode will be shown as such. */
bool term_unicode(void);

int term_rows(void);
int term_columns(void);

/* The next key that is waiting, KEY_NOTHING when none is. */
int term_key(void);

/* A frame: begin, draw, show. Whatever would stand outside of the window is not drawn. */
void term_begin(void);
void term_show(void);
void term_redraw(void); /* all of it, after somebody else wrote on the screen */

void term_put(int y, int x, int style, const char *words);
void term_add(int y, int x, int style, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Cut to a width, at its left or right; returns nothing, writes exactly `width` columns. */
void term_cell(int y, int x, int width, int style, const char *words);
void term_cell_right(int y, int x, int width, int style, const char *words);
/* Words wrapped to a width, `skip` lines left out at the top, at most `rows` shown; returns how
 * many lines there are in all. */
int term_wrapped(int y, int x, int width, int rows, int skip, int style, const char *words);
int term_wrapped_lines(int width, const char *words);
void term_fill(int y, int x, int height, int width, int style);
void term_frame(int y, int x, int height, int width, const char *title);
/* `done` and then `risk` of `width` columns are filled. */
void term_bar(int y, int x, int width, double done, double risk, int style);
const char *term_glyph(int glyph);

/* One die, nine columns and five rows; face 0 is one that has not fallen yet. */
enum { DIE_ROWS = 5, DIE_COLUMNS = 9 };
void term_die(int y, int x, int face, bool kept, int style);

/* A place to click at; later ones lie on top. */
void term_zone(int y, int x, int height, int width, int key);
void term_no_zones(void);
int term_zone_key(int y, int x); /* KEY_NOTHING outside of all */

/* A row of buttons from the left; returns the column behind the last. A button is "[R]oll". */
struct button {
    const char *words;
    int key;
};
int term_buttons(int y, int x, const struct button *buttons, int count);
