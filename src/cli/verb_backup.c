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
    tell_line(cli_backup_done, .file = file, .store = store);
    return EXIT_FINE;
}

const struct verb verb_backup = {
    .name = "backup",
    .summary = M_cli_verb_backup_summary,
    .about = M_cli_verb_backup_about,
    .examples = "yard backup games.db games-monday.db",
    ARGUMENTS("STORE FILE", names, 2, 2, M_cli_verb_backup_miscount),
    .takes = KIND_FILE,
    RUNS(run),
};
