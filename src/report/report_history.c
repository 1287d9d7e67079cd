#include <math.h>
#include <stdlib.h>

#include "core/memory.h"
#include "report/report.h"
#include "report/report_part.h"

/* ---- a person's progress ---- */

/* The games of a person of which all throws are known; the others say nothing about errors and
 * luck. */
struct games {
    int *list; /* indices into the history */
    int count;
};

enum { STRETCHES = 5, LEAST_A_STRETCH = 2 };

/* Prints a line for each of two to five periods with about the same number of games; nothing if
 * there are fewer than four games. */
static void print_stretches(FILE *out, const struct history *h, const struct games *all) {
    int games = all->count, stretches = games / LEAST_A_STRETCH;
    double total_luck = 0;
    stretches = stretches > STRETCHES ? STRETCHES : stretches;
    if (stretches < 2)
        return;
    int unit = h->list[all->list[0]].unit;
    fputs("  ", out);
    report_padded(out, words_of(M_report_games), -12);
    report_padded(out, words_of(M_report_errors), 12);
    report_padded(out, words_of(M_report_accuracy), 12);
    report_padded(out, words_of(M_report_luck), 12);
    report_padded(out, words_of(M_report_luck_so_far), 14);
    fputc('\n', out);
    for (int i = 0; i < stretches; i++) {
        int first = games * i / stretches, last = games * (i + 1) / stretches;
        double errors = 0, luck = 0, accuracy = 0;
        int decisions = 0;
        for (int k = first; k < last; k++) {
            const struct account *a = &h->list[all->list[k]].account;
            errors += fabs(a->errors);
            luck += a->luck;
            decisions += a->decisions;
            accuracy += a->decisions ? a->accuracy * a->decisions : 0;
        }
        total_luck += luck;
        fputs("  ", out);
        report_padded(out, WORDS(report_from_to, .first = first + 1, .last = last), -12);
        report_value(out, unit, errors / (last - first), false, 12);
        if (decisions)
            fprintf(out, "%10.0f %%", accuracy / decisions);
        else
            fprintf(out, "%12s", "");
        report_value(out, unit, luck / (last - first), true, 12);
        report_value(out, unit, total_luck, true, 14);
        fputc('\n', out);
    }
    report_inset(out, report_errors_luck_a_game);
}

/* Typical mistakes, costliest first. */
static void print_slips(FILE *out, const struct history *h, const struct games *all) {
    int count[SLIPS] = {0}, unit = all->count ? h->list[all->list[0]].unit : UNIT_POINTS;
    double cost[SLIPS] = {0};
    for (int i = 0; i < all->count; i++) {
        for (int slip = 0; slip < SLIPS; slip++) {
            count[slip] += h->list[all->list[i]].slips[slip];
            cost[slip] += h->list[all->list[i]].slip_cost[slip];
        }
    }
    for (;;) {
        int most = 0;
        for (int slip = 1; slip < SLIPS; slip++)
            most = cost[slip] > cost[most] ? slip : most;
        if (!cost[most])
            return;
        LOCAL_TEXT(w, 32);
        unit_print_number(unit, cost[most] / all->count, false, &w);
        report_inset(out, report_slip_times, .slip = words_of(slip_message(most)), .n = count[most],
                     .cost = AMOUNT(unit, w.data));
        cost[most] = 0;
    }
}

static void print_person(FILE *out, const struct history *h, int from, int end) {
    const struct performance *p = &h->list[from];
    struct loss loss = history_loss(h, from, end);
    int count = end - from;
    char mean[32], error[32];
    struct text m = TEXT_IN(mean), e = TEXT_IN(error);
    int finished = 0, kept = 0;
    struct games whole = {.list = grab((size_t)count, sizeof *whole.list)};
    for (int i = from; i < end; i++) {
        finished += h->list[i].finished;
        if (h->list[i].whole)
            whole.list[whole.count++] = i;
        else
            kept++;
    }
    const char *all = finished < count
                          ? WORDS(report_games_finished, .n = count, .finished = finished)
                          : WORDS(report_count_games, .n = count);
    const char *games = kept ? WORDS(report_games_kept, .games = all, .n = kept) : all;
    unit_print_number(p->unit, loss.mean, false, &m);
    unit_print_number(p->unit, loss.error, false, &e);
    fputc('\n', out);
    if (loss.games > 1)
        report_line(out, report_person_loss_error, .player = p->name, .rules = p->rules,
                    .games = games, .cost = AMOUNT(p->unit, mean), .error = error);
    else if (loss.games)
        report_line(out, report_person_loss, .player = p->name, .rules = p->rules, .games = games,
                    .cost = AMOUNT(p->unit, mean));
    else
        report_line(out, report_person, .player = p->name, .rules = p->rules, .games = games);
    print_stretches(out, h, &whole);
    print_slips(out, h, &whole);
    free(whole.list);
}

void report_history(FILE *out, const struct history *h, struct span name) {
    for (int from = 0, end; from < h->count; from = end) {
        end = history_run(h, from);
        if (!name.len || span_is(name, h->list[from].name))
            print_person(out, h, from, end);
    }
}

/* ---- CSV ---- */

static void put_quoted(FILE *out, const char *text) {
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

static void csv_head(FILE *out) {
    fputs("date,record,game,rules,unit,name,seat,bot,partners,finished,approximate,par,luck,errors,"
          "others,result,accuracy,rolls,decisions,hints",
          out);
    for (int grade = 0; grade < GRADES; grade++)
        fprintf(out, ",%s", grade_word(grade));
    for (int slip = 1; slip < SLIPS; slip++)
        fprintf(out, ",%s", words_in(slip_message(slip), languages[0]));
    fputs(",unknown,points_turns,last_turns\n", out);
}

static void csv_line(FILE *out, const struct performance *p) {
    const struct account *a = &p->account;
    fprintf(out, "%s,", p->date);
    put_quoted(out, p->record);
    fprintf(out, ",%d,", p->game + 1);
    put_quoted(out, p->rules);
    fprintf(out, ",%s,", unit_words(p->unit));
    put_quoted(out, p->name);
    fprintf(out, ",%d,%d,%d,%d,%d", p->seat + 1, p->bot, p->partners, p->finished, p->approximate);
    fprintf(out, ",%.6f,%.6f,%.6f,%.6f,%.6f,", a->par, a->luck, a->errors, a->others, a->result);
    if (a->decisions)
        fprintf(out, "%.2f", a->accuracy);
    fprintf(out, ",%d,%d,%d", a->rolls, a->decisions, a->hints);
    for (int grade = 0; grade < GRADES; grade++)
        fprintf(out, ",%d", a->grades[grade]);
    for (int slip = 1; slip < SLIPS; slip++)
        fprintf(out, ",%.6f", p->slip_cost[slip]);
    fprintf(out, ",%.6f,%d,%d\n", a->unknown, a->kept[PACE_POINTS], a->kept[PACE_LAST]);
}

void report_csv(FILE *out, const struct history *h, struct span name) {
    csv_head(out);
    for (int i = 0; i < h->count; i++) {
        if (!name.len || span_is(name, h->list[i].name))
            csv_line(out, &h->list[i]);
    }
}
