/* Paper that becomes a PDF file, using libharu. The first error is stored and stops all further
 * drawing; nothing is printed, and no longjmp is used. */
#include <hpdf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/say.h"
#include "paper/paper.h"
#include "paper/paper_font.h"

enum { PATH_SIZE = 512, RUN_SIZE = 512, NO_CHARACTER = 0xFFFD };

struct pdf {
    struct paper paper;
    HPDF_Doc doc;
    HPDF_Page page;
    double height;      /* page height: libharu measures from the bottom */
    HPDF_Font fonts[2]; /* regular, bold */
    HPDF_Font others;   /* fallback font; NULL: none found, or not searched for yet */
    bool others_sought;
    bool latin; /* Helvetica, which has Western European letters only */
    bool replaced;
    HPDF_STATUS failure, detail;
};

static void on_error(HPDF_STATUS failure, HPDF_STATUS detail, void *user) {
    struct pdf *pdf = user;
    if (!pdf->failure) {
        pdf->failure = failure;
        pdf->detail = detail;
    }
}

static bool ready(const struct pdf *pdf) {
    return !pdf->failure && pdf->page;
}

static void explain(const struct pdf *pdf, struct text *error) {
    LOCAL_TEXT(code, 32);
    LOCAL_TEXT(detail, 32);
    text_add(&code, "0x%04lX", (unsigned long)pdf->failure);
    text_add(&detail, "%lu", (unsigned long)pdf->detail);
    if (pdf->failure == HPDF_FAILD_TO_ALLOC_MEM)
        say(error, paper_no_memory);
    else
        say(error, paper_pdf_failed, .code = code.data, .detail = detail.data);
}

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

/* Fonts with East Asian scripts whose outlines libharu can embed. */
static const char *const other_fonts[] = {
    "/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf",
    "/usr/share/fonts/truetype/wqy/wqy-microhei.ttc",
    "/usr/share/fonts/truetype/wqy/wqy-zenhei.ttc",
    "/usr/share/fonts/wenquanyi/wqy-microhei/wqy-microhei.ttc",
    "/usr/share/fonts/wqy-microhei/wqy-microhei.ttc",
    NULL,
};

/* NULL if the font is missing or libharu cannot read it; the document remains usable unless memory
 * has run out. */
static HPDF_Font load_font(struct pdf *pdf, const char *path) {
    size_t len = strlen(path);
    if (access(path, R_OK) != 0)
        return NULL;
    const char *name = len > 4 && strcmp(path + len - 4, ".ttc") == 0
                           ? HPDF_LoadTTFontFromFile2(pdf->doc, path, 0, HPDF_TRUE)
                           : HPDF_LoadTTFontFromFile(pdf->doc, path, HPDF_TRUE);
    HPDF_Font font = name ? HPDF_GetFont(pdf->doc, name, "UTF-8") : NULL;
    if (!font && pdf->failure != HPDF_FAILD_TO_ALLOC_MEM) {
        HPDF_ResetError(pdf->doc);
        pdf->failure = 0;
    }
    return font;
}

static bool load_from(struct pdf *pdf, const char *folder) {
    static const char *const names[] = {"DejaVuSans.ttf", "DejaVuSans-Bold.ttf"};
    for (int bold = 0; bold < 2; bold++) {
        LOCAL_TEXT(t, PATH_SIZE);
        text_add(&t, "%s/%s", folder, names[bold]);
        pdf->fonts[bold] = t.cut ? NULL : load_font(pdf, t.data);
    }
    if (pdf->fonts[0] && !pdf->fonts[1])
        pdf->fonts[1] = pdf->fonts[0];
    return pdf->fonts[0];
}

static void load_fonts(struct pdf *pdf, const char *folder) {
    bool found = false;
    for (int i = 0; !found && (folder ? i == 0 : font_folders[i] != NULL); i++)
        found = load_from(pdf, folder ? folder : font_folders[i]);
    if (found)
        return;
    pdf->latin = true;
    pdf->fonts[0] = HPDF_GetFont(pdf->doc, "Helvetica", "WinAnsiEncoding");
    pdf->fonts[1] = HPDF_GetFont(pdf->doc, "Helvetica-Bold", "WinAnsiEncoding");
}

/* These fonts are large: open them only when a name needs them. */
static HPDF_Font other_font(struct pdf *pdf) {
    for (int i = 0; !pdf->others_sought && !pdf->others && other_fonts[i]; i++)
        pdf->others = load_font(pdf, other_fonts[i]);
    pdf->others_sought = true;
    return pdf->others;
}

/* The font for this character; replaces a character that cannot be written at all. */
static HPDF_Font font_for(struct pdf *pdf, bool bold, uint32_t *c) {
    HPDF_Font font = pdf->fonts[bold];
    if (font_has(font, *c))
        return font;
    HPDF_Font others = other_font(pdf);
    if (others && font_has(others, *c))
        return others;
    pdf->replaced = true;
    /* Even without a glyph, characters that PDF fonts can encode are kept, so that they can be
     * searched and copied; each shows as an empty box. */
    if (*c >= 0x10000)
        *c = NO_CHARACTER;
    return font;
}

