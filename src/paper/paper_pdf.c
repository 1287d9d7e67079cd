/* Paper that becomes a PDF file. Pages are kept as text until the document is saved, because only
 * then all letters are known that its fonts need. */
#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "paper/font.h"
#include "paper/latin.h"
#include "paper/paper.h"
#include "paper/pdf_file.h"

enum { PATH_SIZE = 512, FONTS = 3, OTHERS = 2, BLOCK_MAX = 100 };

struct pdf_page {
    double width, height;
    double line, stroke, fill; /* line width and greys in force; -1: not set yet */
    struct text drawn;
};

struct pdf {
    struct paper paper;
    char title[256];
    struct pdf_page *pages;
    int count, room;
    struct font *fonts[FONTS]; /* regular, bold, and OTHERS for letters that these lack */
    bool others_sought;
    bool latin; /* no font was found: Helvetica */
    bool replaced;
};

/* ---- fonts ---- */

static const char *const font_folders[] = {
    "/usr/share/fonts/truetype/dejavu",   /* Debian, Ubuntu */
    "/usr/share/fonts/TTF",               /* Arch */
    "/usr/share/fonts/dejavu-sans-fonts", /* Fedora */
    "/usr/share/fonts/dejavu",            /* others */
    "/usr/local/share/fonts/dejavu",      /* BSD */
    "/opt/homebrew/share/fonts",
    NULL,
};

/* Fonts with East Asian scripts and TrueType outlines. */
static const char *const other_fonts[] = {
    "/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf",
    "/usr/share/fonts/truetype/wqy/wqy-microhei.ttc",
    "/usr/share/fonts/truetype/wqy/wqy-zenhei.ttc",
    "/usr/share/fonts/wenquanyi/wqy-microhei/wqy-microhei.ttc",
    "/usr/share/fonts/wqy-microhei/wqy-microhei.ttc",
    NULL,
};

static bool load_from(struct pdf *pdf, const char *folder) {
    static const char *const names[] = {"DejaVuSans.ttf", "DejaVuSans-Bold.ttf"};
    for (int bold = 0; bold < 2; bold++) {
        LOCAL_TEXT(path, PATH_SIZE);
        text_add(&path, "%s/%s", folder, names[bold]);
        pdf->fonts[bold] = path.cut ? NULL : font_open(path.data);
    }
    return pdf->fonts[0];
}

static void load_fonts(struct pdf *pdf, const char *folder) {
    bool found = false;
    for (int i = 0; !found && (folder ? i == 0 : font_folders[i] != NULL); i++) {
        font_free(pdf->fonts[1]); /* of a folder without the regular font */
        found = load_from(pdf, folder ? folder : font_folders[i]);
    }
    pdf->latin = !found;
}

/* These fonts are large: open them only when a name needs them. */
static struct font *other_font(struct pdf *pdf) {
    for (int i = 0; !pdf->others_sought && !pdf->fonts[OTHERS] && other_fonts[i]; i++)
        pdf->fonts[OTHERS] = font_open(other_fonts[i]);
    pdf->others_sought = true;
    return pdf->fonts[OTHERS];
}

/* The index of the font for this character. */
static int font_for(struct pdf *pdf, bool bold, uint32_t c) {
    int usual = bold && pdf->fonts[1] ? 1 : 0;
    if (pdf->latin)
        return bold;
    if (font_has(pdf->fonts[usual], c))
        return usual;
    struct font *others = other_font(pdf);
    return others && font_has(others, c) ? OTHERS : usual;
}

static int width_of(const struct pdf *pdf, int font, uint32_t c) {
    if (!pdf->latin)
        return font_width(pdf->fonts[font], c);
    uint8_t byte = latin_byte(c);
    return latin_width(byte ? byte : '?', font == 1);
}

/* ---- drawing ---- */

static struct text *drawn(struct paper *p) {
    struct pdf *pdf = (struct pdf *)p;
    return &pdf->pages[pdf->count - 1].drawn;
}

static void put_operator(struct text *out, const double *numbers, int count, const char *operator) {
    for (int i = 0; i < count; i++) {
        paper_number(out, numbers[i]);
        text_put(out, " ");
    }
    text_add(out, "%s\n", operator);
}

