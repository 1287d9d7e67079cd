#include <math.h>
#include <stdlib.h>

#include "coach/reason.h"
#include "core/columns.h"
#include "report/report.h"
#include "report/report_part.h"

enum { NAME_COLUMNS = 18 };

/* ---- helpers ---- */

void report_lines(FILE *out, int indent, enum message message, const void *places) {
    enum { TERMINAL = 80 };
    LOCAL_TEXT(words, 4096);
    say_message(&words, message, places);
    fprintf(out, "%*s", indent, "");
    int column = indent;
    for (const char *rest = words.data; *rest;) {
        size_t n = shown_line(rest, TERMINAL - column);
        fprintf(out, "%.*s%s", (int)n, rest, rest[n] ? "\n" : "");
        rest += n + (rest[n] == ' ');
        column = indent ? indent + 2 : 0;
        fprintf(out, "%*s", *rest ? column : 0, "");
    }
    fputc('\n', out);
}

void report_padded(FILE *out, const char *words, int width) {
    int blanks = abs(width) - shown_width(words);
    blanks = blanks > 0 ? blanks : 0;
    fprintf(out, "%*s%s%*s", width > 0 ? blanks : 0, "", words, width > 0 ? 0 : blanks, "");
}

const char *report_amount(char room[SAY_ROOM_BYTES], int unit, const char *value) {
    struct text out = text_start(room, SAY_ROOM_BYTES);
    if (unit == UNIT_POINTS)
        say(&out, report_amount_points, .value = value);
    else if (unit == UNIT_TURNS)
        say(&out, report_amount_turns, .value = value);
    else
        say(&out, report_amount_chance, .value = value);
    return room;
}

const char *report_grade_count(char room[SAY_ROOM_BYTES], int grade, int count) {
    struct text out = text_start(room, SAY_ROOM_BYTES);
    switch (grade) {
    case GRADE_BEST:
        say(&out, report_count_best, .n = count);
        break;
    case GRADE_GOOD:
        say(&out, report_count_good, .n = count);
        break;
    case GRADE_INACCURACY:
        say(&out, report_count_inaccuracies, .n = count);
        break;
    case GRADE_MISTAKE:
        say(&out, report_count_mistakes, .n = count);
        break;
    default:
        say(&out, report_count_blunders, .n = count);
    }
    return room;
}

const char *report_kept_turns(char room[SAY_ROOM_BYTES], const struct account *a) {
    struct text out = text_start(room, SAY_ROOM_BYTES);
    int points = a->kept[PACE_POINTS], last = a->kept[PACE_LAST];
    if (points && last)
        say(&out, report_kept_both, .points = WORDS(report_kept_points, .n = points),
            .last = WORDS(report_kept_last, .n = last));
    else if (points)
        say(&out, report_kept_points, .n = points);
    else
        say(&out, report_kept_last, .n = last);
    return room;
}

bool report_has_kept(const struct ledger *l) {
    bool kept = false;
    for (int seat = 0; seat < l->seats; seat++)
        kept = kept || account_kept(&l->seat[seat]);
    return kept;
}

enum message report_sum(const struct ledger *l) {
    static const enum message sums[][2] = {
        [UNIT_POINTS] = {M_report_sum_in_points, M_report_sum_in_points_kept},
        [UNIT_WIN] = {M_report_sum_in_chances, M_report_sum_in_chances_kept},
        [UNIT_TURNS] = {M_report_sum_in_turns, M_report_sum_in_turns_kept}};
    return sums[l->unit][report_has_kept(l)];
}

int report_starter(const struct analysis *a, const struct ledger *l) {
    if (l->unit != UNIT_WIN || !l->count)
        return -1;
    const struct game *g = &table_step(a->table, l->moments[0].step)->before.game;
    for (int seat = 0; seat < l->seats; seat++) {
        if (g->total[seat])
            return -1;
    }
    return l->moments[0].seat;
}

static int name_width(struct span name) {
    LOCAL_TEXT(t, SEAT_NAME_MAX);
    text_put_n(&t, name.at, name.len);
    return shown_width(t.data);
}

