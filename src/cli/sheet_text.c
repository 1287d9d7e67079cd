#include "cli/sheet_text.h"

#include "core/columns.h"
#include "core/say.h"
#include "paper/paper_scorecard.h"

enum {
    COLUMN_MIN = 7,
    COLUMN_MAX = 16,
    BLANK_WIDTH = 4, /* to write points by hand */
    TURN_WIDTH = 11, /* to write points and a total */
    HOW_MIN = 16,
};

static void repeat(FILE *out, const char *s, int times) {
    for (int i = 0; i < times; i++)
        fputs(s, out);
}

/* Prints text truncated to a number of terminal columns, ending in "~" if cut. Returns the columns
 * used. */
static int put_cut(FILE *out, const char *text, int width) {
    if (shown_width(text) <= width) {
        fputs(text, out);
        return shown_width(text);
    }
    int n = (int)shown_fit(text, width - 1);
    fprintf(out, "%.*s~", n, text);
    LOCAL_TEXT(p, SEAT_NAME_MAX);
    text_put_n(&p, text, (size_t)n);
    return shown_width(p.data) + 1;
}

static void put_right(FILE *out, const char *text, int width) {
    int shown = shown_width(text);
    if (shown > width) {
        repeat(out, " ", width - put_cut(out, text, width));
        return;
    }
    repeat(out, " ", width - shown);
    fputs(text, out);
}

static void put_left(FILE *out, const char *text, int width) {
    repeat(out, " ", width - put_cut(out, text, width));
}

/* ---- layout ---- */

struct layout {
    int label, how; /* widths in terminal columns; how 0: left out */
    int blocks;
    bool wrapped; /* how to score takes several lines */
    const struct scoresheet *s;
};

static int widest(int a, int b) {
    return a > b ? a : b;
}

/* A cell as text; a winning total has an asterisk. */
static void cell_words(const struct sheet_cell *cell, struct text *out) {
    text_add(out, "%s%s", cell->won ? "*" : "", cell->text);
}

static int column_width(const struct scoresheet *s, int column) {
    int width = !s->blank ? COLUMN_MIN : s->kind == SHEET_ROUNDS ? TURN_WIDTH : BLANK_WIDTH;
    width = widest(width, shown_width(s->heads[column]) + (column == s->current));
    for (int line = 0; line < s->lines; line++) {
        LOCAL_TEXT(w, CELL_MAX + 1);
        cell_words(scoresheet_cell(s, line, column), &w);
        width = widest(width, shown_width(w.data));
    }
    return width > COLUMN_MAX ? COLUMN_MAX : width;
}

static int width_of(const struct scoresheet *s, bool how) {
    int width = 0;
    for (int line = 0; line < s->lines; line++) {
        if (s->line[line].kind != LINE_HEADING)
            width = widest(width, shown_width(how ? s->line[line].how : s->line[line].label));
    }
    return width;
}

/* The first column of a block; all blocks have about the same number of columns. */
static int block_start(const struct scoresheet *s, int block, int blocks) {
    return block * s->columns / blocks;
}

/* The width of the widest block, without how to score. */
static int block_width(const struct scoresheet *s, int label, int blocks) {
    int width = 0;
    for (int block = 0; block < blocks; block++) {
        int used = label + 2;
        for (int c = block_start(s, block, blocks); c < block_start(s, block + 1, blocks); c++)
            used += column_width(s, c) + 3;
        width = widest(width, used);
    }
    return width;
}

/* As few blocks as possible. Blank sheets always say how to score, filled ones only where that
 * takes no room from the columns. */
static struct layout layout_of(const struct scoresheet *s, int width) {
    struct layout l = {.label = width_of(s, false), .blocks = 1, .s = s};
    int how = width_of(s, true), least = !s->blank || !how ? 0
                                         : how < HOW_MIN   ? how + 3
                                                           : HOW_MIN + 3;
    while (l.blocks < s->columns && width - block_width(s, l.label, l.blocks) < least)
        l.blocks++;
    int room = width - block_width(s, l.label, l.blocks) - 3;
    l.how = how <= room ? how : least ? widest(room, HOW_MIN) : 0;
    l.wrapped = l.how && l.how < how;
    return l;
}

/* ---- lines ---- */

