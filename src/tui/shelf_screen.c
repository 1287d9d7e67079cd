/* Past games with their results, and personal bests. Every game of a record is listed. */
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/say.h"
#include "play/bests.h"
#include "play/results.h"
#include "tui/screens.h"

struct past_game {
    int item; /* on the shelf */
    int game; /* in the series, from 0 */
};

struct shelf_screen {
    struct screen screen;
    struct shelf shelf;
    struct past_game *games; /* newest first */
    int game_count;
    struct bests bests;
    bool show_bests;
    bool asking; /* whether to delete */
    int cursor;
    char said[1024];
};

enum { ITEM_ROWS = 2 };

static int items_shown(void) {
    return (term_rows() - 6) / ITEM_ROWS;
}

static int count(const struct shelf_screen *me) {
    return me->show_bests ? me->bests.count : me->game_count;
}

static void draw_game(const struct shelf_screen *me, int i, int y) {
    const struct shelf_item *item = &me->shelf.items[me->games[i].item];
    int style = i == me->cursor ? STYLE_SELECTED : STYLE_PLAIN, game = me->games[i].game;
    LOCAL_TEXT(w, RESULT_TEXT_BYTES);
    if (!item->table) {
        say(&w, tui_not_readable, .why = item->error);
        term_cell(y, 2, term_columns() - 4, style, w.data);
        return;
    }
    const struct state *s = table_game_end(item->table, game);
    text_add(&w, "%.10s  ", table_date(item->table));
    result_title(item->table, game, &w);
    text_put(&w, ": ");
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

static const struct shelf_item *item_here(const struct shelf_screen *me) {
    bool game = !me->show_bests && me->cursor < me->game_count;
    return game ? &me->shelf.items[me->games[me->cursor].item] : NULL;
}

/* Only a record's last game can be continued, by its own moves or by another game. */
static bool may_continue(const struct shelf_screen *me) {
    const struct shelf_item *item = item_here(me);
    return item && item->table && me->games[me->cursor].game == table_games(item->table) - 1;
}

static void draw_buttons(const struct shelf_screen *me) {
    static const struct button all[] = {{M_tui_button_game_again, KEY_RETURN},
                                        {M_tui_button_sheet, 's'},
                                        {M_tui_button_continue, 'c'},
                                        {M_tui_button_delete, 'd'},
                                        {M_tui_button_bests, 'b'},
                                        {M_tui_button_back, 'q'}};
    static const struct button asking[] = {{M_tui_button_yes, 'y'}, {M_tui_button_no, 'n'}};
    enum { ALL = sizeof all / sizeof *all };
    const struct shelf_item *item = item_here(me);
    struct button shown[ALL];
    int n = 0;
    for (int i = 0; i < ALL; i++) {
        int key = all[i].key;
        bool fits = key == 'd'                        ? item != NULL
                    : key == 'c'                      ? may_continue(me)
                    : key == KEY_RETURN || key == 's' ? item && item->table
                                                      : true;
        if (fits)
            shown[n++] = all[i];
    }
    if (me->asking)
        term_buttons(term_rows() - 1, 1, asking, 2);
    else
        term_buttons(term_rows() - 1, 1, shown, n);
}

static void draw(const struct screen *s, const struct app *app) {
    const struct shelf_screen *me = (const struct shelf_screen *)s;
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
    term_wrapped(term_rows() - 4, 2, term_columns() - 4, 3, 0,
                 me->asking ? STYLE_SELECTED : STYLE_BAD, me->said);
    draw_buttons(me);
}

/* A record that cannot be read counts as one game. */
static void list_games(struct shelf_screen *me) {
    free(me->games);
    me->games = NULL;
    me->game_count = 0;
    int room = 0;
    for (int i = 0; i < me->shelf.count; i++) {
        const struct table *t = me->shelf.items[i].table;
        for (int game = t ? table_games(t) - 1 : 0; game >= 0; game--) {
            me->games = grown(me->games, me->game_count, &room, sizeof *me->games);
            me->games[me->game_count++] = (struct past_game){i, game};
        }
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
    list_games(me);
    if (me->cursor >= count(me))
        me->cursor = count(me) ? count(me) - 1 : 0;
}

/* ---- keys ---- */

static void look_again(struct shelf_screen *me, struct app *app) {
    const struct shelf_item *item = item_here(me);
    struct text said = TEXT_IN(me->said);
    if (item->table)
        app_push(app, history_new(item->table, me->games[me->cursor].game, true, app));
    else
        text_put(&said, item->error);
}

static void go_on(struct shelf_screen *me, struct app *app) {
    char path[PATH_MAX_BYTES];
    struct text p = TEXT_IN(path), said = TEXT_IN(me->said);
    text_put(&p, item_here(me)->path);
    struct screen *board = resume_new(app, path, &said);
    if (board)
        app_push(app, board);
}

static void ask_to_delete(struct shelf_screen *me) {
    const struct shelf_item *item = item_here(me);
    struct text said = TEXT_IN(me->said);
    me->asking = true;
    if (item->table && table_games(item->table) > 1)
        say(&said, tui_ask_delete_series, .n = table_games(item->table));
    else
        say(&said, tui_ask_delete);
}

static void delete_here(struct shelf_screen *me) {
    LOCAL_TEXT(error, PATH_MAX_BYTES + 256);
    bool good = record_delete(item_here(me)->path, &error);
    if (good)
        load(me);
    if (good)
        say(TEXT_OVER(me->said), tui_deleted);
    else
        text_put(TEXT_OVER(me->said), error.data);
}

static void answer_question(struct shelf_screen *me, int k) {
    if (k != 'y' && k != 'n' && k != 'q' && k != KEY_ESCAPE)
        return;
    me->asking = false;
    me->said[0] = '\0';
    if (k == 'y')
        delete_here(me);
}

static void key(struct screen *s, struct app *app, int k) {
    struct shelf_screen *me = (struct shelf_screen *)s;
    const struct shelf_item *item = item_here(me);
    int n = count(me), low = k >= 'A' && k <= 'Z' ? k - 'A' + 'a' : k;
    if (me->asking) {
        answer_question(me, low);
        return;
    }
    me->said[0] = '\0';
    if (list_key(k, &me->cursor, n, items_shown()))
        return;
    if (k >= KEY_ITEM && k < KEY_ITEM + n) {
        me->cursor = k - KEY_ITEM;
    } else if (low == 'b') {
        me->show_bests = !me->show_bests;
        me->cursor = 0;
    } else if (k == KEY_RETURN && item) {
        look_again(me, app);
    } else if (low == 's' && item && item->table) {
        app_push(app, sheet_screen_new(item->table, me->games[me->cursor].game));
    } else if (low == 'c' && may_continue(me)) {
        go_on(me, app);
    } else if ((low == 'd' || k == KEY_DELETE) && item) {
        ask_to_delete(me);
    } else if (low == 'q' || k == KEY_ESCAPE) {
        app_pop(app);
    }
}

static void shown(struct screen *s, struct app *app) {
    (void)app;
    load((struct shelf_screen *)s);
}

static void shelf_screen_free(struct screen *s) {
    struct shelf_screen *me = (struct shelf_screen *)s;
    bests_free(&me->bests);
    shelf_close(&me->shelf);
    free(me->games);
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
