/* site_files: the site as a folder of files, for a server that knows nothing of yard. */
#pragma once

#include "core/text.h"

/* The file in the folder that lists what was written there. */
#define SITE_LIST "yard-page.txt"

struct site_written {
    int files, removed;
    size_t bytes;
};

/* Writes every file, with its packed forms beside it as NAME.br and NAME.gz, and makes the folder
 * where it is missing. A file that is there already is replaced if it was written here before,
 * which SITE_LIST says; else nothing at all is written. Files of an earlier site that are no part
 * of this one are removed. Each file is whole at any time, and index.html changes after all it
 * refers to. */
bool site_write(const char *folder, struct site_written *ret, struct text *error);
