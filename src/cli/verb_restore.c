#include "cli/cli.h"
#include "cli/examine.h"

struct request {
    struct many names;
    const char *key;
};

static int run(void *request) {
    const struct request *q = request;
    const char *copy = q->names.list[0], *store = take_store(q->names.list[1]);
    LOCAL_TEXT(error, 2048);
    struct store_restored done;
    struct doctor_report report;
    if (!store_restore(copy, store, judge_of_copies(), &done, &error))
        return problem("%s", error.data);
    printf("%s is restored from %s.\n", store, copy);
    if (done.aside[0])
        printf("The previous store is kept as %s.\n", done.aside);
    puts(
        "Games with fair dice that were under way go on with the dice of then: throws that people\n"
        "saw after the copy was made fall again. Begin such games anew.");
    struct doctor_options o = {.store = store, .key = q->key, .finding = print_finding};
    doctor_examine(&o, &report);
    return report.bad ? EXIT_PROBLEM : EXIT_FINE;
}

const struct verb verb_restore = {
    .name = "restore",
    .summary = "restore a server's store from a copy",
    .about = "COPY is a file that 'yard backup' wrote, STORE the file in which a server keeps its "
             "games. Stop the server first: a store that is in use is left alone. The copy is "
             "checked before anything else happens, and refused if it is damaged. The previous "
             "store, with the log that a killed server leaves next to it, is kept under names "
             "that begin with STORE.before-restore; delete them when you no longer need them. If "
             "interrupted, the store is either as it was or as the copy; run it again. At the end "
             "it runs 'yard doctor' on the store. The key is not part of a copy: keep it as "
             "well.\n"
             "Restore a PostgreSQL database with its own tools: 'psql -1 -f' for a copy in text, "
             "or 'pg_restore -1 --clean --if-exists'.",
    .examples = "yard restore games-sunday.db games.db",
    ARGUMENTS("COPY STORE", names, 2, 2, "name a copy and the store to replace"),
    .takes = KIND_FILE,
    .options = OPTIONS(OPTION_KEY_OF_STORE),
    RUNS(run),
};
