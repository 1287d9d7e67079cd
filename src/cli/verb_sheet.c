#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/sheet_text.h"
#include "paper/sheet_files.h"

struct request {
    const char *blank, *pdf, *svg, *series;
    int64_t game;
    enum paper_size paper;
};

static int write_sheet(const struct request *q, const struct scoresheet *s) {
    char words[1024];
    struct text error = TEXT_IN(words);
    bool replaced = false;
    if (q->svg && !sheet_write_svg(s, q->svg, q->paper, &error))
        return problem("%s", words);
    if (q->pdf && !sheet_write_pdf(s, q->pdf, q->paper, &replaced, &error))
        return problem("%s", words);
    if (replaced)
        problem("some characters cannot be printed in the PDF; the SVG has them all");
    if (!q->svg && !q->pdf) {
        const char *columns = getenv("COLUMNS");
        int width = columns ? atoi(columns) : 80;
        sheet_print(stdout, s, width < 40 ? 80 : width);
    }
    return EXIT_FINE;
}

static int blank_sheet(const struct verb *verb, const struct request *q) {
    char words[1024];
    struct text error = TEXT_IN(words);
    struct rules r;
    if (!rules_parse(span_of(q->blank), &r, &error))
        return wrong_usage(verb, "%s", words);
    struct scoresheet *s = scoresheet_blank(&r);
    int code = write_sheet(q, s);
    scoresheet_free(s);
    return code;
}

/* A seat by its number or its name. */
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

static int record_sheet(const struct verb *verb, const struct request *q, const char *path) {
    bool cut;
    struct table *t = read_table(path, &cut);
    if (!t)
        return EXIT_PROBLEM;
    const struct state *now = table_now(t);
    int games = now->games + (state_over(now) ? 0 : 1), code;
    if (q->game > games) {
        code = wrong_usage(verb, "%s has %d game%s", path, games, games == 1 ? "" : "s");
    } else if (q->series && find_seat(now, q->series) < 0) {
        code = wrong_usage(verb, "nobody at the table is called '%s'", q->series);
    } else {
        struct scoresheet *s = q->series ? scoresheet_of_series(t, find_seat(now, q->series))
                                         : scoresheet_of_game(t, (int)q->game - 1);
        code = write_sheet(q, s);
        scoresheet_free(s);
    }
    table_free(t);
    return code == EXIT_FINE && cut ? EXIT_PROBLEM : code;
}

static int run(const struct verb *verb, int argc, char **argv) {
    static const struct option options[] = {{"blank", required_argument, NULL, 'b'},
                                            {"pdf", required_argument, NULL, 'p'},
                                            {"svg", required_argument, NULL, 's'},
                                            {"paper", required_argument, NULL, 'a'},
                                            {"game", required_argument, NULL, 'g'},
                                            {"series", required_argument, NULL, 'r'},
                                            {0}};
    struct request q = {.paper = PAPER_A4};
    int code, option;
    while ((option = next_option(verb, argc, argv, options, &code)) != -1) {
        switch (option) {
        case 'b':
            q.blank = optarg;
            break;
        case 'p':
            q.pdf = optarg;
            break;
        case 's':
            q.svg = optarg;
            break;
        case 'r':
            q.series = optarg;
            break;
        case 'g':
            if (!span_number(span_of(optarg), 1, 100000, &q.game))
                return wrong_usage(verb, "--game takes the number of a game, not '%s'", optarg);
            break;
        case 'a':
            if (strcmp(optarg, "a4") && strcmp(optarg, "letter"))
                return wrong_usage(verb, "--paper is a4 or letter, not '%s'", optarg);
            q.paper = !strcmp(optarg, "letter") ? PAPER_LETTER : PAPER_A4;
            break;
        default:
            return code;
        }
    }
    if (q.pdf && holds_record(q.pdf))
        return wrong_usage(verb, "%s is a record; --pdf names the file to write", q.pdf);
    if (q.svg && holds_record(q.svg))
        return wrong_usage(verb, "%s is a record; --svg names the file to write", q.svg);
    if (q.blank && optind == argc)
        return blank_sheet(verb, &q);
    if (q.blank || argc - optind != 1)
        return wrong_usage(verb, "name one record, or --blank and a rule set");
    return record_sheet(verb, &q, argv[optind]);
}

const struct verb verb_sheet = {
    .name = "sheet",
    .summary = "print a score sheet, filled or blank: text, PDF or SVG",
    .synopsis = "RECORD | --blank RULES  [--pdf FILE] [--svg FILE] [--paper a4|letter]",
    .help = "  --blank RULES   an empty sheet to print and write on\n"
            "  --pdf FILE      as PDF; - is the standard output\n"
            "  --svg FILE      as SVG; - is the standard output\n"
            "  --paper SIZE    a4 (default) or letter\n"
            "  --game N        an earlier game of a series\n"
            "  --series SEAT   one column a game for one seat, by its number or name\n"
            "\n"
            "examples:\n"
            "  yard sheet game.yard\n"
            "  yard sheet --blank yardzee --pdf yardzee.pdf\n"
            "  yard sheet --blank yardkle --paper letter --svg yardkle.svg\n"
            "  yard sheet --series Ann game.yard\n",
    .run = run,
};
