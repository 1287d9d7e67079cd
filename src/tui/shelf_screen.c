/* Past games with their results, and personal bests. */
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/say.h"
#include "play/bests.h"
#include "play/results.h"
#include "tui/screens.h"

struct shelf_screen {
    struct screen screen;
    struct shelf shelf;
    struct bests bests;
    bool show_bests;
    int cursor;
    char said[1024];
};

enum { ITEM_ROWS = 2 };

static int items_shown(void) {
    return (term_rows() - 6) / ITEM_ROWS;
}

static int count(const struct shelf_screen *me) {
    return me->show_bests ? me->bests.count : me->shelf.count;
}

static void draw_game(const struct shelf_screen *me, int i, int y) {
    const struct shelf_item *item = &me->shelf.items[i];
    int style = i == me->cursor ? STYLE_SELECTED : STYLE_PLAIN;
    LOCAL_TEXT(w, 1024);
    if (!item->table || !table_now(item->table)->rules.book) {
        say(&w, tui_not_readable, .why = item->table ? item->path : item->error);
        term_cell(y, 2, term_columns() - 4, style, w.data);
        return;
    }
    const struct state *s = table_now(item->table);
    text_add(&w, "%.10s  %s: ", table_date(item->table), s->rules.book->name);
    result_standing(s, &w);
    term_cell(y, 2, term_columns() - 4, style, w.data);
    text_clear(&w);
    result_totals(s, &w);
    term_cell(y + 1, 14, term_columns() - 16, STYLE_DIM, w.data);
}

static void draw_best(const struct shelf_screen *me, int i, int y) {
    const struct best *b = &me->bests.list[i];
    int style = i == me->cursor ? STYLE_SELECTED : STYLE_PLAIN;
    LOCAL_TEXT(w, 256);
    if (b->fewest_turns)
        say(&w, tui_turns, .n = b->value);
    else
        text_add(&w, "%d", b->value);
    term_cell_right(y, 2, 10, style, w.data);
    term_cell(y, 13, 20, style, b->name);
    term_cell(y, 34, term_columns() - 36, style, b->rules);
    text_clear(&w);
    double mean = (double)b->sum / b->games;
    if (b->wins)
        say(&w, tui_best_and_wins, .date = b->date, .n = b->games, .mean = mean, .wins = b->wins);
    else
        say(&w, tui_best_of_games, .date = b->date, .n = b->games, .mean = mean);
    term_cell(y + 1, 13, term_columns() - 15, STYLE_DIM, w.data);
}

static void draw(const struct screen *s, const struct app *app) {
    const struct shelf_screen *me = (const struct shelf_screen *)s;
    static const struct button buttons[] = {{M_tui_button_game_again, KEY_RETURN},
                                            {M_tui_button_continue, 'c'},
                                            {M_tui_button_bests, 'b'},
                                            {M_tui_button_back, 'q'}};
    (void)app;
    draw_title(words_of(me->show_bests ? M_tui_personal_bests : M_tui_past_games), "");
    int shown = items_shown(), n = count(me), first = list_first(me->cursor, n, shown);
    if (!n)
        term_put(2, 2, STYLE_PLAIN,
                 words_of(me->show_bests ? M_tui_no_finished_game : M_tui_no_game_kept));
    for (int i = first; i < n && i - first < shown; i++) {
        int y = 2 + (i - first) * ITEM_ROWS;
        if (me->show_bests)
            draw_best(me, i, y);
        else
            draw_game(me, i, y);
        term_zone(y, 2, ITEM_ROWS, term_columns() - 4, KEY_ITEM + i);
    }
    term_wrapped(term_rows() - 4, 2, term_columns() - 4, 2, 0, STYLE_BAD, me->said);
    term_buttons(term_rows() - 1, 1, buttons, 4);
}

static void look_again(struct shelf_screen *me, struct app *app) {
    const struct shelf_item *item = &me->shelf.items[me->cursor];
    struct text said = TEXT_IN(me->said);
    if (!item->table || !table_now(item->table)->rules.book)
        text_put(&said, item->table ? WORDS(tui_this_names_no_rules) : item->error);
    else
        app_push(app, history_new(item->table, app));
}

static void go_on(struct shelf_screen *me, struct app *app) {
    char path[PATH_MAX_BYTES];
    struct text p = TEXT_IN(path), said = TEXT_IN(me->said);
    text_put(&p, me->shelf.items[me->cursor].path);
    struct screen *board = resume_new(app, path, &said);
    if (board)
        app_push(app, board);
}

static void key(struct screen *s, struct app *app, int k) {
    struct shelf_screen *me = (struct shelf_screen *)s;
    int n = count(me);
    bool game = !me->show_bests && me->cursor < me->shelf.count;
    me->said[0] = '\0';
    if (list_key(k, &me->cursor, n, items_shown()))
        return;
    if (k >= KEY_ITEM && k < KEY_ITEM + n) {
        me->cursor = k - KEY_ITEM;
    } else if (k == 'b' || k == 'B') {
        me->show_bests = !me->show_bests;
        me->cursor = 0;
    } else if (k == KEY_RETURN && game) {
        look_again(me, app);
    } else if ((k == 'c' || k == 'C') && game) {
        go_on(me, app);
    } else if (k == 'q' || k == 'Q' || k == KEY_ESCAPE) {
        app_pop(app);
    }
}

static void load(struct shelf_screen *me) {
    struct text error = TEXT_IN(me->said);
    bests_free(&me->bests);
    shelf_close(&me->shelf);
    memset(&me->shelf, 0, sizeof me->shelf);
    if (!shelf_open(&me->shelf, &error))
        memset(&me->shelf, 0, sizeof me->shelf);
    bests_of_shelf(&me->shelf, &me->bests);
    if (me->cursor >= count(me))
        me->cursor = 0;
}

static void shown(struct screen *s, struct app *app) {
    (void)app;
    load((struct shelf_screen *)s);
}

static void shelf_screen_free(struct screen *s) {
    struct shelf_screen *me = (struct shelf_screen *)s;
    bests_free(&me->bests);
    shelf_close(&me->shelf);
    free(me);
}

static const struct screen_kind shelf_kind = {
    .draw = draw, .key = key, .shown = shown, .free = shelf_screen_free};

struct screen *shelf_new(void) {
    struct shelf_screen *me = grab(1, sizeof *me);
    me->screen.kind = &shelf_kind;
    load(me);
    return &me->screen;
}
