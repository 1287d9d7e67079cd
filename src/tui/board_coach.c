#include "tui/board.h"

void action_words(const struct rules *r, struct action a, struct text *out) {
    switch (a.act) {
    case ACT_KEEP:
        text_put(out, "keep ");
        if (a.dice.bits)
            text_dice(out, a.dice, " ");
        else
            text_put(out, "nothing");
        break;
    case ACT_SCORE:
        text_add(out, "score %s", r->book->boxes[a.box].label);
        break;
    case ACT_TAKE_ROLL:
    case ACT_TAKE_STOP:
        text_dice(out, a.dice, " ");
        text_put(out, a.act == ACT_TAKE_ROLL ? ", roll on" : ", stop");
        break;
    default:
        action_print(r, a, out);
        break;
    }
}

/* ---- advice ---- */

void board_ask_coach(struct board *b, struct app *app) {
    struct question q = {.kind = QUESTION_LOOK, .rules = b->view.rules, .game = b->view.game};
    b->look_id = 0;
    if (!app->settings.coach || b->view.stage != STAGE_PLAY || b->view.game.phase == PHASE_OVER)
        return;
    b->look_id = app_ask(app, &q);
}

int board_unit(const struct board *b) {
    if (!board_is_press(b))
        return UNIT_POINTS;
    return b->view.seat_count == 1 ? UNIT_TURNS : UNIT_WIN;
}

static bool same_action(struct action a, struct action b) {
    if (a.act != b.act)
        return false;
    return a.act == ACT_SCORE ? a.box == b.box : dice_same(a.dice, b.dice);
}

bool board_cost(const struct board *b, struct action a, double *ret) {
    const struct advice *advice = &b->look.advice;
    for (int i = 0; b->looked && b->look.good && i < advice->count; i++) {
        if (!same_action(advice->actions[i].action, a))
            continue;
        double cost = advice->value - advice->actions[i].value;
        *ret = board_unit(b) == UNIT_TURNS ? -cost : cost;
        return true;
    }
    return false;
}

bool board_costly(const struct board *b, const struct app *app, struct action a,
                  struct text *ret_words) {
    const struct settings *s = &app->settings;
    const double limits[] = {[UNIT_POINTS] = s->warn_points,
                             [UNIT_WIN] = s->warn_percent / 100,
                             [UNIT_TURNS] = s->warn_percent / 10};
    int unit = board_unit(b);
    double cost;
    if (limits[unit] <= 0 || !board_cost(b, a, &cost) || cost < limits[unit])
        return false;
    text_put(ret_words, "That gives away ");
    unit_print(unit, cost, ret_words);
    text_add(ret_words, " %s. Do it all the same?",
             unit == UNIT_WIN ? "of the chance to win" : unit_words(unit));
    return true;
}

/* ---- asked for ---- */

static bool may_ask(struct board *b, struct app *app) {
    if (!board_choosing(b)) {
        board_tell(b, false, "There is nothing to choose at the moment.");
        return false;
    }
    if (!b->look_id) { /* the coach is off: then only now */
        struct question q = {.kind = QUESTION_LOOK, .rules = b->view.rules, .game = b->view.game};
        b->look_id = app_ask(app, &q);
    }
    return true;
}

/* Help is in the record, once for each choice it was asked for. */
static bool say_hint(struct board *b) {
    char words[512];
    struct text error = TEXT_IN(words);
    if (table_hinted(b->table) || record_say(b->record, b->table, span_of("hint"), NULL, &error))
        return true;
    board_tell(b, true, "%s", words);
    return false;
}

void board_hint(struct board *b, struct app *app) {
    if (!may_ask(b, app) || !say_hint(b))
        return;
    b->panel = PANEL_HINT;
}

void board_why(struct board *b, struct app *app) {
    if (!may_ask(b, app) || !say_hint(b))
        return;
    struct text w = TEXT_IN(b->why);
    b->panel = PANEL_WHY;
    if (!b->looked || !b->look.good || !b->look.advice.count)
        return;
    const struct valued_action *list = b->look.advice.actions;
    text_put(&w, "Best: ");
    action_words(&b->view.rules, list[0].action, &w);
    text_put(&w, ".");
}
