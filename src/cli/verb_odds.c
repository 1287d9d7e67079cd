#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cached_adviser.h"
#include "cli/cli.h"
#include "cli/odds_show.h"
#include "cli/progress.h"
#include "core/errors.h"
#include "tui/term.h"

struct request {
    struct many sets;
    const char *position, *svg;
    bool json, plain, uncached;
    int threads;
};

/* The position to evaluate. */
struct moment {
    struct rules rules;
    struct game game;
    char where[RULES_TEXT_MAX + 128];
};

static bool names_rules(struct span word) {
    struct span id = span_until(&word, ':');
    return book_find(id) != NULL;
}

/* Parses a `position` line, with or without the rules. A card on its own means the start of a
 * turn. */
static bool read_position(const struct request *q, struct moment *m, struct text *error) {
    LOCAL_TEXT(l, POSITION_TEXT_MAX);
    struct span words = span_trim(span_of(q->position)), rest = words;
    struct rules named;
    bool whole = names_rules(span_word(&rest));
    if (!whole) {
        rest = words;
        span_word(&rest);
        rules_print(&m->rules, &l);
        text_put(&l, " ");
    }
    text_put_n(&l, words.at, words.len);
    if (!whole && words.len && !span_trim(rest).len)
        text_add(&l, " 1 ?%d 0", m->rules.book->dice);
    if (l.cut)
        return say_fail(error, cli_position_too_long);
    if (!position_parse(span_of(l.data), &named, &m->game, error))
        return false;
    if (rules_same(&named, &m->rules))
        return true;
    return say_fail(error, cli_position_other_rules);
}

static bool read_moment(const struct request *q, struct moment *m, struct text *error) {
    struct text w = TEXT_IN(m->where);
    LOCAL_TEXT(rules, RULES_TEXT_MAX);
    if (!rules_parse(span_of(q->sets.list[0]), &m->rules, error))
        return false;
    rules_print(&m->rules, &rules);
    if (m->rules.book->family != FAMILY_SHEET)
        return say_fail(error, cli_no_final_total, .game = m->rules.book->name,
                        .rules = rules.data);
    game_start(&m->rules, &m->game, 1, 0);
    if (q->position && !read_position(q, m, error))
        return false;
    const struct game *g = &m->game;
    int filled = __builtin_popcount(g->card[g->seat].filled), boxes = m->rules.book->box_count;
    if (filled && g->rolls)
        say(&w, cli_from_boxes_in_turn, .rules = rules.data, .filled = filled, .boxes = boxes);
    else if (filled)
        say(&w, cli_from_boxes, .rules = rules.data, .filled = filled, .boxes = boxes);
    else if (g->rolls)
        say(&w, cli_from_empty_in_turn, .rules = rules.data);
    else
        say(&w, cli_from_empty, .rules = rules.data);
    return true;
}

static void write_svg(FILE *out, const void *view) {
    odds_svg(out, view);
}

static void print_json(const struct moment *m, const struct odds_view *view) {
    static char buffer[1 << 18];
    char position[POSITION_TEXT_MAX];
    struct text out = TEXT_IN(buffer), p = TEXT_IN(position);
    struct json j = json_begin(&out);
    position_print(&m->rules, &m->game, &p);
    json_string(&j, "position", position);
    odds_json(&j, view);
    json_close(&j, '}');
    puts(buffer);
}

static void print_text(const struct request *q, const struct odds_view *view) {
    const char *columns = getenv("COLUMNS"), *term = getenv("TERM");
    int width = columns ? atoi(columns) : 80;
    bool dumb = term && !strcmp(term, "dumb");
    width = width < 40 ? 80 : width > 400 ? 400 : width;
    odds_print(stdout, view, width, q->plain || dumb || !term_unicode());
}

static int show(const struct request *q, const struct moment *m) {
    struct progress progress;
    struct adviser *a = cached_adviser_new(q->threads, !q->uncached, false);
    progress_begin(&progress, m->rules.book->id);
    struct sheet_odds *odds = adviser_odds(a, &m->rules, &m->game, &progress.work);
    int code = progress_end(&progress) && odds ? EXIT_FINE : EXIT_PROBLEM;
    if (code == EXIT_FINE) {
        struct odds_view view = {&m->rules, &m->game.card[m->game.seat], m->where, odds};
        if (q->svg && !write_output(q->svg, write_svg, &view))
            code = EXIT_PROBLEM;
        if (q->json)
            print_json(m, &view);
        else if (!q->svg)
            print_text(q, &view);
    }
    sheet_odds_free(odds);
    adviser_free(a);
    return code;
}

static int run(void *request) {
    const struct request *q = request;
    struct moment m;
    LOCAL_TEXT(error, 1024);
    if (q->json && q->svg && !strcmp(q->svg, "-"))
        return wrong_usage("%s", words_of(M_cli_one_standard_output));
    if (!read_moment(q, &m, &error))
        return wrong_usage("%s", error.data);
    return show(q, &m);
}

const struct verb verb_odds = {
    .name = "odds",
    .summary = M_cli_verb_odds_summary,
    .about = M_cli_verb_odds_about,
    .examples = "yard odds yardzee\n"
                "yard odds yardzee --position ones=3,five-kind=50\n"
                "yard odds yardzee --position 'ones=3,five-kind=50 1 6,6,6,?2 2' --json\n"
                "yard odds yardzee --svg yardzee.svg",
    ARGUMENT_RULES(1, 1, M_cli_verb_odds_miscount),
    .options = OPTIONS(
        {"position", KIND_TEXT, "POSITION", M_cli_option_odds_position, TO(position),
         .shape = M_cli_option_odds_position_shape},
        OPTION_JSON(M_cli_option_odds_json),
        {"svg", KIND_OUTPUT, "FILE", M_cli_option_odds_svg, TO(svg), .ending = "svg"},
        {"plain", .help = M_cli_option_odds_plain, TO(plain)}, OPTION_NO_CACHE, OPTION_THREADS),
    RUNS(run),
};
