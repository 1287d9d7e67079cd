#include <math.h>

#include "coach/reason.h"
#include "core/columns.h"
#include "report/report.h"
#include "report/report_part.h"

enum { NAME_COLUMNS = 18 };

/* ---- helpers ---- */

static const char *plural(int n) {
    return n == 1 ? "" : "s";
}

static int name_width(struct span name) {
    LOCAL_TEXT(t, SEAT_NAME_MAX);
    text_put_n(&t, name.at, name.len);
    return shown_width(t.data);
}

/* Wide enough for the longest name, so that the numbers line up. */
static int name_columns(const struct analysis *a, int seats) {
    int columns = NAME_COLUMNS;
    for (int i = 0; i < seats; i++) {
        int width = name_width(span_of(analysis_seat(a, i)->name));
        columns = width > columns ? width : columns;
    }
    return columns;
}

static void print_name(FILE *out, struct span name, int indent, int columns) {
    fprintf(out, "%*s%.*s%*s", indent, "", (int)name.len, name.at,
            columns - indent - name_width(name), "");
}

void report_value(FILE *out, int unit, double value, bool with_sign, int width) {
    LOCAL_TEXT(w, 32);
    if (with_sign)
        unit_print_signed(unit, value, &w);
    else
        unit_print(unit, value, &w);
    fprintf(out, "%*s", width, w.data);
}

static void print_value(FILE *out, int unit, double value, bool with_sign) {
    report_value(out, unit, value, with_sign, 10);
}

/* ---- the ledger ---- */

static void print_account(FILE *out, int unit, const struct account *a, bool seat) {
    if (seat)
        print_value(out, unit, a->par, false);
    else
        fprintf(out, "%10s", "");
    print_value(out, unit, a->luck, true);
    print_value(out, unit, -a->errors, true);
    if (unit == UNIT_WIN && seat)
        print_value(out, unit, a->others, true);
    else if (unit == UNIT_WIN)
        fprintf(out, "%10s", "");
    if (seat)
        print_value(out, unit, a->result, false);
    else
        fprintf(out, "%10s", "");
    if (a->decisions)
        fprintf(out, "%8.0f %%", a->accuracy);
    fputc('\n', out);
}

static void print_ledger(FILE *out, const struct analysis *a, int unit, int seats,
                         const struct account seat[SEATS_MAX],
                         const struct account person[SEATS_MAX][PEOPLE_MAX]) {
    int columns = name_columns(a, seats);
    fprintf(out, "%*s%10s%10s%10s%s%10s%10s\n", columns, "", "par", "luck", "errors",
            unit == UNIT_WIN ? "    others" : "", "result", "accuracy");
    for (int i = 0; i < seats; i++) {
        const struct seat *who = analysis_seat(a, i);
        print_name(out, span_of(who->name), 0, columns);
        print_account(out, unit, &seat[i], true);
        for (int p = 0; p < seat_people(who) && seat_people(who) > 1; p++) {
            print_name(out, seat_person(who, p), 2, columns);
            print_account(out, unit, &person[i][p], false);
        }
    }
}

/* Two seats playing for points: where the difference comes from. */
static void print_difference(FILE *out, const struct analysis *a, const struct ledger *l) {
    const struct state *s = table_now(a->table);
    if (l->seats != 2 || l->unit != UNIT_POINTS || !l->finished)
        return;
    int ahead = l->seat[1].result > l->seat[0].result;
    const struct account *x = &l->seat[ahead], *y = &l->seat[1 - ahead];
    double luck = x->luck - y->luck, errors = y->errors - x->errors;
    if (x->result == y->result)
        fprintf(out, "\n%s and %s end level: %+.1f by the dice, %+.1f by the decisions.\n",
                s->seats[ahead].name, s->seats[1 - ahead].name, luck, errors);
    else
        fprintf(
            out, "\n%s is %.0f points ahead of %s: %+.1f by the dice, %+.1f by the decisions.\n",
            s->seats[ahead].name, x->result - y->result, s->seats[1 - ahead].name, luck, errors);
}

/* ---- moments ---- */

static void moment_place(const struct analysis *a, const struct moment *m, struct text *out) {
    const struct game *g = &table_step(a->table, m->step)->before.game;
    text_add(out, "turn %d", m->turn);
    if (table_now(a->table)->rules.book->family == FAMILY_PRESS)
        text_add(out, ", %d points at risk", g->turn_points);
    else
        text_add(out, ", roll %d", g->rolls);
}

static void print_decision(FILE *out, const struct analysis *a, const struct ledger *l,
                           const struct moment *m) {
    const struct game *g = &table_step(a->table, m->step)->before.game;
    char place[64], dice[32], did[ACTION_WORDS_MAX], best[ACTION_WORDS_MAX], cost[32];
    struct text p = TEXT_IN(place), d = TEXT_IN(dice), x = TEXT_IN(did), b = TEXT_IN(best),
                c = TEXT_IN(cost);
    moment_place(a, m, &p);
    text_dice(&d, g->dice, " ");
    action_words(&l->rules, g, m->action, &x);
    action_words(&l->rules, g, m->best, &b);
    unit_print(l->unit, m->cost, &c);
    fprintf(out, "  line %d, %s, dice %s: %s", m->line, place, dice, did);
    if (m->grade == GRADE_BEST)
        fputs(": best", out);
    else
        fprintf(out, "; better: %s (%s, costs %s%s)", best, grade_word(m->grade), cost,
                l->unit == UNIT_POINTS  ? " points"
                : l->unit == UNIT_TURNS ? " turns"
                                        : "");
    fputs(m->hinted ? ", after a hint\n" : "\n", out);
}

