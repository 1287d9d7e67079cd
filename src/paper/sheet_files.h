/* sheet_files: a score sheet as a file to print.
 *
 * Files are replaced atomically. The path "-" means standard output. Errors name the file and the
 * reason. */
#pragma once

#include "paper/paper.h"
#include "play/scoresheet.h"

bool sheet_write_svg(const struct scoresheet *s, const char *path, enum paper_size size,
                     struct text *error);

/* *ret_replaced: whether some characters were in none of the available fonts, so that they were
 * replaced or appear as empty boxes. */
bool sheet_write_pdf(const struct scoresheet *s, const char *path, enum paper_size size,
                     bool *ret_replaced, struct text *error);
