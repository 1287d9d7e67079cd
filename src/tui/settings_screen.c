#include <string.h>

#include "core/memory.h"
#include "core/say.h"
#include "tui/screens.h"

enum item { ITEM_NAME, ITEM_SPEED, ITEM_COACH, ITEM_WARN, ITEM_COLOUR, ITEM_ASCII, ITEMS };

static const struct {
    enum message name, about;
} items[ITEMS] = {
    [ITEM_NAME] = {M_tui_item_name, M_tui_about_name},
    [ITEM_SPEED] = {M_tui_item_speed, M_tui_about_speed},
    [ITEM_COACH] = {M_tui_coach, M_tui_about_coach},
    [ITEM_WARN] = {M_tui_item_warnings, M_tui_about_warnings},
    [ITEM_COLOUR] = {M_tui_item_colours, M_tui_about_colours},
    [ITEM_ASCII] = {M_tui_item_ascii, M_tui_about_ascii},
};

static const enum message speeds[SPEEDS] = {
    [SPEED_OFF] = M_tui_off,
    [SPEED_SLOW] = M_tui_slow,
    [SPEED_NORMAL] = M_tui_normal,
    [SPEED_FAST] = M_tui_fast,
};

struct settings_screen {
    struct screen screen;
    int cursor;
    struct field name;
    char said[512];
};

static void value_words(const struct settings_screen *me, const struct settings *s, int item,
                        struct text *out) {
    switch (item) {
    case ITEM_NAME:
        text_put(out, me->name.text);
        break;
    case ITEM_SPEED:
        text_put(out, words_of(speeds[s->speed]));
        break;
    case ITEM_COACH:
        text_put(out, words_of(s->coach ? M_tui_on : M_tui_off));
        break;
    case ITEM_WARN:
        text_put(out, warning_words(s->warn, SAY_ROOM));
        break;
    case ITEM_COLOUR:
        text_put(out, words_of(s->colour ? M_tui_on : M_tui_off));
        break;
    default:
        text_put(out, words_of(s->ascii ? M_tui_on : M_tui_off));
        break;
    }
}

static void draw(const struct screen *screen, const struct app *app) {
    const struct settings_screen *me = (const struct settings_screen *)screen;
    static const struct button buttons[] = {{M_tui_button_left, KEY_GO_LEFT},
                                            {M_tui_button_right, KEY_GO_RIGHT},
                                            {M_tui_button_esc_done, KEY_ESCAPE}};
    draw_title(WORDS(tui_settings), WORDS(tui_left_right_change));
    for (int i = 0; i < ITEMS; i++) {
        LOCAL_TEXT(w, 160);
        bool here = i == me->cursor;
        int y = 2 + 2 * i;
        value_words(me, &app->settings, i, &w);
        term_put(y, 2, STYLE_BOLD, here ? term_glyph(GLYPH_CURSOR) : " ");
        term_cell(y, 4, 16, here ? STYLE_BOLD : STYLE_PLAIN, words_of(items[i].name));
        term_put(y, 21, STYLE_PLAIN, i == ITEM_NAME ? " " : term_glyph(GLYPH_LEFT));
        term_cell(y, 23, 16, here ? STYLE_SELECTED : STYLE_BOLD, w.data);
        term_put(y, 40, STYLE_PLAIN, i == ITEM_NAME ? " " : term_glyph(GLYPH_RIGHT));
        term_cell(y + 1, 23, term_columns() - 25, STYLE_DIM, words_of(items[i].about));
        term_zone(y, 2, 1, term_columns() - 4, KEY_ITEM + i);
        term_zone(y, 40, 1, 2, KEY_CHANGE + i);
    }
    term_wrapped(term_rows() - 4, 2, term_columns() - 4, 2, 0, STYLE_BAD, me->said);
    term_buttons(term_rows() - 1, 1, buttons, 3);
}

/* Cycles through off and the grades; a numeric limit can be set only in the file or on the command
 * line. */
static struct warning next_warning(struct warning w, int step) {
    static const int grades[] = {0, GRADE_INACCURACY, GRADE_MISTAKE, GRADE_BLUNDER};
    int at = 0;
    for (int i = 0; i < 4; i++)
        at = grades[i] == w.grade ? i : at;
    return (struct warning){.grade = grades[(at + step + 4) % 4]};
}

static void change(struct settings_screen *me, struct app *app, int step) {
    struct settings *s = &app->settings;
    switch (me->cursor) {
    case ITEM_SPEED:
        s->speed = (s->speed + SPEEDS + step) % SPEEDS;
        app->speed_asked = false;
        break;
    case ITEM_COACH:
        s->coach = !s->coach;
        break;
    case ITEM_WARN:
        s->warn = next_warning(s->warn, step);
        app->warn_asked = false;
        break;
    case ITEM_COLOUR:
        s->colour = !s->colour;
        break;
    case ITEM_ASCII:
        s->ascii = !s->ascii;
        break;
    default:
        return;
    }
    app_settings_changed(app);
}

/* Saves the name if it is valid. */
static void rename_person(struct settings_screen *me, struct app *app) {
    struct span name = span_trim(span_of(me->name.text));
    struct text said = TEXT_IN(me->said);
    if (!name.len || span_letters(name) > PERSON_LETTERS_MAX || memchr(name.at, '+', name.len)) {
        say(&said, tui_bad_name, .most = PERSON_LETTERS_MAX);
        return;
    }
    text_put_n(TEXT_OVER(app->settings.name), name.at, name.len);
    app_settings_changed(app);
}

static void key(struct screen *screen, struct app *app, int k) {
    struct settings_screen *me = (struct settings_screen *)screen;
    me->said[0] = '\0';
    if (list_key(k, &me->cursor, ITEMS, ITEMS))
        return;
    if (k >= KEY_ITEM && k < KEY_ITEM + ITEMS) {
        me->cursor = k - KEY_ITEM;
    } else if (k >= KEY_CHANGE && k < KEY_CHANGE + ITEMS) {
        me->cursor = k - KEY_CHANGE;
        change(me, app, 1);
    } else if (k == KEY_ESCAPE) {
        app_pop(app);
    } else if (me->cursor == ITEM_NAME && field_key(&me->name, k)) {
        rename_person(me, app);
    } else if (k == KEY_GO_LEFT || k == KEY_GO_RIGHT || k == ' ' || k == KEY_RETURN) {
        change(me, app, k == KEY_GO_LEFT ? -1 : 1);
    } else if (k == 'q' || k == 'Q') {
        app_pop(app);
    }
}

static const struct screen_kind settings_kind = {.draw = draw, .key = key};

struct screen *settings_new(struct app *app) {
    struct settings_screen *me = grab(1, sizeof *me);
    me->screen.kind = &settings_kind;
    text_put(TEXT_OVER(me->name.text),
             app->settings.name[0] ? app->settings.name : WORDS(tui_player, .n = 1));
    return &me->screen;
}