#define PUT(out, operator, ...)                                                                    \
    put_operator((out), (const double[]){__VA_ARGS__},                                             \
                 (int)(sizeof(double[]){__VA_ARGS__} / sizeof(double)), (operator))

/* PDF measures from the bottom. */
static double up(struct paper *p, double y) {
    struct pdf *pdf = (struct pdf *)p;
    return pdf->pages[pdf->count - 1].height - y;
}

static void pdf_page(struct paper *p, double width, double height) {
    struct pdf *pdf = (struct pdf *)p;
    pdf->pages = grown(pdf->pages, pdf->count, &pdf->room, sizeof *pdf->pages);
    pdf->pages[pdf->count++] = (struct pdf_page){width, height, -1, -1, -1, text_on_heap()};
    text_put(drawn(p), "1 J\n"); /* round ends of lines */
}

/* Lines and text need no finer places than a tenth of a point, and take less room with them. */
static double tenths(double length) {
    return round(length * 10) / 10;
}

/* What is in force already need not be set again. */
static void set_fill(struct paper *p, double grey) {
    struct pdf *pdf = (struct pdf *)p;
    struct pdf_page *page = &pdf->pages[pdf->count - 1];
    if (page->fill != grey)
        PUT(&page->drawn, "g", grey);
    page->fill = grey;
}

static void set_stroke(struct paper *p, double width, double grey) {
    struct pdf *pdf = (struct pdf *)p;
    struct pdf_page *page = &pdf->pages[pdf->count - 1];
    if (page->line != width)
        PUT(&page->drawn, "w", width);
    if (page->stroke != grey)
        PUT(&page->drawn, "G", grey);
    page->line = width;
    page->stroke = grey;
}

static void pdf_line(struct paper *p, const struct paper_line *line) {
    struct text *out = drawn(p);
    set_stroke(p, line->width, line->grey);
    PUT(out, "m", tenths(line->x1), tenths(up(p, line->y1)));
    PUT(out, "l S", tenths(line->x2), tenths(up(p, line->y2)));
}

static void rounded_path(struct text *out, double x, double y, double w, double h, double r) {
    double k = r * 0.4477; /* offset of the Bézier handles from the corner */
    PUT(out, "m", x + r, y);
    PUT(out, "l", x + w - r, y);
    PUT(out, "c", x + w - k, y, x + w, y + k, x + w, y + r);
    PUT(out, "l", x + w, y + h - r);
    PUT(out, "c", x + w, y + h - k, x + w - k, y + h, x + w - r, y + h);
    PUT(out, "l", x + r, y + h);
    PUT(out, "c", x + k, y + h, x, y + h - k, x, y + h - r);
    PUT(out, "l", x, y + r);
    PUT(out, "c", x, y + k, x + k, y, x + r, y);
    text_put(out, "h ");
}

static void pdf_rect(struct paper *p, const struct paper_rect *rect) {
    struct text *out = drawn(p);
    bool fill = rect->fill >= 0, stroke = rect->stroke >= 0;
    double y = up(p, rect->y + rect->h);
    if (fill)
        set_fill(p, rect->fill);
    if (stroke)
        set_stroke(p, rect->width, rect->stroke);
    if (rect->round > 0)
        rounded_path(out, rect->x, y, rect->w, rect->h, rect->round);
    else
        PUT(out, "re", rect->x, y, rect->w, rect->h);
    text_put(out, fill && stroke ? "B\n" : fill ? "f\n" : stroke ? "S\n" : "n\n");
}

/* A line without length: its round ends make a disc. */
static void pdf_disc(struct paper *p, double x, double y, double radius, double grey) {
    struct text *out = drawn(p);
    set_stroke(p, 2 * radius, grey);
    PUT(out, "m", x, up(p, y));
    PUT(out, "l S", x, up(p, y));
}

static double pdf_measure(struct paper *p, const char *text, double size, bool bold) {
    struct pdf *pdf = (struct pdf *)p;
    int sum = 0;
    for (uint32_t c; (c = paper_char(&text));)
        sum += width_of(pdf, font_for(pdf, bold, c), c);
    return sum * size / 1000;
}

static void put_character(struct pdf *pdf, struct text *out, int font, uint32_t c) {
    if (pdf->latin) {
        uint8_t byte = latin_byte(c);
        pdf->replaced = pdf->replaced || !byte;
        text_add(out, "%02X", byte ? byte : '?');
    } else {
        pdf->replaced = pdf->replaced || !font_has(pdf->fonts[font], c);
        text_add(out, "%04X", (unsigned)font_letter(pdf->fonts[font], c));
    }
}

