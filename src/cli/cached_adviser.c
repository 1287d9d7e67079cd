#include "cli/cached_adviser.h"

#include "cli/cli.h"
#include "coach/cache.h"

static void warn(void *user, const char *words) {
    (void)user;
    complain(cli_main_warning, .words = words);
}

struct adviser *cached_adviser_new(int threads, bool cache, bool keep_all) {
    LOCAL_TEXT(f, CACHE_PATH_MAX);
    struct adviser *a = adviser_new(threads);
    if (cache && cache_folder(&f))
        adviser_use_cache(a, f.data, keep_all, warn, NULL);
    return a;
}
