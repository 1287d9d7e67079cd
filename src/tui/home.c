/* The home screen: new, unfinished and past games, practice, odds, rules, settings. */
#include <stdlib.h>
#include <string.h>

#include "core/columns.h"
#include "core/memory.h"
#include "core/say.h"
#include "play/results.h"
#include "tui/screens.h"

enum choice {
    CHOICE_NEW,
    CHOICE_SHELF,
    CHOICE_PRACTICE,
    CHOICE_ODDS,
    CHOICE_RULES,
    CHOICE_SETTINGS,
    CHOICE_LEAVE,
    ENTRIES
};

static const struct {
    enum message name, about; /* about 0: none */
} entries[ENTRIES] = {
    [CHOICE_NEW] = {M_tui_new_game, M_tui_about_new_game},
    [CHOICE_SHELF] = {M_tui_past_games, M_tui_about_past_games},
    [CHOICE_PRACTICE] = {M_tui_practice, M_tui_about_practice},
    [CHOICE_ODDS] = {M_tui_odds, M_tui_about_odds},
    [CHOICE_RULES] = {M_tui_rules, M_tui_about_rules},
    [CHOICE_SETTINGS] = {M_tui_settings, M_tui_about_settings},
    [CHOICE_LEAVE] = {M_tui_leave, M_NONE},
};

struct home {
    struct screen screen;
    struct shelf shelf;
    int *continued, count; /* unfinished games, as shelf indices */
    int cursor;
    char said[1024];
};

static void load(struct home *h) {
    LOCAL_TEXT(error, 1024);
    shelf_close(&h->shelf);
    h->count = 0;
    memset(&h->shelf, 0, sizeof h->shelf);
    if (!shelf_open(&h->shelf, &error)) {
        text_put(TEXT_OVER(h->said), error.data);
    }
    free(h->continued);
    h->continued = grab((size_t)h->shelf.count + 1, sizeof *h->continued);
    for (int i = 0; i < h->shelf.count; i++) {
        const struct shelf_item *item = &h->shelf.items[i];
        if (item->table && table_now(item->table)->rules.book &&
            !state_over(table_now(item->table)))
            h->continued[h->count++] = i;
    }
}

static void shown(struct screen *s, struct app *app) {
    struct home *h = (struct home *)s;
    int before = h->count;
    bool menu = h->cursor >= before;
    (void)app;
    h->said[0] = '\0';
    load(h);
    if (menu)
        h->cursor += h->count - before; /* stay on the same entry */
    else if (h->cursor >= h->count)
        h->cursor = 0;
}

/* ---- drawing ---- */

static int about_width(void) {
    return term_columns() - 25;
}

static void draw_line(const struct home *h, int index, int y, const char *name, const char *about) {
    bool here = h->cursor == index;
    term_put(y, 2, STYLE_BOLD, here ? term_glyph(GLYPH_CURSOR) : " ");
    term_cell(y, 4, 18, here ? STYLE_SELECTED : STYLE_BOLD, name);
    term_cell(y, 23, about_width(), STYLE_PLAIN, about);
    term_zone(y, 2, 1, term_columns() - 4, KEY_ITEM + index);
}

