#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "core/json.h"
#include "play/bests.h"

static void print_best(const struct best *b, const struct best *before) {
    if (!before || strcmp(before->rules, b->rules) || before->fewest_turns != b->fewest_turns)
        printf("%s%s%s\n", before ? "\n" : "", b->rules,
               b->fewest_turns ? ", alone: fewest turns" : "");
    printf("  %6d  ", b->value);
    fputs(b->name, stdout);
    for (int i = shown_width(b->name); i < 24; i++)
        putchar(' ');
    printf(" %-10s  %d game%s, mean %.1f", b->date, b->games, b->games == 1 ? "" : "s",
           (double)b->sum / b->games);
    printf(b->wins ? ", won %d\n" : "\n", b->wins);
}

static void print_json(const struct best *b) {
    char buffer[1024];
    struct text out = TEXT_IN(buffer);
    struct json j = json_start(&out);
    json_open(&j, NULL, '{');
    json_string(&j, "rules", b->rules);
    json_string(&j, "name", b->name);
    json_int(&j, b->fewest_turns ? "turns" : "points", b->value);
    json_string(&j, "date", b->date);
    json_int(&j, "games", b->games);
    json_int(&j, "won", b->wins);
    json_close(&j, '}');
    puts(buffer);
}

static int run(const struct verb *verb, int argc, char **argv) {
    static const struct option options[] = {
        {"json", no_argument, NULL, 'j'}, {"rules", required_argument, NULL, 'r'}, {0}};
    int code, option;
    bool json = false;
    char words[1024], wanted[RULES_TEXT_MAX] = "";
    struct text error = TEXT_IN(words);
    while ((option = next_option(verb, argc, argv, options, &code)) != -1) {
        struct rules r;
        struct text w = TEXT_IN(wanted);
        if (option == OPTION_DONE)
            return code;
        if (option == 'r' && !rules_parse(span_of(optarg), &r, &error))
            return wrong_usage(verb, "%s", words);
        if (option == 'r')
            rules_print(&r, &w);
        json = json || option == 'j';
    }
    if (optind < argc)
        return wrong_usage(verb, "there is nothing to do with '%s'", argv[optind]);
    struct shelf shelf;
    if (!shelf_open(&shelf, &error))
        return problem("%s", words);
    struct bests all;
    code = EXIT_FINE;
    for (int i = 0; i < shelf.count; i++) {
        if (!shelf.items[i].table)
            code = problem("%s", shelf.items[i].error);
    }
    bests_of_shelf(&shelf, &all);
    const struct best *before = NULL;
    for (int i = 0; i < all.count; i++) {
        if (wanted[0] && strcmp(wanted, all.list[i].rules))
            continue;
        if (json)
            print_json(&all.list[i]);
        else
            print_best(&all.list[i], before);
        before = &all.list[i];
    }
    if (!before && !json)
        fputs("No finished game has been kept yet.\n", stderr);
    bests_free(&all);
    shelf_close(&shelf);
    return code;
}

const struct verb verb_best = {
    .name = "best",
    .summary = "personal bests, by rule set",
    .synopsis = "[--rules RULES] [--json]",
    .help = "Highest totals of finished games; for a press game played alone, fewest turns.\n"
            "  --rules RULES   only this rule set\n"
            "  --json          one JSON object a line\n"
            "\n"
            "examples:\n"
            "  yard best\n"
            "  yard best --rules yardzee\n"
            "  yard best --json\n",
    .run = run,
};
