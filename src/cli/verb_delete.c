/* Deletes records, after a question. */
#include <unistd.h>

#include "cli/cli.h"
#include "cli/plain.h"
#include "play/results.h"

struct request {
    bool yes;
    struct many names;
};

/* The path of a record: as typed, or that of the record with this number in `yard list`. */
static bool find(const struct shelf *shelf, const char *name, struct text *ret) {
    int64_t number;
    if (!span_number(span_of(name), 1, INT32_MAX, &number)) {
        text_put(ret, name);
        return true;
    }
    for (int i = 0; i < shelf->count; i++) {
        if (shelf->items[i].table && !--number)
            text_put(ret, shelf->items[i].path);
    }
    if (!ret->len)
        complain(cli_delete_no_number, .number = name);
    return ret->len > 0;
}

static bool agreed(const char *path, const struct table *t) {
    LOCAL_TEXT(w, 4096);
    result_title(t, table_games(t) - 1, &w);
    text_put(&w, ": ");
    result_standing(table_now(t), &w);
    text_put(&w, "; ");
    result_totals(table_now(t), &w);
    printf("%.10s  %s\n%s\n", table_date(t), w.data, path);
    text_clear(&w);
    if (table_games(t) > 1)
        say(&w, cli_delete_ask_games, .n = table_games(t));
    else
        say(&w, cli_delete_ask);
    text_put(&w, " ");
    return plain_agrees(w.data);
}

/* Only records are deleted, never another file that was named by mistake. */
static bool delete_one(const struct request *q, const char *path) {
    LOCAL_TEXT(error, PATH_MAX_BYTES + 256);
    bool cut;
    struct table *t = read_table(path, &cut);
    if (!t)
        return false;
    bool good = true;
    if (q->yes || agreed(path, t)) {
        good = record_delete(path, &error);
        if (good)
            tell_line(cli_deleted, .file = path);
        else
            problem("%s", error.data);
    } else {
        tell_line(cli_not_deleted);
    }
    table_free(t);
    return good;
}

static int run(void *request) {
    const struct request *q = request;
    struct shelf shelf;
    LOCAL_TEXT(error, 1024);
    bool good = true;
    if (!q->yes && !isatty(STDIN_FILENO))
        return misused(cli_delete_needs_yes);
    if (!shelf_open(&shelf, &error)) /* once: numbers must not shift from one record to the next */
        return problem("%s", error.data);
    for (int i = 0; i < q->names.count; i++) {
        LOCAL_TEXT(path, PATH_MAX_BYTES);
        good = find(&shelf, q->names.list[i], &path) && delete_one(q, path.data) && good;
    }
    shelf_close(&shelf);
    return good ? EXIT_FINE : EXIT_PROBLEM;
}

const struct verb verb_delete = {
    .name = "delete",
    .summary = M_cli_verb_delete_summary,
    .about = M_cli_verb_delete_about,
    .examples = "yard delete --yes 3\n"
                "yard delete --yes game.yard",
    ARGUMENTS("NUMBER | RECORD", names, 1, INT_MAX, M_cli_verb_least_one_record),
    .takes = KIND_FILE,
    .ending = "yard",
    .options = OPTIONS({"yes", .help = M_cli_option_delete_yes, TO(yes)}),
    RUNS(run),
};
