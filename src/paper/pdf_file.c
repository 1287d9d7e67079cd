#include "paper/pdf_file.h"

#include <zlib.h>

#include "core/memory.h"
#include "paper/paper.h"

void pdf_file_begin(struct pdf_file *f) {
    *f = (struct pdf_file){.out = text_on_heap()};
    /* The second line tells programs that the file is not plain text. */
    text_put(&f->out, "%PDF-1.5\n%\xC2\xB5\xC2\xB6\n");
    pdf_file_number(f); /* there is no object 0 */
}

int pdf_file_number(struct pdf_file *f) {
    f->places = grown(f->places, f->count, &f->room, sizeof *f->places);
    f->places[f->count] = 0;
    return f->count++;
}

struct text *pdf_file_open(struct pdf_file *f, int number) {
    f->places[number] = f->out.len;
    text_add(&f->out, "%d 0 obj\n", number);
    return &f->out;
}

void pdf_file_close(struct pdf_file *f) {
    text_put(&f->out, "\nendobj\n");
}

int pdf_file_stream(struct pdf_file *f, const struct text *data) {
    int number = pdf_file_number(f);
    uLongf size = compressBound(data->len);
    Bytef *packed = grab(size, 1);
    if (compress2(packed, &size, (const Bytef *)data->data, data->len, Z_BEST_COMPRESSION) != Z_OK)
        abort(); /* only for lack of memory */
    pdf_file_open(f, number);
    /* Length1: its length when unpacked, which fonts need and others ignore. */
    text_add(&f->out, "<</Length %lu/Length1 %zu/Filter/FlateDecode>>\nstream\n", size, data->len);
    text_put_n(&f->out, (const char *)packed, size);
    text_put(&f->out, "\nendstream");
    pdf_file_close(f);
    free(packed);
    return number;
}

void pdf_file_utf16(struct text *out, const char *words) {
    for (uint32_t c; (c = paper_char(&words));) {
        if (c >= 0x10000)
            text_add(out, "%04X%04X", 0xD800 + ((c - 0x10000) >> 10),
                     0xDC00 + ((c - 0x10000) & 0x3FF));
        else
            text_add(out, "%04X", c);
    }
}

void pdf_file_end(struct pdf_file *f, int catalog, int info, FILE *to) {
    size_t table = f->out.len;
    text_add(&f->out, "xref\n0 %d\n0000000000 65535 f \n", f->count);
    for (int i = 1; i < f->count; i++)
        text_add(&f->out, "%010zu 00000 n \n", f->places[i]);
    text_add(&f->out, "trailer\n<</Size %d/Root %d 0 R/Info %d 0 R>>\nstartxref\n%zu\n%%%%EOF\n",
             f->count, catalog, info, table);
    fwrite(f->out.data, 1, f->out.len, to);
    free(f->out.data);
    free(f->places);
}
