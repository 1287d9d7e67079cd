#include "paper/paper_sheet.h"

#include <ctype.h>
#include <string.h>

#include "core/say.h"
#include "paper/paper_name.h"
#include "paper/paper_scorecard.h"

enum { BAND_MAX = 16, UPRIGHT_MAX = 8 };

static const double margin = 42, pad = 6, name_pad = 7, table_gap = 14;
static const double title_height = 54;
static const double heading_part = 0.74; /* height of a heading, relative to a row */

/* Gray levels. */
static const double ink = 0.1, pale_ink = 0.38, faint_ink = 0.55;
static const double heading_fill = 0.84, sum_fill = 0.945, grand_fill = 0.88;
static const double frame_grey = 0.2, rule_grey = 0.62;

/* Roles that follow from the book: boxes are in the book's order, upper ones first, and the only
 * entry after them is the bonus. */
enum line_role { ROLE_PLAIN, ROLE_UPPER, ROLE_TICKS };

struct line_look {
    int role, face;
};

struct plan {
    struct paper *p;
    const struct scoresheet *s;
    bool press;
    double width, height; /* page size */
    double label_width, how_width, column_width;
    double label_size, how_size;
    double head_height, row_height, foot_height;
    int tables, table_columns;      /* number of tables, and columns in each */
    int pages, page_lines;          /* pages per table, and lines per page */
    double points_size, total_size; /* press: font sizes of points and running total */
    double points_width;            /* press: width of the widest number of points */
    bool stacked;                   /* press: points are printed above the total, not beside it */
};

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

static struct line_look look_of(const struct scoresheet *s, int line) {
    int entry = 0, box = 0;
    if (s->book->family != FAMILY_SHEET || s->line[line].kind != LINE_ENTRY)
        return (struct line_look){ROLE_PLAIN, 0};
    for (int i = 0; i < line; i++)
        entry += s->line[i].kind == LINE_ENTRY;
    for (int i = 0; i < s->book->box_count; i++) {
        if (s->book->boxes[i].pattern == PATTERN_FACE && box++ == entry)
            return (struct line_look){ROLE_UPPER, s->book->boxes[i].n};
    }
    return (struct line_look){entry < s->book->box_count ? ROLE_PLAIN : ROLE_TICKS, 0};
}

static bool is_bold(const struct sheet_line *line) {
    return line->kind == LINE_HEADING || line->kind == LINE_GRAND;
}

static double line_height(const struct plan *l, int line) {
    return l->row_height * (l->s->line[line].kind == LINE_HEADING ? heading_part : 1);
}

/* Height of all lines, in rows; a heading counts as less than a row. */
static double all_lines(const struct scoresheet *s) {
    double rows = 0;
    for (int i = 0; i < s->lines; i++)
        rows += s->line[i].kind == LINE_HEADING ? heading_part : 1;
    return rows;
}

/* ---- layout ---- */

static struct name name_of(const struct plan *l, int column) {
    return name_fit(l->p, l->s->heads[column], l->column_width - name_pad);
}

static double head_height(const struct plan *l) {
    double height = l->s->blank ? 34 : 24;
    for (int i = 0; i < l->s->columns; i++) {
        struct name name = name_of(l, i);
        height = most(height, name.lines * name.size * 1.2 + 10);
    }
    return height;
}

/* A press cell: the turn's points and the running total; the last line has a total only. */
struct turn_cell {
    char points[CELL_MAX], total[CELL_MAX];
};

