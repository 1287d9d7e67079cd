/* The coach's advice: one line in a normal window, a panel in a wide one. */
#include <math.h>

#include "core/say.h"
#include "play/results.h"
#include "rules/sheet.h"
#include "tui/board.h"

/* Most answers arrive quickly: keep showing the previous one this long, to avoid flicker. */
enum { PATIENCE_MS = 150 };

/* "Working out the best move: 37 %", or why there is no advice; false if advice is there or due any
 * moment. */
static bool status_words(const struct board *b, const struct app *app, struct text *out) {
    if (!b->look_id || (!app->settings.coach && !b->panel)) {
        if (!app->settings.coach)
            say(out, tui_coach_off);
        return true;
    }
    bool soon = app->now < b->look_asked + PATIENCE_MS;
    if (!b->looked && soon && b->look.good && !b->panel)
        return false;
    if (!b->looked) {
        double part = worker_progress(app->worker);
        if (part >= 0)
            say(out, tui_working_best_percent, .percent = floor(part * 100));
        else
            say(out, tui_working_best);
        return true;
    }
    if (!b->look.good)
        say(out, tui_no_advice, .why = b->look.error[0] ? b->look.error : WORDS(tui_was_stopped));
    return !b->look.good;
}

/* The outlook of each seat: "Ann 52.9 %, Bea 47.1 %", "Ann 231.4, Bea 240.0". */
static void outlook_words(const struct board *b, struct text *out) {
    const struct state *s = &b->view;
    for (int seat = 0; seat < s->seat_count; seat++) {
        if (isnan(b->look.value[seat]))
            continue;
        LOCAL_TEXT(v, 48);
        unit_print(board_unit(b), b->look.value[seat], &v);
        text_add(out, "%s%s ", out->len ? ", " : "", s->seats[seat].name);
        if (b->look.approximate)
            say(out, tui_about_value, .value = v.data);
        else
            text_put(out, v.data);
    }
}

static const char *outlook_title(const struct board *b) {
    if (!board_is_press(b))
        return words_of(M_tui_expected_totals);
    return words_of(b->view.seat_count == 1 ? M_tui_expected_turns : M_tui_chance_to_win);
}

/* "12.0 points", "52.9 %" */
static void put_unit(int unit, const char *value, struct text *out) {
    if (unit == UNIT_POINTS)
        say(out, tui_amount_points, .value = value);
    else if (unit == UNIT_TURNS)
        say(out, tui_amount_turns, .value = value);
    else
        text_put(out, value);
}

/* The balance of one seat: "Ann: luck +3.1 points, errors 12.0 points, accuracy 64 %". */
static void balance_words(const struct board *b, int seat, struct text *out) {
    const struct account *a = &b->ledger.seat[seat];
    const char *name = b->view.seats[seat].name;
    if (account_only_points(a)) {
        say(out, tui_balance_kept, .player = name);
        return;
    }
    LOCAL_TEXT(number, 48);
    LOCAL_TEXT(luck, 96);
    LOCAL_TEXT(errors, 96);
    unit_print_signed(b->ledger.unit, a->luck, &number);
    put_unit(b->ledger.unit, number.data, &luck);
    text_clear(&number);
    unit_print(b->ledger.unit, a->errors, &number);
    put_unit(b->ledger.unit, number.data, &errors);
    if (isnan(a->accuracy))
        say(out, tui_balance, .player = name, .luck = luck.data, .errors = errors.data);
    else
        say(out, tui_balance_accuracy, .player = name, .luck = luck.data, .errors = errors.data,
            .accuracy = a->accuracy);
    if (account_kept(a)) {
        text_put(out, " ");
        say(out, tui_balance_partly);
    }
}

/* The balances of all seats or, if they do not fit into `lines` lines, only the accuracies. */
static void all_balances(const struct board *b, int width, int lines, struct text *out) {
    for (int i = 0; i < b->ledger.seats; i++) {
        text_put(out, i ? "; " : "");
        balance_words(b, i, out);
    }
    if (term_wrapped_lines(width, out->data) <= lines)
        return;
    LOCAL_TEXT(list, RESULT_TEXT_BYTES);
    for (int i = 0; i < b->ledger.seats; i++) {
        if (!isnan(b->ledger.seat[i].accuracy))
            text_add(&list, "%s%s %.0f %%", list.len ? ", " : "", b->view.seats[i].name,
                     b->ledger.seat[i].accuracy);
    }
    text_clear(out);
    say(out, tui_accuracies, .list = list.data);
}

