#include "paper/font.h"

#include <stdio.h>
#include <string.h>

#include "core/memory.h"

/* Offsets and values of the OpenType specification. */
enum {
    FONT_BYTES_MAX = 64 << 20,
    TABLE_RECORD = 16,
    HEAD_UNITS = 18,
    HEAD_BOX = 36,
    HEAD_LONG_OFFSETS = 50,
    HHEA_METRICS = 34,
    GLYPH_HEAD = 10,
};

/* Component flags of a composite glyph. */
enum part_flag {
    PART_WORDS = 0x0001, /* offsets take four bytes instead of two */
    PART_SCALE = 0x0008,
    PART_MORE = 0x0020,
    PART_SCALE_XY = 0x0040,
    PART_MATRIX = 0x0080,
};

struct table_part {
    uint32_t at, size;
};

struct letter {
    uint32_t c;
    uint16_t glyph;
};

struct font {
    uint8_t *data;
    uint32_t size, start; /* start: of this font in a collection */
    char name[64];
    struct table_part head, hhea, hmtx, loca, glyf, cmap; /* cmap: the subtable in use */
    int glyphs, metrics, units;
    bool long_offsets;
    struct letter *letters; /* letters[0] stands for the empty box */
    int count, room;
};

/* ---- reading: outside of the file, everything is zero ---- */

static uint32_t u16(const struct font *f, uint32_t at) {
    return at < f->size && f->size - at >= 2 ? (uint32_t)f->data[at] << 8 | f->data[at + 1] : 0;
}

static uint32_t u32(const struct font *f, uint32_t at) {
    return u16(f, at) << 16 | u16(f, at + 2);
}

static int i16(const struct font *f, uint32_t at) {
    return (int16_t)u16(f, at);
}

static struct table_part find_table(const struct font *f, const char *tag) {
    uint32_t tables = u16(f, f->start + 4);
    for (uint32_t i = 0; i < tables; i++) {
        uint32_t at = f->start + 12 + i * TABLE_RECORD;
        if (at >= f->size || f->size - at < TABLE_RECORD || memcmp(f->data + at, tag, 4) != 0)
            continue;
        struct table_part t = {u32(f, at + 8), u32(f, at + 12)};
        if (t.at < f->size && t.size <= f->size - t.at)
            return t;
    }
    return (struct table_part){0, 0};
}

/* Chooses the subtable with the most characters among those that map Unicode. */
static struct table_part find_cmap(const struct font *f) {
    struct table_part all = find_table(f, "cmap"), best = {0, 0};
    uint32_t best_format = 0;
    for (uint32_t i = 0; all.size && i < u16(f, all.at + 2); i++) {
        uint32_t platform = u16(f, all.at + 4 + 8 * i), encoding = u16(f, all.at + 6 + 8 * i);
        uint32_t offset = u32(f, all.at + 8 + 8 * i), format = u16(f, all.at + offset);
        bool unicode = platform == 0 || (platform == 3 && (encoding == 1 || encoding == 10));
        if (offset >= all.size || !unicode || (format != 4 && format != 12) ||
            format <= best_format)
            continue;
        best = (struct table_part){all.at + offset, all.size - offset};
        best_format = format;
    }
    return best;
}

static uint32_t glyph_in_segments(const struct font *f, uint32_t c) {
    uint32_t twice = u16(f, f->cmap.at + 6), ends = f->cmap.at + 14;
    for (uint32_t i = 0; i < twice && c <= 0xFFFF; i += 2) {
        if (u16(f, ends + i) < c)
            continue;
        uint32_t starts = ends + twice + 2, deltas = starts + twice, ranges = deltas + twice;
        uint32_t start = u16(f, starts + i), range = u16(f, ranges + i);
        if (start > c)
            return 0;
        uint32_t glyph = range ? u16(f, ranges + i + range + 2 * (c - start)) : c;
        return glyph || !range ? (glyph + u16(f, deltas + i)) & 0xFFFF : 0;
    }
    return 0;
}

