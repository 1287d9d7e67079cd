/* A player leaves the game for good, and the others play on. */
#include "core/memory.h"
#include "core/say.h"
#include "tui/screens.h"

struct leave {
    struct screen screen;
    struct board *board; /* the screen below */
    int cursor;
};

/* Lists the seats that play and returns how many there are. */
static int playing(const struct board *b, int ret[SEATS_MAX]) {
    int n = 0;
    for (int seat = 0; seat < b->view.seat_count; seat++) {
        if (!set_has(state_left(&b->view), seat))
            ret[n++] = seat;
    }
    return n;
}

static void draw(const struct screen *s, const struct app *app) {
    const struct leave *l = (const struct leave *)s;
    static const struct button buttons[] = {{M_tui_button_enter, KEY_RETURN},
                                            {M_tui_button_esc_back, KEY_ESCAPE}};
    int seats[SEATS_MAX], n = playing(l->board, seats), rows = term_rows() - 7;
    int first = list_first(l->cursor, n, rows);
    (void)app;
    draw_title(WORDS(tui_who_leaves), "");
    for (int i = first; i < n && i - first < rows; i++) {
        int y = 2 + i - first;
        bool here = i == l->cursor;
        term_put(y, 2, STYLE_PLAIN, here ? term_glyph(GLYPH_CURSOR) : " ");
        term_cell(y, 4, term_columns() - 6, here ? STYLE_SELECTED : STYLE_PLAIN,
                  l->board->view.seats[seats[i]].name);
        term_zone(y, 2, 1, term_columns() - 4, KEY_ITEM + i);
    }
    term_wrapped(term_rows() - 4, 2, term_columns() - 4, 3, 0, STYLE_PLAIN,
                 WORDS(tui_about_leaving));
    term_buttons(term_rows() - 1, 1, buttons, 2);
}

static void leaves(struct leave *l, struct app *app, int seat) {
    struct board *b = l->board;
    LOCAL_TEXT(line, 32);
    LOCAL_TEXT(name, SEAT_NAME_MAX);
    text_add(&line, "leave %d", seat + 1);
    text_put(&name, b->view.seats[seat].name);
    if (board_say(b, app, line.data))
        board_tell(b, play_leaves, .player = name.data);
    app_pop(app);
}

static void key(struct screen *s, struct app *app, int k) {
    struct leave *l = (struct leave *)s;
    int seats[SEATS_MAX], n = playing(l->board, seats);
    if (k >= KEY_ITEM && k < KEY_ITEM + n)
        l->cursor = k - KEY_ITEM; /* Enter confirms */
    else if (k == KEY_RETURN)
        leaves(l, app, seats[l->cursor]);
    else if (k == KEY_ESCAPE || k == 'q' || k == 'Q')
        app_pop(app);
    else
        list_key(k, &l->cursor, n, term_rows() - 7);
}

static const struct screen_kind leave_kind = {.draw = draw, .key = key};

struct screen *leave_new(struct board *b) {
    struct leave *l = grab(1, sizeof *l);
    int seats[SEATS_MAX], n = playing(b, seats);
    l->screen.kind = &leave_kind;
    l->board = b;
    for (int i = 0; i < n; i++)
        l->cursor = seats[i] == state_seat(&b->view) ? i : l->cursor;
    return &l->screen;
}
