/* The score sheet on the screen: one column per seat, with the points each open box would score for
 * the player to move. In a short window the two sections are side by side. */

#include "core/columns.h"
#include "core/say.h"
#include "rules/rows.h"
#include "rules/sheet.h"
#include "tui/board.h"

enum { LABEL_MAX = 23, COLUMN_MIN = 5, COLUMN_GOOD = 8, COLUMN_MAX = 14 };

/* The visible seats: all of them, or as many as fit around the seat to move. */
struct seats {
    int first, count, width, label;
};

/* The width at which a column shows its name in full, within limits. */
static int best_column(const struct board *b) {
    int column = COLUMN_GOOD;
    for (int i = 0; i < b->view.seat_count; i++) {
        int name = shown_width(b->view.seats[i].name) + 2; /* with the turn marker */
        column = name > column ? name : column;
    }
    return column < COLUMN_MAX ? column : COLUMN_MAX;
}

int board_sheet_width(const struct board *b) {
    return LABEL_MAX + b->view.seat_count * best_column(b);
}

/* The column of labels shrinks to make room for the names above the other columns, but never below
 * the width of the longest label (up to LABEL_MAX). */
static struct seats seats_that_fit(const struct board *b, int longest, int room) {
    int all = b->view.seat_count, turn = b->view.game.seat;
    int label = room - all * best_column(b);
    label = label < longest ? longest : label;
    label = label > LABEL_MAX ? LABEL_MAX : label;
    room -= label;
    struct seats s = {.count = room / COLUMN_MIN, .label = label};
    s.count = s.count > all ? all : s.count < 1 ? 1 : s.count;
    s.width = room / s.count;
    s.width = s.width > COLUMN_MAX ? COLUMN_MAX : s.width;
    s.first = turn - s.count / 2;
    s.first = s.first > all - s.count ? all - s.count : s.first < 0 ? 0 : s.first;
    return s;
}

static void draw_names(const struct board *b, struct area where, const struct seats *seats,
                       const char *heading) {
    term_cell(where.y, where.x, seats->label, STYLE_BOLD, heading);
    for (int i = 0; i < seats->count; i++) {
        int seat = seats->first + i, x = where.x + seats->label + i * seats->width;
        bool turn = seat == state_seat(&b->view);
        LOCAL_TEXT(w, SEAT_NAME_MAX + 8);
        text_add(&w, "%s%s", turn ? term_glyph(GLYPH_TURN) : "", b->view.seats[seat].name);
        term_cell_right(where.y, x, seats->width - 1, turn ? STYLE_SELECTED : STYLE_BOLD, w.data);
    }
}

/* Points offered to the player to move: "(24)"; false if this seat cannot fill the box now. */
static bool offer_words(const struct board *b, int seat, int box, struct text *out) {
    const struct state *s = &b->view;
    const struct game *g = &s->game;
    if (s->stage != STAGE_PLAY || g->phase != PHASE_CHOOSE || g->seat != seat)
        return false;
    struct claim claim = sheet_claim(&s->rules, &g->card[seat], g->dice, box);
    if (claim.refusal != ALLOWED)
        return false;
    text_add(out, "(%d)", claim.points);
    return true;
}

static void draw_row(const struct board *b, struct area where, const struct seats *seats,
                     const struct row *row) {
    bool box = row->kind == ROW_BOX, total = row->kind == ROW_GRAND_TOTAL;
    bool here = box && row->box == b->cursor && (board_choosing(b) || board_pace(b) == PACE_POINTS);
    LOCAL_TEXT(l, 64);
    text_add(&l, "%s%s", here ? term_glyph(GLYPH_CURSOR) : " ", row->label);
    int style = here ? STYLE_SELECTED : total ? STYLE_BOLD : box ? STYLE_PLAIN : STYLE_DIM;
    term_cell(where.y, where.x, seats->label, style, l.data);
    for (int i = 0; i < seats->count; i++) {
        int seat = seats->first + i, value, x = where.x + seats->label + i * seats->width;
        LOCAL_TEXT(w, 32);
        int look = total ? STYLE_BOLD : STYLE_PLAIN;
        if (row_value(&b->view.rules, &b->view.game.card[seat], row, &value))
            text_add(&w, "%d", value);
        else if (box && offer_words(b, seat, row->box, &w))
            look = here ? STYLE_SELECTED : STYLE_OFFER;
        term_cell_right(where.y, x, seats->width - 1, look, w.data);
    }
    if (box)
        term_zone(where.y, where.x, 1, seats->label + seats->count * seats->width,
                  KEY_BOX + row->box);
}

static bool worth_showing(const struct row *row, bool low) {
    if (row->kind == ROW_HEADING)
        return false;
    return !low || (row->kind != ROW_UPPER_AGAIN && row->kind != ROW_LOWER_TOTAL &&
                    row->kind != ROW_UPPER_SUM);
}

static void draw_section(const struct board *b, struct area where, const struct row *rows, int n,
                         bool low, int *ret_used) {
    int longest = 0;
    for (int i = 0; i < n; i++) {
        int label = shown_width(rows[i].label) + 1;
        if (label > longest && (rows[i].kind == ROW_HEADING || worth_showing(&rows[i], low)))
            longest = label;
    }
    struct seats seats = seats_that_fit(b, longest, where.width);
    draw_names(b, where, &seats, n && rows[0].kind == ROW_HEADING ? rows[0].label : "");
    int used = 1;
    for (int i = 0; i < n && used < where.height; i++) {
        if (!worth_showing(&rows[i], low))
            continue;
        struct area line = where;
        line.y += used++;
        draw_row(b, line, &seats, &rows[i]);
    }
    int more = b->view.seat_count - seats.count;
    if (more > 0 && used < where.height)
        term_put(where.y + used, where.x, STYLE_DIM, WORDS(tui_more_seats, .n = more));
    *ret_used = used;
}

void board_draw_sheet(const struct board *b, struct area where) {
    struct row rows[ROWS_MAX];
    int n = sheet_rows(&b->view.rules, rows), lower = 1, used;
    while (lower < n && rows[lower].kind != ROW_HEADING)
        lower++;
    if (where.height >= n + 1) {
        struct area upper = where;
        draw_section(b, upper, rows, lower, false, &used);
        upper.y += used + 1;
        upper.height -= used + 1;
        draw_section(b, upper, rows + lower, n - lower, false, &used);
        return;
    }
    struct area left = where, right = where;
    left.width = where.width / 2 - 1;
    right.x += left.width + 1;
    right.width = where.width - left.width - 1;
    draw_section(b, left, rows, lower, true, &used);
    draw_section(b, right, rows + lower, n - lower, true, &used);
}
