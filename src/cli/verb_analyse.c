#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cached_adviser.h"
#include "cli/cli.h"
#include "cli/progress.h"
#include "coach/study.h"
#include "core/json.h"
#include "core/memory.h"
#include "report/report.h"
#include "report/report_part.h"
#include "solve/parallel.h"

struct request {
    bool json, all, uncached;
    const char *html, *csv, *name;
    int threads;
    struct many records;
    const char **paths; /* the records to analyze: those named, or all on the shelf */
    int count;
    bool on_shelf; /* all these records are in one folder, which is named once */
};

/* The output for one record, held back until the records before it are printed. */
struct outcome {
    char *text;  /* for stdout; NULL: not ready */
    char *words; /* for stderr, or NULL */
};

struct batch {
    const struct request *request;
    struct adviser *adviser;
    pthread_mutex_t lock;
    struct outcome *outcomes;
    int printed;
    bool problems;
    struct history history;
};

/* ---- one record ---- */

static void print_error_json(FILE *out, const char *path, const char *words) {
    LOCAL_TEXT(t, 8192);
    struct json j = json_begin(&t);
    json_string(&j, "record", path);
    json_string(&j, "error", words);
    json_close(&j, '}');
    fprintf(out, "%s\n", t.data);
}

static bool sits_there(const struct seat *seat, const char *name) {
    for (int i = 0; i < seat_people(seat); i++) {
        if (span_is(seat_person(seat, i), name))
            return true;
    }
    return false;
}

/* For several records: one line per seat and game; the overall summary comes at the end. */
static void print_brief(FILE *out, const struct analysis *a, const struct request *q) {
    const char *only = q->name, *slash = q->on_shelf ? strrchr(a->name, '/') : NULL;
    for (int game = 0; game < a->count; game++) {
        const struct ledger *l = &a->games[game];
        for (int seat = 0; seat < l->seats; seat++) {
            char luck[32], errors[32], result[32];
            LOCAL_TEXT(line, 1024);
            if (only && !sits_there(&l->who[seat], only))
                continue;
            struct text k = TEXT_IN(luck), e = TEXT_IN(errors), r = TEXT_IN(result);
            unit_print_signed(l->unit, l->seat[seat].luck, &k);
            unit_print(l->unit, l->seat[seat].errors, &e);
            unit_print(l->unit, l->seat[seat].result, &r);
            fputs(slash ? slash + 1 : a->name, out);
            if (a->count > 1)
                fprintf(out, ", %s", WORDS(cli_analyse_game, .game = game + 1));
            if (account_only_points(&l->seat[seat]))
                say(&line, cli_analyse_kept, .player = l->who[seat].name,
                    .result = l->unit == UNIT_WIN ? result : AMOUNT(l->unit, result));
            else
                say(&line, cli_analyse_seat, .player = l->who[seat].name, .luck = luck,
                    .errors = errors,
                    .result = l->unit == UNIT_WIN ? result : AMOUNT(l->unit, result));
            fprintf(out, ": %s", line.data);
            if (table_what_if(a->table))
                fprintf(out, " (%s)", words_of(M_play_what_if));
            if (account_kept(&l->seat[seat]) && !account_only_points(&l->seat[seat]))
                fprintf(out, " (%s)", words_of(M_cli_analyse_partly));
            if (!l->finished)
                fprintf(out, " (%s)", words_of(M_cli_analyse_not_over));
            if (l->approximate)
                fprintf(out, " (%s)", words_of(M_cli_analyse_estimates));
            fputc('\n', out);
        }
    }
}

static void print_analysis(FILE *out, const struct batch *b, const struct analysis *a) {
    const struct request *q = b->request;
    if (q->json) {
        struct text json = text_on_heap();
        report_json(&json, a);
        fprintf(out, "%s\n", json.data);
        free(json.data);
    } else if (q->html)
        return; /* the HTML page replaces the text */
    else if (q->count == 1)
        report_text(out, a, q->all);
    else if (!q->csv || strcmp(q->csv, "-"))
        print_brief(out, a, q);
}

struct page {
    const struct analysis *analysis;
    struct adviser *adviser;
};

static void write_page(FILE *out, const void *what) {
    const struct page *page = what;
    report_html(out, page->analysis, page->adviser);
}

static char *joined(const char *warning, const char *error) {
    LOCAL_TEXT(w, 2048);
    if (!warning && !error)
        return NULL;
    text_add(&w, "%s%s%s", warning ? warning : "", warning && error ? "\nyard: " : "",
             error ? error : "");
    return strdup(w.data);
}

/* Prints the outcomes that are ready, in order. */
static void print_ready(struct batch *b) {
    while (b->printed < b->request->count && b->outcomes[b->printed].text) {
        struct outcome *o = &b->outcomes[b->printed++];
        fputs(o->text, stdout);
        if (o->words)
            problem("%s", o->words);
        free(o->text);
        free(o->words);
        *o = (struct outcome){0};
    }
}

