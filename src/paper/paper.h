/* paper: a drawing surface independent of the file format.
 *
 * Lengths are in points (1/72 inch). The origin is the upper left corner, and y grows downwards;
 * greys go from 0 (black) to 1 (white). Drawing code uses only the function pointers and does not
 * know the file format. `endless` distinguishes paper of any length (a picture) from separate
 * pages. */
#pragma once

#include <stdint.h>
#include <stdio.h>

#include "core/text.h"

enum paper_size { PAPER_A4, PAPER_LETTER };
enum paper_align { PAPER_LEFT, PAPER_CENTRE, PAPER_RIGHT };

#define PAPER_NO_INK (-1.0) /* as fill or stroke: none */

struct paper_line {
    double x1, y1, x2, y2;
    double width, grey;
};

struct paper_rect {
    double x, y, w, h;
    double round; /* corner radius */
    double fill, stroke;
    double width; /* stroke width */
};

struct paper_text {
    const char *text;
    double x, y;  /* left end, middle or right end of the baseline, depending on `align` */
    double width; /* available width; 0: unlimited */
    double size, grey;
    bool bold;
    bool unshrunk; /* truncate without shrinking first */
    enum paper_align align;
};

struct paper {
    enum paper_size size;
    bool endless;

    /* Starts a page. Called only once for endless paper. */
    void (*page)(struct paper *p, double width, double height);
    void (*line)(struct paper *p, const struct paper_line *line);
    void (*rect)(struct paper *p, const struct paper_rect *rect);
    void (*disc)(struct paper *p, double x, double y, double radius, double grey);

    /* Draws the text as it is, however wide; drawing code calls paper_text() instead. */
    void (*text)(struct paper *p, const struct paper_text *text);
    double (*measure)(struct paper *p, const char *text, double size, bool bold);
};

/* Width and height in portrait orientation. */
void paper_measures(enum paper_size size, double *ret_width, double *ret_height);

/* Draws text within its width: text that is too wide shrinks a little (unless `unshrunk`) and, if
 * it still does not fit, is truncated with an ellipsis. */
void paper_text(struct paper *p, const struct paper_text *text);

/* The baseline for text of this size centered vertically on `middle`. */
double paper_baseline(double middle, double size);

/* Draws a die of this size with its upper left corner at x, y. */
void paper_die(struct paper *p, double x, double y, double size, int face);

/* Decodes the next character and advances *s; 0 at the end. Invalid UTF-8 yields U+FFFD. */
uint32_t paper_char(const char **s);
void paper_put_char(struct text *out, uint32_t c);

/* Appends a number with at most two decimals; printf's %f follows the locale, and a decimal comma
 * would break the file. */
void paper_number(struct text *out, double value);

/* Copies the text without invalid UTF-8, such as a character truncated at the end of a buffer. */
void paper_clean(const char *s, struct text *out);

/* An SVG picture written to f as it is drawn. paper_svg_end() frees it; the caller checks f for
 * errors. Returns NULL if out of memory. */
struct paper *paper_svg_new(FILE *f, enum paper_size size, const char *title);
void paper_svg_end(struct paper *p);

/* A PDF document kept in memory until it is saved. Reads fonts from the folder or, if it is NULL,
 * from the usual system folders; without any, it uses Helvetica. The file contains only the letters
 * of a font that the document uses. */
struct paper *paper_pdf_new(enum paper_size size, const char *title, const char *font_folder);

/* The caller checks f for errors. *ret_replaced: whether some characters were in none of the fonts,
 * so that they were replaced or appear as empty boxes. */
void paper_pdf_save(struct paper *p, FILE *f, bool *ret_replaced);
void paper_pdf_free(struct paper *p);
