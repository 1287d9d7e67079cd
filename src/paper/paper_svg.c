/* Paper that becomes an SVG picture. The reader's font is unknown, so text is measured with the
 * widths of a wide font: text that fits with these widths fits nearly everywhere. */
#include <math.h>
#include <stdlib.h>

#include "paper/paper.h"

struct svg {
    struct paper paper;
    FILE *f;
    char title[256];
    bool begun;
};

/* Character widths from space to tilde, in hundredths of the font size; regular, then bold. */
static const unsigned char widths[2][95] = {
    {32, 41, 46, 84, 64, 96, 78, 28, 40, 40, 50, 84, 32, 37,  32, 34, 64, 64, 64,
     64, 64, 64, 64, 64, 64, 64, 34, 34, 84, 84, 84, 54, 100, 69, 69, 70, 78, 64,
     58, 78, 76, 30, 30, 66, 56, 87, 75, 79, 61, 79, 70, 64,  62, 74, 69, 99, 69,
     62, 69, 40, 34, 40, 84, 50, 50, 62, 64, 55, 64, 62, 36,  64, 64, 28, 28, 58,
     28, 98, 64, 62, 64, 64, 42, 53, 40, 64, 60, 82, 60, 60,  53, 64, 34, 64, 84},
    {35, 46,  53, 84, 70, 101, 88, 31,  46, 46, 53, 84, 38, 42,  38, 37, 70, 70,  70,
     70, 70,  70, 70, 70, 70,  70, 40,  40, 84, 84, 84, 59, 101, 78, 77, 74, 84,  69,
     69, 83,  84, 38, 38, 78,  64, 100, 84, 86, 74, 86, 78, 73,  69, 82, 78, 111, 78,
     73, 73,  46, 37, 46, 84,  50, 50,  68, 72, 60, 72, 68, 44,  72, 72, 35, 35,  67,
     35, 105, 72, 69, 72, 72,  50, 60,  48, 72, 66, 93, 65, 66,  59, 72, 37, 72,  84},
};

static bool is_mark(uint32_t c) {
    return (c >= 0x300 && c <= 0x36F) || (c >= 0x200B && c <= 0x200F) ||
           (c >= 0xFE00 && c <= 0xFE0F) || (c >= 0x1AB0 && c <= 0x1AFF);
}

static bool is_wide(uint32_t c) {
    return (c >= 0x1100 && c <= 0x115F) || (c >= 0x2E80 && c <= 0xD7A3) ||
           (c >= 0xF900 && c <= 0xFAFF) || (c >= 0xFE30 && c <= 0xFE6F) ||
           (c >= 0xFF00 && c <= 0xFFE6) || c >= 0x1F000;
}

static double svg_measure(struct paper *p, const char *text, double size, bool bold) {
    (void)p;
    uint32_t c;
    int sum = 0;
    while ((c = paper_char(&text))) {
        if (c >= ' ' && c <= '~')
            sum += widths[bold][c - ' '];
        else if (!is_mark(c))
            sum += is_wide(c) ? 100 : bold ? 80 : 72;
    }
    return sum * size / 100;
}

static void put_number(FILE *f, double value) {
    LOCAL_TEXT(number, 32);
    paper_number(&number, value);
    fputs(number.data, f);
}

static void put_attribute(FILE *f, const char *name, double value) {
    fprintf(f, " %s=\"", name);
    put_number(f, value);
    fputc('"', f);
}

static void put_grey(FILE *f, const char *name, double grey) {
    int level = (int)lround(grey * 255);
    if (grey < 0)
        fprintf(f, " %s=\"none\"", name);
    else
        fprintf(f, " %s=\"#%02x%02x%02x\"", name, level, level, level);
}

static void put_escaped(FILE *f, const char *text) {
    uint32_t c;
    while ((c = paper_char(&text))) {
        LOCAL_TEXT(one, 8);
        /* XML does not allow these characters, even escaped, except \r, which is useless here. */
        if ((c < ' ' && c != '\t' && c != '\n') || c == 0xFFFE || c == 0xFFFF)
            c = 0xFFFD;
        paper_put_char(&one, c);
        fputs(c == '&'    ? "&amp;"
              : c == '<'  ? "&lt;"
              : c == '>'  ? "&gt;"
              : c == '"'  ? "&quot;"
              : c == '\'' ? "&#39;"
                          : one.data,
              f);
    }
}

