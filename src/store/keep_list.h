/* keep_list: the list of commitments as a file. */
#pragma once

#include "store/link.h"

/* Writes FOLDER/commitments.ndjson, in the format in which the server shows the list; no file if
 * the list is empty. An existing file is replaced only by a list that begins with it. */
bool keep_list(const struct link_kind *kind, struct link *link, const char *folder,
               struct text *error);

/* Compares an existing file with the new contents. 0: it differs or cannot be read; 1: it is their
 * beginning; 2: it is the same; 3: there is no file. */
int keep_compare(const struct text *made, const char *path);