static int draw_balance(const struct board *b, struct area where) {
    static const enum message heads[] = {M_tui_luck, M_tui_errors, M_tui_accuracy};
    term_put(where.y, where.x, STYLE_BOLD, WORDS(tui_dice_or_decisions));
    if (!b->balanced) {
        term_put(where.y + 1, where.x, STYLE_DIM, WORDS(tui_working_it_out));
        return 2;
    }
    for (int i = 0; i < 3; i++)
        term_cell_right(where.y + 1, where.x + 10 + 9 * i, 9, STYLE_DIM, words_of(heads[i]));
    int seats = b->ledger.seats, rows = where.height - 2;
    for (int i = 0; i < seats && i < rows; i++) {
        const struct account *a = &b->ledger.seat[i];
        char words[3][32] = {"", "", ""};
        struct text luck = TEXT_IN(words[0]), errors = TEXT_IN(words[1]), acc = TEXT_IN(words[2]);
        if (a->rolls || !account_kept(a))
            unit_print_signed(b->ledger.unit, a->luck, &luck);
        if (a->decisions || !account_kept(a))
            unit_print(b->ledger.unit, a->errors, &errors);
        if (!isnan(a->accuracy))
            text_add(&acc, "%.0f %%", a->accuracy);
        term_cell(where.y + 2 + i, where.x, 10, STYLE_PLAIN, b->view.seats[i].name);
        for (int v = 0; v < 3; v++)
            term_cell_right(where.y + 2 + i, where.x + 10 + 9 * v, 9, STYLE_PLAIN, words[v]);
    }
    return 2 + (seats < rows ? seats : rows);
}

/* "+38.2 points", "-4.1 %", "+0.7 turns" */
static void value_words(int unit, double value, struct text *out) {
    LOCAL_TEXT(v, 48);
    unit_print_signed(unit, value, &v);
    if (unit == UNIT_POINTS)
        say(out, tui_in_points, .value = v.data);
    else if (unit == UNIT_TURNS)
        say(out, tui_in_turns, .value = v.data);
    else
        text_put(out, v.data);
}

/* The bigger the gain of a roll, the better; where the value is a number of turns, a gain is
 * negative. */
static double gain(const struct ledger *l, int moment) {
    double change = l->moments[moment].after - l->moments[moment].before;
    return l->unit == UNIT_TURNS ? -change : change;
}

static void moment_words(const struct board *b, const struct moment *m, int width,
                         struct text *out) {
    const struct ledger *l = &b->ledger;
    const struct game *g = &table_step(b->table, m->step)->before.game;
    struct span person = seat_person(&b->view.seats[m->seat], m->person);
    LOCAL_TEXT(value, 64);
    LOCAL_TEXT(did, 96);
    LOCAL_TEXT(best, 96);
    value_words(l->unit,
                m->decision ? (l->unit == UNIT_TURNS ? m->cost : -m->cost) : m->after - m->before,
                &value);
    if (!m->decision) {
        say(out, tui_best_roll, .player = SHOWN(person), .round = m->turn,
            .dice = DICE(m->action.dice, " "), .value = value.data);
        return;
    }
    move_words(&l->rules, g, m->action, &did);
    move_words(&l->rules, g, m->best, &best);
    LOCAL_TEXT(w, 512);
    say(&w, tui_costliest_move, .player = SHOWN(person), .round = m->turn, .move = did.data,
        .best = best.data, .value = value.data);
    if (term_wrapped_lines(width, w.data) == 1)
        text_put(out, w.data);
    else
        say(out, tui_costliest_short, .player = SHOWN(person), .round = m->turn, .move = did.data,
            .value = value.data);
}

