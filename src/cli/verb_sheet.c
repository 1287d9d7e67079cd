#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/sheet_text.h"
#include "paper/sheet_files.h"

struct request {
    struct rules blank;
    const char *pdf, *svg, *series;
    struct many seats;
    int game, columns;
    enum paper_size paper;
    struct many records;
};

static int write_sheet(const struct request *q, const struct scoresheet *s) {
    LOCAL_TEXT(error, 1024);
    bool replaced = false;
    if (q->svg && !sheet_write_svg(s, q->svg, q->paper, &error))
        return problem("%s", error.data);
    if (q->pdf && !sheet_write_pdf(s, q->pdf, q->paper, &replaced, &error))
        return problem("%s", error.data);
    if (replaced)
        complain(cli_sheet_replaced);
    if (!q->svg && !q->pdf) {
        const char *columns = getenv("COLUMNS");
        int width = columns ? atoi(columns) : 80;
        sheet_print(stdout, s, width < 40 ? 80 : width);
    }
    return EXIT_FINE;
}

static int blank_sheet(const struct request *q) {
    if (q->columns && q->seats.count > q->columns)
        return misused(cli_sheet_few_columns, .names = q->seats.count, .columns = q->columns);
    if (q->seats.count > SHEET_COLUMNS_MAX)
        return misused(cli_play_too_many_seats, .n = SHEET_COLUMNS_MAX);
    struct scoresheet *s =
        scoresheet_form(&q->blank, q->columns, (const char *const *)q->seats.list, q->seats.count);
    int code = write_sheet(q, s);
    scoresheet_free(s);
    return code;
}

/* Finds a seat by number or name; -1 if none. */
static int find_seat(const struct state *s, const char *name) {
    int64_t number;
    if (span_number(span_of(name), 1, s->seat_count, &number))
        return (int)number - 1;
    for (int i = 0; i < s->seat_count; i++) {
        if (!strcmp(name, s->seats[i].name))
            return i;
    }
    return -1;
}

static int record_sheet(const struct request *q, const char *path) {
    bool cut;
    struct table *t = read_table(path, &cut);
    if (!t)
        return EXIT_PROBLEM;
    const struct state *now = table_now(t);
    int games = now->games + (state_over(now) ? 0 : 1), code;
    if (q->game > games) {
        code = misused(cli_sheet_games, .file = path, .n = games);
    } else if (q->series && find_seat(now, q->series) < 0) {
        code = misused(cli_sheet_nobody, .name = q->series);
    } else {
        struct scoresheet *s = q->series ? scoresheet_of_series(t, find_seat(now, q->series))
                                         : scoresheet_of_game(t, q->game - 1);
        scoresheet_add_result(s, t, q->game - 1);
        code = write_sheet(q, s);
        scoresheet_free(s);
    }
    table_free(t);
    return code == EXIT_FINE && cut ? EXIT_PROBLEM : code;
}

static bool read_seat(const char *typed, void *ret, struct text *error) {
    (void)ret;
    LOCAL_TEXT(line, LINE_MAX_BYTES);
    struct entry entry;
    text_add(&line, "seat %s", typed);
    return entry_parse(NULL, span_of(line.data), &entry, error);
}

static int run(void *request) {
    const struct request *q = request;
    if (q->blank.book && !q->records.count)
        return blank_sheet(q);
    if (q->blank.book || !q->records.count)
        return misused(cli_sheet_record_or_blank);
    if (is_given("columns") || is_given("seat"))
        return misused(cli_sheet_blank_only, .option = is_given("seat") ? "seat" : "columns");
    return record_sheet(q, q->records.list[0]);
}

static const char *const papers[] = {[PAPER_A4] = "a4", [PAPER_LETTER] = "letter", NULL};

const struct verb verb_sheet = {
    .name = "sheet",
    .summary = M_cli_verb_sheet_summary,
    .about = M_cli_verb_sheet_about,
    .examples = "yard sheet game.yard\n"
                "yard sheet --blank yardzee --pdf yardzee.pdf\n"
                "yard sheet --blank yardkle --paper letter --svg yardkle.svg\n"
                "yard sheet --blank yardzee --seat Ann --seat Bea+Cy --columns 4\n"
                "yard sheet --series Ann game.yard",
    ARGUMENT_RECORDS(0, 1, M_cli_sheet_record_or_blank),
    .options = OPTIONS(
        {"blank", KIND_RULES, "RULES", M_cli_option_sheet_blank, TO(blank)},
        {"columns", KIND_NUMBER, "N", M_cli_option_sheet_columns, TO(columns), .min = 1,
         .max = SHEET_COLUMNS_MAX},
        {"seat", KIND_TEXT, "NAME", M_cli_option_sheet_seat, TO(seats), .most = INT_MAX,
         .read = read_seat},
        {"pdf", KIND_OUTPUT, "FILE", M_cli_option_sheet_pdf, TO(pdf), .ending = "pdf"},
        {"svg", KIND_OUTPUT, "FILE", M_cli_option_sheet_svg, TO(svg), .ending = "svg"},
        {"paper", KIND_CHOICE, "SIZE", M_cli_option_sheet_paper, TO(paper), .words = papers,
         .usual = "a4"},
        {"game", KIND_NUMBER, "N", M_cli_option_sheet_game, TO(game), .min = 1, .max = 100000},
        {"series", KIND_TEXT, "SEAT", M_cli_option_sheet_series, TO(series)}),
    RUNS(run),
};
