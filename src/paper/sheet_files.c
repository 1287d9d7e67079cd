/* The sheet is drawn in memory first, so that the file is written in a single step, and a failed
 * drawing touches no file. */
#include "paper/sheet_files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/errors.h"
#include "core/say.h"
#include "paper/paper_sheet.h"
#include "play/whole_file.h"

enum { REASON_MAX = 128 };

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

static bool draw_svg(const struct scoresheet *s, FILE *f, enum paper_size size,
                     struct text *reason) {
    LOCAL_TEXT(t, sizeof s->title);
    paper_clean(s->title, &t);
    struct paper *p = paper_svg_new(f, size, t.data);
    if (!p)
        return text_fail(reason, "%s", error_words(ENOMEM));
    paper_sheet(p, s);
    paper_svg_end(p);
    return true;
}

static bool draw_pdf(const struct scoresheet *s, FILE *f, enum paper_size size, bool *ret_replaced,
                     struct text *reason) {
    LOCAL_TEXT(t, sizeof s->title);
    paper_clean(s->title, &t);
    struct paper *p = paper_pdf_new(size, t.data, NULL, reason);
    if (!p)
        return false;
    paper_sheet(p, s);
    bool good = paper_pdf_save(p, f, ret_replaced, reason);
    paper_pdf_free(p);
    return good;
}

/* Writes a PDF file or, if ret_replaced is NULL, an SVG file. */
static bool write_sheet(const struct scoresheet *s, const char *path, enum paper_size size,
                        bool *ret_replaced, struct text *error) {
    char words[REASON_MAX], *data = NULL;
    struct text reason = TEXT_IN(words);
    size_t length = 0;
    FILE *f = open_memstream(&data, &length);
    bool good = f && (ret_replaced ? draw_pdf(s, f, size, ret_replaced, &reason)
                                   : draw_svg(s, f, size, &reason));
    if (f) {
        bool whole = !ferror(f);
        good = fclose(f) == 0 && whole && good;
    }
    if (!good)
        fails(path, reason.len ? words : error_words(ENOMEM), error);
    else
        good = write_whole(path, data, length, error);
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
