#include "cli/cli.h"
#include "play/results.h"

static void print_item(const struct shelf_item *item, int number) {
    LOCAL_TEXT(w, 4096);
    const struct state *s = table_now(item->table);
    rules_print(&s->rules, &w);
    printf("%3d  %.10s  %s", number, table_date(item->table), w.data);
    text_clear(&w);
    result_standing(s, &w);
    printf(": %s", w.data);
    text_clear(&w);
    result_totals(s, &w);
    printf("\n     %s\n     %s\n", w.data, item->path);
}

struct request {
    bool json, unfinished;
};

static int run(void *request) {
    const struct request *q = request;
    LOCAL_TEXT(error, 1024);
    struct shelf shelf;
    if (!shelf_open(&shelf, &error))
        return problem("%s", error.data);
    int shown = 0, code = EXIT_FINE;
    for (int i = 0; i < shelf.count; i++) {
        const struct shelf_item *item = &shelf.items[i];
        if (!item->table) {
            code = problem("%s", item->error);
            continue;
        }
        if (q->unfinished && state_over(table_now(item->table)))
            continue;
        shown++;
        if (q->json) {
            static char buffer[1 << 16];
            struct text out = TEXT_IN(buffer);
            struct json j = json_start(&out);
            result_json(&j, item->path, item->table);
            puts(buffer);
        } else {
            print_item(item, shown);
        }
    }
    if (!shown && !q->json)
        fprintf(stderr, "%s\n",
                words_of(q->unfinished ? M_cli_list_none_unfinished : M_cli_list_none_kept));
    shelf_close(&shelf);
    return code;
}

const struct verb verb_list = {
    .name = "list",
    .summary = M_cli_verb_list_summary,
    .about = M_cli_verb_list_about,
    .examples = "yard list\n"
                "yard list --unfinished\n"
                "yard list --json",
    .options = OPTIONS({"unfinished", .help = M_cli_option_list_unfinished, TO(unfinished)},
                       OPTION_JSON(M_cli_option_json_records)),
    RUNS(run),
};
