/* paper: a page to draw on, whatever file it ends up in.
 *
 * Lengths are points (1/72 inch) from the upper left corner, y grows downwards; greys go from 0
 * (black) to 1 (white). A drawing says what it wants through the function pointers and never asks
 * which kind of file it is for; only `endless` tells paper that can be of any length (a picture)
 * from paper that is cut into sheets. */
#pragma once

#include <stdint.h>
#include <stdio.h>

#include "core/text.h"

enum paper_size { PAPER_A4, PAPER_LETTER };
enum paper_align { PAPER_LEFT, PAPER_CENTRE, PAPER_RIGHT };

#define PAPER_NO_INK (-1.0) /* as a grey: do not fill, do not stroke */

struct paper_line {
    double x1, y1, x2, y2;
    double width, grey;
};

struct paper_rect {
    double x, y, w, h;
    double round; /* the radius of the corners */
    double fill, stroke;
    double width; /* of the stroke */
};

struct paper_text {
    const char *text;
    double x, y;  /* the baseline's left end, middle or right end, as `align` says */
    double width; /* the room there is; 0: any */
    double size, grey;
    bool bold;
    bool unshrunk; /* where it is too long it is cut at once */
    enum paper_align align;
};

struct paper {
    enum paper_size size;
    bool endless;

    /* Starts a page. A paper that is endless is given one page only. */
    void (*page)(struct paper *p, double width, double height);
    void (*line)(struct paper *p, const struct paper_line *line);
    void (*rect)(struct paper *p, const struct paper_rect *rect);
    void (*disc)(struct paper *p, double x, double y, double radius, double grey);

    /* Writes the text as it is, however wide; paper_text() is what drawings use. */
    void (*text)(struct paper *p, const struct paper_text *text);
    double (*measure)(struct paper *p, const char *text, double size, bool bold);
};

/* Width and height of an upright sheet. */
void paper_measures(enum paper_size size, double *ret_width, double *ret_height);

/* Text that keeps to its width: it shrinks a little, and what then is still too long ends in an
 * ellipsis. */
void paper_text(struct paper *p, const struct paper_text *text);

/* Where the baseline stands for text of this size to look centred on a height. */
double paper_baseline(double middle, double size);

/* A die of this size, showing a face, with its upper left corner at x, y. */
void paper_die(struct paper *p, double x, double y, double size, int face);

/* The next character, and *s moved behind it; 0 at the end. What is no UTF-8 reads as U+FFFD. */
uint32_t paper_char(const char **s);
void paper_put_char(struct text *out, uint32_t c);

/* The text without the bytes that are no UTF-8, such as half a character at the end of a text that
 * was cut to fit its buffer. */
void paper_clean(const char *s, struct text *out);

/* A picture written to f while it is drawn. Ending it frees it; the caller looks at f for errors.
 * NULL: out of memory. */
struct paper *paper_svg_new(FILE *f, enum paper_size size, const char *title);
void paper_svg_end(struct paper *p);

/* A document kept in memory until it is saved. The fonts come from the folder, or with NULL from
 * where systems keep them; without them it is written in Helvetica. NULL: see the error. */
struct paper *paper_pdf_new(enum paper_size size, const char *title, const char *font_folder,
                            struct text *error);

/* False when it could not be drawn; errors of f are the caller's. *ret_replaced: some characters
 * are in none of the fonts and were written as something else. */
bool paper_pdf_save(struct paper *p, FILE *f, bool *ret_replaced, struct text *error);
void paper_pdf_free(struct paper *p); /* NULL is fine */
