#include "cli/cli.h"
#include "store/keep.h"

struct request {
    struct many stores;
    const char *out;
};

static int run(void *request) {
    const struct request *q = request;
    LOCAL_TEXT(error, 1024);
    struct store_exported done;
    if (!store_export(take_store(q->stores.list[0]), q->out, &done, &error))
        return problem("%s", error.data);
    printf("%s holds %d game%s with %lld events as records", q->out, done.games,
           done.games == 1 ? "" : "s", done.events);
    printf(done.unchanged ? ", %d of them as they were.\n" : ".\n", done.unchanged);
    return EXIT_FINE;
}

const struct verb verb_export = {
    .name = "export",
    .summary = "write all games of a server as records",
    .about = "STORE is the file or the database ('postgres://...') in which a server keeps its "
             "games; the server may keep running. Every game becomes a record, ID.yard, that "
             "'yard check', 'yard analyse' and all other verbs read. Exported again into the same "
             "folder, records grow with their games; a file that is not an earlier state of the "
             "same game is named and left alone, and the export stops. Secrets are not written, "
             "neither those of seats nor those of dice that are not revealed. The server's list "
             "of commitments becomes commitments.ndjson.",
    .examples = "yard export games.db --out records",
    ARGUMENTS("STORE", stores, 1, 1, "it takes one store"),
    .takes = KIND_FILE,
    .options = OPTIONS(OPTION_OUT("the folder to write the records into")),
    RUNS(run),
};