/* ---- text ---- */

/* The byte for a character in Windows-1252; for any other character '?', which is noted. */
static char latin_byte(struct pdf *pdf, uint32_t c) {
    static const uint16_t from_80[32] = {
        0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
        0x2039, 0x0152, 0,      0x017D, 0,      0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
        0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178,
    };
    if ((c >= ' ' && c <= '~') || (c >= 0xA0 && c <= 0xFF))
        return (char)c;
    for (int i = 0; i < 32; i++) {
        if (from_80[i] == c)
            return (char)(0x80 + i);
    }
    pdf->replaced = true;
    return '?';
}

/* The writing position; with `draw` false, text is only measured. */
struct pen {
    double x, y, size;
    bool draw;
};

static void put_run(struct pdf *pdf, HPDF_Font font, const struct text *run, struct pen *pen) {
    if (!run->len || pdf->failure)
        return;
    HPDF_TextWidth width =
        HPDF_Font_TextWidth(font, (const HPDF_BYTE *)run->data, (HPDF_UINT)run->len);
    if (pen->draw) {
        HPDF_Page_SetFontAndSize(pdf->page, font, (HPDF_REAL)pen->size);
        HPDF_Page_TextOut(pdf->page, (HPDF_REAL)pen->x, (HPDF_REAL)pen->y, run->data);
    }
    pen->x += width.width * pen->size / 1000;
}

/* Writes the text in runs of one font each. */
static void put_runs(struct pdf *pdf, const char *s, bool bold, struct pen *pen) {
    LOCAL_TEXT(run, RUN_SIZE);
    HPDF_Font font = pdf->fonts[bold];
    uint32_t c;
    while (!pdf->failure && (c = paper_char(&s))) {
        HPDF_Font wanted = pdf->latin ? font : font_for(pdf, bold, &c);
        if (wanted != font || run.len + 8 > run.size) {
            put_run(pdf, font, &run, pen);
            text_clear(&run);
            font = wanted;
        }
        if (pen->draw && !pdf->latin && c >= 0x80)
            font_keep(font, c);
        if (pdf->latin)
            text_put_n(&run, &(char){latin_byte(pdf, c)}, 1);
        else
            paper_put_char(&run, c);
    }
    put_run(pdf, font, &run, pen);
}

static double pdf_measure(struct paper *p, const char *text, double size, bool bold) {
    struct pdf *pdf = (struct pdf *)p;
    struct pen pen = {.size = size};
    bool replaced = pdf->replaced;
    put_runs(pdf, text, bold, &pen);
    pdf->replaced = replaced; /* measuring must not set the flag */
    return pen.x;
}

static void pdf_text(struct paper *p, const struct paper_text *text) {
    struct pdf *pdf = (struct pdf *)p;
    if (!ready(pdf))
        return;
    double width =
        text->align == PAPER_LEFT ? 0 : pdf_measure(p, text->text, text->size, text->bold);
    struct pen pen = {.x = text->x - (text->align == PAPER_CENTRE ? width / 2 : width),
                      .y = pdf->height - text->y,
                      .size = text->size,
                      .draw = true};
    HPDF_Page_SetGrayFill(pdf->page, (HPDF_REAL)text->grey);
    HPDF_Page_BeginText(pdf->page);
    put_runs(pdf, text->text, text->bold, &pen);
    HPDF_Page_EndText(pdf->page);
}

/* ---- shapes ---- */

static void pdf_page(struct paper *p, double width, double height) {
    struct pdf *pdf = (struct pdf *)p;
    if (pdf->failure)
        return;
    pdf->page = HPDF_AddPage(pdf->doc);
    pdf->height = height;
    if (!ready(pdf))
        return;
    HPDF_Page_SetWidth(pdf->page, (HPDF_REAL)width);
    HPDF_Page_SetHeight(pdf->page, (HPDF_REAL)height);
    HPDF_Page_SetLineCap(pdf->page, HPDF_ROUND_END);
}

static void pdf_line(struct paper *p, const struct paper_line *line) {
    struct pdf *pdf = (struct pdf *)p;
    if (!ready(pdf))
        return;
    HPDF_Page_SetLineWidth(pdf->page, (HPDF_REAL)line->width);
    HPDF_Page_SetGrayStroke(pdf->page, (HPDF_REAL)line->grey);
    HPDF_Page_MoveTo(pdf->page, (HPDF_REAL)line->x1, (HPDF_REAL)(pdf->height - line->y1));
    HPDF_Page_LineTo(pdf->page, (HPDF_REAL)line->x2, (HPDF_REAL)(pdf->height - line->y2));
    HPDF_Page_Stroke(pdf->page);
}