static void rule_line(FILE *out, const struct layout *l, int from, int to) {
    repeat(out, "-", l->label + 2);
    if (l->how)
        fputs("+", out), repeat(out, "-", l->how + 2);
    for (int c = from; c < to; c++)
        fputs("+", out), repeat(out, "-", column_width(l->s, c) + 2);
    fputc('\n', out);
}

/* One line of a block; `line` is -1 for the names, and the words about how to score may be a part
 * of those of the line. */
static void put_row(FILE *out, const struct layout *l, int line, const char *label, const char *how,
                    int from, int to) {
    fputs(" ", out);
    put_left(out, label, l->label + 1);
    if (l->how) {
        fputs("| ", out);
        put_left(out, how, l->how + 1);
    }
    for (int c = from; c < to; c++) {
        LOCAL_TEXT(w, SEAT_NAME_MAX + 1);
        if (line < 0)
            text_add(&w, "%s%s", c == l->s->current ? ">" : "", l->s->heads[c]);
        else if (label[0])
            cell_words(scoresheet_cell(l->s, line, c), &w);
        fputs("| ", out);
        put_right(out, w.data, column_width(l->s, c));
        fputs(" ", out);
    }
    fputc('\n', out);
}

static void put_line(FILE *out, const struct layout *l, int line, int from, int to) {
    const struct sheet_line *of = &l->s->line[line];
    const char *how = of->how, *label = of->label;
    do {
        size_t n = shown_line(how, l->how ? l->how : COLUMN_MAX);
        LOCAL_TEXT(part, sizeof of->how);
        text_put_n(&part, how, l->how ? n : 0);
        put_row(out, l, line, label, part.data, from, to);
        how += n;
        how += *how == ' ';
        label = "";
    } while (*how && l->how);
}

static void put_block(FILE *out, const struct layout *l, int from, int to) {
    put_row(out, l, -1, "", "", from, to);
    rule_line(out, l, from, to);
    for (int line = 0; line < l->s->lines; line++) {
        int kind = l->s->line[line].kind;
        if (kind == LINE_GRAND && !l->wrapped)
            rule_line(out, l, from, to);
        if (kind == LINE_HEADING)
            fprintf(out, " %s\n", l->s->line[line].label);
        else
            put_line(out, l, line, from, to);
        if (l->wrapped)
            rule_line(out, l, from, to);
    }
}

static bool has_winner(const struct scoresheet *s) {
    for (int i = 0; i < s->lines * s->columns; i++) {
        if (s->cells[i].won)
            return true;
    }
    return false;
}

/* Below a blank sheet of a press game: what the dice score, and the rules to remember. */
static void put_scoring(FILE *out, const struct scoresheet *s, int width) {
    struct scorecard_item items[SCORECARD_MAX];
    char reminders[REMINDERS_MAX][REMINDER_BYTES];
    int count = scorecard_items(s->rules.book, items), label = 0;
    int reminded = scorecard_reminders(&s->rules, reminders);
    for (int i = 0; i < count; i++)
        label = widest(label, shown_width(items[i].label));
    int columns = widest(width / (label + 9), 1), rows = (count + columns - 1) / columns;
    fprintf(out, "\n %s\n", words_of(M_paper_scorecard));
    for (int i = 0; i < rows * columns; i++) {
        int item = i % columns * rows + i / columns;
        if (item < count) {
            fputs(" ", out);
            put_left(out, items[item].label, label + 1);
            fprintf(out, "%5d  ", items[item].points);
        }
        if (i % columns == columns - 1)
            fputc('\n', out);
    }
    fputc('\n', out);
    for (int i = 0; i < reminded; i++)
        fprintf(out, " %s\n", reminders[i]);
}

void sheet_print(FILE *out, const struct scoresheet *s, int width) {
    struct layout l = layout_of(s, width);
    fprintf(out, "%s  (%s)\n", s->title, s->subtitle);
    if (s->result[0])
        fprintf(out, "%s\n", s->result);
    for (int block = 0; block < l.blocks; block++) {
        fputc('\n', out);
        put_block(out, &l, block_start(s, block, l.blocks), block_start(s, block + 1, l.blocks));
    }
    if (s->blank && s->kind == SHEET_ROUNDS)
        put_scoring(out, s, width);
    if (has_winner(s))
        fprintf(out, "\n%s\n", words_of(M_cli_sheet_won));
    if (s->reverse) {
        fputc('\n', out);
        sheet_print(out, s->reverse, width);
    }
}
