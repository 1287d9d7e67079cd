/* Replay of a game: every roll and choice in order, with the effect of luck and errors, the card at
 * that point, and the ledger of the whole game on top. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "coach/reason.h"
#include "core/columns.h"
#include "core/memory.h"
#include "core/say.h"
#include "play/results.h"
#include "rules/rows.h"
#include "tui/screens.h"

enum { LEDGER_SEATS = 4, COLUMN = 9 };

/* The widths of the list's columns after the names, and of the details beside the list. */
static const struct layout {
    int move;  /* the longest moves: "Three of a kind: 30", "1 2 3 4 5 6, plantarse" */
    int value; /* "-12.3 inaccuracy", "-0.5 % inaccuracy" */
    int details;
} layouts[] = {
    [FAMILY_SHEET] = {.move = 19, .value = 16, .details = 32},
    [FAMILY_PRESS] = {.move = 22, .value = 17, .details = 28},
};

struct history {
    struct screen screen;
    struct table *table; /* own copy */
    bool kept;           /* the game is recorded, so a what-if game is, too */
    int game;            /* in the series, from 0 */
    int *steps, count;   /* the actions of this game */
    int cursor;
    unsigned id;
    bool there; /* the ledger is available */
    struct ledger ledger;
    char said[512];
    char trouble[512]; /* why there is no what-if game */
};

static const struct layout *layout_of(const struct history *h) {
    return &layouts[table_now(h->table)->rules.book->family];
}

/* Dice set aside from a throw that is not known may have a decision besides what they changed. */
static const struct moment *moment_of(const struct history *h, int step) {
    const struct moment *found = NULL;
    for (int i = 0; h->there && i < h->ledger.count; i++) {
        if (h->ledger.moments[i].step == step)
            found = &h->ledger.moments[i];
    }
    return found;
}

/* ---- the ledger ---- */

/* The columns of the ledger; `others` exists only where other players' turns change one's
 * prospects. */
static void ledger_cell(const struct history *h, int seat, enum message head, struct text *out) {
    const struct ledger *l = &h->ledger;
    const struct account *a = &l->seat[seat];
    if (head == M_tui_par)
        unit_print(l->unit, a->par, out);
    else if (head == M_tui_luck && (a->rolls || !account_kept(a)))
        unit_print_signed(l->unit, a->luck, out);
    else if (head == M_tui_errors && (a->decisions || !account_kept(a)))
        unit_print(l->unit, a->errors, out);
    else if (head == M_tui_unknown && account_kept(a))
        unit_print_signed(l->unit, a->unknown, out);
    else if (head == M_tui_others)
        unit_print_signed(l->unit, a->others, out);
    else if (head == M_tui_result)
        unit_print(l->unit, a->result, out);
    else if (head == M_tui_accuracy && !isnan(a->accuracy))
        text_add(out, "%.0f %%", a->accuracy);
    else if (head == M_tui_hints)
        text_add(out, "%d", a->hints);
    else if (head == M_tui_warnings)
        text_add(out, "%d", table_warnings_of(h->table, h->game, seat));
}

static int ledger_seats(void) {
    int more = (term_rows() - TERM_ROWS_MIN) / 2;
    return LEDGER_SEATS + (more > 0 ? more : 0);
}

static void draw_ledger(const struct history *h, int y) {
    const struct ledger *l = &h->ledger;
    const struct state *now = table_now(h->table);
    int shown = l->seats < ledger_seats() ? l->seats : ledger_seats(), columns = 0;
    bool others = l->seats > 1 && l->rules.book->family == FAMILY_PRESS, kept = false;
    for (int seat = 0; seat < l->seats; seat++)
        kept = kept || account_kept(&l->seat[seat]);
    static const enum message all[] = {M_tui_par,      M_tui_luck,   M_tui_errors,
                                       M_tui_unknown,  M_tui_others, M_tui_result,
                                       M_tui_accuracy, M_tui_hints,  M_tui_warnings};
    enum { ALL = sizeof all / sizeof *all };
    enum message heads[ALL];
    for (int i = 0; i < ALL && 13 + COLUMN * (columns + 1) < term_columns(); i++) {
        if ((all[i] != M_tui_others || others) && (all[i] != M_tui_unknown || kept))
            heads[columns++] = all[i];
    }
    term_put(y, 2, STYLE_BOLD, WORDS(tui_ledger));
    for (int c = 0; c < columns; c++)
        term_cell_right(y, 13 + COLUMN * c, COLUMN, STYLE_BOLD, words_of(heads[c]));
    for (int i = 0; i < shown; i++) {
        term_cell(y + 1 + i, 2, 12, STYLE_PLAIN, now->seats[i].name);
        for (int c = 0; c < columns; c++) {
            LOCAL_TEXT(w, 48);
            ledger_cell(h, i, heads[c], &w);
            term_cell_right(y + 1 + i, 13 + COLUMN * c, COLUMN,
                            heads[c] == M_tui_errors ? STYLE_BAD : STYLE_PLAIN, w.data);
        }
    }
}

