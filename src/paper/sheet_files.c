/* The sheet is drawn in memory first, so that the file is written in a single step, and a failed
 * drawing touches no file. */
#include "paper/sheet_files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/errors.h"
#include "core/memory.h"
#include "core/say.h"
#include "paper/paper_sheet.h"
#include "play/whole_file.h"

static bool is_stdout(const char *path) {
    return strcmp(path, "-") == 0;
}

static bool fails(const char *path, const char *reason, struct text *error) {
    return say_fail(error, paper_cannot_write,
                    .file = is_stdout(path) ? words_of(M_paper_standard_output) : path,
                    .reason = reason);
}

static bool write_whole(const char *path, const char *data, size_t size, struct text *error) {
    int reason;
    if (is_stdout(path))
        reason = fflush(stdout) != 0 ? errno : whole_file_put(STDOUT_FILENO, data, size);
    else
        reason = whole_file_write(path, data, size);
    return reason ? fails(path, error_words(reason), error) : true;
}

static void draw_svg(const struct scoresheet *s, FILE *f, enum paper_size size) {
    LOCAL_TEXT(t, sizeof s->title);
    paper_clean(s->title, &t);
    struct paper *p = paper_svg_new(f, size, t.data);
    paper_sheet(p, s);
    paper_svg_end(p);
}

static void draw_pdf(const struct scoresheet *s, FILE *f, enum paper_size size,
                     bool *ret_replaced) {
    LOCAL_TEXT(t, sizeof s->title);
    paper_clean(s->title, &t);
    struct paper *p = paper_pdf_new(size, t.data, NULL);
    paper_sheet(p, s);
    paper_pdf_save(p, f, ret_replaced);
    paper_pdf_free(p);
}

/* Writes a PDF file or, if ret_replaced is NULL, an SVG file. */
static bool write_sheet(const struct scoresheet *s, const char *path, enum paper_size size,
                        bool *ret_replaced, struct text *error) {
    char *data = NULL;
    size_t length = 0;
    FILE *f = must(open_memstream(&data, &length));
    if (ret_replaced)
        draw_pdf(s, f, size, ret_replaced);
    else
        draw_svg(s, f, size);
    bool whole = !ferror(f), good = fclose(f) == 0 && whole;
    good = good ? write_whole(path, data, length, error) : fails(path, error_words(ENOMEM), error);
    free(data);
    return good;
}

bool sheet_write_svg(const struct scoresheet *s, const char *path, enum paper_size size,
                     struct text *error) {
    return write_sheet(s, path, size, NULL, error);
}

bool sheet_write_pdf(const struct scoresheet *s, const char *path, enum paper_size size,
                     bool *ret_replaced, struct text *error) {
    *ret_replaced = false;
    return write_sheet(s, path, size, ret_replaced, error);
}