static void pdf_text(struct paper *p, const struct paper_text *text) {
    struct pdf *pdf = (struct pdf *)p;
    struct text *out = drawn(p);
    double width =
        text->align == PAPER_LEFT ? 0 : pdf_measure(p, text->text, text->size, text->bold);
    int font = -1;
    set_fill(p, text->grey);
    text_put(out, "BT ");
    PUT(out, "Td", tenths(text->x - (text->align == PAPER_CENTRE ? width / 2 : width)),
        tenths(up(p, text->y)));
    const char *s = text->text;
    for (uint32_t c; (c = paper_char(&s));) { /* in runs of one font each */
        int wanted = font_for(pdf, text->bold, c);
        if (wanted != font) {
            text_add(out, "%s/F%d ", font < 0 ? "" : "> Tj\n", wanted);
            PUT(out, "Tf <", text->size);
            font = wanted;
        }
        put_character(pdf, out, font, c);
    }
    text_put(out, font < 0 ? "" : "> Tj ");
    text_put(out, "ET\n");
}

/* ---- the document ---- */

/* Letters as Unicode, for searching and copying. A block has at most BLOCK_MAX entries. */
static int write_unicode(struct pdf_file *file, const struct font *font) {
    struct text map = text_on_heap();
    int count = font_letters(font);
    text_put(&map, "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
                   "/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def\n"
                   "/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n"
                   "1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n");
    for (int i = 0; i < count; i++) {
        LOCAL_TEXT(letter, 8);
        paper_put_char(&letter, font_letter_at(font, i + 1));
        if (i % BLOCK_MAX == 0)
            text_add(&map, "%d beginbfchar\n", count - i < BLOCK_MAX ? count - i : BLOCK_MAX);
        text_add(&map, "<%04X> <", (unsigned)(i + 1));
        pdf_file_utf16(&map, letter.data);
        text_put(&map, (i + 1) % BLOCK_MAX && i + 1 < count ? ">\n" : ">\nendbfchar\n");
    }
    text_put(&map, "endcmap\nend\nend\n");
    int number = pdf_file_stream(file, &map);
    free(map.data);
    return number;
}

/* Six capitals that tell apart fonts with different letters (FNV-1a). */
static void put_tag(struct text *out, const struct font *font) {
    uint32_t hash = 2166136261u;
    for (int i = 1; i <= font_letters(font); i++)
        hash = (hash ^ font_letter_at(font, i)) * 16777619u;
    for (int i = 0; i < 6; i++, hash /= 26)
        text_put_n(out, (char[]){(char)('A' + hash % 26)}, 1);
    text_put(out, "+");
}

static int write_font(struct pdf_file *file, const struct font *font) {
    struct font_facts facts = font_facts(font);
    struct text small = font_subset(font);
    int program = pdf_file_stream(file, &small), unicode = write_unicode(file, font);
    int whole = pdf_file_number(file), inner = pdf_file_number(file), about = pdf_file_number(file);
    LOCAL_TEXT(name, 96);
    put_tag(&name, font);
    text_put(&name, facts.name);
    free(small.data);
    struct text *out = pdf_file_open(file, about);
    text_add(out,
             "<</Type/FontDescriptor/FontName/%s/Flags 4/FontBBox[%d %d %d %d]/ItalicAngle 0"
             "/Ascent %d/Descent %d/CapHeight %d/StemV 80/FontFile2 %d 0 R>>",
             name.data, facts.box[0], facts.box[1], facts.box[2], facts.box[3], facts.ascent,
             facts.descent, facts.ascent, program);
    pdf_file_close(file);
    out = pdf_file_open(file, inner);
    text_add(out,
             "<</Type/Font/Subtype/CIDFontType2/BaseFont/%s/CIDToGIDMap/Identity"
             "/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>"
             "/FontDescriptor %d 0 R/W[1[",
             name.data, about);
    for (int i = 1; i <= font_letters(font); i++)
        text_add(out, "%d ", font_width(font, font_letter_at(font, i)));
    text_put(out, "]]>>");
    pdf_file_close(file);
    out = pdf_file_open(file, whole);
    text_add(out,
             "<</Type/Font/Subtype/Type0/BaseFont/%s/Encoding/Identity-H/DescendantFonts[%d 0 R]"
             "/ToUnicode %d 0 R>>",
             name.data, inner, unicode);
    pdf_file_close(file);
    return whole;
}