static int ledger_rows(const struct history *h) {
    int seats = table_now(h->table)->seat_count;
    return 2 + (seats < ledger_seats() ? seats : ledger_seats());
}

/* ---- the list ---- */

/* Returns the width of the column of names: that of the longest name, unless this leaves too
 * little room for the moves. */
static int names_width(const struct history *h, int width) {
    const struct state *now = table_now(h->table);
    int widest = 0, room = width - layout_of(h)->move;
    for (int seat = 0; seat < now->seat_count; seat++) {
        for (int i = 0; i < seat_people(&now->seats[seat]); i++) {
            LOCAL_TEXT(name, PERSON_NAME_MAX + 1);
            struct span person = seat_person(&now->seats[seat], i);
            text_put_n(&name, person.at, person.len);
            int wide = shown_width(name.data) + 1;
            widest = wide > widest ? wide : widest;
        }
    }
    return widest < room ? widest : room;
}

static void did_words(const struct history *h, int step, struct text *who, struct text *did) {
    static struct state before;
    const struct entry *e = &table_step(h->table, step)->entry;
    state_view(&table_step(h->table, step)->before, &before);
    int seat = state_seat(&before);
    struct span person = seat >= 0 ? state_person(&before, seat) : span_of("");
    text_put_n(who, person.at, person.len);
    move_words(&before.rules, &before.game, e->action, did);
}

static const char *short_grade(int grade) {
    if (grade == GRADE_INACCURACY)
        return words_of(M_tui_grade_inaccuracy);
    return words_of(grade == GRADE_BLUNDER ? M_tui_grade_blunder : grade_message(grade));
}

static void draw_item(const struct history *h, int index, int y, int width) {
    int step = h->steps[index], style = index == h->cursor ? STYLE_SELECTED : STYLE_PLAIN;
    const struct moment *m = moment_of(h, step);
    char name[PERSON_NAME_MAX + 1], move[256], value[64];
    struct text n = TEXT_IN(name), w = TEXT_IN(move), v = TEXT_IN(value);
    did_words(h, step, &n, &w);
    if (m && m->decision && m->grade > GRADE_BEST) {
        unit_print_signed(h->ledger.unit, h->ledger.unit == UNIT_TURNS ? m->cost : -m->cost, &v);
        text_add(&v, " %s", short_grade(m->grade));
    } else if (m && !m->decision) {
        LOCAL_TEXT(luck, 48);
        unit_print_signed(h->ledger.unit, m->after - m->before, &luck);
        if (m->unknown)
            say(&v, tui_value_unknown, .value = luck.data);
        else
            say(&v, tui_value_luck, .value = luck.data);
    } else if (m && m->choices > 1) {
        say(&v, tui_best);
    }
    int bad = m && m->decision && m->grade >= GRADE_MISTAKE && index != h->cursor;
    int room = width - layout_of(h)->value - 1, names = names_width(h, room);
    term_fill(y, 1, 1, names, style);
    term_cell(y, 1, names - 1, style, name);
    term_cell(y, 1 + names, room - names, style, move);
    term_cell_right(y, 1 + room, layout_of(h)->value, bad ? STYLE_BAD : style, value);
    term_zone(y, 1, 1, width - 1, KEY_ITEM + index);
}

/* ---- details ---- */

static int draw_moment(const struct history *h, const struct moment *m, struct area where) {
    LOCAL_TEXT(w, 512);
    int unit = h->ledger.unit;
    const struct game *g = &table_step(h->table, m->step)->before.game;
    LOCAL_TEXT(before, 48);
    LOCAL_TEXT(after, 48);
    unit_print(unit, m->before, &before);
    unit_print(unit, m->after, &after);
    if (!m->decision) {
        say(&w, tui_before_and_after, .before = before.data, .after = after.data);
    } else {
        LOCAL_TEXT(best, 128);
        LOCAL_TEXT(done, 128);
        action_words(&h->ledger.rules, g, m->best, &best);
        action_words(&h->ledger.rules, g, m->action, &done);
        say(&w, tui_best_was, .action = best.data, .value = before.data);
        text_put(&w, "\n");
        say(&w, tui_done_was, .action = done.data, .value = after.data);
        if (m->grade > GRADE_GOOD)
            text_add(&w, "\n%s: %s", words_of(grade_message(m->grade)),
                     words_of(slip_message(m->slip)));
        if (m->hinted) {
            text_put(&w, "\n");
            say(&w, tui_with_a_hint);
        }
    }
    return term_wrapped(where.y, where.x, where.width, where.height, 0, STYLE_PLAIN, w.data);
}

