#include "cli/cli.h"
#include "cli/examine.h"

struct request {
    struct many names;
};

static int run(void *request) {
    char **names = ((struct request *)request)->names.list, words[2048];
    struct text error = TEXT_IN(words);
    const char *store = take_store(names[0]), *file = names[1];
    if (!store_backup(store, file, judge_of_copies(), &error))
        return problem("%s", words);
    printf("%s is a copy of %s.\n", file, store);
    return EXIT_FINE;
}

const struct verb verb_backup = {
    .name = "backup",
    .summary = "copy the store of a server, also while it runs",
    .about = "STORE is the file in which a server keeps its games. The copy is one file that a "
             "server can be started on; it holds everything that was acknowledged before the "
             "copying began. An existing FILE is never replaced. The copy is checked as 'yard "
             "doctor' does and carries a checksum; a damaged one is kept as FILE.damaged, and the "
             "exit status is 1. 'yard restore' puts it back.\n"
             "Back up a PostgreSQL database with its own tools, such as 'pg_dump'.",
    .examples = "yard backup games.db games-monday.db",
    ARGUMENTS("STORE FILE", names, 2, 2, "it takes a store and the file to write"),
    .takes = KIND_FILE,
    RUNS(run),
};
