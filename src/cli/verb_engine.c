#include <stdlib.h>

#include "cli/cached_adviser.h"
#include "cli/cli.h"
#include "cli/progress.h"
#include "core/memory.h"
#include "talk/talk.h"

/* Some answers may take a while: on a terminal, show progress and let Ctrl-C cancel them. */
static bool answer(struct talk *talk, struct span line, struct text *out) {
    struct span rest = line, verb = span_word(&rest);
    static const char *const slow[] = {"advise", "why",      "judge", "analyse",
                                       "bot",    "practice", "daily", NULL};
    const char *label = NULL;
    for (int i = 0; slow[i] && !label; i++)
        label = span_is(verb, slow[i]) ? slow[i] : NULL;
    if (!label)
        return talk_line(talk, line, out);
    struct progress progress;
    progress_begin(&progress, label);
    talk_use_work(talk, &progress.work);
    bool going = talk_line(talk, line, out);
    talk_use_work(talk, NULL);
    progress_end(&progress);
    return going;
}

static int talk_on_stdin(struct talk *talk) {
    struct text out = text_on_heap();
    char *line = NULL;
    size_t room = 0;
    ssize_t n;
    while ((n = getline(&line, &room, stdin)) >= 0) {
        if (n && line[n - 1] == '\n')
            n--;
        if (!answer(talk, (struct span){line, (size_t)n}, &out))
            break;
        puts(out.data);
        if (fflush(stdout) != 0)
            break; /* main() reports the error */
    }
    free(line);
    free(out.data);
    return EXIT_FINE;
}

struct request {
    struct many records;
};

static int run(void *request) {
    const struct many *records = &((struct request *)request)->records;
    struct table *table = NULL;
    struct record *record = NULL;
    if (records->count) {
        LOCAL_TEXT(error, 1024);
        struct record_tail tail;
        table = table_new();
        record = record_open(records->list[0], table, &tail, &error);
        if (!record) {
            table_free(table);
            return problem("%s", error.data);
        }
        if (tail.found)
            complain(cli_engine_cut, .file = records->list[0], .line = tail.line,
                     .text = tail.text);
    }
    struct talk *talk = talk_new(table, record);
    talk_use_adviser(talk, cached_adviser_new(0, true, false));
    int code = talk_on_stdin(talk);
    talk_free(talk);
    record_close(record);
    table_free(table);
    return code;
}

const struct verb verb_engine = {
    .name = "engine",
    .summary = M_cli_verb_engine_summary,
    .about = M_cli_verb_engine_about,
    .examples = "printf 'rules yardzee\\nseat Ann\\nroll 1 1 3 5 6\\nlegal\\n' | yard engine\n"
                "echo 'position yardkle 1500/0 1 350 1,2,2,4,5,5' | yard engine",
    ARGUMENT_RECORDS(0, 1, M_cli_verb_engine_miscount),
    RUNS(run),
};