static void svg_page(struct paper *p, double width, double height) {
    struct svg *svg = (struct svg *)p;
    FILE *f = svg->f;
    if (svg->begun)
        return;
    svg->begun = true;
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
          "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"",
          f);
    put_number(f, width / 72 * 25.4);
    fputs("mm\" height=\"", f);
    put_number(f, height / 72 * 25.4);
    fputs("mm\" viewBox=\"0 0 ", f);
    put_number(f, width);
    fputc(' ', f);
    put_number(f, height);
    fputs("\" font-family=\"sans-serif\" stroke-linecap=\"round\">\n<title>", f);
    put_escaped(f, svg->title);
    fputs("</title>\n", f);
    p->rect(p, &(struct paper_rect){.w = width, .h = height, .fill = 1, .stroke = PAPER_NO_INK});
}

static void svg_line(struct paper *p, const struct paper_line *line) {
    FILE *f = ((struct svg *)p)->f;
    fputs("<line", f);
    put_attribute(f, "x1", line->x1);
    put_attribute(f, "y1", line->y1);
    put_attribute(f, "x2", line->x2);
    put_attribute(f, "y2", line->y2);
    put_attribute(f, "stroke-width", line->width);
    put_grey(f, "stroke", line->grey);
    fputs("/>\n", f);
}

static void svg_rect(struct paper *p, const struct paper_rect *rect) {
    FILE *f = ((struct svg *)p)->f;
    fputs("<rect", f);
    put_attribute(f, "x", rect->x);
    put_attribute(f, "y", rect->y);
    put_attribute(f, "width", rect->w);
    put_attribute(f, "height", rect->h);
    if (rect->round > 0)
        put_attribute(f, "rx", rect->round);
    put_grey(f, "fill", rect->fill);
    if (rect->stroke >= 0) {
        put_grey(f, "stroke", rect->stroke);
        put_attribute(f, "stroke-width", rect->width);
    }
    fputs("/>\n", f);
}

static void svg_disc(struct paper *p, double x, double y, double radius, double grey) {
    FILE *f = ((struct svg *)p)->f;
    fputs("<circle", f);
    put_attribute(f, "cx", x);
    put_attribute(f, "cy", y);
    put_attribute(f, "r", radius);
    put_grey(f, "fill", grey);
    fputs("/>\n", f);
}

static void svg_text(struct paper *p, const struct paper_text *text) {
    static const char *const anchors[] = {
        [PAPER_LEFT] = "start", [PAPER_CENTRE] = "middle", [PAPER_RIGHT] = "end"};
    FILE *f = ((struct svg *)p)->f;
    fputs("<text", f);
    put_attribute(f, "x", text->x);
    put_attribute(f, "y", text->y);
    put_attribute(f, "font-size", text->size);
    if (text->bold)
        fputs(" font-weight=\"bold\"", f);
    if (text->align != PAPER_LEFT)
        fprintf(f, " text-anchor=\"%s\"", anchors[text->align]);
    put_grey(f, "fill", text->grey);
    fputc('>', f);
    put_escaped(f, text->text);
    fputs("</text>\n", f);
}

struct paper *paper_svg_new(FILE *f, enum paper_size size, const char *title) {
    struct svg *svg = calloc(1, sizeof *svg);
    if (!svg)
        return NULL;
    text_put(TEXT_OVER(svg->title), title);
    svg->f = f;
    svg->paper = (struct paper){.size = size,
                                .endless = true,
                                .page = svg_page,
                                .line = svg_line,
                                .rect = svg_rect,
                                .disc = svg_disc,
                                .text = svg_text,
                                .measure = svg_measure};
    return &svg->paper;
}

void paper_svg_end(struct paper *p) {
    struct svg *svg = (struct svg *)p;
    if (svg->begun)
        fputs("</svg>\n", svg->f);
    free(svg);
}
