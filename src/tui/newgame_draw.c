#include <string.h>

#include "coach/bot_seat.h"
#include "core/say.h"
#include "tui/newgame.h"

enum { LEFT = 43, LABEL = 13, VALUE = 22 };

static void value_words(const struct newgame *g, struct place at, bool here, struct text *out) {
    switch (at.line) {
    case LINE_GAME:
        text_put(out, g->rules.book->name);
        break;
    case LINE_PARAM: {
        LOCAL_TEXT(w, 64);
        param_print(&params[at.index], &g->rules.params, &w);
        const char *value = strchr(w.data, '=');
        text_put(out, value ? value + 1 : w.data);
        break;
    }
    case LINE_SEAT:
        text_add(out, "%s%s", g->names[at.index].text, here ? "_" : "");
        if (g->levels[at.index] != PERSON)
            text_add(out, " (bot: %s)", bot_levels[g->levels[at.index]].name);
        break;
    case LINE_DICE:
        text_put(out, g->dice == DICE_PHYSICAL ? "real ones, typed"
                      : g->dice == DICE_SEEDED ? "from a seed"
                                               : "rolled here");
        break;
    case LINE_SEED:
        text_add(out, "%s%s", g->seed.text, here ? "_" : "");
        break;
    case LINE_START:
        text_put(out, g->start == START_BY_ROLL ? "roll for it" : g->names[g->start].text);
        break;
    default:
        break;
    }
}

static void label_words(struct place at, struct text *out) {
    static const char *const labels[] = {
        [LINE_GAME] = "Game", [LINE_ADD] = "add a seat",   [LINE_DICE] = "Dice",
        [LINE_SEED] = "Seed", [LINE_START] = "Who starts", [LINE_BEGIN] = "Begin the game"};
    if (at.line == LINE_PARAM)
        text_add(out, " %s", params[at.index].name);
    else if (at.line == LINE_SEAT)
        text_add(out, "Seat %d", at.index + 1);
    else
        text_put(out, labels[at.line]);
}

/* Describes the line under the cursor. */
static void about_words(const struct newgame *g, struct place at, struct text *out) {
    switch (at.line) {
    case LINE_GAME:
        text_add(out, "%s", g->rules.book->about);
        break;
    case LINE_PARAM:
        text_add(out, "House rule: %s.", words_of(params[at.index].meaning));
        break;
    case LINE_SEAT:
        if (g->levels[at.index] != PERSON) {
            text_add(out, "Bot %s: ", bot_levels[g->levels[at.index]].name);
            bot_words(&bot_levels[g->levels[at.index]], out);
            text_put(out, ".");
        } else {
            text_put(out, "Type the name; Ann+Bea are partners who share a column. Left and right: "
                          "a person or a bot. Del removes the seat.");
        }
        break;
    case LINE_DICE:
        text_put(out, g->dice == DICE_PHYSICAL ? "You throw real dice and type the faces."
                      : g->dice == DICE_SEEDED
                          ? "The same dice for everybody who names the same number."
                          : "Random dice of this machine.");
        break;
    case LINE_START:
        text_put(out, "Rolling for it: everybody rolls all dice, the highest total starts.");
        break;
    default:
        break;
    }
}

static void draw_place(const struct newgame *g, struct place at, int index, int y) {
    bool here = index == g->cursor, button = at.line == LINE_ADD || at.line == LINE_BEGIN;
    bool arrows = !button && at.line != LINE_SEED;
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
            text_add(&w, "%s: %s\n", rule_name((enum rule)rule), one.data);
    }
    term_put(2, x, STYLE_BOLD, "The rules in force");
    int lines = term_wrapped(3, x, width, rows - 2, g->skip, STYLE_PLAIN, w.data);
    if (lines > g->skip + rows - 2)
        term_put(2 + rows - 1, x, STYLE_DIM, "PgDn: more");
}

void newgame_draw(const struct screen *s, const struct app *app) {
    const struct newgame *g = (const struct newgame *)s;
    static const struct button buttons[] = {{"[Enter]", KEY_RETURN},
                                            {"[PgDn] rules", KEY_PAGE_DOWN},
                                            {"[Del] remove seat", KEY_DELETE},
                                            {"[Esc] back", KEY_ESCAPE}};
    struct place places[PLACES_MAX];
    int n = newgame_places(g, places), rows = term_rows() - 6;
    (void)app;
    draw_title("A new game", "arrows change, Enter goes on");
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
    term_buttons(term_rows() - 1, 1, buttons, 4);
}
