#include "cli/cli.h"
#include "cli/examine.h"

static int run(const struct verb *verb, int argc, char **argv) {
    static const struct option options[] = {{0}};
    char words[2048];
    struct text error = TEXT_IN(words);
    int code;
    if (next_option(verb, argc, argv, options, &code) != -1)
        return code;
    if (argc - optind != 2)
        return wrong_usage(verb, "it takes a store and the file to write");
    const char *store = take_store(argv[optind]), *file = argv[optind + 1];
    if (!store_backup(store, file, judge_of_copies(), &error))
        return problem("%s", words);
    printf("%s is a copy of %s.\n", file, store);
    return EXIT_FINE;
}

const struct verb verb_backup = {
    .name = "backup",
    .summary = "copy the store of a server, also while it runs",
    .synopsis = "STORE FILE",
    .help = "STORE is the file in which a server keeps its games. The copy is one file that a\n"
            "server can be started on; it holds everything that was acknowledged before the\n"
            "copying began. No file is replaced. The copy is checked as 'yard doctor' does, and\n"
            "carries a checksum; one that is damaged is called FILE.damaged, and said so.\n"
            "'yard restore' puts it back. Databases of PostgreSQL are backed up by its own\n"
            "tools, such as pg_dump.\n"
            "\n"
            "examples:\n"
            "  yard backup games.db games-monday.db\n",
    .run = run,
};
