/* site_files: writes the site as a folder of files, for any web server. */
#pragma once

#include "core/text.h"

/* Name of the file that lists the files written to the folder. */
#define SITE_LIST "yard-page.txt"

struct site_written {
    int files, removed;
    size_t bytes;
};

/* Writes every file, with its compressed variants as NAME.br and NAME.gz, and creates the folder if
 * needed. An existing file of the same name is replaced only if SITE_LIST shows that we wrote it;
 * otherwise the call fails before anything is written. Files that we wrote earlier and that are no
 * longer part of the site are removed. Each file is replaced atomically, and index.html after
 * everything it refers to. */
bool site_write(const char *folder, struct site_written *ret, struct text *error);