static void studied(void *user, const struct studied *s) {
    struct batch *b = user;
    size_t size;
    struct outcome outcome = {.words = joined(s->warning, s->error)};
    FILE *out = must(open_memstream(&outcome.text, &size));
    struct history history = {0};
    bool unwritten = false;
    if (s->analysis) {
        print_analysis(out, b, s->analysis);
        history_add(&history, s->analysis);
        /* --html takes a single record, so no other thread uses the adviser. */
        struct page page = {s->analysis, b->adviser};
        unwritten = b->request->html && !write_output(b->request->html, write_page, &page);
    } else if (b->request->json) {
        print_error_json(out, b->request->paths[s->index], s->error);
    }
    fclose(out);
    pthread_mutex_lock(&b->lock);
    b->outcomes[s->index] = outcome;
    b->problems = b->problems || outcome.words || unwritten;
    history_join(&b->history, &history);
    print_ready(b);
    pthread_mutex_unlock(&b->lock);
    history_free(&history);
}

/* ---- all records ---- */

struct csv {
    const struct history *history;
    struct span name;
};

static void write_csv(FILE *out, const void *what) {
    const struct csv *csv = what;
    report_csv(out, csv->history, csv->name);
}

static bool knows(const struct history *h, const char *name) {
    for (int i = 0; i < h->count; i++) {
        if (!strcmp(h->list[i].name, name))
            return true;
    }
    return false;
}

static int sum_up(struct batch *b) {
    const struct request *q = b->request;
    struct csv csv = {&b->history, span_of(q->name ? q->name : "")};
    int code = b->problems ? EXIT_PROBLEM : EXIT_FINE;
    history_sort(&b->history);
    if (q->name && !knows(&b->history, q->name))
        return complain(cli_analyse_nobody, .name = q->name);
    bool csv_to_stdout = q->csv && !strcmp(q->csv, "-");
    if (!q->json && !csv_to_stdout && (q->count > 1 || q->name))
        report_history(stdout, &b->history, csv.name);
    if (q->csv && !write_output(q->csv, write_csv, &csv))
        code = EXIT_PROBLEM;
    return code;
}

static int analyse(const struct request *q) {
    struct progress progress;
    int threads = q->threads ? q->threads : parallel_threads();
    struct batch b = {.request = q, .adviser = cached_adviser_new(threads, !q->uncached, false)};
    b.outcomes = grab((size_t)q->count, sizeof *b.outcomes);
    pthread_mutex_init(&b.lock, NULL);
    progress_begin(&progress, words_of(M_cli_analyse_progress));
    bool whole = study(q->paths, q->count, b.adviser, threads, &progress.work, studied, &b);
    int code = progress_end(&progress) && whole ? sum_up(&b) : EXIT_PROBLEM;
    pthread_mutex_destroy(&b.lock);
    for (int i = b.printed; i < q->count; i++) {
        free(b.outcomes[i].text);
        free(b.outcomes[i].words);
    }
    history_free(&b.history);
    adviser_free(b.adviser);
    free(b.outcomes);
    return code;
}

/* Without arguments: analyzes every record on the shelf. */
static int analyse_shelf(struct request *q) {
    LOCAL_TEXT(error, 1024);
    struct shelf shelf;
    if (!shelf_open(&shelf, &error))
        return problem("%s", error.data);
    q->count = shelf.count;
    q->paths = grab((size_t)shelf.count + 1, sizeof *q->paths);
    for (int i = 0; i < shelf.count; i++) {
        q->paths[i] = shelf.items[shelf.count - 1 - i].path;
        table_free(shelf.items[shelf.count - 1 - i].table); /* study() reads the record again */
        shelf.items[shelf.count - 1 - i].table = NULL;
    }
    q->on_shelf = true;
    if (q->count > 1 && !q->json && !(q->csv && !strcmp(q->csv, "-"))) {
        const char *slash = strrchr(q->paths[0], '/');
        struct span folder = {q->paths[0], slash ? (size_t)(slash - q->paths[0]) : 0};
        text_clear(&error);
        text_put_n(&error, folder.at, folder.len);
        tell_line(cli_analyse_folder, .folder = error.data);
    }
    int code = q->count ? analyse(q) : complain(cli_analyse_no_game);
    free(q->paths);
    shelf_close(&shelf);
    return code;
}

static int run(void *request) {
    struct request *q = request;
    bool csv_to_stdout = q->csv && !strcmp(q->csv, "-");
    q->paths = (const char **)q->records.list;
    q->count = q->records.count;
    if (q->html && q->count != 1)
        return misused(cli_analyse_html_takes_one);
    if (q->html && !strcmp(q->html, "-") && (q->json || csv_to_stdout))
        return misused(cli_analyse_one_to_stdout);
    if (q->json && csv_to_stdout)
        return misused(cli_analyse_both_to_stdout);
    return q->count ? analyse(q) : analyse_shelf(q);
}

const struct verb verb_analyse = {
    .name = "analyse",
    .summary = M_cli_verb_analyse_summary,
    .about = M_cli_verb_analyse_about,
    .examples = "yard analyse game.yard\n"
                "yard analyse --json game.yard\n"
                "yard analyse --html game.html game.yard\n"
                "yard analyse --csv - *.yard",
    ARGUMENT_RECORDS(0, INT_MAX, M_NONE),
    .options = OPTIONS(
        {"all", .help = M_cli_option_analyse_all, TO(all)}, OPTION_JSON(M_cli_option_analyse_json),
        {"html", KIND_OUTPUT, "FILE", M_cli_option_analyse_html, TO(html), .ending = "html"},
        {"csv", KIND_OUTPUT, "FILE", M_cli_option_analyse_csv, TO(csv), .ending = "csv"},
        {"name", KIND_TEXT, "PERSON", M_cli_option_analyse_name, TO(name)}, OPTION_THREADS,
        OPTION_NO_CACHE),
    RUNS(run),
};
