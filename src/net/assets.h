/* assets: the files of the site, which are part of the program (web/pack.py packs them). */
#pragma once

#include "core/words.h"

/* A file in one of the codings in which it can be sent. */
struct variant {
    const char *coding; /* "br", "gzip", or "" for the file as it is */
    const char *etag;   /* in its quotes; no two variants have the same */
    const unsigned char *data;
    size_t size;
};

enum { VARIANTS_MAX = 3 };

struct asset {
    const char *name; /* "index.html", "icons/icon.svg" */
    const char *type;
    bool hashed; /* the name changes when the content does */

    /* The smallest first; the last is the file as it is, and others are there only if smaller. */
    struct variant variants[VARIANTS_MAX];
};

extern const struct asset assets[]; /* by name */
extern const int asset_count;

/* The file at a path, "/" being index.html; NULL when there is none. Nothing is decoded or
 * simplified: no name of ours needs it, and what is not exactly a name is no file. */
const struct asset *asset_at(struct span path);

int asset_variants(const struct asset *a);

/* The file as it is. */
const struct variant *asset_plain(const struct asset *a);

/* The variant that somebody who accepts these codings likes best, of equals the smallest.
 * `accept_encoding` is NULL when nothing was said. Who accepts none gets the file as it is. */
const struct variant *asset_choose(const struct asset *a, const char *accept_encoding);