static uint32_t glyph_in_groups(const struct font *f, uint32_t c) {
    uint32_t low = 0, high = u32(f, f->cmap.at + 12);
    if (high > f->cmap.size / 12)
        high = f->cmap.size / 12;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2, at = f->cmap.at + 16 + 12 * middle;
        if (c > u32(f, at + 4))
            low = middle + 1;
        else if (c < u32(f, at))
            high = middle;
        else
            return u32(f, at + 8) + (c - u32(f, at));
    }
    return 0;
}

static uint16_t glyph_of(const struct font *f, uint32_t c) {
    uint32_t glyph = u16(f, f->cmap.at) == 12 ? glyph_in_groups(f, c) : glyph_in_segments(f, c);
    return glyph < (uint32_t)f->glyphs ? (uint16_t)glyph : 0;
}

static uint32_t advance_of(const struct font *f, uint32_t glyph) {
    uint32_t last = (uint32_t)f->metrics - 1;
    return u16(f, f->hmtx.at + 4 * (glyph < last ? glyph : last));
}

static int bearing_of(const struct font *f, uint32_t glyph) {
    uint32_t metrics = (uint32_t)f->metrics;
    return i16(f, f->hmtx.at +
                      (glyph < metrics ? 4 * glyph + 2 : 4 * metrics + 2 * (glyph - metrics)));
}

/* The outline of a glyph; empty for a blank, and for one that lies outside of the font. */
static struct table_part outline_of(const struct font *f, uint32_t glyph) {
    uint32_t step = f->long_offsets ? 4 : 2, at = f->loca.at + glyph * step;
    if (glyph >= (uint32_t)f->glyphs || (glyph + 2) * step > f->loca.size)
        return (struct table_part){0, 0};
    uint32_t from = f->long_offsets ? u32(f, at) : 2 * u16(f, at);
    uint32_t to = f->long_offsets ? u32(f, at + 4) : 2 * u16(f, at + 2);
    if (from >= to || to > f->glyf.size || to - from < GLYPH_HEAD)
        return (struct table_part){0, 0};
    return (struct table_part){f->glyf.at + from, to - from};
}

/* ---- opening ---- */

static bool read_file(struct font *f, const char *path) {
    FILE *file = fopen(path, "rb");
    long size = -1;
    if (!file)
        return false;
    if (fseek(file, 0, SEEK_END) == 0)
        size = ftell(file);
    rewind(file);
    if (size > 0 && size <= FONT_BYTES_MAX) {
        f->size = (uint32_t)size;
        f->data = grab(f->size, 1);
        if (fread(f->data, 1, f->size, file) != f->size)
            size = -1;
    }
    fclose(file);
    return size > 0 && size <= FONT_BYTES_MAX;
}

static bool understand(struct font *f) {
    if (u32(f, 0) == 0x74746366) /* "ttcf": a collection */
        f->start = u32(f, 12);
    if (u32(f, f->start) != 0x00010000 && u32(f, f->start) != 0x74727565) /* "true" */
        return false;
    f->head = find_table(f, "head");
    f->hhea = find_table(f, "hhea");
    f->hmtx = find_table(f, "hmtx");
    f->loca = find_table(f, "loca");
    f->glyf = find_table(f, "glyf");
    f->cmap = find_cmap(f);
    struct table_part maxp = find_table(f, "maxp");
    f->glyphs = (int)u16(f, maxp.at + 4);
    f->metrics = (int)u16(f, f->hhea.at + HHEA_METRICS);
    f->units = (int)u16(f, f->head.at + HEAD_UNITS);
    f->long_offsets = u16(f, f->head.at + HEAD_LONG_OFFSETS);
    return maxp.size >= 6 && f->head.size >= 54 && f->hhea.size >= 36 && f->loca.size &&
           f->glyf.size && f->cmap.size && f->glyphs && f->metrics && f->units &&
           (uint32_t)f->metrics * 4 <= f->hmtx.size;
}

