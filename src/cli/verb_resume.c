#include <string.h>

#include "cli/cli.h"
#include "cli/plain.h"
#include "play/results.h"
#include "tui/tui.h"

struct request {
    struct tui_start on_screen;
    bool plain;
    struct many names;
};

static int resume_on_screen(struct request *q, const char *path) {
    char words[1024], farewell[PATH_MAX_BYTES + 256];
    struct text error = TEXT_IN(words), f = TEXT_IN(farewell);
    q->on_screen.resume = path;
    if (tui_run(&q->on_screen, &f, &error) != TUI_LEFT)
        return problem("%s", words);
    print_ended_lines(farewell);
    return EXIT_FINE;
}

static int resume(struct request *q, const char *path) {
    if (!q->plain && tui_possible())
        return resume_on_screen(q, path);
    LOCAL_TEXT(error, 1024);
    struct record_tail tail;
    struct table *t = table_new();
    struct record *rec = record_open(path, t, &tail, &error);
    if (rec && !table_now(t)->rules.book) {
        say(&error, cli_resume_no_rules, .file = path);
        record_close(rec);
        rec = NULL;
    }
    if (!rec) {
        table_free(t);
        return problem("%s", error.data);
    }
    if (tail.found)
        complain(cli_resume_cut, .file = path, .line = tail.line, .text = tail.text);
    LOCAL_TEXT(standing, RESULT_TEXT_BYTES);
    result_standing(table_now(t), &standing);
    printf("%s: %s\n", table_now(t)->rules.book->name, standing.data);
    struct plain p = {.table = t, .record = rec};
    int code = plain_play(&p);
    record_close(p.record); /* `save` may have replaced it */
    table_free(t);
    return code;
}

/* Resumes an unfinished game: number `wanted`, counting from the newest. If that is 0 and there are
 * several, lists them and asks which one. */
static int choose(struct request *q, int64_t wanted) {
    char words[4096], typed[64];
    struct text error = TEXT_IN(words);
    struct shelf shelf;
    if (!shelf_open(&shelf, &error))
        return problem("%s", words);
    int count = 0, index[256];
    for (int i = 0; i < shelf.count && count < 256; i++) {
        const struct shelf_item *item = &shelf.items[i];
        if (!item->table)
            problem("%s", item->error);
        else if (!state_over(table_now(item->table)))
            index[count++] = i;
    }
    bool ask = count > 1 && !wanted;
    if (ask && !q->plain && tui_possible()) { /* the menu lists the games */
        shelf_close(&shelf);
        return resume_on_screen(q, NULL);
    }
    for (int i = 0; ask && i < count; i++) {
        const struct shelf_item *item = &shelf.items[index[i]];
        const struct state *s = table_now(item->table);
        struct text w = TEXT_IN(words);
        result_title(item->table, table_games(item->table) - 1, &w);
        text_put(&w, ", ");
        result_standing(s, &w);
        text_put(&w, "; ");
        result_totals(s, &w);
        printf("  %d  %.10s  %s\n", i + 1, table_date(item->table), words);
    }
    LOCAL_TEXT(prompt, 128);
    text_add(&prompt, "%s ", words_of(M_cli_resume_prompt));
    while (ask && plain_ask(prompt.data, typed, sizeof typed)) {
        ask = typed[0] && !span_number(span_of(typed), 1, count, &wanted);
        if (!strcmp(typed, "quit") || !strcmp(typed, "q"))
            break;
        if (ask)
            printf("  %s\n", WORDS(cli_resume_which, .n = count));
    }
    LOCAL_TEXT(p, PATH_MAX_BYTES);
    wanted = wanted ? wanted : 1;
    if (wanted <= count && !ask)
        text_put(&p, shelf.items[index[wanted - 1]].path);
    shelf_close(&shelf);
    if (p.data[0])
        return resume(q, p.data);
    if (ask)
        return EXIT_FINE; /* the player left without choosing */
    if (!count)
        return complain(cli_resume_none);
    return complain(cli_resume_only, .n = count);
}

static int run(void *request) {
    struct request *q = request;
    const char *name = q->names.count ? q->names.list[0] : "";
    int64_t number = 0;
    if (!q->names.count || span_number(span_of(name), 1, 256, &number))
        return choose(q, number);
    return resume(q, name);
}

const struct verb verb_resume = {
    .name = "resume",
    .summary = M_cli_verb_resume_summary,
    .about = M_cli_verb_resume_about,
    .examples = "yard resume\n"
                "yard resume 2\n"
                "yard resume game.yard",
    ARGUMENTS("NUMBER | RECORD", names, 0, 1, M_cli_verb_resume_miscount),
    .takes = KIND_FILE,
    .ending = "yard",
    .options = OPTIONS(OPTIONS_SCREEN),
    RUNS(run),
};
