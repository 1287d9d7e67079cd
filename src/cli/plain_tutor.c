/* The coach in plain mode: hints, reasons, and a question before a costly choice. */

#include "cli/cached_adviser.h"
#include "cli/cli.h"
#include "cli/plain.h"
#include "coach/reason.h"
#include "coach/tutor.h"
#include "report/report.h"

enum { HINTS_SHOWN = 5 };

/* Solvers call it after every step, from any thread. */
static void tell_work(struct work *work) {
    struct plain_work *w = (struct plain_work *)work;
    if (atomic_exchange(&w->told, true))
        return;
    tell_inset(cli_working_out, .game = w->game);
    fflush(stdout);
}

struct adviser *plain_adviser(struct plain *p, const struct rules *r) {
    if (!p->adviser) {
        p->work.game = r->book->name;
        p->work.work.watch = tell_work;
        p->adviser = cached_adviser_new(0, true, false);
    }
    return p->adviser;
}

struct work *plain_work(struct plain *p) {
    return &p->work.work;
}

/* Records that the player to move got advice: `note` is tutor_note() or tutor_note_warning(). */
static bool noted(struct plain *p, bool (*note)(struct table *, struct record *, struct text *)) {
    LOCAL_TEXT(error, 1024);
    bool good = note(p->table, p->record, &error);
    if (!good)
        print_lines(2, error.data);
    return good;
}

static void print_choice(const struct rules *r, const struct game *g, int unit,
                         const struct valued_action *a) {
    char words[ACTION_WORDS_MAX], value[32];
    struct text w = TEXT_IN(words), v = TEXT_IN(value);
    action_words(r, g, a->action, &w);
    unit_print(unit, a->value, &v);
    printf("  %10s  %s\n", value, words);
}

static enum message unit_heading(int unit) {
    return unit == UNIT_POINTS ? M_cli_expected_total
           : unit == UNIT_WIN  ? M_cli_chance_of_winning
                               : M_cli_turns_to_come;
}

void plain_hint(struct plain *p) {
    const struct state *s = table_now(p->table);
    struct advice advice;
    LOCAL_TEXT(error, 512);
    if (!noted(p, tutor_note))
        return;
    struct goal goal = goal_of_game(&s->rules, &s->game, (struct goal){.kind = GOAL_USUAL});
    int unit = goal_unit(goal);
    if (!adviser_advise(plain_adviser(p, &s->rules), &s->rules, &s->game, goal, plain_work(p),
                        &advice, &error)) {
        print_lines(2, error.data);
        return;
    }
    if (adviser_approximates(&s->rules, &s->game, goal))
        tell_inset(cli_best_first_estimates, .what = words_of(unit_heading(unit)));
    else
        tell_inset(cli_best_first, .what = words_of(unit_heading(unit)));
    for (int i = 0; i < advice.count && i < HINTS_SHOWN; i++)
        print_choice(&s->rules, &s->game, unit, &advice.actions[i]);
    if (advice.count > HINTS_SHOWN)
        tell_inset(cli_more_choices, .n = advice.count - HINTS_SHOWN);
}

void plain_why(struct plain *p, struct span instead) {
    const struct state *s = table_now(p->table);
    static struct reasons reasons;
    static struct meaning meaning;
    LOCAL_TEXT(error, 1024);
    struct action a;
    bool compare = instead.len > 0;
    if (compare && (!shorthand(s, instead, &meaning, &error) ||
                    !action_parse(&s->rules, span_of(meaning.line), &a, &error))) {
        print_lines(2, error.data);
        return;
    }
    if (!noted(p, tutor_note))
        return;
    if (!reason_of(plain_adviser(p, &s->rules), &s->rules, &s->game, compare ? &a : NULL,
                   plain_work(p), &reasons, &(struct refusal){.words = &error})) {
        print_lines(2, error.data);
        return;
    }
    for (int i = 0; i < reasons.count; i++)
        print_wrapped("  -", 4, reasons.sentence[i]);
}

void plain_analyse(struct plain *p) {
    const struct rules *r = &table_now(p->table)->rules;
    struct solved_tables tables;
    struct analysis analysis;
    LOCAL_TEXT(error, 512);
    if (!ledger_prepare(plain_adviser(p, r), r, plain_work(p), &tables, &error) ||
        !analysis_of(&tables, p->table, words_of(M_cli_so_far), &analysis, &error)) {
        print_lines(2, error.data);
        return;
    }
    putchar('\n');
    report_text(stdout, &analysis, false);
    analysis_free(&analysis);
}

void plain_warn(struct plain *p, struct span word) {
    LOCAL_TEXT(error, 512);
    if (word.len && !warning_parse(word, &p->warning, &error)) {
        print_lines(2, error.data);
        return;
    }
    LOCAL_TEXT(now, 64);
    warning_print(p->warning, &now);
    tell_inset(cli_warnings, .level = now.data);
}

bool plain_choice_stands(struct plain *p, const struct state *view, const struct meaning *meaning) {
    char words[256];
    struct text error = TEXT_IN(words);
    struct action a;
    if (!warning_on(p->warning) || view->stage != STAGE_PLAY || view->game.phase != PHASE_CHOOSE ||
        !action_parse(&view->rules, span_of(meaning->line), &a, &error) || a.zero ||
        game_check(&view->rules, &view->game, a) != ALLOWED)
        return true; /* warnings are off, it is no choice or a confirmed zero, or it is illegal */
    struct text warning = TEXT_IN(words);
    if (!tutor_warns(plain_adviser(p, &view->rules), &view->rules, &view->game, a, p->warning,
                     plain_work(p), &warning) ||
        !noted(p, tutor_note_warning))
        return true;
    LOCAL_TEXT(prompt, 128);
    text_add(&prompt, "  %s ", words_of(M_cli_keep_it));
    print_lines(2, words);
    return plain_agrees(prompt.data);
}
