#include "paper/paper_plan.h"

#include <string.h>

#include "paper/paper_scorecard.h"

/* The most columns of a page, by kind of sheet: upright, and lying on its side. A game of many
 * rounds needs the height. */
static const int upright_most[] = {[SHEET_BOXES] = 7, [SHEET_ROUNDS] = 8, [SHEET_SERIES] = 8};
static const int lying_most[] = {[SHEET_BOXES] = 16, [SHEET_ROUNDS] = 8, [SHEET_SERIES] = 16};

/* Words may shrink this much without looking different from those beside them. */
static const double shrink_unseen = 0.94;

/* Columns of points that are easy to write in by hand. */
static const double good_column = 52, good_column_lying = 50;

/* Heights of lines that are not like the others, relative to a row. */
static const double heading_part = 0.74, bonus_part = 1.5;

static double least(double a, double b) {
    return a < b ? a : b;
}

static double most(double a, double b) {
    return a > b ? a : b;
}

/* count / size rounded up, at least 1. If `size` is the size of the parts, this is their number; if
 * `size` is their number, this is their size. */
static int parts(int count, int size) {
    return count > size ? (count + size - 1) / size : 1;
}

/* ---- lines ---- */

bool plan_is_bonus(const struct scoresheet *s, int line) {
    return strcmp(s->line[line].word, row_word(ROW_FIVE_BONUS)) == 0;
}

int plan_face(const struct scoresheet *s, int line) {
    const struct book *book = s->rules.book;
    for (int i = 0; s->line[line].box && i < book->box_count; i++) {
        if (book->boxes[i].pattern == PATTERN_FACE && book->boxes[i].key == s->line[line].box)
            return book->boxes[i].n;
    }
    return 0;
}

bool plan_is_bold(const struct sheet_line *line) {
    return line->kind == LINE_HEADING || line->kind == LINE_GRAND;
}

static double rows_of(const struct scoresheet *s, int line) {
    return s->line[line].kind == LINE_HEADING ? heading_part
           : plan_is_bonus(s, line)           ? bonus_part
                                              : 1;
}

double plan_line_height(const struct plan *l, int line) {
    return l->row_height * rows_of(l->s, line);
}

/* Height of all lines, in rows. */
static double all_rows(const struct scoresheet *s) {
    double rows = 0;
    for (int i = 0; i < s->lines; i++)
        rows += rows_of(s, i);
    return rows;
}

double plan_all_lines(const struct plan *l) {
    return all_rows(l->s) * l->row_height;
}

/* ---- how to score ---- */

/* The width of the wider part if the words are broken at this blank. */
static double broken_width(const struct plan *l, const char *how, const char *blank,
                           struct how_lines *ret) {
    struct text first = TEXT_IN(ret->text[0]), second = TEXT_IN(ret->text[1]);
    text_put_n(&first, how, (size_t)(blank - how));
    text_put(&second, blank + 1);
    ret->count = 2;
    return most(l->p->measure(l->p, ret->text[0], l->how_size, false),
                l->p->measure(l->p, ret->text[1], l->how_size, false));
}

struct how_lines how_lines(const struct plan *l, const char *how, double width) {
    struct how_lines best = {.count = 1}, tried;
    struct text whole = TEXT_IN(best.text[0]);
    text_put(&whole, how);
    double narrowest = l->p->measure(l->p, how, l->how_size, false);
    if (narrowest * shrink_unseen <= width)
        return best;
    for (const char *blank = strchr(how, ' '); blank; blank = strchr(blank + 1, ' ')) {
        double broken = broken_width(l, how, blank, &tried);
        if (blank[-1] == ':' && broken <= width)
            return tried;
        if (broken < narrowest) {
            narrowest = broken;
            best = tried;
        }
    }
    return best;
}

/* The width that these words need on one line, or broken into two. */
static double how_need(const struct plan *l, const char *how, bool broken) {
    struct how_lines lines = how_lines(l, how, broken ? 0 : 1e9);
    double need = 0;
    for (int i = 0; i < lines.count; i++)
        need = most(need, l->p->measure(l->p, lines.text[i], l->how_size, false));
    return need;
}

/* ---- widths ---- */

struct turn_cell turn_cell(const struct sheet_cell *cell) {
    struct turn_cell ret = {0};
    struct text points = TEXT_IN(ret.points), total = TEXT_IN(ret.total);
    if (cell->kind != CELL_TURN) {
        text_put(&total, cell->text);
        return ret;
    }
    if (cell->points)
        text_add(&points, "+%d", cell->points);
    else
        text_put(&points, "–");
    text_add(&total, "%d", cell->total);
    return ret;
}

