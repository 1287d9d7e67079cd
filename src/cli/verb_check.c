#include <stdlib.h>

#include "cli/cli.h"
#include "core/memory.h"
#include "play/results.h"

static bool check(const char *path, bool json) {
    bool cut;
    struct table *t = read_table(path, &cut);
    if (!t)
        return false;
    struct text out = text_on_heap();
    const struct state *s = table_now(t);
    if (json) {
        struct json j = json_start(&out);
        result_json(&j, path, t);
    } else {
        text_add(&out, "%s: ", path);
        say(&out, cli_check_lines, .n = table_lines(t));
        text_put(&out, ", ");
        rules_print(&s->rules, &out);
        text_put(&out, ", ");
        result_standing(s, &out);
        text_put(&out, s->seat_count ? "; " : "");
        result_totals(s, &out);
    }
    puts(out.data);
    free(out.data);
    table_free(t);
    return !cut;
}

struct request {
    bool json;
    struct many records;
};

static int run(void *request) {
    const struct request *q = request;
    bool good = true;
    for (int i = 0; i < q->records.count; i++)
        good = check(q->records.list[i], q->json) && good;
    return good ? EXIT_FINE : EXIT_PROBLEM;
}

const struct verb verb_check = {
    .name = "check",
    .summary = M_cli_verb_check_summary,
    .about = M_cli_verb_check_about,
    .examples = "yard check game.yard\n"
                "yard check --json *.yard",
    ARGUMENT_RECORDS(1, INT_MAX, M_cli_verb_least_one_record),
    .options = OPTIONS(OPTION_JSON(M_cli_option_json_records)),
    RUNS(run),
};
