#include "cli/cli.h"
#include "play/results.h"

static void print_item(const struct shelf_item *item, int number) {
    char words[4096];
    struct text w = TEXT_IN(words);
    const struct state *s = table_now(item->table);
    rules_print(&s->rules, &w);
    printf("%3d  %.10s  %s", number, table_date(item->table), words);
    text_clear(&w);
    result_standing(s, &w);
    printf(": %s", words);
    text_clear(&w);
    result_totals(s, &w);
    printf("\n     %s\n     %s\n", words, item->path);
}

static int run(const struct verb *verb, int argc, char **argv) {
    static const struct option options[] = {
        {"json", no_argument, NULL, 'j'}, {"unfinished", no_argument, NULL, 'u'}, {0}};
    int code = EXIT_FINE, option;
    bool json = false, unfinished = false;
    while ((option = next_option(verb, argc, argv, options, &code)) != -1) {
        if (option == OPTION_DONE)
            return code;
        json = json || option == 'j';
        unfinished = unfinished || option == 'u';
    }
    if (optind < argc)
        return wrong_usage(verb, "there is nothing to do with '%s'", argv[optind]);
    char words[1024];
    struct text error = TEXT_IN(words);
    struct shelf shelf;
    if (!shelf_open(&shelf, &error))
        return problem("%s", words);
    int shown = 0;
    code = EXIT_FINE;
    for (int i = 0; i < shelf.count; i++) {
        const struct shelf_item *item = &shelf.items[i];
        if (!item->table) {
            code = problem("%s", item->error);
            continue;
        }
        if (unfinished && state_over(table_now(item->table)))
            continue;
        shown++;
        if (json) {
            static char buffer[1 << 16];
            struct text out = TEXT_IN(buffer);
            struct json j = json_start(&out);
            result_json(&j, item->path, item->table);
            puts(buffer);
        } else {
            print_item(item, shown);
        }
    }
    if (!shown && !json)
        fputs(unfinished ? "No game is unfinished.\n" : "No game has been kept yet.\n", stderr);
    shelf_close(&shelf);
    return code;
}

const struct verb verb_list = {
    .name = "list",
    .summary = "list the games kept so far",
    .synopsis = "[--unfinished] [--json]",
    .help = "  --unfinished   only those that can be resumed\n"
            "  --json         one JSON object a record\n"
            "Records stand in $XDG_DATA_HOME/yardstick/games (~/.local/share/yardstick/games).\n"
            "\n"
            "examples:\n"
            "  yard list\n"
            "  yard list --unfinished\n"
            "  yard list --json\n",
    .run = run,
};
