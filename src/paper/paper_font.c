#include "paper/paper_font.h"

#include <hpdf_font.h>

enum { DEPTH_MAX = 8, PARTS_MAX = 64 };

/* Component flags of a composite glyph in the glyf table. */
enum part_flag {
    PART_WORDS = 0x0001, /* offsets take four bytes instead of two */
    PART_SCALE = 0x0008,
    PART_MORE = 0x0020,
    PART_SCALE_XY = 0x0040,
    PART_MATRIX = 0x0080,
};

static HPDF_FontDef def_of(HPDF_Font font) {
    return ((HPDF_FontAttr)font->attr)->fontdef;
}

bool font_has(HPDF_Font font, uint32_t c) {
    return c < 0x10000 && HPDF_TTFontDef_GetGlyphid(def_of(font), (HPDF_UINT16)c) != 0;
}

static bool read_words(HPDF_Stream stream, HPDF_UINT16 *words, HPDF_UINT count) {
    for (HPDF_UINT i = 0; i < count; i++) {
        HPDF_BYTE bytes[2];
        HPDF_UINT n = sizeof bytes;
        if (HPDF_Stream_Read(stream, bytes, &n) != HPDF_OK || n != sizeof bytes)
            return false;
        words[i] = (HPDF_UINT16)(bytes[0] << 8 | bytes[1]);
    }
    return true;
}

static HPDF_UINT32 place_of(HPDF_TTFontDefAttr font, HPDF_UINT16 glyph) {
    return font->glyph_tbl.offsets[glyph] * (font->header.index_to_loc_format ? 1u : 2u);
}

/* The components of a composite glyph; none for a simple one. */
static int parts_of(HPDF_TTFontDefAttr font, HPDF_UINT16 glyph, HPDF_UINT16 parts[PARTS_MAX]) {
    HPDF_UINT16 head[5], part[2];
    int count = 0;
    if (place_of(font, glyph) == place_of(font, (HPDF_UINT16)(glyph + 1)) ||
        HPDF_Stream_Seek(font->stream,
                         (HPDF_INT)(font->glyph_tbl.base_offset + place_of(font, glyph)),
                         HPDF_SEEK_SET) != HPDF_OK ||
        !read_words(font->stream, head, 5) || head[0] < 0x8000)
        return 0;
    do {
        if (!read_words(font->stream, part, 2))
            break;
        parts[count++] = part[1];
        HPDF_INT skip = part[0] & PART_WORDS ? 4 : 2;
        skip += part[0] & PART_SCALE      ? 2
                : part[0] & PART_SCALE_XY ? 4
                : part[0] & PART_MATRIX   ? 8
                                          : 0;
        if (HPDF_Stream_Seek(font->stream, skip, HPDF_SEEK_CUR) != HPDF_OK)
            break;
    } while (part[0] & PART_MORE && count < PARTS_MAX);
    return count;
}

static void keep_glyph(HPDF_TTFontDefAttr font, HPDF_UINT16 glyph, int depth) {
    HPDF_UINT16 parts[PARTS_MAX];
    if (glyph >= font->num_glyphs || depth > DEPTH_MAX)
        return;
    font->glyph_tbl.flgs[glyph] = 1;
    int count = parts_of(font, glyph, parts);
    for (int i = 0; i < count; i++)
        keep_glyph(font, parts[i], depth + 1);
}

void font_keep(HPDF_Font font, uint32_t c) {
    if (font_has(font, c))
        keep_glyph(def_of(font)->attr, HPDF_TTFontDef_GetGlyphid(def_of(font), (HPDF_UINT16)c), 0);
}
