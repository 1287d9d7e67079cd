#include "cli/cli.h"
#include "net/assets.h"
#include "server/site_files.h"

static void print_files(void) {
    for (int i = 0; i < asset_count; i++) {
        const struct asset *a = &assets[i];
        printf("  %-28s %8zu", a->name, asset_plain(a)->size);
        for (int k = 0; k < asset_variants(a) - 1; k++)
            printf("  %s %zu", a->variants[k].coding, a->variants[k].size);
        putchar('\n');
    }
}

struct request {
    const char *out;
};

static int run(void *request) {
    const char *folder = ((struct request *)request)->out;
    LOCAL_TEXT(error, 8192);
    struct site_written written;
    if (!site_write(folder, &written, &error))
        return problem("%s", error.data);
    printf("%s holds the page: %d files, %zu bytes.\n", folder, written.files, written.bytes);
    if (written.removed)
        printf("%d file%s of an earlier page %s gone.\n", written.removed,
               written.removed > 1 ? "s" : "", written.removed > 1 ? "are" : "is");
    print_files();
    return EXIT_FINE;
}

const struct verb verb_page = {
    .name = "page",
    .summary = "write the page as files that any web server can host",
    .about = "The files work under any address, also in a folder of a larger site. Next to each "
             "are its packed forms (.br, .gz), for servers that send those. yard-page.txt lists "
             "what was written: only that is replaced or removed the next time, and if another "
             "file is in the way, nothing is written. doc/page.md says which headers a server "
             "should send.",
    .examples = "yard page --out site",
    .options = OPTIONS(OPTION_OUT("the folder to write the page into")),
    RUNS(run),
};
