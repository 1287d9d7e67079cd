#include "report/report.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "report/html.h"

/* Show only the file name: the path may be private. */
static const char *file_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void put_players(struct page *p, bool plain) {
    int last = p->game->seats - 1;
    LOCAL_TEXT(players, SIDES_TEXT_MAX);
    for (int seat = 0; seat < last; seat++) {
        text_put(&players, seat ? ", " : "");
        text_put(&players, html_seat_in(SAY_ROOM, p, seat, plain));
    }
    const char *side = html_seat_in(SAY_ROOM, p, last, plain);
    if (last)
        html_say(p, report_players, .players = players.data, .last = side);
    else
        html_marked(p, side);
}

static void put_facts(struct page *p) {
    const char *date = table_date(p->analysis->table);
    LOCAL_TEXT(r, RULES_TEXT_MAX);
    rules_print(&p->game->rules, &r);
    fputs("<p class=\"soft\">", p->out);
    if (date[0]) {
        fputs("<time datetime=\"", p->out);
        html_text(p, date);
        fprintf(p->out, "\">%.10s</time>, ", date);
    }
    if (p->analysis->name)
        html_say(p, report_rules_from, .rules = r.data, .file = NAME(file_name(p->analysis->name)));
    else
        html_say(p, report_rules, .rules = r.data);
    fputs("</p>\n", p->out);
}

static void put_rules(struct page *p) {
    const struct rules *r = &p->game->rules;
    fputs("<details class=\"rules\"><summary>", p->out);
    html_words(p, M_report_rules_in_force);
    fputs("</summary>\n<dl>\n", p->out);
    for (int rule = 0; rule < RULES_COUNT; rule++) {
        LOCAL_TEXT(w, 1024);
        if (!rule_words(r, (enum rule)rule, &w))
            continue;
        fputs("<dt>", p->out);
        html_text(p, rule_title(r->book, (enum rule)rule));
        fputs("</dt><dd>", p->out);
        html_text(p, w.data);
        fputs("</dd>\n", p->out);
    }
    fputs("</dl></details>\n", p->out);
}

static void put_top(struct page *p) {
    const char *game = p->game->rules.book->name;
    fprintf(p->out, "<!DOCTYPE html>\n<html lang=\"%s\">\n", say_spoken()->tag);
    fputs("<head>\n<meta charset=\"utf-8\">\n"
          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
          "style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<meta name=\"color-scheme\" content=\"light dark\">\n"
          "<meta name=\"referrer\" content=\"no-referrer\">\n<title>",
          p->out);
    fprintf(p->out, "%s, ", game);
    put_players(p, true);
    fprintf(p->out,
            "</title>\n<style>\n%s</style>\n</head>\n<body%s>\n%s<header>\n<h1>%s: ", html_style,
            p->analysis->count > 1 ? " class=\"series\"" : "", html_symbols, game);
    put_players(p, false);
    fputs("</h1>\n", p->out);
    put_facts(p);
    put_rules(p);
    fputs("</header>\n<main>\n", p->out);
}

static void put_game(struct page *p) {
    html_verdicts(p);
    html_chart(p);
    html_turning_points(p);
    html_ledger(p);
    html_sheet(p);
    html_decisions(p);
}

/* The totals at the end of a game, or the current ones if it is not over. */
static void put_totals(struct page *p, const struct ledger *l) {
    const struct ledger *series = p->game;
    p->game = l; /* for the names */
    const struct table *t = p->analysis->table;
    const struct state *end = l->finished ? table_game_end(t, l->game) : table_now(t);
    LOCAL_TEXT(totals, SIDES_TEXT_MAX);
    for (int seat = 0; seat < l->seats; seat++)
        text_add(&totals, "%s%s %d", seat ? ", " : "", SIDE(p, seat),
                 game_total(&l->rules, &end->game, seat));
    fputs(": ", p->out);
    if (l->finished)
        html_marked(p, totals.data);
    else
        html_say(p, report_so_far, .totals = totals.data);
    p->game = series;
}

/* The sides of a series may change from game to game, so it has a list of its own. */
static void put_series(struct page *p) {
    const struct ledger *first = p->game;
    struct ledger *all = grab(1, sizeof *all);
    *all = *first;
    all->who = (struct seat *)p->analysis->sides;
    all->seats = p->analysis->side_count;
    p->game = all;
    int games = p->analysis->count;
    fputs("<section>\n<h2>", p->out);
    html_words(p, M_report_series);
    fputs("</h2>\n<p>", p->out);
    if (p->analysis->games[games - 1].finished)
        html_say(p, report_games_below, .n = games);
    else
        html_say(p, report_games_below_running, .n = games);
    fputs("</p>\n<ul>", p->out);
    for (int i = 0; i < games; i++) {
        fprintf(p->out, "<li><a href=\"#game%d\">", i + 1);
        html_say(p, report_game, .n = i + 1);
        fputs("</a>", p->out);
        put_totals(p, &p->analysis->games[i]);
        fputs("</li>\n", p->out);
    }
    fputs("</ul>\n", p->out);
    html_series(p);
    fputs("</section>\n", p->out);
    p->game = first;
    free(all);
}

void report_html(FILE *out, const struct analysis *a, struct adviser *adviser) {
    struct page p = {out, a, adviser, &a->games[0], 2};
    bool series = a->count > 1;
    put_top(&p);
    if (series)
        put_series(&p);
    p.level = series ? 3 : 2;
    for (int i = 0; i < a->count; i++) {
        p.game = &a->games[i];
        if (series) {
            fprintf(out, "<section class=\"game\" id=\"game%d\">\n<h2>", i + 1);
            html_say(&p, report_game, .n = i + 1);
            fputs("</h2>\n", out);
        }
        put_game(&p);
        if (series)
            fputs("</section>\n", out);
    }
    fputs("</main>\n<footer><p>", out);
    html_say(&p, report_made_by, .version = YARD_VERSION);
    fputs("</p></footer>\n</body>\n</html>\n", out);
}