/* PDF names allow more characters, but each of them would need an escape. */
static void name_font(struct font *f, const char *path) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    struct text out = TEXT_IN(f->name);
    for (; *name && *name != '.'; name++) {
        if ((*name >= 'a' && *name <= 'z') || (*name >= 'A' && *name <= 'Z') ||
            (*name >= '0' && *name <= '9') || *name == '-')
            text_put_n(&out, name, 1);
    }
}

struct font *font_open(const char *path) {
    struct font *f = grab(1, sizeof *f);
    if (!read_file(f, path) || !understand(f)) {
        font_free(f);
        return NULL;
    }
    name_font(f, path);
    font_letter(f, 0);
    return f;
}

void font_free(struct font *f) {
    if (!f)
        return;
    free(f->data);
    free(f->letters);
    free(f);
}

/* ---- letters ---- */

bool font_has(const struct font *f, uint32_t c) {
    return glyph_of(f, c) != 0;
}

static int thousandths(const struct font *f, int units) {
    return units * 1000 / f->units;
}

int font_width(const struct font *f, uint32_t c) {
    return thousandths(f, (int)advance_of(f, glyph_of(f, c)));
}

struct font_facts font_facts(const struct font *f) {
    struct font_facts ret = {.ascent = thousandths(f, i16(f, f->hhea.at + 4)),
                             .descent = thousandths(f, i16(f, f->hhea.at + 6))};
    memcpy(ret.name, f->name, sizeof ret.name);
    for (uint32_t i = 0; i < 4; i++)
        ret.box[i] = thousandths(f, i16(f, f->head.at + HEAD_BOX + 2 * i));
    return ret;
}

int font_letter(struct font *f, uint32_t c) {
    for (int i = 0; i < f->count; i++) {
        if (f->letters[i].c == c)
            return i;
    }
    if (f->count == UINT16_MAX)
        return 0;
    f->letters = grown(f->letters, f->count, &f->room, sizeof *f->letters);
    f->letters[f->count] = (struct letter){c, c ? glyph_of(f, c) : 0};
    return f->count++;
}

int font_letters(const struct font *f) {
    return f->count - 1;
}

uint32_t font_letter_at(const struct font *f, int at) {
    return f->letters[at].c;
}

/* ---- the small font ---- */

static void put16(struct text *out, uint32_t value) {
    text_put_n(out, (char[]){(char)(value >> 8), (char)value}, 2);
}

static void put32(struct text *out, uint32_t value) {
    put16(out, value >> 16);
    put16(out, value & 0xFFFF);
}

static void set16(struct text *out, size_t at, uint32_t value) {
    out->data[at] = (char)(value >> 8);
    out->data[at + 1] = (char)value;
}

static void set32(struct text *out, size_t at, uint32_t value) {
    set16(out, at, value >> 16);
    set16(out, at + 2, value & 0xFFFF);
}

static void put_copy(struct text *out, const struct font *f, struct table_part part) {
    text_put_n(out, (const char *)f->data + part.at, part.size);
}

static void pad(struct text *out) {
    while (out->len % 4)
        text_put_n(out, "", 1);
}

/* The glyphs of the small font: those of the letters, then the parts of composite ones. */
struct glyph_list {
    uint16_t *of;
    int count, room;
};

static void add_glyph(struct glyph_list *list, uint16_t glyph) {
    list->of = grown(list->of, list->count, &list->room, sizeof *list->of);
    list->of[list->count++] = glyph;
}

static uint32_t number_of(struct glyph_list *list, uint16_t glyph) {
    int i = 0;
    while (i < list->count && list->of[i] != glyph)
        i++;
    if (i == UINT16_MAX)
        return 0;
    if (i == list->count)
        add_glyph(list, glyph);
    return (uint32_t)i;
}

/* Copies an outline. A composite one names its parts by their old numbers: each becomes a glyph of
 * the small font, and is named by its new number. */
