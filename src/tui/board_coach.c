#include "play/bests.h"
#include "tui/board.h"

/* ---- advice ---- */

static struct warning warning_of(const struct app *app) {
    return app->warn_asked ? app->warn : app->settings.warn;
}

/* Advice is needed even with the coach off if warnings are on. */
void board_ask_coach(struct board *b, struct app *app) {
    struct question q = {.kind = QUESTION_LOOK, .rules = b->view.rules, .game = b->view.game};
    b->look_id = 0;
    bool wanted = app->settings.coach || warning_on(warning_of(app));
    if (!wanted || b->view.stage != STAGE_PLAY || b->view.game.phase == PHASE_OVER)
        return;
    b->look_id = app_ask(app, &q);
    b->look_asked = app->now;
}

/* Requests the ledger of a finished game: was it the dice or the decisions? */
void board_ask_ledger(struct board *b, struct app *app) {
    struct question q = {.kind = QUESTION_LEDGER, .rules = b->view.rules};
    ledger_free(&b->ledger);
    b->ledger = (struct ledger){0};
    b->balanced = false;
    b->ledger_id = 0;
    if (!state_over(&b->view))
        return;
    q.table = table_copy(b->table);
    q.game_number = b->view.games - 1;
    b->ledger_id = app_ask(app, &q);
}

/* Compares a finished game with the others on the shelf. A game that is not recorded is no result
 * that could be looked up later, so it is no best either. */
void board_find_bests(struct board *b) {
    struct shelf shelf;
    LOCAL_TEXT(ignored, 1024);
    struct text news = TEXT_IN(b->news);
    const struct state *s = &b->view;
    if (!state_over(s) || !b->record || !shelf_open(&shelf, &ignored))
        return;
    for (int seat = 0; seat < s->seat_count; seat++) {
        int before, points = game_total(&s->rules, &s->game, seat);
        const char *name = s->seats[seat].name;
        if (!bests_beaten(&shelf, record_path(b->record), b->table, s->games - 1, seat, &before))
            continue;
        text_put(&news, news.len ? " " : "");
        if (board_unit(b) == UNIT_TURNS)
            say(&news, tui_new_best_turns, .player = name, .turns = s->game.turns[seat],
                .before = before);
        else
            say(&news, tui_new_best, .player = name, .points = points, .before = before);
    }
    shelf_close(&shelf);
}

int board_unit(const struct board *b) {
    if (!board_is_press(b))
        return UNIT_POINTS;
    return b->view.seat_count == 1 ? UNIT_TURNS : UNIT_WIN;
}

bool board_costly(const struct board *b, const struct app *app, struct action a,
                  struct text *ret_words) {
    LOCAL_TEXT(ignored, 256);
    LOCAL_TEXT(cost, 64);
    const struct advice *advice = &b->look.advice;
    int unit = board_unit(b);
    if (!b->looked || !b->look.good || !advice_warns(advice, unit, a, warning_of(app), &ignored))
        return false;
    unit_print_number(unit, choice_cost(advice_find(advice, a)->value, advice->value), false,
                      &cost);
    if (unit == UNIT_WIN)
        say(ret_words, tui_costs_chance, .cost = cost.data);
    else if (unit == UNIT_POINTS)
        say(ret_words, tui_costs_points, .cost = cost.data);
    else
        say(ret_words, tui_costs_turns, .cost = cost.data);
    return true;
}

/* ---- on request ---- */

static bool may_ask(struct board *b, struct app *app) {
    if (!board_choosing(b)) {
        board_tell(b, tui_nothing_to_choose);
        return false;
    }
    if (!b->look_id) { /* coach and warnings are off, so the worker has not been asked yet */
        struct question q = {.kind = QUESTION_LOOK, .rules = b->view.rules, .game = b->view.game};
        b->look_id = app_ask(app, &q);
        b->look_asked = app->now;
    }
    return true;
}

bool board_note_hint(struct board *b) {
    LOCAL_TEXT(error, 512);
    if (tutor_note(b->table, b->record, &error))
        return true;
    board_tell_text(b, true, error.data);
    return false;
}

bool board_note_warning(struct board *b) {
    LOCAL_TEXT(error, 512);
    if (tutor_note_warning(b->table, b->record, &error))
        return true;
    board_tell_text(b, true, error.data);
    return false;
}

void board_hint(struct board *b, struct app *app) {
    if (!may_ask(b, app) || !board_note_hint(b))
        return;
    b->panel = PANEL_HINT;
}

/* The action the player seems to be about to take, if legal; "why" compares it with the best
 * action. */
static bool intention(const struct board *b, struct action *ret) {
    const struct state *s = &b->view;
    struct action a = {.act = board_is_press(b) ? ACT_TAKE_ROLL : ACT_KEEP,
                       .dice = board_chosen(b)};
    if (!board_is_press(b) && s->game.rolls == s->rules.book->rolls)
        a = (struct action){.act = ACT_SCORE, .box = (uint8_t)b->cursor};
    else if (!a.dice.bits)
        return false;
    *ret = a;
    return game_check(&s->rules, &s->game, a) == ALLOWED;
}

void board_why(struct board *b, struct app *app) {
    struct question q = {.kind = QUESTION_WHY, .rules = b->view.rules, .game = b->view.game};
    if (!may_ask(b, app) || !board_note_hint(b))
        return;
    b->panel = PANEL_WHY;
    b->why[0] = '\0';
    q.compared = intention(b, &q.instead);
    b->why_id = app_ask(app, &q);
}

void board_take_why(struct board *b, const struct answer *a) {
    struct text w = TEXT_IN(b->why);
    for (int i = 0; a->good && i < a->reasons.count; i++)
        text_add(&w, "%s%s", i ? " " : "", a->reasons.sentence[i]);
    if (!a->good)
        text_put(&w, a->error[0] ? a->error : WORDS(tui_was_stopped_full));
}
