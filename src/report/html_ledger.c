#include <math.h>
#include <string.h>

#include "play/scoresheet.h"
#include "report/html.h"

static void put_table(struct page *p, const char *class, enum message caption) {
    if (class)
        fprintf(p->out, "<table class=\"%s\"><caption>", class);
    else
        fputs("<table><caption>", p->out);
    html_words(p, caption);
    fputs("</caption>\n", p->out);
}

static void put_end(struct page *p) {
    fputs("</tbody></table>\n", p->out);
    html_scroll_close(p);
}

/* In a series, chances of winning add up to a number of wins. */
static void put_cell(struct page *p, double value, bool is_signed, bool series) {
    fputs("<td>", p->out);
    if (series && p->game->unit == UNIT_WIN) {
        LOCAL_TEXT(w, 32);
        text_add(&w, is_signed ? "%+.2f" : "%.2f", value);
        html_number(p, w.data);
    } else if (is_signed) {
        html_signed(p, value);
    } else {
        html_value(p, value);
    }
    fputs("</td>", p->out);
}

/* Luck or errors, of which nothing is known in a game without rolls or decisions. */
static void put_known(struct page *p, const struct account *a, double value, int count,
                      bool is_signed, bool series) {
    if (count || !account_kept(a))
        put_cell(p, value, is_signed, series);
    else
        fputs("<td>\xe2\x80\x93</td>", p->out);
}

static void put_accuracy(struct page *p, const struct account *a) {
    LOCAL_TEXT(w, 32);
    fputs("<td>", p->out);
    if (!isnan(a->accuracy))
        text_add(&w, "%.1f", a->accuracy);
    html_number(p, w.len ? w.data : "\xe2\x80\x93");
    fputs("</td>", p->out);
}

static void put_grades(struct page *p, const struct account *a) {
    put_accuracy(p, a);
    for (int i = 0; i < GRADES; i++)
        fprintf(p->out, "<td>%d</td>", a->grades[i]);
    fprintf(p->out, "<td>%d</td></tr>\n", a->hints);
}

#define GRADE_HEADS                                                                                \
    M_report_accuracy, M_coach_grade_best, M_coach_grade_good, M_coach_grade_inaccuracy,           \
        M_coach_grade_mistake, M_coach_grade_blunder, M_report_hints, M_NONE

static void put_side(struct page *p, int seat) {
    fputs("<tr><th scope=\"row\">", p->out);
    html_seat(p, seat);
    fputs("</th>", p->out);
}

/* Shows the identity in ledger.h. */
static void put_accounts(struct page *p, const struct account *accounts, enum message caption,
                         bool series) {
    bool win = p->game->unit == UNIT_WIN, kept = false;
    for (int seat = 0; seat < p->game->seats; seat++)
        kept = kept || account_kept(&accounts[seat]);
    enum message result = p->game->finished || series ? M_report_result : M_report_now;
    const enum message heads[] = {M_report_side,
                                  M_report_par,
                                  M_report_luck,
                                  M_report_errors,
                                  win    ? M_report_others
                                  : kept ? M_report_unknown
                                         : result,
                                  win && kept   ? M_report_unknown
                                  : win || kept ? result
                                                : M_NONE,
                                  win && kept ? result : M_NONE,
                                  M_NONE};
    html_scroll_open(p, words_of(series ? M_report_ledger_of_series : M_report_ledger), -1);
    put_table(p, "ledger", caption);
    html_table_head(p, heads);
    for (int seat = 0; seat < p->game->seats; seat++) {
        const struct account *a = &accounts[seat];
        put_side(p, seat);
        put_cell(p, a->par, false, series);
        put_known(p, a, a->luck, a->rolls, true, series);
        put_known(p, a, a->errors, a->decisions, false, series);
        if (win)
            put_cell(p, a->others, true, series);
        if (kept)
            put_cell(p, a->unknown, true, series);
        put_cell(p, a->result, false, series);
        fputs("</tr>\n", p->out);
    }
    put_end(p);
}

static void put_quality(struct page *p, const struct account *accounts, bool series) {
    static const enum message heads[] = {M_report_side, GRADE_HEADS};
    html_scroll_open(p, words_of(series ? M_report_decisions_of_series : M_report_decisions), -1);
    put_table(p, "quality", M_report_decisions_by_grade);
    html_table_head(p, heads);
    for (int seat = 0; seat < p->game->seats; seat++) {
        put_side(p, seat);
        put_grades(p, &accounts[seat]);
    }
    put_end(p);
}

static void put_people(struct page *p, const struct account (*people)[PEOPLE_MAX], bool series) {
    static const enum message heads[] = {M_report_head_person, M_report_luck, M_report_errors,
                                         GRADE_HEADS};
    html_scroll_open(p, words_of(series ? M_report_partners_of_series : M_report_partners), -1);
    put_table(p, NULL, M_report_partners_in_turns);
    html_table_head(p, heads);
    for (int seat = 0; seat < p->game->seats; seat++) {
        const struct seat *side = &p->game->who[seat];
        for (int i = 0; seat_people(side) > 1 && i < seat_people(side); i++) {
            const struct account *a = &people[seat][i];
            fputs("<tr><th scope=\"row\">", p->out);
            html_person(p, seat, i);
            fputs("</th>", p->out);
            put_known(p, a, a->luck, a->rolls, true, series);
            put_known(p, a, a->errors, a->decisions, false, series);
            put_grades(p, a);
        }
    }
    put_end(p);
}

