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
    LOCAL_TEXT(out, 1024);
    struct json j = json_begin(&out);
    json_string(&j, "rules", b->rules);
    json_string(&j, "name", b->name);
    json_int(&j, b->fewest_turns ? "turns" : "points", b->value);
    json_string(&j, "date", b->date);
    json_int(&j, "games", b->games);
    json_int(&j, "won", b->wins);
    json_close(&j, '}');
    puts(out.data);
}

struct request {
    struct rules rules;
    bool json;
};

static int run(void *request) {
    const struct request *q = request;
    char words[1024], wanted[RULES_TEXT_MAX] = "";
    struct text error = TEXT_IN(words), w = TEXT_IN(wanted);
    struct shelf shelf;
    struct bests all;
    int code = EXIT_FINE;
    if (q->rules.book)
        rules_print(&q->rules, &w);
    if (!shelf_open(&shelf, &error))
        return problem("%s", words);
    for (int i = 0; i < shelf.count; i++) {
        if (!shelf.items[i].table)
            code = problem("%s", shelf.items[i].error);
    }
    bests_of_shelf(&shelf, &all);
    const struct best *before = NULL;
    for (int i = 0; i < all.count; i++) {
        if (wanted[0] && strcmp(wanted, all.list[i].rules))
            continue;
        if (q->json)
            print_json(&all.list[i]);
        else
            print_best(&all.list[i], before);
        before = &all.list[i];
    }
    if (!before && !q->json)
        fputs("No finished game has been kept yet.\n", stderr);
    bests_free(&all);
    shelf_close(&shelf);
    return code;
}

const struct verb verb_best = {
    .name = "best",
    .summary = "personal bests, by rule set",
    .about = "Highest totals of the finished games that were kept; for a press game played alone, "
             "fewest turns.",
    .examples = "yard best\n"
                "yard best --rules yardzee\n"
                "yard best --json",
    .options = OPTIONS(OPTION_RULES("only this rule set"), OPTION_JSON("one JSON object a line")),
    RUNS(run),
};
