#include "cli/sheet_text.h"

#include "core/columns.h"

enum { COLUMN_MIN = 7, COLUMN_MAX = 16 };

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

static int column_width(const struct scoresheet *s, int column) {
    int width = COLUMN_MIN;
    int head = shown_width(s->heads[column]) + (column == s->current ? 1 : 0);
    if (s->blank)
        return COLUMN_MIN + 1;
    width = head > width ? head : width;
    for (int line = 0; line < s->lines; line++) {
        int cell = shown_width(scoresheet_cell(s, line, column)->text);
        width = cell > width ? cell : width;
    }
    return width > COLUMN_MAX ? COLUMN_MAX : width;
}

static int label_width(const struct scoresheet *s, bool how) {
    int width = 0;
    for (int line = 0; line < s->lines; line++) {
        int w = shown_width(how ? s->line[line].how : s->line[line].label);
        width = w > width ? w : width;
    }
    return width;
}

static void rule_line(FILE *out, const struct scoresheet *s, int label, int how, int from, int to) {
    repeat(out, "-", label + 2);
    if (how)
        fputs("+", out), repeat(out, "-", how + 2);
    for (int c = from; c < to; c++)
        fputs("+", out), repeat(out, "-", column_width(s, c) + 2);
    fputc('\n', out);
}

static void block(FILE *out, const struct scoresheet *s, int label, int how, int from, int to) {
    fputs(" ", out);
    put_left(out, "", label + 1);
    if (how) {
        fputs("| ", out);
        put_left(out, "", how + 1);
    }
    for (int c = from; c < to; c++) {
        LOCAL_TEXT(h, SEAT_NAME_MAX + 1);
        text_add(&h, "%s%s", c == s->current ? ">" : "", s->heads[c]);
        fputs("| ", out);
        put_right(out, h.data, column_width(s, c));
        fputs(" ", out);
    }
    fputc('\n', out);
    rule_line(out, s, label, how, from, to);
    for (int line = 0; line < s->lines; line++) {
        const struct sheet_line *l = &s->line[line];
        if (l->kind == LINE_GRAND)
            rule_line(out, s, label, how, from, to);
        if (l->kind == LINE_HEADING) {
            fprintf(out, " %s\n", l->label);
            continue;
        }
        fputs(" ", out);
        put_left(out, l->label, label + 1);
        if (how) {
            fputs("| ", out);
            put_left(out, l->how, how + 1);
        }
        for (int c = from; c < to; c++) {
            fputs("| ", out);
            put_right(out, scoresheet_cell(s, line, c)->text, column_width(s, c));
            fputs(" ", out);
        }
        fputc('\n', out);
    }
}

void sheet_print(FILE *out, const struct scoresheet *s, int width) {
    int label = label_width(s, false), how = label_width(s, true);
    fprintf(out, "%s  (%s)\n\n", s->title, s->subtitle);
    int from = 0;
    while (from < s->columns) {
        int to = from, used = label + 2 + (how ? how + 3 : 0);
        while (to < s->columns && (to == from || used + column_width(s, to) + 3 <= width)) {
            used += column_width(s, to) + 3;
            to++;
        }
        block(out, s, label, how, from, to);
        from = to;
        if (from < s->columns)
            fputc('\n', out);
    }
}