/* The card or the totals before this step. */
static void draw_standing(const struct history *h, int step, int y, int x, int rows) {
    static struct state s;
    state_view(&table_step(h->table, step)->before, &s);
    if (s.stage != STAGE_PLAY)
        return;
    LOCAL_TEXT(w, 128);
    if (s.game.dice.bits)
        say(&w, tui_dice_lie, .dice = DICE(s.game.dice, " "));
    term_put(y++, x, STYLE_BOLD, w.data);
    rows--;
    if (s.rules.book->family == FAMILY_PRESS) {
        term_put(y++, x, STYLE_PLAIN, WORDS(tui_at_risk, .points = s.game.turn_points));
        int first = list_first(s.game.seat, s.seat_count, rows - 1);
        for (int i = first; i < s.seat_count && i - first + 1 < rows; i++) {
            term_cell(y + i - first, x, 16, STYLE_PLAIN, s.seats[i].name);
            term_add(y + i - first, x + 17, STYLE_PLAIN, "%6d", s.game.total[i]);
        }
        return;
    }
    const struct book *book = s.rules.book;
    const struct card *card = &s.game.card[s.game.seat];
    enum { LEFT_LABEL = 10, RIGHT_LABEL = 15, POINTS = 3 };
    int half = book->box_count / 2; /* the last boxes have the long labels */
    for (int i = 0; i < book->box_count; i++) {
        bool left = i < half;
        int row = left ? i : i - half, label = left ? LEFT_LABEL : RIGHT_LABEL;
        int at = x + (left ? 0 : LEFT_LABEL + POINTS + 1);
        if (row >= rows)
            continue;
        term_cell(y + row, at, label, STYLE_DIM, words_of(book->boxes[i].label));
        if (card->filled >> i & 1)
            term_add(y + row, at + label, STYLE_PLAIN, "%*d", POINTS, card->points[i]);
        else
            term_add(y + row, at + label, STYLE_DIM, "%*s", POINTS, ".");
    }
}

static void draw_progress(const struct history *h, const struct app *app, int y) {
    if (h->said[0]) {
        term_wrapped(y, 2, term_columns() - 4, 2, 0, STYLE_BAD, h->said);
        return;
    }
    double part = worker_progress(app->worker);
    term_put(y, 2, STYLE_PLAIN, WORDS(tui_working_ledger));
    if (part >= 0)
        term_bar(y + 1, 2, 40, part, 0, STYLE_GOOD);
}

static void draw(const struct screen *screen, const struct app *app) {
    const struct history *h = (const struct history *)screen;
    static const struct button buttons[] = {
        {M_tui_button_mistakes, 'm'},    {M_tui_button_what_if, 'w'},
        {M_tui_button_sheet, 's'},       {M_tui_button_back, 'q'},
        {M_tui_button_next_game, 'g'},   {M_tui_button_up, KEY_GO_UP},
        {M_tui_button_down, KEY_GO_DOWN}};
    char name[128], title[192], standing[RESULT_TEXT_BYTES];
    struct text n = TEXT_IN(name), t = TEXT_IN(title), st = TEXT_IN(standing);
    result_title(h->table, h->game, &n);
    say(&t, tui_game_again, .book = name);
    result_standing(table_game_end(h->table, h->game), &st);
    draw_title(title, standing);
    int details = layout_of(h)->details, y = 2, width = term_columns() - details - 2;
    if (h->there)
        draw_ledger(h, y);
    else
        draw_progress(h, app, y);
    y += ledger_rows(h);
    int rows = term_rows() - y - 2, first = list_first(h->cursor, h->count, rows);
    for (int i = first; i < h->count && i - first < rows; i++)
        draw_item(h, i, y + i - first, width);
    int x = width + 1;
    if (h->count) {
        const struct moment *m = moment_of(h, h->steps[h->cursor]);
        int used = m ? draw_moment(h, m, (struct area){y, x, rows, details}) + 1 : 0;
        draw_standing(h, h->steps[h->cursor], y + used, x, rows - used);
    } else {
        term_put(y, 2, STYLE_PLAIN, WORDS(tui_nothing_happened));
    }
    if (h->there && h->ledger.approximate)
        term_put(term_rows() - 2, 2, STYLE_DIM, WORDS(tui_values_are_estimates));
    term_wrapped(term_rows() - 2, 2, term_columns() - 4, 1, 0, STYLE_BAD, h->trouble);
    term_buttons(term_rows() - 1, 1, buttons, table_games(h->table) > 1 ? 5 : 4);
}

