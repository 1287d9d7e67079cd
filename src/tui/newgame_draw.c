#include <string.h>

#include "coach/bot_seat.h"
#include "core/say.h"
#include "tui/newgame.h"

enum { LEFT = 46, LABEL = 16, VALUE = 23 };

static void value_words(const struct newgame *g, struct place at, bool here, struct text *out) {
    switch (at.line) {
    case LINE_GAME:
        text_put(out, g->rules.book->name);
        break;
    case LINE_PARAM: {
        const struct param *p = &params[at.index];
        int value = param_value(&g->rules.params, p->first);
        if (p->titles)
            text_put(out, words_of(p->titles[value]));
        else if (p->second < 0)
            text_add(out, "%d", value);
        else
            say(out, tui_upper_bonus_value, .points = value,
                .total = param_value(&g->rules.params, p->second));
        break;
    }
    case LINE_SEAT:
        text_add(out, "%s%s", g->names[at.index].text, here && !g->seated[at.index] ? "_" : "");
        if (g->levels[at.index] != PERSON) {
            text_put(out, " ");
            say(out, tui_bot_level, .level = words_of(bot_levels[g->levels[at.index]].title));
        }
        break;
    case LINE_DICE:
        text_put(out, words_of(g->dice == DICE_PHYSICAL ? M_tui_dice_typed
                               : g->dice == DICE_SEEDED ? M_tui_dice_from_seed
                                                        : M_tui_dice_rolled_here));
        break;
    case LINE_PACE:
        text_put(out, words_of(g->pace == PACE_POINTS ? M_tui_pace_points
                               : g->pace == PACE_LAST ? M_tui_pace_last
                                                      : M_tui_pace_throws));
        break;
    case LINE_SEED:
        text_add(out, "%s%s", g->seed.text, here ? "_" : "");
        break;
    case LINE_START:
        text_put(out, g->start == START_BY_ROLL ? WORDS(tui_roll_for_it) : g->names[g->start].text);
        break;
    default:
        break;
    }
}

static void label_words(struct place at, struct text *out) {
    static const enum message labels[] = {
        [LINE_GAME] = M_tui_label_game,  [LINE_ADD] = M_tui_label_add_seat,
        [LINE_DICE] = M_tui_label_dice,  [LINE_PACE] = M_tui_label_pace,
        [LINE_SEED] = M_tui_label_seed,  [LINE_START] = M_tui_label_start,
        [LINE_BEGIN] = M_tui_label_begin};
    if (at.line == LINE_PARAM)
        text_add(out, " %s", words_of(params[at.index].title));
    else if (at.line == LINE_SEAT)
        say(out, tui_label_seat, .seat = at.index + 1);
    else
        text_put(out, words_of(labels[at.line]));
}

/* Describes the line under the cursor. */
static void about_words(const struct newgame *g, struct place at, struct text *out) {
    switch (at.line) {
    case LINE_GAME:
        text_put(out, words_of(g->rules.book->about));
        break;
    case LINE_PARAM:
        say(out, tui_house_rule, .meaning = words_of(params[at.index].meaning));
        break;
    case LINE_SEAT:
        if (g->seated[at.index]) {
            say(out, tui_about_seated);
        } else if (g->levels[at.index] != PERSON) {
            const struct bot_level *level = &bot_levels[g->levels[at.index]];
            LOCAL_TEXT(about, 480);
            bot_words(level, &about);
            say(out, tui_about_bot, .about = about.data);
        } else if (g->board) {
            say(out, tui_about_newcomer);
        } else {
            say(out, tui_about_seat);
        }
        break;
    case LINE_DICE:
        text_put(out, words_of(g->dice == DICE_PHYSICAL ? M_tui_about_dice_typed
                               : g->dice == DICE_SEEDED ? M_tui_about_dice_seed
                                                        : M_tui_about_dice_here));
        break;
    case LINE_PACE:
        text_put(out, words_of(g->pace == PACE_POINTS ? M_tui_about_pace_points
                               : g->pace == PACE_LAST ? M_tui_about_pace_last
                                                      : M_tui_about_pace_throws));
        break;
    case LINE_START:
        say(out, tui_about_start);
        break;
    default:
        break;
    }
}

