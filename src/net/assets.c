#include "net/assets.h"

#include "net/headers.h"

const struct asset *asset_at(struct span path) {
    if (!path.len || path.at[0] != '/')
        return NULL;
    struct span name = {path.at + 1, path.len - 1};
    if (!name.len)
        name = span_of("index.html");
    for (int i = 0; i < asset_count; i++) {
        if (span_is(name, assets[i].name))
            return &assets[i];
    }
    return NULL;
}

int asset_variants(const struct asset *a) {
    int n = 1;
    while (a->variants[n - 1].coding[0])
        n++;
    return n;
}

const struct variant *asset_plain(const struct asset *a) {
    return &a->variants[asset_variants(a) - 1];
}

const struct variant *asset_choose(const struct asset *a, const char *accept_encoding) {
    const struct variant *best = asset_plain(a);
    if (!accept_encoding)
        return best;
    struct span said = span_of(accept_encoding);
    int liked = 0;
    for (int i = 0; i < asset_variants(a); i++) {
        int quality = coding_quality(said, a->variants[i].coding);
        if (quality > liked) {
            best = &a->variants[i];
            liked = quality;
        }
    }
    return best;
}