/* ---- keys ---- */

/* Moves to the next error. */
static void next_mistake(struct history *h) {
    for (int i = 1; i <= h->count; i++) {
        int at = (h->cursor + i) % h->count;
        const struct moment *m = moment_of(h, h->steps[at]);
        if (m && m->decision && m->grade >= GRADE_INACCURACY) {
            h->cursor = at;
            return;
        }
    }
}

static void show_game(struct history *h, struct app *app, int game);

static void start_what_if(struct history *h, struct app *app) {
    struct text error = TEXT_IN(h->trouble);
    struct screen *board =
        h->count ? what_if_new(h->table, h->steps[h->cursor], h->kept, app, &error) : NULL;
    if (board)
        app_push(app, board);
}

static void key(struct screen *s, struct app *app, int k) {
    struct history *h = (struct history *)s;
    h->trouble[0] = '\0';
    if (k == KEY_GO_LEFT || k == KEY_GO_RIGHT)
        k = k == KEY_GO_LEFT ? KEY_GO_UP : KEY_GO_DOWN;
    if (list_key(k, &h->cursor, h->count, term_rows() - 12))
        return;
    int low = k >= 'A' && k <= 'Z' ? k - 'A' + 'a' : k, games = table_games(h->table);
    if (k >= KEY_ITEM && k < KEY_ITEM + h->count)
        h->cursor = k - KEY_ITEM;
    else if (low == 'm')
        next_mistake(h);
    else if (low == 'g' && games > 1)
        show_game(h, app, (h->game + games - 1) % games);
    else if (low == 's')
        app_push(app, sheet_screen_new(h->table, h->game));
    else if (low == 'w')
        start_what_if(h, app);
    else if (low == 'q' || low == KEY_ESCAPE || low == 'a')
        app_pop(app);
}

static void answer(struct screen *s, struct app *app, struct answer *a) {
    struct history *h = (struct history *)s;
    (void)app;
    if (a->kind != QUESTION_LEDGER || a->id != h->id)
        return;
    struct text said = TEXT_IN(h->said);
    if (a->good) {
        h->ledger = a->ledger;
        h->there = true;
        memset(&a->ledger, 0, sizeof a->ledger);
    } else {
        say(&said, tui_no_analysis, .why = a->error[0] ? a->error : WORDS(tui_was_stopped));
    }
}

static void history_free(struct screen *s) {
    struct history *h = (struct history *)s;
    ledger_free(&h->ledger);
    table_free(h->table);
    free(h->steps);
    free(h);
}

static const struct screen_kind history_kind = {
    .draw = draw, .key = key, .answer = answer, .free = history_free};

static void show_game(struct history *h, struct app *app, int game) {
    const struct state *now = table_now(h->table);
    ledger_free(&h->ledger);
    h->ledger = (struct ledger){0};
    h->there = false;
    h->game = game;
    h->count = 0;
    for (int i = 0; i < table_steps(h->table); i++) {
        const struct step *step = table_step(h->table, i);
        if (step->entry.kind == ENTRY_ACTION && step->before.games == game)
            h->steps[h->count++] = i;
    }
    h->cursor = h->count ? h->count - 1 : 0;
    struct text said = TEXT_IN(h->said);
    struct question q = {.kind = QUESTION_LEDGER, .rules = now->rules, .game_number = game};
    if (game < now->games || now->stage == STAGE_PLAY) {
        q.table = table_copy(h->table);
        h->id = app_ask(app, &q);
    } else {
        say(&said, tui_not_begun);
    }
}

struct screen *history_new(const struct table *t, int game, bool kept, struct app *app) {
    struct history *h = grab(1, sizeof *h);
    h->screen.kind = &history_kind;
    h->table = table_copy(t);
    h->kept = kept;
    h->steps = grab((size_t)table_steps(t) + 1, sizeof *h->steps);
    show_game(h, app, game);
    return &h->screen;
}
