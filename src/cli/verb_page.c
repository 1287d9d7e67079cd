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

static int run(const struct verb *verb, int argc, char **argv) {
    static const struct option options[] = {{"out", required_argument, NULL, 'o'}, {0}};
    const char *folder = NULL;
    char words[8192];
    struct text error = TEXT_IN(words);
    struct site_written written;
    int code, option;
    while ((option = next_option(verb, argc, argv, options, &code)) != -1) {
        if (option != 'o')
            return code;
        folder = optarg;
    }
    if (optind < argc)
        return wrong_usage(verb, "there is nothing to do with '%s'", argv[optind]);
    if (!folder || !folder[0])
        return wrong_usage(verb, "--out names the folder to write the page into");
    if (!site_write(folder, &written, &error))
        return problem("%s", words);
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
    .synopsis = "--out FOLDER",
    .help = "The files work under any address, also in a folder of a larger site. Beside each\n"
            "stand its packed forms (.br, .gz), for servers that send those. Files that are not\n"
            "the page's own are never replaced. doc/page.md says which headers a server should\n"
            "send along.\n"
            "  --out FOLDER    where to write them; the folder is made if there is none\n"
            "\n"
            "examples:\n"
            "  yard page --out site\n",
    .run = run,
};
