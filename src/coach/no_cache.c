/* Stands in for cache.c in the web page, which has no files to store tables in. */
#include "coach/cache.h"

void cache_path(const char *folder, const struct cache_key *key, struct text *ret) {
    (void)folder, (void)key, (void)ret;
}

bool cache_open(const char *folder, const struct cache_key *key, struct cached *ret,
                struct text *warning) {
    (void)folder, (void)key, (void)warning;
    *ret = (struct cached){0};
    return false;
}

void cache_close(struct cached *cached) {
    (void)cached;
}

bool cache_save(const char *folder, const struct cache_key *key, const void *data, size_t size,
                struct text *warning) {
    (void)folder, (void)key, (void)data, (void)size, (void)warning;
    return false;
}
