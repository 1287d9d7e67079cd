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
    tell_line(cli_restore_done, .store = store, .file = copy);
    if (done.aside[0])
        tell_line(cli_restore_previous, .file = done.aside);
    tell_line(cli_restore_fair_dice);
    struct doctor_options o = {.store = store, .key = q->key, .finding = print_finding};
    doctor_examine(&o, &report);
    return report.bad ? EXIT_PROBLEM : EXIT_FINE;
}

const struct verb verb_restore = {
    .name = "restore",
    .summary = M_cli_verb_restore_summary,
    .about = M_cli_verb_restore_about,
    .examples = "yard restore games-sunday.db games.db",
    ARGUMENTS("COPY STORE", names, 2, 2, M_cli_verb_restore_miscount),
    .takes = KIND_FILE,
    .options = OPTIONS(OPTION_KEY_OF_STORE),
    RUNS(run),
};
