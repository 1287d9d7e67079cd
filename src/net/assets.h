/* assets: the files of the site, compiled into the program (packed by web/pack.py). */
#pragma once

#include "core/words.h"

/* A file in one of its encodings. */
struct variant {
    const char *coding; /* "br", "gzip", or "" for uncompressed */
    const char *etag;   /* including quotes; unique to each variant */
    const unsigned char *data;
    size_t size;
};

enum { VARIANTS_MAX = 3 };

struct asset {
    const char *name; /* "index.html", "icons/icon.svg" */
    const char *type;
    bool hashed; /* the name contains a hash of the content */

    /* Smallest first, uncompressed last; a compressed variant is present only if it is smaller. */
    struct variant variants[VARIANTS_MAX];
};

extern const struct asset assets[]; /* sorted by name */
extern const int asset_count;

/* The file at a path, "/" being index.html; NULL if absent. Paths are matched literally, without
 * decoding or normalizing: none of our names needs it. */
const struct asset *asset_at(struct span path);

int asset_variants(const struct asset *a);

/* The uncompressed variant. */
const struct variant *asset_plain(const struct asset *a);

/* The variant preferred by an Accept-Encoding header: the smallest if several are equally
 * acceptable, the uncompressed one if none is or if there is no header (NULL). */
const struct variant *asset_choose(const struct asset *a, const char *accept_encoding);