/* Wide enough for the longest name, so that the numbers line up. */
static int name_columns(const struct seat *who, int seats) {
    int columns = NAME_COLUMNS;
    for (int i = 0; i < seats; i++) {
        int width = name_width(span_of(who[i].name));
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

static void print_account(FILE *out, int unit, const struct account *a, bool seat, bool kept) {
    if (seat)
        print_value(out, unit, a->par, false);
    else
        fprintf(out, "%10s", "");
    if (a->rolls || !account_kept(a))
        print_value(out, unit, a->luck, true);
    else
        fprintf(out, "%10s", "-");
    if (a->decisions || !account_kept(a))
        print_value(out, unit, a->errors, false);
    else
        fprintf(out, "%10s", "-");
    if (unit == UNIT_WIN && seat)
        print_value(out, unit, a->others, true);
    else if (unit == UNIT_WIN)
        fprintf(out, "%10s", "");
    if (kept)
        print_value(out, unit, a->unknown, true);
    if (seat)
        print_value(out, unit, a->result, false);
    else
        fprintf(out, "%10s", "");
    if (a->decisions)
        fprintf(out, "%8.0f %%", a->accuracy);
    fputc('\n', out);
}

static void print_ledger(FILE *out, const struct seat *whos, int unit, int seats,
                         const struct account seat[SEATS_MAX],
                         const struct account person[SEATS_MAX][PEOPLE_MAX]) {
    int columns = name_columns(whos, seats);
    bool kept = false;
    for (int i = 0; i < seats; i++)
        kept = kept || account_kept(&seat[i]);
    report_padded(out, "", columns);
    report_padded(out, words_of(M_report_par), 10);
    report_padded(out, words_of(M_report_luck), 10);
    report_padded(out, words_of(M_report_errors), 10);
    if (unit == UNIT_WIN)
        report_padded(out, words_of(M_report_others), 10);
    if (kept)
        report_padded(out, words_of(M_report_unknown), 10);
    report_padded(out, words_of(M_report_result), 10);
    report_padded(out, words_of(M_report_accuracy), 10);
    fputc('\n', out);
    for (int i = 0; i < seats; i++) {
        const struct seat *who = &whos[i];
        print_name(out, span_of(who->name), 0, columns);
        print_account(out, unit, &seat[i], true, kept);
        for (int p = 0; p < seat_people(who) && seat_people(who) > 1; p++) {
            print_name(out, seat_person(who, p), 2, columns);
            print_account(out, unit, &person[i][p], false, kept);
        }
    }
}

/* Two seats playing for points: where the difference comes from. */
static void print_difference(FILE *out, const struct ledger *l) {
    if (l->seats != 2 || l->unit != UNIT_POINTS || !l->finished || report_has_kept(l))
        return;
    int ahead = l->seat[1].result > l->seat[0].result;
    const struct account *x = &l->seat[ahead], *y = &l->seat[1 - ahead];
    double luck = x->luck - y->luck, errors = y->errors - x->errors;
    const char *side = l->who[ahead].name, *other = l->who[1 - ahead].name;
    fputc('\n', out);
    if (x->result == y->result)
        report_line(out, report_end_level, .side = side, .other = other, .luck = luck,
                    .errors = errors);
    else
        report_line(out, report_is_ahead, .side = side, .n = (long long)rint(x->result - y->result),
                    .other = other, .luck = luck, .errors = errors);
}

/* ---- moments ---- */

static void moment_place(const struct analysis *a, const struct moment *m, struct text *out) {
    const struct game *g = &table_step(a->table, m->step)->before.game;
    if (table_now(a->table)->rules.book->family == FAMILY_PRESS)
        say(out, report_at_turn_risk, .turn = m->turn, .n = g->turn_points);
    else if (m->pace == PACE_LAST)
        say(out, report_at_turn_last, .turn = m->turn);
    else
        say(out, report_at_turn_roll, .turn = m->turn, .roll = g->rolls);
}

static void print_decision(FILE *out, const struct analysis *a, const struct ledger *l,
                           const struct moment *m) {
    const struct game *g = &table_step(a->table, m->step)->before.game;
    char place[160], did[ACTION_WORDS_MAX], best[ACTION_WORDS_MAX], cost[32];
    struct text p = TEXT_IN(place), x = TEXT_IN(did), b = TEXT_IN(best), c = TEXT_IN(cost);
    moment_place(a, m, &p);
    action_words(&l->rules, g, m->action, &x);
    action_words(&l->rules, g, m->best, &b);
    unit_print_number(l->unit, m->cost, false, &c);
    struct dice thrown = moment_is_partial(l, m) ? m->action.dice : g->dice;
    const char *dice = DICE(thrown, " "), *grade = words_of(grade_message(m->grade));
    const char *lost = AMOUNT(l->unit, cost);
    if (m->grade == GRADE_BEST && m->hinted)
        report_inset(out, report_best_hinted, .line = m->line, .place = place, .dice = dice,
                     .action = did);
    else if (m->grade == GRADE_BEST)
        report_inset(out, report_best, .line = m->line, .place = place, .dice = dice,
                     .action = did);
    else if (m->hinted)
        report_inset(out, report_better_hinted, .line = m->line, .place = place, .dice = dice,
                     .action = did, .best = best, .grade = grade, .cost = lost);
    else
        report_inset(out, report_better, .line = m->line, .place = place, .dice = dice,
                     .action = did, .best = best, .grade = grade, .cost = lost);
}

static void print_roll(FILE *out, const struct analysis *a, const struct ledger *l, int index,
                       bool lucky) {
    char value[32], place[160];
    struct text k = TEXT_IN(value), p = TEXT_IN(place);
    if (index < 0)
        return;
    const struct moment *m = &l->moments[index];
    const struct step *step = table_step(a->table, m->step);
    unit_print_number(l->unit, m->after - m->before, true, &k);
    if (l->rules.book->family == FAMILY_SHEET)
        say(&p, report_at_turn_roll, .turn = m->turn, .roll = step->before.game.rolls + 1);
    else
        say(&p, report_at_turn, .turn = m->turn);
    const char *dice = DICE(m->action.dice, " "), *luck = AMOUNT(l->unit, value);
    if (lucky)
        report_inset(out, report_luckiest, .dice = dice, .line = m->line, .place = place,
                     .luck = luck);
    else
        report_inset(out, report_unluckiest, .dice = dice, .line = m->line, .place = place,
                     .luck = luck);
}

static void print_grades(FILE *out, const struct account *a) {
    LOCAL_TEXT(grades, 256);
    for (int grade = 0; grade < GRADES; grade++) {
        if (a->grades[grade])
            text_add(&grades, "%s%s", grades.len ? ", " : "", GRADE_COUNT(grade, a->grades[grade]));
    }
    const char *hints = WORDS(report_count_hints, .n = a->hints);
    if (a->decisions && a->hints)
        report_inset(out, report_mattered_hints, .n = a->decisions, .grades = grades.data,
                     .hints = hints);
    else if (a->decisions)
        report_inset(out, report_mattered, .n = a->decisions, .grades = grades.data);
    else if (a->hints)
        report_inset(out, report_none_mattered_hints, .hints = hints);
    else
        report_inset(out, report_none_mattered);
}

/* Rounded, and never -0. */
static double whole(double value) {
    return round(value) + 0.0;
}

static void print_turn_points(FILE *out, const struct ledger *l, int seat) {
    const struct turn_points *p = &l->points[seat];
    if (l->rules.book->family != FAMILY_PRESS || !p->turns)
        return;
    report_inset(out, report_turn_points, .n = p->turns, .points = p->result / p->turns,
                 .expected = p->par / p->turns, .luck = whole(p->luck / p->turns),
                 .errors = whole(-p->errors / p->turns));
}

static void print_seat(FILE *out, const struct analysis *a, const struct ledger *l, int seat,
                       bool all) {
    int costly[3], lucky, unlucky;
    const struct account *account = &l->seat[seat];
    fprintf(out, "\n%s\n", l->who[seat].name);
    if (account_only_points(account))
        report_inset(out, report_only_points);
    else
        print_grades(out, account);
    if (account_kept(account)) {
        LOCAL_TEXT(value, 32);
        unit_print_signed(l->unit, account->unknown, &value);
        report_inset(out, report_kept_change, .turns = KEPT_TURNS(account),
                     .value = AMOUNT(l->unit, value.data));
    }
    print_turn_points(out, l, seat);
    ledger_luckiest(l, seat, &lucky, &unlucky);
    print_roll(out, a, l, lucky, true);
    print_roll(out, a, l, unlucky, false);
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

static void print_note(FILE *out, enum message words) {
    fputc('\n', out);
    report_lines(out, 0, words, NULL);
}

/* How the columns add up, what they mean, and why their first number may differ. */
static void print_meaning(FILE *out, const struct analysis *a, const struct ledger *l) {
    static const enum message meanings[] = {[UNIT_POINTS] = M_report_meaning_points,
                                            [UNIT_WIN] = M_report_meaning_chances,
                                            [UNIT_TURNS] = M_report_meaning_turns};
    int starter = report_starter(a, l);
    print_note(out, report_sum(l));
    report_lines(out, 0, meanings[l->unit], NULL);
    if (starter >= 0) {
        LOCAL_TEXT(par, 32);
        unit_print(l->unit, l->seat[starter].par, &par);
        report_line(out, report_first_edge, .side = l->who[starter].name, .par = par.data);
    }
}

static void print_game(FILE *out, const struct analysis *a, const struct ledger *l, bool all) {
    print_ledger(out, l->who, l->unit, l->seats, l->seat, l->person);
    print_meaning(out, a, l);
    if (l->approximate)
        print_note(out, M_report_chances_estimates);
    if (report_has_kept(l))
        print_note(out, M_report_note_kept);
    if (!l->finished)
        print_note(out, M_report_game_not_over);
    print_difference(out, l);
    for (int seat = 0; seat < l->seats; seat++)
        print_seat(out, a, l, seat, all);
}

void report_text(FILE *out, const struct analysis *a, bool all) {
    static const enum message units[] = {[UNIT_POINTS] = M_report_in_points,
                                         [UNIT_WIN] = M_report_in_chance,
                                         [UNIT_TURNS] = M_report_in_turns};
    const struct ledger *first = &a->games[0];
    LOCAL_TEXT(r, RULES_TEXT_MAX);
    LOCAL_TEXT(date, 11); /* without the time */
    rules_print(&first->rules, &r);
    text_put(&date, table_date(a->table));
    fprintf(out, "%s: %s%s%s, %s\n\n", a->name, r.data, date.len ? ", " : "", date.data,
            words_of(units[first->unit]));
    for (int i = 0; i < a->count; i++) {
        if (a->count > 1) {
            fputs(i ? "\n" : "", out);
            report_line(out, report_game, .n = i + 1);
        }
        print_game(out, a, &a->games[i], all);
    }
    if (a->count > 1) {
        print_note(out, M_report_all_games);
        print_ledger(out, a->sides, first->unit, a->side_count, a->seat, a->person);
    }
}
