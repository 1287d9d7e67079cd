#include "cli/cli.h"
#include "cli/examine.h"

static int run(const struct verb *verb, int argc, char **argv) {
    static const struct option options[] = {{"key", required_argument, NULL, 'k'}, {0}};
    const char *key = NULL;
    char words[2048];
    struct text error = TEXT_IN(words);
    struct store_restored done;
    struct doctor_report report;
    int code, option;
    while ((option = next_option(verb, argc, argv, options, &code)) != -1) {
        if (option != 'k')
            return code;
        key = optarg;
    }
    if (argc - optind != 2)
        return wrong_usage(verb, "name a copy and the store to replace");
    const char *copy = argv[optind], *store = take_store(argv[optind + 1]);
    if (!store_restore(copy, store, judge_of_copies(), &done, &error))
        return problem("%s", words);
    printf("%s is restored from %s.\n", store, copy);
    if (done.aside[0])
        printf("The previous store is kept as %s.\n", done.aside);
    puts(
        "Games with fair dice that were under way go on with the dice of then: throws that people\n"
        "saw after the copy was made fall again. Begin such games anew.");
    doctor_examine(&(struct doctor_options){.store = store, .key = key, .finding = print_finding},
                   &report);
    return report.bad ? EXIT_PROBLEM : EXIT_FINE;
}

const struct verb verb_restore = {
    .name = "restore",
    .summary = "restore a server's store from a copy",
    .synopsis = "COPY STORE [--key FILE]",
    .help = "COPY is a file that 'yard backup' wrote, STORE the file in which a server keeps its\n"
            "games. Stop the server first: a store that is in use is left alone. The copy is\n"
            "checked before anything else happens; one that is damaged is refused. The store of\n"
            "before, and the log next to it if the server was killed, are kept under names that\n"
            "begin with STORE.before-restore; delete them when you do not need them any more.\n"
            "If it is interrupted, the store is either as it was or as the copy; run it again.\n"
            "At the end it runs 'yard doctor' on the store. The key is not part of a copy:\n"
            "keep it as well. Databases of PostgreSQL are restored by its own tools: psql for\n"
            "a copy in text, or pg_restore.\n"
            "  --key FILE      the key of the server (default: the file next to the store)\n"
            "\n"
            "examples:\n"
            "  yard restore games-sunday.db games.db\n",
    .run = run,
};