static void draw(const struct screen *s, const struct app *app) {
    const struct home *h = (const struct home *)s;
    static const struct button buttons[] = {
        {M_tui_button_enter, KEY_RETURN}, {M_tui_button_new_game, 'n'}, {M_tui_button_quit, 'q'}};
    (void)app;
    draw_title("Yardstick", WORDS(tui_arrows_or_click));
    int y = 2;
    for (int i = 0; i < 3; i++)
        term_die(y, 2 + i * (DIE_COLUMNS + 1), (int[]){5, 3, 6}[i], i == 1, STYLE_PLAIN);
    term_put(y + 1, 34, STYLE_BOLD, "Yardstick");
    term_put(y + 2, 34, STYLE_PLAIN, WORDS(tui_what_yardstick_does));
    y += DIE_ROWS + 1;
    int room = term_rows() - 4 - ENTRIES - y, cursor = h->cursor < h->count ? h->cursor : 0;
    int first = list_first(cursor, h->count, room);
    for (int i = first; i < h->count && i - first < room; i++) {
        const struct table *t = h->shelf.items[h->continued[i]].table;
        const struct state *now = table_now(t);
        char words[2 * RESULT_TEXT_BYTES], name[64], totals[RESULT_TEXT_BYTES];
        struct text w = TEXT_IN(words), n = TEXT_IN(name), more = TEXT_IN(totals);
        say(&n, tui_continue, .game = i + 1);
        result_title(t, table_games(t) - 1, &w);
        text_put(&w, ": ");
        result_standing(now, &w);
        text_put(&more, "; ");
        result_totals(now, &more);
        if (shown_width(words) + shown_width(totals) <= about_width())
            text_put(&w, totals);
        draw_line(h, i, y++, name, words);
    }
    if (h->count > room)
        term_put(y, 4, STYLE_DIM, WORDS(tui_more_games, .n = h->count - room));
    y += h->count > 0;
    for (int i = 0; i < ENTRIES; i++)
        draw_line(h, h->count + i, y++, words_of(entries[i].name),
                  entries[i].about ? words_of(entries[i].about) : "");
    term_wrapped(term_rows() - 4, 2, term_columns() - 4, 3, 0, STYLE_BAD, h->said);
    term_buttons(term_rows() - 1, 1, buttons, 3);
}

/* ---- keys ---- */

struct screen *resume_new(struct app *app, const char *path, struct text *error) {
    struct table *t = table_new();
    struct record_tail tail;
    struct record *rec = record_open(path, t, &tail, error);
    if (rec && !table_now(t)->rules.book) {
        say(error, tui_record_without_rules, .file = path);
        record_close(rec);
        rec = NULL;
    }
    if (!rec) {
        table_free(t);
        return NULL;
    }
    struct screen *s = board_new(t, rec, app);
    if (tail.found)
        board_complain((struct board *)s, tui_record_cut, .line = tail.line);
    return s;
}

static void proceed(struct home *h, struct app *app, int index) {
    char path[PATH_MAX_BYTES];
    struct text p = TEXT_IN(path), error = TEXT_IN(h->said);
    text_put(&p, h->shelf.items[h->continued[index]].path);
    struct screen *board = resume_new(app, path, &error);
    if (board)
        app_push(app, board);
}

static void enter(struct home *h, struct app *app) {
    if (h->cursor < h->count) {
        proceed(h, app, h->cursor);
        return;
    }
    switch (h->cursor - h->count) {
    case CHOICE_NEW:
        app_push(app, newgame_new(app, &(struct wanted){0}));
        break;
    case CHOICE_SHELF:
        app_push(app, shelf_new());
        break;
    case CHOICE_PRACTICE:
        app_push(app, practice_new(app));
        break;
    case CHOICE_ODDS:
        app_push(app, odds_new());
        break;
    case CHOICE_RULES:
        app_push(app, rulebooks_new());
        break;
    case CHOICE_SETTINGS:
        app_push(app, settings_new(app));
        break;
    default:
        app_pop(app);
        break;
    }
}

static void key(struct screen *s, struct app *app, int k) {
    struct home *h = (struct home *)s;
    int n = h->count + ENTRIES;
    if ((k == KEY_GO_UP && !h->cursor) || (k == KEY_GO_DOWN && h->cursor == n - 1)) {
        h->cursor = n - 1 - h->cursor; /* around the end */
        return;
    }
    if (list_key(k, &h->cursor, n, n))
        return;
    if (k >= KEY_ITEM && k < KEY_ITEM + n) {
        h->cursor = k - KEY_ITEM;
        k = KEY_RETURN;
    }
    if (k == 'n' || k == 'N') {
        h->cursor = h->count + CHOICE_NEW;
        k = KEY_RETURN;
    }
    if (k == KEY_RETURN)
        enter(h, app);
    else if (k == 'q' || k == 'Q')
        app_pop(app);
}

static void home_free(struct screen *s) {
    struct home *h = (struct home *)s;
    shelf_close(&h->shelf);
    free(h->continued);
    free(h);
}

static const struct screen_kind home_kind = {
    .draw = draw, .key = key, .shown = shown, .free = home_free};

struct screen *home_new(const char *said) {
    struct home *h = grab(1, sizeof *h);
    h->screen.kind = &home_kind;
    text_put(TEXT_OVER(h->said), said);
    load(h);
    return &h->screen;
}