/* Press games: points per turn, split by cause. */
static void put_turn_points(struct page *p) {
    static const enum message heads[] = {M_report_side, M_report_turns,  M_report_par,
                                         M_report_luck, M_report_errors, M_report_points,
                                         M_NONE};
    html_scroll_open(p, words_of(M_report_points_a_turn), -1);
    put_table(p, NULL, M_report_points_alone);
    html_table_head(p, heads);
    for (int seat = 0; seat < p->game->seats; seat++) {
        const struct turn_points *t = &p->game->points[seat];
        if (!t->turns && account_kept(&p->game->seat[seat]))
            continue;
        double turns = t->turns ? t->turns : 1;
        LOCAL_TEXT(w, 128);
        fputs("<tr><th scope=\"row\">", p->out);
        html_seat(p, seat);
        text_add(&w, "</th><td>%d</td><td>%.0f</td><td>%+.0f</td><td>%.0f</td><td>%.0f</td></tr>",
                 t->turns, t->par / turns, t->luck / turns, round(t->errors / turns) + 0.0,
                 t->result / turns);
        for (char *c = w.data; *c; c++) {
            if (c[0] == '-')
                fputs("\xe2\x88\x92", p->out);
            else
                fputc(*c, p->out);
        }
        fputc('\n', p->out);
    }
    put_end(p);
}

void html_ledger(struct page *p) {
    html_heading(p, 0, M_report_ledger);
    put_accounts(p, p->game->seat, report_sum(p->game), false);
    put_quality(p, p->game->seat, false);
    if (html_has_partners(p))
        put_people(p, p->game->person, false);
    if (p->game->rules.book->family == FAMILY_PRESS)
        put_turn_points(p);
}

void html_series(struct page *p) {
    static const enum message captions[] = {
        [UNIT_POINTS] = M_report_games_in_points,
        [UNIT_WIN] = M_report_games_in_wins,
        [UNIT_TURNS] = M_report_games_in_turns,
    };
    int unit = p->game->unit;
    put_accounts(p, p->analysis->seat, captions[unit], true);
    put_quality(p, p->analysis->seat, true);
    if (html_has_partners(p))
        put_people(p, p->analysis->person, true);
}

/* ---- the score sheet ---- */

/* Separates a turn's points from the running total; "-" is a turn without points. */
static void put_sheet_cell(struct page *p, const char *cell) {
    const char *total = strstr(cell, "  ");
    fputs("<td>", p->out);
    if (total) {
        fputs("<span class=\"soft\">", p->out);
        if (cell[0] == '-')
            fputs("\xe2\x80\x93", p->out);
        else
            fprintf(p->out, "%.*s", (int)(total - cell), cell);
        fprintf(p->out, "</span>&ensp;%s", total + 2);
    } else {
        html_number(p, cell);
    }
    fputs("</td>", p->out);
}

static void put_sheet_line(struct page *p, const struct scoresheet *s, int line) {
    static const char *const classes[] = {[LINE_HEADING] = "part",
                                          [LINE_ENTRY] = "entry",
                                          [LINE_SUM] = "total",
                                          [LINE_GRAND] = "grand"};
    const struct sheet_line *l = &s->line[line];
    fprintf(p->out, "<tr class=\"%s\">", classes[l->kind]);
    if (l->kind == LINE_HEADING)
        fprintf(p->out, "<th colspan=\"%d\" scope=\"colgroup\">", s->columns + 1);
    else
        fputs("<th scope=\"row\">", p->out);
    html_text(p, l->label);
    fputs("</th>", p->out);
    for (int c = 0; l->kind != LINE_HEADING && c < s->columns; c++)
        put_sheet_cell(p, scoresheet_cell(s, line, c)->text);
    fputs("</tr>\n", p->out);
}

void html_sheet(struct page *p) {
    struct scoresheet *s = scoresheet_of_game(p->analysis->table, p->game->game);
    html_heading(p, 0, M_report_score_sheet);
    html_scroll_open(p, words_of(M_report_score_sheet), -1);
    fputs("<table class=\"sheet\"><thead><tr><th scope=\"col\">", p->out);
    html_words(p, s->rules.book->family == FAMILY_PRESS ? M_report_round : M_report_box);
    fputs("</th>", p->out);
    for (int c = 0; c < s->columns; c++) {
        fputs("<th scope=\"col\">", p->out);
        html_seat(p, c);
        fputs("</th>", p->out);
    }
    fputs("</tr></thead>\n<tbody>\n", p->out);
    for (int line = 0; line < s->lines; line++)
        put_sheet_line(p, s, line);
    put_end(p);
    scoresheet_free(s);
}