static void plan_turns(struct plan *l) {
    bool wide = l->column_width > 84;
    double total = 0;
    l->points_size = wide ? 8 : 7;
    l->total_size = wide ? 10.5 : 9.5;
    for (int i = 0; i < l->s->lines * l->s->columns; i++) {
        struct turn_cell c = turn_cell(&l->s->cells[i]);
        l->points_width =
            most(l->points_width, l->p->measure(l->p, c.points, l->points_size, false));
        total = most(total, l->p->measure(l->p, c.total, l->total_size, false));
    }
    l->stacked = l->points_width + total + 4 > l->column_width - 6;
}

static void plan_widths(struct plan *l) {
    const struct scoresheet *s = l->s;
    double room = l->width - 2 * margin, label = 0, how = 0, narrow = 0;
    for (int i = 0; i < s->lines; i++) {
        const struct sheet_line *line = &s->line[i];
        if (line->kind == LINE_HEADING)
            continue;
        double die = plan_face(s, i) ? 26 : 0;
        label =
            most(label, die + l->p->measure(l->p, line->label, l->label_size, plan_is_bold(line)));
        how = most(how, how_need(l, line->how, false));
        narrow = most(narrow, how_need(l, line->how, true));
    }
    l->label_width = least(label + 2 * pad, room * 0.3);
    if (how > 0) { /* on one line each if that leaves good columns */
        double good = l->width > l->height ? good_column_lying : good_column;
        double spare = room - l->label_width - l->table_columns * good;
        l->how_width = most(narrow + 2 * pad, least(how + 2 * pad, spare));
        l->how_width = least(l->how_width, room * 0.3);
    }
    l->column_width = (room - l->label_width - l->how_width) / l->table_columns;
    /* If there are few columns, they don't get the full width: the numbers would look lost. */
    double widest = s->kind == SHEET_ROUNDS ? 210 : 100, spare = l->column_width - widest;
    if (spare > 0) {
        l->column_width = widest;
        spare *= l->table_columns;
        l->label_width += l->how_width > 0 ? spare / 2 : spare;
        l->how_width += l->how_width > 0 ? spare / 2 : 0;
    }
}

/* ---- heights ---- */

struct name plan_name(const struct plan *l, int column) {
    return name_fit(l->p, l->s->heads[column], l->column_width - name_pad);
}

static double head_height(const struct plan *l) {
    double height = l->s->blank ? 34 : 24;
    for (int i = 0; i < l->s->columns; i++) {
        struct name name = plan_name(l, i);
        height = most(height, name.lines * name.size * 1.2 + 10);
    }
    return height + (l->s->kind == SHEET_ROUNDS && !l->stacked ? subhead_height : 0);
}

static void plan_heights(struct plan *l) {
    const struct scoresheet *s = l->s;
    bool rounds = s->kind == SHEET_ROUNDS;
    double lowest = s->blank ? (rounds ? 13.5 : 18) : l->stacked ? 21 : 14;
    double highest = s->kind == SHEET_BOXES ? 32 : 27;
    l->head_height = head_height(l);
    double room = l->height - 2 * margin - l->title_height - l->head_height - l->foot_height;
    double rows = all_rows(s);
    l->pages = 1;
    if (rows * lowest <= room) {
        l->row_height = least(highest, room / rows);
    } else if (l->p->endless) {
        l->row_height = lowest + 2;
    } else {
        l->pages = parts(s->lines, (int)(room / lowest));
        l->row_height = least(highest, room / parts(s->lines, l->pages));
    }
    l->page_lines = parts(s->lines, l->pages);
}

struct plan plan_sheet(struct paper *p, const struct scoresheet *s) {
    struct plan l = {.p = p, .s = s};
    l.tables = parts(s->columns, lying_most[s->kind]);
    l.table_columns = parts(s->columns, l.tables);
    bool lying = l.table_columns > upright_most[s->kind];
    paper_measures(p->size, lying ? &l.height : &l.width, lying ? &l.width : &l.height);
    bool tight = l.table_columns > 5;
    l.label_size = lying ? 8.5 : tight ? 9 : 10;
    l.how_size = lying ? 7 : tight ? 7.5 : 8.5;
    l.title_height = s->result[0] ? 68 : 54;
    plan_widths(&l);
    if (s->kind == SHEET_ROUNDS)
        plan_turns(&l);
    double scorecard =
        s->kind == SHEET_ROUNDS ? scorecard_height(&s->rules, l.width - 2 * margin) : 0;
    l.foot_height = scorecard > 0 ? scorecard + table_gap : 0;
    plan_heights(&l);
    return l;
}
