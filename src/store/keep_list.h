/* keep_list: the list of commitments as a file. */
#pragma once

#include "store/link.h"

/* Writes the list to FOLDER/commitments.ndjson, in the format in which the server shows it; writes
 * no file if the list is empty. An existing file is replaced only by a list that begins with the
 * file's entries. */
bool keep_list(const struct link_kind *kind, struct link *link, const char *folder,
               struct text *error);

/* Compares an existing file with the new contents. Returns 0 if the file cannot be read or the new
 * contents do not begin with the file's, 1 if they extend the file's, 2 if both are the same, 3 if
 * there is no file. */
int keep_compare(const struct text *made, const char *path);