void board_moments(const struct board *b, int width, struct text *out) {
    const struct ledger *l = &b->ledger;
    int best = -1, worst = -1;
    for (int seat = 0; b->balanced && seat < l->seats; seat++) {
        int lucky, unlucky, costly[3];
        if (b->view.seats[seat].bot[0])
            continue;
        ledger_luckiest(l, seat, &lucky, &unlucky);
        ledger_costliest(l, seat, costly);
        if (lucky >= 0 && (best < 0 || gain(l, lucky) > gain(l, best)))
            best = lucky;
        if (costly[0] >= 0 && (worst < 0 || l->moments[costly[0]].cost > l->moments[worst].cost))
            worst = costly[0];
    }
    if (best >= 0)
        moment_words(b, &l->moments[best], width, out);
    if (worst >= 0) {
        text_put(out, best >= 0 ? "\n" : "");
        moment_words(b, &l->moments[worst], width, out);
    }
}

void board_coach_line(const struct board *b, const struct app *app, int y, int width) {
    LOCAL_TEXT(w, 2 * RESULT_TEXT_BYTES);
    if (state_over(&b->view)) {
        if (b->balanced)
            all_balances(b, width, 2, &w);
        term_wrapped(y, 1, width, 2, 0, STYLE_PLAIN,
                     b->balanced ? w.data : WORDS(tui_working_balance));
        return;
    }
    if (b->view.stage != STAGE_PLAY)
        return;
    if (!status_words(b, app, &w)) {
        outlook_words(b, &w);
        LOCAL_TEXT(l, 1100);
        text_add(&l, "%s: %s", outlook_title(b), w.data);
        int bar = b->view.seat_count == 2 && board_is_press(b) ? 20 : 0;
        term_cell(y, 1, width - bar - 1, STYLE_DIM, l.data);
        if (bar)
            term_bar(y, width - bar, bar, b->look.value[0], 0, STYLE_OFFER);
        return;
    }
    term_cell(y, 1, width, STYLE_DIM, w.data);
}

/* ---- choices and their values ---- */

void move_words(const struct rules *r, const struct game *g, struct action a, struct text *out) {
    if (a.act == ACT_SCORE)
        say(out, tui_do_score, .box = words_of(r->book->boxes[a.box].label),
            .points = sheet_score(r, g, a).points);
    else if (a.act == ACT_TAKE_ROLL)
        say(out, tui_do_take_roll, .dice = DICE(a.dice, " "));
    else if (a.act == ACT_TAKE_STOP)
        say(out, tui_do_take_stop, .dice = DICE(a.dice, " "));
    else if (a.act == ACT_ROLL)
        say(out, tui_rolls, .dice = DICE(a.dice, " "));
    else
        action_words(r, g, a, out);
}

static int draw_choices(const struct board *b, struct area where) {
    const struct advice *advice = &b->look.advice;
    int n = advice->count < where.height ? advice->count : where.height;
    for (int i = 0; i < n; i++) {
        const struct valued_action *v = &advice->actions[i];
        char words[96], value[48];
        struct text w = TEXT_IN(words), d = TEXT_IN(value);
        move_words(&b->view.rules, &b->view.game, v->action, &w);
        if (i)
            unit_print_signed(board_unit(b), v->value - advice->value, &d);
        else
            unit_print(board_unit(b), v->value, &d);
        int style = i ? STYLE_PLAIN : STYLE_GOOD;
        term_cell(where.y + i, where.x, where.width - 13, style, words);
        term_cell_right(where.y + i, where.x + where.width - 12, 12, style, value);
    }
    return n;
}

static int draw_why(const struct board *b, struct area where) {
    return term_wrapped(where.y, where.x, where.width, where.height, 0, STYLE_PLAIN,
                        b->why[0] ? b->why : WORDS(tui_looking_for_reasons));
}

static int draw_advice(const struct board *b, const struct app *app, struct area where) {
    LOCAL_TEXT(w, 600);
    if (status_words(b, app, &w))
        return term_wrapped(where.y, where.x, where.width, where.height, 0, STYLE_PLAIN, w.data);
    return b->panel == PANEL_WHY ? draw_why(b, where) : draw_choices(b, where);
}

void board_draw_hint(const struct board *b, const struct app *app, struct area where) {
    term_frame(where.y, where.x, where.height, where.width,
               words_of(b->panel == PANEL_WHY ? M_tui_why_closes : M_tui_hint_closes));
    draw_advice(b, app, (struct area){where.y + 1, where.x + 2, where.height - 2, where.width - 4});
}