static struct turn_cell turn_cell(const struct sheet_cell *cell) {
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
    double room = l->width - 2 * margin, label = 0, how = 0;
    for (int i = 0; i < s->lines; i++) {
        const struct sheet_line *line = &s->line[i];
        if (line->kind == LINE_HEADING)
            continue;
        double die = look_of(s, i).role == ROLE_UPPER ? 26 : 0;
        label = most(label, die + l->p->measure(l->p, line->label, l->label_size, is_bold(line)));
        how = most(how, l->p->measure(l->p, line->how, l->how_size, false));
    }
    l->label_width = least(label + 2 * pad, room * 0.3);
    l->how_width = how > 0 ? least(how + 2 * pad, room * 0.25) : 0;
    l->column_width = (room - l->label_width - l->how_width) / l->table_columns;
    /* If there are few columns, they don't get the full width: the numbers would look lost. */
    double widest = l->press ? 210 : 100, spare = l->column_width - widest;
    if (spare > 0) {
        l->column_width = widest;
        spare *= l->table_columns;
        l->label_width += l->how_width > 0 ? spare / 2 : spare;
        l->how_width += l->how_width > 0 ? spare / 2 : 0;
    }
}

static void plan_heights(struct plan *l) {
    const struct scoresheet *s = l->s;
    double lowest = s->blank ? 18 : l->stacked ? 21 : 14;
    double highest = l->press ? 27 : 32;
    double scorecard = l->press ? scorecard_height(s->book, l->width - 2 * margin) : 0;
    l->head_height = head_height(l);
    l->foot_height = scorecard > 0 ? scorecard + table_gap : 0;
    double room = l->height - 2 * margin - title_height - l->head_height - l->foot_height;
    double rows = all_lines(s);
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

static struct plan plan_of(struct paper *p, const struct scoresheet *s) {
    struct plan l = {.p = p, .s = s, .press = s->book->family == FAMILY_PRESS};
    l.tables = parts(s->columns, BAND_MAX);
    l.table_columns = parts(s->columns, l.tables);
    bool lying = l.table_columns > UPRIGHT_MAX;
    paper_measures(p->size, lying ? &l.height : &l.width, lying ? &l.width : &l.height);
    l.label_size = lying ? 8.5 : 10;
    l.how_size = lying ? 7 : 8.5;
    plan_widths(&l);
    if (l.press)
        plan_turns(&l);
    plan_heights(&l);
    return l;
}

/* ---- drawing ---- */

static void rule(const struct plan *l, double x1, double y1, double x2, double y2) {
    l->p->line(l->p, &(struct paper_line){x1, y1, x2, y2, 0.5, rule_grey});
}

static void fill(const struct plan *l, double x, double y, double w, double h, double grey) {
    l->p->rect(l->p, &(struct paper_rect){
                         .x = x, .y = y, .w = w, .h = h, .fill = grey, .stroke = PAPER_NO_INK});
}

static void draw_title(const struct plan *l, double y) {
    const struct scoresheet *s = l->s;
    struct paper *p = l->p;
    double right = l->width - margin, die = 19, step = die + 5;
    double dice_left = right - s->book->dice * step + 5;
    char title[sizeof s->title], under[sizeof s->subtitle + 128];
    struct text t = TEXT_IN(title), u = TEXT_IN(under);
    paper_clean(s->title, &t);
    /* The bare name of the rule set would only repeat the title. */
    if (strcmp(s->subtitle, s->book->id) == 0)
        text_put(&u, words_of(s->book->about));
    else
        paper_clean(s->subtitle, &u);
    paper_text(p, &(struct paper_text){.text = title,
                                       .x = margin,
                                       .y = y + 19,
                                       .width = dice_left - margin - 16,
                                       .size = 23,
                                       .grey = ink,
                                       .bold = true});
    paper_text(p, &(struct paper_text){.text = under,
                                       .x = margin,
                                       .y = y + 38,
                                       .width = right - margin - (s->blank ? 160 : 0),
                                       .size = 9,
                                       .grey = pale_ink});
    for (int i = 0; i < s->book->dice; i++)
        paper_die(p, dice_left + i * step, y + 1, die, i % FACES + 1);
    if (!s->blank)
        return;
    const char *date = words_of(M_paper_date);
    paper_text(p, &(struct paper_text){
                      .text = date, .x = dice_left, .y = y + 38, .size = 9, .grey = pale_ink});
    rule(l, dice_left + most(28, p->measure(p, date, 9, false) + 4), y + 40, right, y + 40);
}

static void draw_head(const struct plan *l, double y, int first, int columns) {
    const struct scoresheet *s = l->s;
    double x = margin + l->label_width + l->how_width;
    double middle = y + l->head_height / 2;
    if (s->blank)
        paper_text(l->p, &(struct paper_text){.text = words_of(M_paper_player),
                                              .x = margin + pad,
                                              .y = paper_baseline(middle, l->label_size),
                                              .width = l->label_width - 2 * pad,
                                              .size = l->label_size,
                                              .grey = ink,
                                              .bold = true});
    if (l->how_width > 0)
        paper_text(l->p, &(struct paper_text){.text = words_of(M_paper_how_to_score),
                                              .x = margin + l->label_width + pad,
                                              .y = paper_baseline(middle, l->how_size),
                                              .width = l->how_width - 2 * pad,
                                              .size = l->how_size,
                                              .grey = ink,
                                              .bold = true});
    for (int i = 0; i < columns; i++, x += l->column_width) {
        int column = first + i;
        struct name name = name_of(l, column);
        LOCAL_TEXT(t, 16);
        double leading = name.size * 1.2, top = middle - (name.lines - 1) * leading / 2;
        text_add(&t, "%d", column + 1);
        if (column == s->current)
            fill(l, x, y, l->column_width, l->head_height, grand_fill);
        if (s->blank) /* in the corner, to leave room for the name */
            paper_text(l->p,
                       &(struct paper_text){
                           .text = t.data, .x = x + 4, .y = y + 10, .size = 7, .grey = faint_ink});
        for (int line = 0; line < name.lines; line++)
            paper_text(l->p,
                       &(struct paper_text){.text = name.text[line],
                                            .x = x + l->column_width / 2,
                                            .y = paper_baseline(top + line * leading, name.size),
                                            .width = l->column_width - name_pad,
                                            .size = name.size,
                                            .grey = ink,
                                            .bold = true,
                                            .unshrunk = true,
                                            .align = PAPER_CENTRE});
        rule(l, x, y, x, y + l->head_height);
    }
}

static void draw_tick(const struct plan *l, double x, double y, double size) {
    double knee = x + size * 0.36, foot = y + size * 0.45;
    l->p->line(l->p, &(struct paper_line){x, y + size * 0.05, knee, foot, size * 0.16, ink});
    l->p->line(l->p, &(struct paper_line){knee, foot, x + size, y - size * 0.5, size * 0.16, ink});
}

/* The right edge for numbers; limited in wide columns, to keep points and totals close together. */
static double number_right(const struct plan *l, double x) {
    return x + l->column_width / 2 + least(l->column_width / 2 - 3, 42);
}

static void draw_value(const struct plan *l, const char *text, double x, double middle, double size,
                       bool bold) {
    paper_text(l->p, &(struct paper_text){.text = text,
                                          .x = x + l->column_width / 2,
                                          .y = paper_baseline(middle, size),
                                          .width = l->column_width - 5,
                                          .size = size,
                                          .grey = ink,
                                          .bold = bold,
                                          .align = PAPER_CENTRE});
}

/* The largest size, at most `size`, at which all numbers of a line fit, so that they look alike. */
static double value_size(const struct plan *l, int line, double size, bool bold) {
    double widest = 0, room = l->column_width - 7;
    for (int i = 0; i < l->s->columns; i++)
        widest =
            most(widest, l->p->measure(l->p, scoresheet_cell(l->s, line, i)->text, size, bold));
    return widest > room ? size * room / widest : size;
}

/* The cell counts bonuses; on paper each is a check mark if there is room. */
static void draw_ticks(const struct plan *l, const char *cell, double x, double middle) {
    int count = 0;
    double size = least(10, l->row_height * 0.42), step = size * 1.35;
    for (const char *c = cell; *c >= '0' && *c <= '9' && count < 1000; c++)
        count = count * 10 + (*c - '0');
    if (!count && cell[0])
        draw_value(l, "–", x, middle, 10, false);
    else if (count * step > l->column_width - 8)
        draw_value(l, cell, x, middle, least(11, l->row_height * 0.5), false);
    else
        for (int i = 0; i < count; i++)
            draw_tick(l, x + l->column_width / 2 + (i - count / 2.0) * step + (step - size) / 2,
                      middle, size);
}

/* Right-aligned, so that digits line up. */
static void draw_number(const struct plan *l, const char *text, double right, double middle,
                        double size, double grey, bool bold) {
    paper_text(l->p, &(struct paper_text){.text = text,
                                          .x = right,
                                          .y = paper_baseline(middle, size),
                                          .width = l->column_width - 6,
                                          .size = size,
                                          .grey = grey,
                                          .bold = bold,
                                          .align = PAPER_RIGHT});
}

static void draw_turn(const struct plan *l, const struct sheet_cell *cell, double x,
                      double middle) {
    struct turn_cell turn = turn_cell(cell);
    double right = number_right(l, x), left = 2 * x + l->column_width - right;
    double points_right = most(left + l->points_width, left + (right - left) * 0.42);
    double lift = l->stacked ? l->row_height * 0.23 : 0;
    draw_number(l, turn.points, l->stacked ? right : points_right, middle - lift, l->points_size,
                pale_ink, false);
    draw_number(l, turn.total, right, middle + lift, l->total_size, ink, false);
}

/* Sums need no scoring instructions: an arrow points to their cells. */
static void draw_arrow(const struct plan *l, double middle) {
    double right = margin + l->label_width + l->how_width - 2 * pad;
    double left = right - 24, head = 3;
    const struct paper_line lines[] = {
        {left, middle, right, middle, 0.9, faint_ink},
        {right - head, middle - head, right, middle, 0.9, faint_ink},
        {right - head, middle + head, right, middle, 0.9, faint_ink},
    };
    for (int i = 0; i < 3; i++)
        l->p->line(l->p, &lines[i]);
}

static void draw_label(const struct plan *l, int line, double middle) {
    const struct sheet_line *of = &l->s->line[line];
    struct line_look look = look_of(l->s, line);
    double die = least(17, l->row_height * 0.66);
    double taken = look.role == ROLE_UPPER ? die + pad : 0;
    bool heading = of->kind == LINE_HEADING;
    bool quiet = l->press && of->kind == LINE_ENTRY; /* only the number of the round */
    double size = quiet ? l->label_size - 1.5 : l->label_size;
    paper_text(l->p, &(struct paper_text){.text = of->label,
                                          .x = margin + pad,
                                          .y = paper_baseline(middle, size),
                                          .width = heading ? 0 : l->label_width - 2 * pad - taken,
                                          .size = size,
                                          .grey = quiet ? pale_ink : ink,
                                          .bold = is_bold(of)});
    if (look.role == ROLE_UPPER)
        paper_die(l->p, margin + l->label_width - pad - die, middle - die / 2, die, look.face);
    if (heading || l->how_width <= 0)
        return;
    paper_text(l->p, &(struct paper_text){.text = of->how,
                                          .x = margin + l->label_width + pad,
                                          .y = paper_baseline(middle, l->how_size),
                                          .width = l->how_width - 2 * pad,
                                          .size = l->how_size,
                                          .grey = pale_ink});
    if (!of->how[0] && of->kind != LINE_ENTRY)
        draw_arrow(l, middle);
}

static void draw_line(const struct plan *l, int line, double y, int first, int columns) {
    const struct scoresheet *s = l->s;
    int kind = s->line[line].kind, role = look_of(s, line).role;
    double h = line_height(l, line), middle = y + h / 2;
    double left = margin + l->label_width + l->how_width, right = left + columns * l->column_width;
    if (kind != LINE_ENTRY)
        fill(l, margin, y, right - margin, h,
             kind == LINE_HEADING ? heading_fill
             : kind == LINE_SUM   ? sum_fill
                                  : grand_fill);
    draw_label(l, line, middle);
    rule(l, margin, y, right, y);
    if (kind == LINE_HEADING)
        return;
    if (l->how_width > 0)
        rule(l, margin + l->label_width, y, margin + l->label_width, y + h);
    bool grand = kind == LINE_GRAND;
    double size = value_size(l, line, least(grand ? 13 : 11.5, h * (grand ? 0.6 : 0.52)), grand),
           x = left;
    for (int i = 0; i < columns; i++, x += l->column_width) {
        const struct sheet_cell *cell = scoresheet_cell(s, line, first + i);
        rule(l, x, y, x, y + h);
        if (role == ROLE_TICKS)
            draw_ticks(l, cell->text, x, middle);
        else if (l->press && kind == LINE_ENTRY)
            draw_turn(l, cell, x, middle);
        else if (l->press && s->lines > 1)
            draw_number(l, cell->text, number_right(l, x), middle, size, ink, grand);
        else
            draw_value(l, cell->text, x, middle, size, grand);
    }
}

/* Draws one table: the names, and this page's lines. Returns its bottom edge. */
static double draw_table(const struct plan *l, double y, int table, int page) {
    int first = table * l->table_columns, left = l->s->columns - first;
    int columns = left < l->table_columns ? left : l->table_columns;
    double top = y;
    draw_head(l, y, first, columns);
    y += l->head_height;
    for (int i = page * l->page_lines; i < (page + 1) * l->page_lines && i < l->s->lines; i++) {
        draw_line(l, i, y, first, columns);
        y += line_height(l, i);
    }
    l->p->rect(l->p,
               &(struct paper_rect){.x = margin,
                                    .y = top,
                                    .w = l->label_width + l->how_width + columns * l->column_width,
                                    .h = y - top,
                                    .fill = PAPER_NO_INK,
                                    .stroke = frame_grey,
                                    .width = 1.2});
    return y;
}

static void draw_foot(const struct plan *l, double y) {
    if (l->foot_height > 0)
        scorecard_draw(l->p, l->s->book, margin, y + table_gap, l->width - 2 * margin);
}

static void draw_page_number(const struct plan *l, int page) {
    paper_text(l->p, &(struct paper_text){.text = WORDS(paper_page_of, .page = page + 1,
                                                        .pages = l->tables * l->pages),
                                          .x = l->width / 2,
                                          .y = l->height - margin + 16,
                                          .size = 7.5,
                                          .grey = pale_ink,
                                          .align = PAPER_CENTRE});
}

static void draw_endless(const struct plan *l) {
    double table = l->head_height + all_lines(l->s) * l->row_height;
    double needed =
        2 * margin + title_height + l->tables * (table + table_gap) - table_gap + l->foot_height;
    double y = margin + title_height;
    l->p->page(l->p, l->width, most(l->height, needed));
    draw_title(l, margin);
    for (int i = 0; i < l->tables; i++)
        y = draw_table(l, y, i, 0) + table_gap;
    draw_foot(l, y - table_gap);
}

void paper_sheet(struct paper *p, const struct scoresheet *s) {
    struct plan l = plan_of(p, s);
    if (p->endless) {
        draw_endless(&l);
        return;
    }
    for (int i = 0; i < l.tables * l.pages; i++) {
        p->page(p, l.width, l.height);
        draw_title(&l, margin);
        draw_foot(&l, draw_table(&l, margin + title_height, i / l.pages, i % l.pages));
        if (l.tables * l.pages > 1)
            draw_page_number(&l, i);
    }
}