static int write_latin(struct pdf_file *file, bool bold) {
    int number = pdf_file_number(file);
    text_add(pdf_file_open(file, number),
             "<</Type/Font/Subtype/Type1/BaseFont/Helvetica%s/Encoding/WinAnsiEncoding>>",
             bold ? "-Bold" : "");
    pdf_file_close(file);
    return number;
}

static int write_resources(const struct pdf *pdf, struct pdf_file *file) {
    int fonts[FONTS] = {0}, number = pdf_file_number(file);
    for (int i = 0; i < FONTS; i++) {
        if (pdf->latin && i < OTHERS)
            fonts[i] = write_latin(file, i == 1);
        else if (pdf->fonts[i] && font_letters(pdf->fonts[i]))
            fonts[i] = write_font(file, pdf->fonts[i]);
    }
    struct text *out = pdf_file_open(file, number);
    text_put(out, "<</Font<<");
    for (int i = 0; i < FONTS; i++) {
        if (fonts[i])
            text_add(out, "/F%d %d 0 R", i, fonts[i]);
    }
    text_put(out, ">>>>");
    pdf_file_close(file);
    return number;
}

static int write_page(struct pdf_file *file, const struct pdf_page *page, int all, int resources) {
    int drawing = pdf_file_stream(file, &page->drawn), number = pdf_file_number(file);
    struct text *out = pdf_file_open(file, number);
    text_add(out, "<</Type/Page/Parent %d 0 R/Resources %d 0 R/Contents %d 0 R/MediaBox[0 0 ", all,
             resources, drawing);
    paper_number(out, page->width);
    text_put(out, " ");
    paper_number(out, page->height);
    text_put(out, "]>>");
    pdf_file_close(file);
    return number;
}

void paper_pdf_save(struct paper *p, FILE *f, bool *ret_replaced) {
    struct pdf *pdf = (struct pdf *)p;
    struct pdf_file file;
    pdf_file_begin(&file);
    int catalog = pdf_file_number(&file), info = pdf_file_number(&file);
    int all = pdf_file_number(&file), resources = write_resources(pdf, &file), first = 0;
    for (int i = 0; i < pdf->count; i++) {
        int number = write_page(&file, &pdf->pages[i], all, resources);
        first = i ? first : number;
    }
    struct text *out = pdf_file_open(&file, all);
    text_add(out, "<</Type/Pages/Count %d/Kids[", pdf->count);
    for (int i = 0; i < pdf->count; i++) /* each page is a stream and its object */
        text_add(out, "%d 0 R ", first + 2 * i);
    text_put(out, "]>>");
    pdf_file_close(&file);
    text_add(pdf_file_open(&file, catalog), "<</Type/Catalog/Pages %d 0 R>>", all);
    pdf_file_close(&file);
    out = pdf_file_open(&file, info);
    text_put(out, "<</Creator(Yardstick)/Producer(Yardstick)/Title<FEFF");
    pdf_file_utf16(out, pdf->title);
    text_put(out, ">>>");
    pdf_file_close(&file);
    pdf_file_end(&file, catalog, info, f);
    *ret_replaced = pdf->replaced;
}

struct paper *paper_pdf_new(enum paper_size size, const char *title, const char *font_folder) {
    struct pdf *pdf = grab(1, sizeof *pdf);
    pdf->paper = (struct paper){.size = size,
                                .page = pdf_page,
                                .line = pdf_line,
                                .rect = pdf_rect,
                                .disc = pdf_disc,
                                .text = pdf_text,
                                .measure = pdf_measure};
    text_put(TEXT_OVER(pdf->title), title);
    load_fonts(pdf, font_folder);
    return &pdf->paper;
}

void paper_pdf_free(struct paper *p) {
    struct pdf *pdf = (struct pdf *)p;
    for (int i = 0; i < pdf->count; i++)
        free(pdf->pages[i].drawn.data);
    for (int i = 0; i < FONTS; i++)
        font_free(pdf->fonts[i]);
    free(pdf->pages);
    free(pdf);
}
