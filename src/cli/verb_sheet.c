#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/sheet_text.h"
#include "paper/sheet_files.h"

struct request {
    struct rules blank;
    const char *pdf, *svg, *series;
    int game;
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
        problem("some characters cannot be printed in the PDF; the SVG has them all");
    if (!q->svg && !q->pdf) {
        const char *columns = getenv("COLUMNS");
        int width = columns ? atoi(columns) : 80;
        sheet_print(stdout, s, width < 40 ? 80 : width);
    }
    return EXIT_FINE;
}

static int blank_sheet(const struct request *q) {
    struct scoresheet *s = scoresheet_blank(&q->blank);
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
        code = wrong_usage("%s has %d game%s", path, games, games == 1 ? "" : "s");
    } else if (q->series && find_seat(now, q->series) < 0) {
        code = wrong_usage("nobody at the table is called '%s'", q->series);
    } else {
        struct scoresheet *s = q->series ? scoresheet_of_series(t, find_seat(now, q->series))
                                         : scoresheet_of_game(t, q->game - 1);
        code = write_sheet(q, s);
        scoresheet_free(s);
    }
    table_free(t);
    return code == EXIT_FINE && cut ? EXIT_PROBLEM : code;
}

static int run(void *request) {
    const struct request *q = request;
    if (q->blank.book && !q->records.count)
        return blank_sheet(q);
    if (q->blank.book || !q->records.count)
        return wrong_usage("name one record, or --blank and a rule set");
    return record_sheet(q, q->records.list[0]);
}

static const char *const papers[] = {[PAPER_A4] = "a4", [PAPER_LETTER] = "letter", NULL};

const struct verb verb_sheet = {
    .name = "sheet",
    .summary = "print a score sheet, filled or blank: text, PDF or SVG",
    .about = "Name one record, or --blank and a rule set. Without --pdf and --svg the sheet is "
             "drawn as text.",
    .examples = "yard sheet game.yard\n"
                "yard sheet --blank yardzee --pdf yardzee.pdf\n"
                "yard sheet --blank yardkle --paper letter --svg yardkle.svg\n"
                "yard sheet --series Ann game.yard",
    ARGUMENT_RECORDS(0, 1, "name one record, or --blank and a rule set"),
    .options =
        OPTIONS({"blank", KIND_RULES, "RULES", "an empty sheet to print and write on", TO(blank)},
                {"pdf", KIND_OUTPUT, "FILE", "write it as PDF ('-': to standard output)", TO(pdf),
                 .ending = "pdf"},
                {"svg", KIND_OUTPUT, "FILE", "write it as SVG ('-': to standard output)", TO(svg),
                 .ending = "svg"},
                {"paper", KIND_CHOICE, "SIZE", "size of the paper", TO(paper), .words = papers,
                 .usual = "a4"},
                {"game", KIND_NUMBER, "N", "an earlier game of a series", TO(game), .min = 1,
                 .max = 100000},
                {"series", KIND_TEXT, "SEAT",
                 "one column a game for one seat, given by its number or name", TO(series)}),
    RUNS(run),
};