/* ---- the panel of a wide window ---- */

static int draw_outlook(const struct board *b, struct area where) {
    const struct state *s = &b->view;
    int y = where.y;
    term_put(y++, where.x, STYLE_BOLD, outlook_title(b));
    double most = 1;
    for (int i = 0; i < s->seat_count; i++) {
        if (!isnan(b->look.value[i]) && b->look.value[i] > most)
            most = b->look.value[i];
    }
    int rows = where.height - 2, first = list_first(s->game.seat, s->seat_count, rows);
    for (int i = first; i < s->seat_count && i - first < rows; i++) {
        LOCAL_TEXT(v, 48);
        if (isnan(b->look.value[i]))
            continue;
        unit_print(board_unit(b), b->look.value[i], &v);
        term_cell(y, where.x, 12, STYLE_PLAIN, s->seats[i].name);
        term_bar(y, where.x + 13, where.width - 26, b->look.value[i] / most, 0, STYLE_OFFER);
        term_cell_right(y, where.x + where.width - 12, 12, STYLE_PLAIN, v.data);
        y++;
    }
    if (b->look.approximate)
        term_put(y++, where.x, STYLE_DIM, WORDS(tui_estimates));
    return y - where.y;
}

/* Recent events, newest at the bottom. */
static void draw_entries(const struct board *b, struct area where) {
    static struct state before;
    char lines[32][256];
    int n = 0, rows = 0, width = where.width - 2;
    term_put(where.y, where.x, STYLE_BOLD, WORDS(tui_what_happened));
    for (int i = table_steps(b->table) - 1; i >= 0 && n < 32; i--) {
        const struct step *step = table_step(b->table, i);
        const struct state *after = table_state(b->table, i + 1);
        if (step->entry.kind != ENTRY_ACTION)
            continue;
        LOCAL_TEXT(w, 256);
        state_view(&step->before, &before);
        step_words(&before, after, &step->entry.action, &w);
        if (!w.len)
            continue;
        for (char *c = w.data; *c; c++)
            *c = *c == '\n' ? ' ' : *c;
        text_put(TEXT_OVER(lines[n]), w.data);
        int more = term_wrapped_lines(width, lines[n]);
        if (rows + more >= where.height)
            break;
        rows += more;
        n++;
    }
    for (int y = where.y + 1; n; n--) {
        term_put(y, where.x, STYLE_DIM, term_glyph(GLYPH_DOT));
        y += term_wrapped(y, where.x + 2, width, where.height, 0, STYLE_PLAIN, lines[n - 1]);
    }
}

void board_draw_panel(const struct board *b, const struct app *app, struct area where) {
    enum { READABLE = 80 }; /* longer lines are hard to read, and figures far from their names */
    int width = where.width - 4 < READABLE ? where.width - 4 : READABLE;
    struct area in = {where.y + 1, where.x + 2, 0, width};
    term_frame(where.y, where.x, where.height, where.width, WORDS(tui_coach));
    int y = in.y;
    bool on = b->view.stage == STAGE_PLAY && !state_over(&b->view);
    LOCAL_TEXT(ignored, 600);
    if (state_over(&b->view)) {
        in.height = where.height / 2;
        y += draw_balance(b, in) + 1;
    }
    if (on && !status_words(b, app, &ignored)) {
        in.height = where.height / 3;
        y += draw_outlook(b, in) + 1;
    }
    struct area hint = {y, in.x, 10, in.width};
    if (on && b->panel) {
        term_put(y++, in.x, STYLE_BOLD,
                 words_of(b->panel == PANEL_WHY ? M_tui_why : M_tui_hint_values));
        hint.y = y;
        hint.height = where.height - (y - where.y) - 12;
        y += draw_advice(b, app, hint) + 1;
    } else if (on) {
        LOCAL_TEXT(w, 600);
        if (status_words(b, app, &w))
            term_cell(y, in.x, in.width, STYLE_DIM, w.data);
        else if (board_choosing(b))
            term_put(y, in.x, STYLE_DIM, WORDS(tui_h_and_w));
        y += 2;
    }
    int rest = where.y + where.height - 1 - y;
    if (rest > 2)
        draw_entries(b, (struct area){y, in.x, rest, in.width});
}
