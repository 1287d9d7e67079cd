#include "cli/cli.h"
#include "play/results.h"

static bool check(const char *path, bool json) {
    bool cut;
    struct table *t = read_table(path, &cut);
    if (!t)
        return false;
    static char buffer[1 << 16];
    struct text out = TEXT_IN(buffer);
    const struct state *s = table_now(t);
    if (json) {
        struct json j = json_start(&out);
        result_json(&j, path, t);
    } else {
        text_add(&out, "%s: %d lines, ", path, table_lines(t));
        rules_print(&s->rules, &out);
        text_put(&out, ", ");
        result_standing(s, &out);
        text_put(&out, s->seat_count ? "; " : "");
        result_totals(s, &out);
    }
    puts(buffer);
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
    .summary = "replay records and verify every line of them",
    .about = "Every roll and choice is replayed under the record's rules; seeded dice are rolled "
             "again. The first wrong line is named with the reason, and the exit status is 1. A "
             "record that ends in the middle of a line counts as wrong.",
    .examples = "yard check game.yard\n"
                "yard check --json *.yard",
    ARGUMENT_RECORDS(1, INT_MAX, "name at least one record"),
    .options = OPTIONS(OPTION_JSON("one JSON object a record")),
    RUNS(run),
};
