#include "cli/cli.h"
#include "store/keep.h"

static int run(const struct verb *verb, int argc, char **argv) {
    static const struct option options[] = {{"out", required_argument, NULL, 'o'}, {0}};
    const char *folder = NULL;
    char words[1024];
    struct text error = TEXT_IN(words);
    struct store_exported done;
    int code, option;
    while ((option = next_option(verb, argc, argv, options, &code)) != -1) {
        if (option != 'o')
            return code;
        folder = optarg;
    }
    if (argc - optind != 1)
        return wrong_usage(verb, "it takes one store");
    if (!folder || !folder[0])
        return wrong_usage(verb, "--out names the folder to write the records into");
    if (!store_export(take_store(argv[optind]), folder, &done, &error))
        return problem("%s", words);
    printf("%s holds %d game%s with %lld events as records", folder, done.games,
           done.games == 1 ? "" : "s", done.events);
    printf(done.unchanged ? ", %d of them as they were.\n" : ".\n", done.unchanged);
    return EXIT_FINE;
}

const struct verb verb_export = {
    .name = "export",
    .summary = "write all games of a server as records",
    .synopsis = "STORE --out FOLDER",
    .help = "STORE is the file or the database (postgres://...) in which a server keeps its\n"
            "games; the server may go on meanwhile. Every game becomes a record, ID.yard, that\n"
            "'yard check', 'yard analyse' and all other verbs read. Written again into the same\n"
            "folder, games that went on grow, and no other file is touched. Secrets are not\n"
            "written: not those of seats, and not those of dice before they are revealed.\n"
            "The list of commitments of the server becomes commitments.ndjson.\n"
            "  --out FOLDER    where to write them; the folder is made if there is none\n"
            "\n"
            "examples:\n"
            "  yard export games.db --out records\n",
    .run = run,
};