static void draw_place(const struct newgame *g, struct place at, int index, int y) {
    bool here = index == g->cursor, button = at.line == LINE_ADD || at.line == LINE_BEGIN;
    bool seated = at.line == LINE_SEAT && g->seated[at.index];
    bool arrows = !button && at.line != LINE_SEED && !seated;
    char label[64], value[SEAT_NAME_MAX + 40];
    struct text l = TEXT_IN(label), v = TEXT_IN(value);
    label_words(at, &l);
    value_words(g, at, here, &v);
    term_put(y, 0, STYLE_BOLD, here ? term_glyph(GLYPH_CURSOR) : " ");
    term_zone(y, 0, 1, LEFT, KEY_ITEM + index);
    if (button) {
        term_add(y, 2, here ? STYLE_SELECTED : STYLE_BOLD, "[ %s ]", label);
        return;
    }
    term_cell(y, 2, LABEL, here ? STYLE_BOLD : STYLE_PLAIN, label);
    term_cell(y, 2 + LABEL + 2, VALUE, here ? STYLE_SELECTED : STYLE_PLAIN, value);
    if (!arrows)
        return;
    term_put(y, 2 + LABEL, STYLE_BOLD, term_glyph(GLYPH_LEFT));
    term_put(y, 2 + LABEL + 3 + VALUE, STYLE_BOLD, term_glyph(GLYPH_RIGHT));
    term_zone(y, 1 + LABEL, 1, 3, KEY_CHANGE + 2 * index);
    term_zone(y, 2 + LABEL + 2 + VALUE, 1, 3, KEY_CHANGE + 2 * index + 1);
}

static void draw_rules(const struct newgame *g, int x, int width, int rows) {
    LOCAL_TEXT(w, 8192);
    for (int rule = 0; rule < RULES_COUNT; rule++) {
        LOCAL_TEXT(one, 1024);
        if (rule_words(&g->rules, (enum rule)rule, &one))
            text_add(&w, "%s: %s\n", rule_title(g->rules.book, (enum rule)rule), one.data);
    }
    term_put(2, x, STYLE_BOLD, WORDS(tui_rules_in_force));
    int lines = term_wrapped(3, x, width, rows - 2, g->skip, STYLE_PLAIN, w.data);
    if (lines > g->skip + rows - 2)
        term_put(2 + rows - 1, x, STYLE_DIM, WORDS(tui_pgdn_more));
}

void newgame_draw(const struct screen *s, const struct app *app) {
    const struct newgame *g = (const struct newgame *)s;
    struct button buttons[] = {{M_tui_button_enter, KEY_RETURN},
                               {M_tui_button_pgdn_rules, KEY_PAGE_DOWN},
                               {M_tui_button_del_seat, KEY_DELETE},
                               {M_tui_button_help, '?'},
                               {M_tui_button_esc_back, KEY_ESCAPE}};
    struct place places[PLACES_MAX];
    int n = newgame_places(g, places), rows = term_rows() - 6;
    (void)app;
    if (g->board)
        buttons[1].words = M_tui_button_pgdn_order;
    draw_title(words_of(g->board ? M_tui_next_game : M_tui_a_new_game), WORDS(tui_arrows_change));
    int first = list_first(g->cursor, n, rows);
    for (int i = first; i < n && i - first < rows; i++)
        draw_place(g, places[i], i, 2 + i - first);
    draw_rules(g, LEFT + 1, term_columns() - LEFT - 2, rows);
    LOCAL_TEXT(w, 512);
    about_words(g, places[g->cursor], &w);
    int y = term_rows() - 4;
    if (g->said[0])
        term_wrapped(y, 1, term_columns() - 2, 3, 0, STYLE_BAD, g->said);
    else
        term_wrapped(y, 1, term_columns() - 2, 3, 0, STYLE_PLAIN, w.data);
    term_buttons(term_rows() - 1, 1, buttons, 5);
}
