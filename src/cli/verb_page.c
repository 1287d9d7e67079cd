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
    tell_line(cli_page_done, .folder = folder, .files = written.files,
              .bytes = (long long)written.bytes);
    if (written.removed)
        tell_line(cli_page_removed, .n = written.removed);
    print_files();
    return EXIT_FINE;
}

const struct verb verb_page = {
    .name = "page",
    .summary = M_cli_verb_page_summary,
    .about = M_cli_verb_page_about,
    .examples = "yard page --out site",
    .options = OPTIONS(OPTION_OUT(M_cli_option_page_out)),
    RUNS(run),
};
