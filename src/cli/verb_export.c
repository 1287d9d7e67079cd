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
    const char *events = WORDS(cli_export_events, .n = done.events);
    if (done.unchanged)
        tell_line(cli_export_done_unchanged, .folder = q->out, .n = done.games, .events = events,
                  .unchanged = done.unchanged);
    else
        tell_line(cli_export_done, .folder = q->out, .n = done.games, .events = events);
    return EXIT_FINE;
}

const struct verb verb_export = {
    .name = "export",
    .summary = M_cli_verb_export_summary,
    .about = M_cli_verb_export_about,
    .examples = "yard export games.db --out records",
    ARGUMENTS("STORE", stores, 1, 1, M_cli_verb_one_store),
    .takes = KIND_FILE,
    .options = OPTIONS(OPTION_OUT(M_cli_option_export_out)),
    RUNS(run),
};
