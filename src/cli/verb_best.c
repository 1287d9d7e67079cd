#include <string.h>

#include "cli/cli.h"
#include "core/json.h"
#include "play/bests.h"

static void print_heading(const struct best *b, bool first) {
    if (!first)
        putchar('\n');
    if (b->fewest_turns)
        tell_line(cli_best_fewest_turns, .rules = b->rules);
    else
        puts(b->rules);
}

static void print_best(const struct best *b, const struct best *before) {
    if (!before || strcmp(before->rules, b->rules) || before->fewest_turns != b->fewest_turns)
        print_heading(b, !before);
    printf("  %6d  ", b->value);
    fputs(b->name, stdout);
    for (int i = shown_width(b->name); i < 16; i++)
        putchar(' ');
    double mean = (double)b->sum / b->games;
    printf(" %-10s  ", b->date);
    if (b->wins)
        tell_line(cli_best_games_won, .n = b->games, .mean = mean, .won = b->wins);
    else
        tell_line(cli_best_games, .n = b->games, .mean = mean);
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
    if (!before && !q->json && wanted[0] && all.count)
        fprintf(stderr, "%s\n", WORDS(cli_best_no_such_game, .rules = wanted));
    else if (!before && !q->json)
        fprintf(stderr, "%s\n", words_of(M_cli_best_no_game));
    bests_free(&all);
    shelf_close(&shelf);
    return code;
}

const struct verb verb_best = {
    .name = "best",
    .summary = M_cli_verb_best_summary,
    .about = M_cli_verb_best_about,
    .examples = "yard best\n"
                "yard best --rules yardzee\n"
                "yard best --json",
    .options = OPTIONS(OPTION_RULES(M_cli_option_best_rules), OPTION_JSON(M_cli_option_best_json)),
    RUNS(run),
};