static void print_roll(FILE *out, const struct analysis *a, const struct ledger *l, int index,
                       const char *which) {
    char dice[32], luck[32], place[64];
    struct text d = TEXT_IN(dice), k = TEXT_IN(luck), p = TEXT_IN(place);
    if (index < 0)
        return;
    const struct moment *m = &l->moments[index];
    const struct step *step = table_step(a->table, m->step);
    text_dice(&d, m->action.dice, " ");
    unit_print_signed(l->unit, m->after - m->before, &k);
    text_add(&p, "turn %d", m->turn);
    if (l->rules.book->family == FAMILY_SHEET)
        text_add(&p, ", roll %d", step->before.game.rolls + 1);
    fprintf(out, "  %s roll: %s (line %d, %s): %s%s\n", which, dice, m->line, place, luck,
            l->unit == UNIT_POINTS  ? " points"
            : l->unit == UNIT_TURNS ? " turns"
                                    : "");
}

static void print_grades(FILE *out, const struct account *a) {
    const char *comma = "";
    if (a->decisions)
        fprintf(out, "  %d decision%s mattered: ", a->decisions, plural(a->decisions));
    else
        fputs("  no decision mattered yet", out);
    for (int grade = 0; grade < GRADES; grade++) {
        if (a->grades[grade])
            fprintf(out, "%s%d %s", comma, a->grades[grade],
                    a->grades[grade] == 1 ? grade_word(grade) : grade_words(grade));
        if (a->grades[grade])
            comma = ", ";
    }
    if (a->hints)
        fprintf(out, "; %d hint%s", a->hints, plural(a->hints));
    fputc('\n', out);
}

/* Rounded, and never -0. */
static double whole(double value) {
    return round(value) + 0.0;
}

static void print_turn_points(FILE *out, const struct ledger *l, int seat) {
    const struct turn_points *p = &l->points[seat];
    if (l->rules.book->family == FAMILY_PRESS && p->turns)
        fprintf(out,
                "  %d turn%s, %.0f points a turn: %.0f expected, %+.0f by luck, %+.0f by not "
                "playing for points alone\n",
                p->turns, plural(p->turns), p->result / p->turns, p->par / p->turns,
                whole(p->luck / p->turns), whole(-p->errors / p->turns));
}

static void print_seat(FILE *out, const struct analysis *a, const struct ledger *l, int seat,
                       bool all) {
    int costly[3], lucky, unlucky;
    fprintf(out, "\n%s\n", analysis_seat(a, seat)->name);
    print_grades(out, &l->seat[seat]);
    print_turn_points(out, l, seat);
    ledger_luckiest(l, seat, &lucky, &unlucky);
    print_roll(out, a, l, lucky, "luckiest");
    print_roll(out, a, l, unlucky, "unluckiest");
    ledger_costliest(l, seat, costly);
    for (int i = 0; i < 3 && costly[i] >= 0 && !all; i++)
        print_decision(out, a, l, &l->moments[costly[i]]);
    for (int i = 0; i < l->count && all; i++) {
        const struct moment *m = &l->moments[i];
        if (m->decision && m->seat == seat && m->second_value != m->before)
            print_decision(out, a, l, m);
    }
}

/* ---- the whole report ---- */

static void print_game(FILE *out, const struct analysis *a, const struct ledger *l, bool all) {
    print_ledger(out, a, l->unit, l->seats, l->seat, l->person);
    if (l->unit == UNIT_TURNS)
        fputs("\nCounted in turns: fewer is better.\n", out);
    if (l->approximate)
        fputs("\nWith three and more at the table chances are estimates.\n", out);
    if (!l->finished)
        fputs("\nThe game is not over: the result is what can be expected now.\n", out);
    print_difference(out, a, l);
    for (int seat = 0; seat < l->seats; seat++)
        print_seat(out, a, l, seat, all);
}

void report_text(FILE *out, const struct analysis *a, bool all) {
    const struct ledger *first = &a->games[0];
    LOCAL_TEXT(r, RULES_TEXT_MAX);
    rules_print(&first->rules, &r);
    fprintf(out, "%s: %s%s%.10s, in %s\n\n", a->name, r.data, table_date(a->table)[0] ? ", " : "",
            table_date(a->table), unit_words(first->unit));
    for (int i = 0; i < a->count; i++) {
        if (a->count > 1)
            fprintf(out, "%sGame %d\n", i ? "\n" : "", i + 1);
        print_game(out, a, &a->games[i], all);
    }
    if (a->count > 1) {
        fputs("\nAll games\n", out);
        print_ledger(out, a, first->unit, first->seats, a->seat, a->person);
    }
}
