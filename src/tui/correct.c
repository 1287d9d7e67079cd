/* Correcting an earlier line: pick it and type what it should have been. Everything after it is
 * replayed, or the correction is refused with a reason. */
#include <string.h>

#include "core/columns.h"
#include "core/memory.h"
#include "core/say.h"
#include "play/shorthand.h"
#include "tui/screens.h"

struct correct {
    struct screen screen;
    struct board *board; /* the screen below */
    int cursor;          /* 0: newest */
    int line;            /* line being corrected; 0: none */
    struct field field;
    char said[512];
};

/* The index-th action, newest first; this screen corrects only actions. */
static const struct step *step_at(const struct correct *c, int index) {
    const struct table *t = c->board->table;
    for (int i = table_steps(t) - 1; i >= 0; i--) {
        if (table_step_kind(t, i) == ENTRY_ACTION && index-- == 0)
            return table_step(t, i);
    }
    return NULL;
}

/* A bot may move in the meantime, so remember the line number, not the position in the list. */
static void type(struct correct *c) {
    c->line = step_at(c, c->cursor)->line;
    c->field.text[0] = '\0';
}

static void choose(struct correct *c) {
    c->line = 0;
    c->field.text[0] = '\0';
}

static int place_of(const struct correct *c) {
    const struct table *t = c->board->table;
    int found = table_step_of_line(t, c->line), place = 0;
    if (!c->line || found < 0)
        return c->cursor;
    for (int i = found + 1; i < table_steps(t); i++)
        place += table_step_kind(t, i) == ENTRY_ACTION;
    return place;
}

static int count(const struct correct *c) {
    int n = 0;
    for (int i = table_steps(c->board->table) - 1; i >= 0; i--)
        n += table_step_kind(c->board->table, i) == ENTRY_ACTION;
    return n;
}

static void step_line(const struct step *step, struct text *out) {
    static struct state before;
    state_view(&step->before, &before);
    int seat = state_seat(&before);
    struct span who = seat >= 0 ? state_person(&before, seat) : span_of("");
    if (before.stage == STAGE_OPENING)
        say(out, tui_who_starts);
    else
        say(out, tui_round, .round = game_round(&before.game));
    text_add(out, "  %.*s: ", (int)who.len, who.at);
    move_words(&before.rules, &before.game, step->entry.action, out);
}

/* How to type the line as it stands, with the names of boxes as on the score sheet. */
static void example_words(const struct step *step, struct text *out) {
    LOCAL_TEXT(line, 256);
    const struct action *a = &step->entry.action;
    if (a->act == ACT_SCORE)
        text_add(&line, "%s%s", words_of(step->before.rules.book->boxes[a->box].label),
                 a->zero ? " 0" : "");
    else
        entry_print(&step->before.rules, &step->entry, &line);
    say(out, tui_correct_example, .line = line.data);
}

static void draw(const struct screen *s, const struct app *app) {
    const struct correct *c = (const struct correct *)s;
    static const struct button buttons[] = {{M_tui_button_enter, KEY_RETURN},
                                            {M_tui_button_esc_back, KEY_ESCAPE}};
    int cursor = place_of(c);
    int rows = term_rows() - 10, n = count(c), first = list_first(cursor, n, rows);
    (void)app;
    draw_title(WORDS(tui_correct_line), WORDS(tui_newest_on_top));
    if (!n)
        term_put(2, 2, STYLE_PLAIN, WORDS(tui_nothing_happened));
    for (int i = first; i < n && i - first < rows; i++) {
        LOCAL_TEXT(w, 256);
        step_line(step_at(c, i), &w);
        term_cell(2 + i - first, 2, term_columns() - 4, i == cursor ? STYLE_SELECTED : STYLE_PLAIN,
                  w.data);
        term_zone(2 + i - first, 2, 1, term_columns() - 4, KEY_ITEM + i);
    }
    int y = term_rows() - 7;
    if (c->line) {
        const char *label = words_of(M_tui_should_have_been);
        term_put(y, 2, STYLE_BOLD, label);
        term_add(y, 3 + shown_width(label), STYLE_SELECTED, "%s_", c->field.text);
        LOCAL_TEXT(w, 320);
        example_words(step_at(c, cursor), &w);
        term_put(y + 1, 2, STYLE_DIM, w.data);
    } else if (n) {
        term_put(y, 2, STYLE_PLAIN, WORDS(tui_enter_chooses_line));
    }
    term_wrapped(y + 3, 2, term_columns() - 4, 3, 0, STYLE_BAD, c->said);
    term_buttons(term_rows() - 1, 1, buttons, 2);
}

static void propose(struct correct *c, struct app *app) {
    static struct meaning meaning;
    static struct state before;
    char typed[SEAT_NAME_MAX + 32];
    struct text line = TEXT_IN(typed), error = TEXT_IN(c->said);
    const struct step *step = step_at(c, place_of(c));
    const char *words = c->field.text;
    text_add(&line, "correct %d ", step->line);
    if (step->entry.action.act == ACT_SCORE && strncmp(words, "score ", 6))
        text_put(&line, "score ");
    text_put(&line, words);
    state_view(&step->before, &before);
    if (!shorthand(&before, span_of(typed), &meaning, &error) ||
        !record_say(c->board->record, c->board->table, span_of(meaning.line), NULL,
                    &(struct refusal){.words = &error}))
        return;
    board_sync(c->board, app);
    board_tell(c->board, tui_corrected);
    app_pop(app);
}

static void key(struct screen *s, struct app *app, int k) {
    struct correct *c = (struct correct *)s;
    int n = count(c);
    c->said[0] = '\0';
    c->cursor = place_of(c);
    if (k == KEY_ESCAPE || (!c->line && (k == 'q' || k == 'Q'))) {
        app_pop(app);
        return;
    }
    if (k >= KEY_ITEM && k < KEY_ITEM + n) {
        c->cursor = k - KEY_ITEM;
        type(c);
    } else if (list_key(k, &c->cursor, n, term_rows() - 10)) {
        choose(c);
    } else if (k == KEY_RETURN && n && c->line && c->field.text[0]) {
        propose(c, app);
    } else if (n && (k == KEY_RETURN || k < KEY_GO_UP)) { /* typing also selects the line */
        if (!c->line)
            type(c);
        if (k != KEY_RETURN)
            field_key(&c->field, k);
    }
}

static const struct screen_kind correct_kind = {.draw = draw, .key = key};

/* With real dice, preselect the last roll, or what was entered in place of rolls: most corrections
 * fix misread dice. */
struct screen *correct_new(struct board *b) {
    struct correct *c = grab(1, sizeof *c);
    c->screen.kind = &correct_kind;
    c->board = b;
    int n = count(c);
    for (int i = 0; i < n && b->view.dice.kind == DICE_PHYSICAL; i++) {
        int act = step_at(c, i)->entry.action.act;
        if (act == ACT_ROLL || act >= ACT_LAST) {
            c->cursor = i;
            type(c);
            break;
        }
    }
    return &c->screen;
}
