#include <stdlib.h>

#include "cli/cli.h"
#include "core/memory.h"
#include "play/results.h"

/* "game 1: finished, Ann wins; Ann 254, Bea 201" */
static void print_earlier(const struct table *t, int game) {
    LOCAL_TEXT(w, 4096);
    const struct state *s = table_game_end(t, game);
    say(&w, play_game, .game = game + 1);
    text_put(&w, ": ");
    result_standing(s, &w);
    text_put(&w, "; ");
    result_totals(s, &w);
    printf("     %s\n", w.data);
}

/* The last game of a record, then the earlier ones, newest first. */
static void print_item(const struct shelf_item *item, int number) {
    LOCAL_TEXT(w, RESULT_TEXT_BYTES);
    const struct state *s = table_now(item->table);
    int games = table_games(item->table);
    rules_print(&s->rules, &w);
    if (table_what_if(item->table)) {
        text_put(&w, ", ");
        say(&w, play_what_if);
    }
    if (games > 1) {
        text_put(&w, ", ");
        say(&w, play_game_of, .game = games, .games = games);
    }
    printf("%3d  %.10s  %s", number, table_date(item->table), w.data);
    text_clear(&w);
    result_standing(s, &w);
    printf(": %s", w.data);
    text_clear(&w);
    result_totals(s, &w);
    printf("\n     %s\n", w.data);
    for (int game = games - 2; game >= 0; game--)
        print_earlier(item->table, game);
    printf("     %s\n", item->path);
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
            struct text out = text_on_heap();
            struct json j = json_start(&out);
            result_json(&j, item->path, item->table);
            puts(out.data);
            free(out.data);
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