static void rounded_path(HPDF_Page page, HPDF_REAL x, HPDF_REAL y, HPDF_REAL w, HPDF_REAL h,
                         HPDF_REAL r) {
    HPDF_REAL k = r * 0.4477f; /* offset of the Bézier handles from the corner */
    HPDF_Page_MoveTo(page, x + r, y);
    HPDF_Page_LineTo(page, x + w - r, y);
    HPDF_Page_CurveTo(page, x + w - k, y, x + w, y + k, x + w, y + r);
    HPDF_Page_LineTo(page, x + w, y + h - r);
    HPDF_Page_CurveTo(page, x + w, y + h - k, x + w - k, y + h, x + w - r, y + h);
    HPDF_Page_LineTo(page, x + r, y + h);
    HPDF_Page_CurveTo(page, x + k, y + h, x, y + h - k, x, y + h - r);
    HPDF_Page_LineTo(page, x, y + r);
    HPDF_Page_CurveTo(page, x, y + k, x + k, y, x + r, y);
    HPDF_Page_ClosePath(page);
}

static void pdf_rect(struct paper *p, const struct paper_rect *rect) {
    struct pdf *pdf = (struct pdf *)p;
    bool fill = rect->fill >= 0, stroke = rect->stroke >= 0;
    if (!ready(pdf) || (!fill && !stroke))
        return;
    HPDF_REAL x = (HPDF_REAL)rect->x, y = (HPDF_REAL)(pdf->height - rect->y - rect->h);
    if (fill)
        HPDF_Page_SetGrayFill(pdf->page, (HPDF_REAL)rect->fill);
    if (stroke) {
        HPDF_Page_SetLineWidth(pdf->page, (HPDF_REAL)rect->width);
        HPDF_Page_SetGrayStroke(pdf->page, (HPDF_REAL)rect->stroke);
    }
    if (rect->round > 0)
        rounded_path(pdf->page, x, y, (HPDF_REAL)rect->w, (HPDF_REAL)rect->h,
                     (HPDF_REAL)rect->round);
    else
        HPDF_Page_Rectangle(pdf->page, x, y, (HPDF_REAL)rect->w, (HPDF_REAL)rect->h);
    if (fill && stroke)
        HPDF_Page_FillStroke(pdf->page);
    else if (fill)
        HPDF_Page_Fill(pdf->page);
    else
        HPDF_Page_Stroke(pdf->page);
}

static void pdf_disc(struct paper *p, double x, double y, double radius, double grey) {
    struct pdf *pdf = (struct pdf *)p;
    if (!ready(pdf))
        return;
    HPDF_Page_SetGrayFill(pdf->page, (HPDF_REAL)grey);
    HPDF_Page_Circle(pdf->page, (HPDF_REAL)x, (HPDF_REAL)(pdf->height - y), (HPDF_REAL)radius);
    HPDF_Page_Fill(pdf->page);
}

/* ---- the document ---- */

struct paper *paper_pdf_new(enum paper_size size, const char *title, const char *font_folder,
                            struct text *error) {
    struct pdf *pdf = calloc(1, sizeof *pdf);
    if (pdf)
        pdf->doc = HPDF_New(on_error, pdf);
    if (!pdf || !pdf->doc) {
        say(error, paper_no_memory);
        free(pdf);
        return NULL;
    }
    pdf->paper = (struct paper){.size = size,
                                .page = pdf_page,
                                .line = pdf_line,
                                .rect = pdf_rect,
                                .disc = pdf_disc,
                                .text = pdf_text,
                                .measure = pdf_measure};
    HPDF_UseUTFEncodings(pdf->doc);
    HPDF_SetCurrentEncoder(pdf->doc, "UTF-8");
    HPDF_SetCompressionMode(pdf->doc, HPDF_COMP_ALL);
    HPDF_SetInfoAttr(pdf->doc, HPDF_INFO_TITLE, title);
    HPDF_SetInfoAttr(pdf->doc, HPDF_INFO_CREATOR, "Yardstick");
    load_fonts(pdf, font_folder);
    if (pdf->failure) {
        explain(pdf, error);
        paper_pdf_free(&pdf->paper);
        return NULL;
    }
    return &pdf->paper;
}

bool paper_pdf_save(struct paper *p, FILE *f, bool *ret_replaced, struct text *error) {
    struct pdf *pdf = (struct pdf *)p;
    HPDF_BYTE bytes[4096];
    HPDF_UINT32 n = sizeof bytes;
    if (!pdf->failure)
        HPDF_SaveToStream(pdf->doc);
    /* At the end of the document, libharu returns the remaining bytes with a harmless EOF error. */
    while (!pdf->failure && n == sizeof bytes) {
        HPDF_ReadFromStream(pdf->doc, bytes, &n);
        if (pdf->failure == HPDF_STREAM_EOF)
            pdf->failure = 0;
        if (!pdf->failure)
            fwrite(bytes, 1, n, f);
    }
    if (pdf->failure) {
        explain(pdf, error);
        return false;
    }
    *ret_replaced = pdf->replaced;
    return true;
}

void paper_pdf_free(struct paper *p) {
    struct pdf *pdf = (struct pdf *)p;
    if (!pdf)
        return;
    HPDF_Free(pdf->doc);
    free(pdf);
}
