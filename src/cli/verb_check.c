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

static int run(const struct verb *verb, int argc, char **argv) {
    return each_record(verb, argc, argv, check);
}

const struct verb verb_check = {
    .name = "check",
    .summary = "replay records and verify every line of them",
    .synopsis = "[--json] RECORD...",
    .help = "Every roll and choice is replayed under the record's rules; seeded dice are rolled\n"
            "again. The first line that is wrong is named with the reason, and the exit code\n"
            "is 1. A record cut off in the middle of a line counts as wrong here.\n"
            "  --json   one JSON object a record\n"
            "\n"
            "examples:\n"
            "  yard check game.yard\n"
            "  yard check --json *.yard\n",
    .run = run,
};