static void put_outline(const struct font *f, uint32_t glyph, struct glyph_list *list,
                        struct text *glyf) {
    struct table_part outline = outline_of(f, glyph);
    size_t start = glyf->len;
    put_copy(glyf, f, outline);
    if (outline.size && i16(f, outline.at) < 0) {
        uint32_t at = GLYPH_HEAD, flags = PART_MORE;
        while (flags & PART_MORE && at + 4 <= outline.size) {
            flags = u16(f, outline.at + at);
            set16(glyf, start + at + 2, number_of(list, (uint16_t)u16(f, outline.at + at + 2)));
            at += 4u + (flags & PART_WORDS ? 4u : 2u);
            at += flags & PART_SCALE      ? 2u
                  : flags & PART_SCALE_XY ? 4u
                  : flags & PART_MATRIX   ? 8u
                                          : 0u;
        }
    }
    pad(glyf);
}

struct made_table {
    const char *tag;
    struct text data;
};

static uint32_t checksum(const struct text *data) {
    uint32_t sum = 0;
    for (size_t i = 0; i < data->len; i++)
        sum += (uint32_t)(uint8_t)data->data[i] << (24 - 8 * (i % 4));
    return sum;
}

static void put_directory(struct text *out, const struct made_table *tables, uint32_t count) {
    uint32_t power = 1, log = 0, at = 12 + count * TABLE_RECORD;
    while (2 * power <= count) {
        power *= 2;
        log++;
    }
    put32(out, 0x00010000);
    put16(out, count);
    put16(out, 16 * power);
    put16(out, log);
    put16(out, 16 * (count - power));
    for (uint32_t i = 0; i < count; i++) {
        uint32_t size = (uint32_t)tables[i].data.len;
        text_put_n(out, tables[i].tag, 4);
        put32(out, checksum(&tables[i].data));
        put32(out, at);
        put32(out, size);
        at += (size + 3) / 4 * 4;
    }
}

struct text font_subset(const struct font *f) {
    /* In the order of the specification: by tag. The first, second and sixth are the font's hinting
     * programs, which the outlines rely on. */
    enum { CVT, FPGM, GLYF, HEAD, HHEA, HMTX, LOCA, MAXP, PREP, TABLES };
    static const char *const tags[TABLES] = {"cvt ", "fpgm", "glyf", "head", "hhea",
                                             "hmtx", "loca", "maxp", "prep"};
    struct made_table t[TABLES];
    for (int i = 0; i < TABLES; i++) {
        t[i] = (struct made_table){tags[i], text_on_heap()};
        if (i != GLYF && i != HMTX && i != LOCA)
            put_copy(&t[i].data, f, find_table(f, tags[i]));
    }
    struct glyph_list list = {0};
    for (int i = 0; i < f->count; i++)
        add_glyph(&list, f->letters[i].glyph);
    put32(&t[LOCA].data, 0);
    for (int i = 0; i < list.count; i++) { /* the list grows while composites are copied */
        put_outline(f, list.of[i], &list, &t[GLYF].data);
        put32(&t[LOCA].data, (uint32_t)t[GLYF].data.len);
        put16(&t[HMTX].data, advance_of(f, list.of[i]));
        put16(&t[HMTX].data, (uint32_t)bearing_of(f, list.of[i]) & 0xFFFF);
    }
    set16(&t[HEAD].data, HEAD_LONG_OFFSETS, 1);
    set32(&t[HEAD].data, 8, 0); /* the checksum of the whole font, which nobody checks in a PDF */
    set16(&t[HHEA].data, HHEA_METRICS, (uint32_t)list.count);
    set16(&t[MAXP].data, 4, (uint32_t)list.count);
    struct text out = text_on_heap();
    put_directory(&out, t, TABLES);
    for (int i = 0; i < TABLES; i++) {
        text_put_n(&out, t[i].data.data, t[i].data.len);
        pad(&out);
        free(t[i].data.data);
    }
    free(list.of);
    return out;
}
