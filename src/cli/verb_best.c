/* Personal bests: per rule set and person (or pair of partners), over all finished games. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "core/json.h"

struct best {
    char rules[RULES_TEXT_MAX];
    bool fewest_turns; /* solo press games: fewer is better */
    char name[SEAT_NAME_MAX];
    char date[32];
    int value, games, wins;
    int64_t sum;
};

struct bests {
    struct best *list;
    int count;
};

static struct best *find(struct bests *all, const char *rules, const char *name, bool fewest) {
    for (int i = 0; i < all->count; i++) {
        struct best *b = &all->list[i];
        if (!strcmp(b->rules, rules) && !strcmp(b->name, name) && b->fewest_turns == fewest)
            return b;
    }
    all->list = realloc(all->list, (size_t)(all->count + 1) * sizeof *all->list);
    if (!all->list)
        abort();
    struct best *b = &all->list[all->count++];
    memset(b, 0, sizeof *b);
    struct text r = TEXT_IN(b->rules), n = TEXT_IN(b->name);
    text_put(&r, rules);
    text_put(&n, name);
    b->fewest_turns = fewest;
    return b;
}

static void count_game(struct bests *all, const struct state *s, const char *date) {
    char rules[RULES_TEXT_MAX];
    struct text r = TEXT_IN(rules);
    rules_print(&s->rules, &r);
    uint32_t winners = game_winners(&s->rules, &s->game);
    bool fewest = s->rules.book->family == FAMILY_PRESS && s->seat_count == 1;
    for (int seat = 0; seat < s->seat_count; seat++) {
        struct best *b = find(all, rules, s->seats[seat].name, fewest);
        int value = fewest ? s->game.turns[seat] : game_total(&s->rules, &s->game, seat);
        if (!b->games || (fewest ? value < b->value : value > b->value)) {
            struct text d = TEXT_IN(b->date);
            b->value = value;
            text_add(&d, "%.10s", date);
        }
        b->games++;
        b->wins += s->seat_count > 1 && (winners >> seat & 1);
        b->sum += value;
    }
}

static int by_rules_and_value(const void *a, const void *b) {
    const struct best *x = a, *y = b;
    int order = strcmp(x->rules, y->rules);
    if (!order)
        order = x->fewest_turns - y->fewest_turns;
    if (!order)
        order = x->fewest_turns ? x->value - y->value : y->value - x->value;
    return order ? order : strcmp(x->name, y->name);
}

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
    struct bests all = {0};
    code = EXIT_FINE;
    for (int i = 0; i < shelf.count; i++) {
        const struct shelf_item *item = &shelf.items[i];
        if (!item->table)
            code = problem("%s", item->error);
        for (int g = 0; item->table && g < table_now(item->table)->games; g++)
            count_game(&all, table_game_end(item->table, g), table_date(item->table));
    }
    if (all.count)
        qsort(all.list, (size_t)all.count, sizeof *all.list, by_rules_and_value);
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
    free(all.list);
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
