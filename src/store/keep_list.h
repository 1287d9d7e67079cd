/* keep_list: the list of commitments as a file. */
#pragma once

#include "store/link.h"

/* FOLDER/commitments.ndjson, as the server shows it; no file when the list is empty. A file that is
 * there is replaced only by a longer list that begins with it. */
bool keep_list(const struct link_kind *kind, struct link *link, const char *folder,
               struct text *error);

/* How a file that is there goes together with what was made: 0 not at all, 1 as its beginning, 2 as
 * the same; 3: there is none. */
int keep_compare(const struct text *made, const char *path);
