/* The score sheet of a game, as on paper. */
#include <stdlib.h>

#include "core/columns.h"
#include "core/memory.h"
#include "core/say.h"
#include "play/results.h"
#include "play/scoresheet.h"
#include "tui/screens.h"

enum { COLUMN_MIN = 7, COLUMN_MAX = 16, TOP = 4 };

struct sheet_screen {
    struct screen screen;
    struct table *table; /* own copy */
    int game;
    struct scoresheet *sheet;
    int skip;  /* lines above the window */
    int first; /* the first column shown */
};

static int rows_shown(void) {
    return term_rows() - TOP - 3;
}

static int widest(const struct scoresheet *s, bool how) {
    int width = 0;
    for (int line = 0; line < s->lines; line++) {
        int w = shown_width(how ? s->line[line].how : s->line[line].label);
        width = w > width ? w : width;
    }
    return width;
}

static int column_width(const struct scoresheet *s, int column) {
    int width = shown_width(s->heads[column]);
    for (int line = 0; line < s->lines; line++) {
        int w = shown_width(scoresheet_cell(s, line, column)->text);
        width = w > width ? w : width;
    }
    return 2 + (width < COLUMN_MIN ? COLUMN_MIN : width > COLUMN_MAX ? COLUMN_MAX : width);
}

/* How to score a box is left out where it would leave no room for the columns. */
static int left_width(const struct scoresheet *s) {
    int label = widest(s, false) + 2, how = widest(s, true), all = 0;
    for (int c = 0; c < s->columns; c++)
        all += column_width(s, c);
    int wide = label + (how ? how + 2 : 0);
    return wide + all + 4 <= term_columns() || wide + 40 <= term_columns() ? wide : label;
}

/* The number of columns that fit from the first one shown. */
static int columns_shown(const struct sheet_screen *me) {
    const struct scoresheet *s = me->sheet;
    int room = term_columns() - 4 - left_width(s), n = 0;
    while (me->first + n < s->columns && room >= column_width(s, me->first + n))
        room -= column_width(s, me->first + n++);
    return n ? n : 1;
}

static void draw_line(const struct sheet_screen *me, int line, int y, int columns) {
    const struct scoresheet *s = me->sheet;
    const struct sheet_line *l = &s->line[line];
    int left = left_width(s), label = widest(s, false) + 2, x = 2 + left;
    bool total = l->kind == LINE_GRAND || l->kind == LINE_HEADING;
    term_cell(y, 2, label, total ? STYLE_BOLD : STYLE_PLAIN, l->label);
    if (left > label)
        term_cell(y, 2 + label, left - label, STYLE_DIM, l->how);
    for (int c = me->first; c < me->first + columns && l->kind != LINE_HEADING; c++) {
        int width = column_width(s, c);
        term_cell_right(y, x, width, total ? STYLE_BOLD : STYLE_PLAIN,
                        scoresheet_cell(s, line, c)->text);
        x += width;
    }
}

static void draw(const struct screen *screen, const struct app *app) {
    const struct sheet_screen *me = (const struct sheet_screen *)screen;
    const struct scoresheet *s = me->sheet;
    static const struct button buttons[] = {{M_tui_button_back, 'q'},
                                            {M_tui_button_up, KEY_GO_UP},
                                            {M_tui_button_down, KEY_GO_DOWN},
                                            {M_tui_button_next_game, 'g'}};
    char title[160], standing[512];
    struct text t = TEXT_IN(title), st = TEXT_IN(standing);
    (void)app;
    result_title(me->table, me->game, &t);
    result_standing(table_game_end(me->table, me->game), &st);
    draw_title(title, standing);
    term_cell(2, 2, term_columns() - 4, STYLE_DIM, s->subtitle);
    int columns = columns_shown(me), x = 2 + left_width(s), rows = rows_shown();
    for (int c = me->first; c < me->first + columns; c++) {
        int width = column_width(s, c);
        term_cell_right(TOP - 1, x, width, STYLE_BOLD, s->heads[c]);
        x += width;
    }
    for (int i = 0; i < rows && me->skip + i < s->lines; i++)
        draw_line(me, me->skip + i, TOP + i, columns);
    int more = s->columns - columns;
    if (more > 0)
        term_put(term_rows() - 2, 2, STYLE_DIM, WORDS(tui_more_columns, .n = more));
    else if (me->skip + rows < s->lines)
        term_put(term_rows() - 2, 2, STYLE_DIM, WORDS(tui_more_below));
    term_buttons(term_rows() - 1, 1, buttons, table_games(me->table) > 1 ? 4 : 3);
}

static void show_game(struct sheet_screen *me, int game) {
    scoresheet_free(me->sheet);
    me->game = game;
    me->sheet = scoresheet_of_game(me->table, game);
    me->skip = me->first = 0;
}

static void key(struct screen *screen, struct app *app, int k) {
    struct sheet_screen *me = (struct sheet_screen *)screen;
    int most = me->sheet->lines - rows_shown(), games = table_games(me->table);
    if (list_key(k, &me->skip, most > 0 ? most + 1 : 1, rows_shown()))
        return;
    if (k == KEY_GO_RIGHT && me->first + columns_shown(me) < me->sheet->columns)
        me->first++;
    else if (k == KEY_GO_LEFT && me->first)
        me->first--;
    else if ((k == 'g' || k == 'G') && games > 1)
        show_game(me, (me->game + games - 1) % games);
    else if (k == 'q' || k == 'Q' || k == 's' || k == 'S' || k == KEY_ESCAPE || k == KEY_RETURN)
        app_pop(app);
}

static void sheet_screen_free(struct screen *screen) {
    struct sheet_screen *me = (struct sheet_screen *)screen;
    scoresheet_free(me->sheet);
    table_free(me->table);
    free(me);
}

static const struct screen_kind sheet_kind = {.draw = draw, .key = key, .free = sheet_screen_free};

struct screen *sheet_screen_new(const struct table *t, int game) {
    struct sheet_screen *me = grab(1, sizeof *me);
    me->screen.kind = &sheet_kind;
    me->table = table_copy(t);
    show_game(me, game);
    return &me->screen;
}
