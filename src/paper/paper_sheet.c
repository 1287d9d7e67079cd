#include "paper/paper_sheet.h"

#include <string.h>

#include "core/say.h"
#include "paper/paper_plan.h"
#include "paper/paper_scorecard.h"

/* Gray levels. */
static const double ink = 0.1, pale_ink = 0.38, faint_ink = 0.55;
static const double heading_fill = 0.84, sum_fill = 0.945, grand_fill = 0.88;
static const double frame_grey = 0.2, rule_grey = 0.62, faint_rule = 0.8;

/* The part of a column of a press game for the points of the turn; the total takes the rest. */
static const double points_part = 0.45;

/* The part of the height of a bonus line for check marks; their points take the rest. */
static const double marks_part = 0.52;

static double least(double a, double b) {
    return a < b ? a : b;
}

static double most(double a, double b) {
    return a > b ? a : b;
}

static void rule(const struct plan *l, double x1, double y1, double x2, double y2, double grey) {
    l->p->line(l->p, &(struct paper_line){x1, y1, x2, y2, 0.5, grey});
}

static void fill(const struct plan *l, double x, double y, double w, double h, double grey) {
    l->p->rect(l->p, &(struct paper_rect){
                         .x = x, .y = y, .w = w, .h = h, .fill = grey, .stroke = PAPER_NO_INK});
}

/* ---- the title ---- */

/* A word and a line to write on. */
static void draw_field(const struct plan *l, const char *word, double left, double right,
                       double y) {
    paper_text(l->p,
               &(struct paper_text){.text = word, .x = left, .y = y, .size = 9, .grey = pale_ink});
    rule(l, left + most(28, l->p->measure(l->p, word, 9, false) + 4), y + 2, right, y + 2,
         rule_grey);
}

static void draw_subtitle(const struct plan *l, double y, double width) {
    const struct scoresheet *s = l->s;
    char under[sizeof s->subtitle + 128];
    struct text u = TEXT_IN(under);
    /* The bare name of the rule set would only repeat the title. */
    if (strcmp(s->subtitle, s->rules.book->id) == 0)
        text_put(&u, words_of(s->rules.book->about));
    else
        paper_clean(s->subtitle, &u);
    paper_text(
        l->p, &(struct paper_text){
                  .text = under, .x = margin, .y = y, .width = width, .size = 9, .grey = pale_ink});
}

static void draw_title(const struct plan *l, double y) {
    const struct scoresheet *s = l->s;
    int dice = s->rules.book->dice;
    double right = l->width - margin, die = 19, step = die + 5;
    double dice_left = right - dice * step + 5;
    char title[sizeof s->title], result[sizeof s->result];
    struct text t = TEXT_IN(title), r = TEXT_IN(result);
    paper_clean(s->title, &t);
    paper_clean(s->result, &r);
    paper_text(l->p, &(struct paper_text){.text = title,
                                          .x = margin,
                                          .y = y + 19,
                                          .width = dice_left - margin - 16,
                                          .size = 23,
                                          .grey = ink,
                                          .bold = true});
    for (int i = 0; i < dice; i++)
        paper_die(l->p, dice_left + i * step, y + 1, die, i % FACES + 1);
    paper_text(l->p, &(struct paper_text){.text = result,
                                          .x = margin,
                                          .y = y + 38,
                                          .width = right - margin,
                                          .size = 11,
                                          .grey = ink,
                                          .bold = true});
    double left = right;
    if (s->blank) {
        left = dice_left;
        draw_field(l, words_of(M_paper_date), left, right, y + 38);
    }
    if (s->blank && s->own_card) {
        left -= 170;
        draw_field(l, words_of(M_paper_name), left, dice_left - 14, y + 38);
    }
    draw_subtitle(l, y + l->title_height - 16, left - margin - (s->blank ? 14 : 0));
}

/* ---- the heads of the columns ---- */

static void draw_name(const struct plan *l, int column, double x, double y, double height) {
    struct name name = plan_name(l, column);
    double leading = name.size * 1.2, top = y + height / 2 - (name.lines - 1) * leading / 2;
    for (int line = 0; line < name.lines; line++)
        paper_text(l->p, &(struct paper_text){.text = name.text[line],
                                              .x = x + l->column_width / 2,
                                              .y = paper_baseline(top + line * leading, name.size),
                                              .width = l->column_width - name_pad,
                                              .size = name.size,
                                              .grey = ink,
                                              .bold = true,
                                              .unshrunk = true,
                                              .align = PAPER_CENTRE});
}

static void draw_small(const struct plan *l, const char *word, double x, double y, double width) {
    paper_text(l->p, &(struct paper_text){.text = word,
                                          .x = x,
                                          .y = y,
                                          .width = width,
                                          .size = 6.5,
                                          .grey = faint_ink,
                                          .align = PAPER_CENTRE});
}

static void draw_column_head(const struct plan *l, int column, double x, double y) {
    const struct scoresheet *s = l->s;
    double height = l->head_height, points = l->column_width * points_part;
    bool subheads = s->kind == SHEET_ROUNDS && !l->stacked;
    LOCAL_TEXT(number, 16);
    text_add(&number, "%d", column + 1);
    if (column == s->current)
        fill(l, x, y, l->column_width, height, grand_fill);
    if (s->blank && !s->heads[column][0]) /* in the corner, to leave room for the name */
        paper_text(l->p,
                   &(struct paper_text){
                       .text = number.data, .x = x + 4, .y = y + 10, .size = 7, .grey = faint_ink});
    if (subheads) {
        height -= subhead_height;
        draw_small(l, words_of(M_paper_turn), x + points / 2, y + height + 7, points - 4);
        draw_small(l, words_of(M_paper_total), x + (l->column_width + points) / 2, y + height + 7,
                   l->column_width - points - 4);
    }
    draw_name(l, column, x, y, height);
    rule(l, x, y, x, y + l->head_height, rule_grey);
}

static void draw_head(const struct plan *l, double y, int first, int columns) {
    const struct scoresheet *s = l->s;
    double x = margin + l->label_width + l->how_width;
    double middle = y + l->head_height / 2;
    if (s->blank)
        paper_text(l->p, &(struct paper_text){
                             .text = words_of(s->own_card ? M_paper_game : M_paper_player),
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
    for (int i = 0; i < columns; i++)
        draw_column_head(l, first + i, x + i * l->column_width, y);
}

/* ---- cells ---- */

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
    double widest = 0, room = l->column_width - 9;
    for (int i = 0; i < l->s->columns; i++)
        widest =
            most(widest, l->p->measure(l->p, scoresheet_cell(l->s, line, i)->text, size, bold));
    return widest > room ? size * room / widest : size;
}

/* A winning total is framed, as people circle it. */
static void draw_won(const struct plan *l, double x, double middle, double size, double width) {
    double w = least(width + 10, l->column_width - 3), h = size * 1.45;
    l->p->rect(l->p, &(struct paper_rect){.x = x + (l->column_width - w) / 2,
                                          .y = middle - h / 2,
                                          .w = w,
                                          .h = h,
                                          .round = h * 0.35,
                                          .fill = PAPER_NO_INK,
                                          .stroke = ink,
                                          .width = 1});
}

static void draw_tick(const struct plan *l, double x, double y, double size) {
    double knee = x + size * 0.36, foot = y + size * 0.45;
    l->p->line(l->p, &(struct paper_line){x, y + size * 0.05, knee, foot, size * 0.16, ink});
    l->p->line(l->p, &(struct paper_line){knee, foot, x + size, y - size * 0.5, size * 0.16, ink});
}

/* A check mark or a chip for each bonus, in two rows if there are many, above their points. */
static void draw_bonuses(const struct plan *l, const struct sheet_cell *cell, double x, double y,
                         double height) {
    int count = cell->bonuses, a_row = count > 4 ? (count + 1) / 2 : count > 0 ? count : 1;
    double room = l->column_width - 6, zone = height * marks_part;
    double size = least(8, least(room / a_row / 1.3, zone * (count > 4 ? 0.4 : 0.6)));
    double step = size * 1.3, number = least(11, height * (1 - marks_part) * 0.72);
    for (int i = 0; i < count; i++) {
        int row = i / a_row, in_row = row ? count - a_row : a_row;
        double left = x + l->column_width / 2 + (i % a_row - in_row / 2.0) * step + size * 0.15;
        double middle = y + zone * (count > 4 ? 0.28 + 0.46 * row : 0.52);
        if (l->s->rules.book->chips)
            l->p->disc(l->p, left + size / 2, middle, size * 0.42, 0.3);
        else
            draw_tick(l, left, middle, size);
    }
    if (cell->kind != CELL_EMPTY)
        draw_value(l, cell->text, x, y + zone + (height - zone) / 2, number, false);
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

static void draw_turn(const struct plan *l, const struct sheet_cell *cell, double x, double y,
                      double height) {
    struct turn_cell turn = turn_cell(cell);
    double middle = y + height / 2, divider = x + l->column_width * points_part;
    double lift = l->stacked ? height * 0.23 : 0;
    double right = x + l->column_width - (l->stacked ? 4 : least(l->column_width * 0.07, 12));
    double points_right = l->stacked ? right : divider - least(l->column_width * 0.05, 12);
    draw_number(l, turn.points, points_right, middle - lift, l->points_size, pale_ink, false);
    draw_number(l, turn.total, right, middle + lift, l->total_size, ink, false);
}

/* ---- lines ---- */

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

static void draw_how(const struct plan *l, const char *how, double middle) {
    double width = l->how_width - 2 * pad, leading = l->how_size * 1.2;
    struct how_lines lines = how_lines(l, how, width);
    for (int i = 0; i < lines.count; i++)
        paper_text(l->p, &(struct paper_text){
                             .text = lines.text[i],
                             .x = margin + l->label_width + pad,
                             .y = paper_baseline(middle + (i - (lines.count - 1) / 2.0) * leading,
                                                 l->how_size),
                             .width = width,
                             .size = l->how_size,
                             .grey = pale_ink});
}

static void draw_label(const struct plan *l, int line, double middle) {
    const struct sheet_line *of = &l->s->line[line];
    int face = plan_face(l->s, line);
    double die = least(17, l->row_height * 0.66), taken = face ? die + pad : 0;
    bool heading = of->kind == LINE_HEADING;
    bool quiet = l->s->kind == SHEET_ROUNDS && of->kind == LINE_ENTRY; /* a number of a round */
    double size = quiet ? l->label_size - 1.5 : l->label_size;
    paper_text(l->p, &(struct paper_text){.text = of->label,
                                          .x = margin + pad,
                                          .y = paper_baseline(middle, size),
                                          .width = heading ? 0 : l->label_width - 2 * pad - taken,
                                          .size = size,
                                          .grey = quiet ? pale_ink : ink,
                                          .bold = plan_is_bold(of)});
    if (face)
        paper_die(l->p, margin + l->label_width - pad - die, middle - die / 2, die, face);
    if (heading || l->how_width <= 0)
        return;
    draw_how(l, of->how, middle);
    if (!of->how[0] && of->kind != LINE_ENTRY)
        draw_arrow(l, middle);
}

static void draw_cell(const struct plan *l, int line, int column, double x, double y, double h) {
    const struct scoresheet *s = l->s;
    const struct sheet_cell *cell = scoresheet_cell(s, line, column);
    bool grand = s->line[line].kind == LINE_GRAND;
    double size = value_size(l, line, least(grand ? 13 : 11.5, h * (grand ? 0.6 : 0.52)), grand);
    if (plan_is_bonus(s, line)) {
        draw_bonuses(l, cell, x, y, h);
    } else if (s->kind == SHEET_ROUNDS && s->line[line].kind == LINE_ENTRY) {
        draw_turn(l, cell, x, y, h);
    } else {
        draw_value(l, cell->text, x, y + h / 2, size, grand || cell->won);
        if (cell->won)
            draw_won(l, x, y + h / 2, size, l->p->measure(l->p, cell->text, size, true));
    }
}

static void draw_line(const struct plan *l, int line, double y, int first, int columns) {
    int kind = l->s->line[line].kind;
    double h = plan_line_height(l, line), middle = y + h / 2;
    double left = margin + l->label_width + l->how_width, right = left + columns * l->column_width;
    if (kind != LINE_ENTRY)
        fill(l, margin, y, right - margin, h,
             kind == LINE_HEADING ? heading_fill
             : kind == LINE_GRAND ? grand_fill
                                  : sum_fill);
    draw_label(l, line, middle);
    rule(l, margin, y, right, y, rule_grey);
    if (kind == LINE_HEADING)
        return;
    if (plan_is_bonus(l->s, line))
        rule(l, left, y + h * marks_part, right, y + h * marks_part, faint_rule);
    for (int i = 0; i < columns; i++)
        draw_cell(l, line, first + i, left + i * l->column_width, y, h);
}

/* The rules between columns, along lines without a heading. */
static void draw_rules(const struct plan *l, double top, double bottom, double turns_bottom,
                       int columns) {
    double x = margin + l->label_width;
    if (bottom <= top)
        return;
    if (l->how_width > 0)
        rule(l, x, top, x, bottom, rule_grey);
    x += l->how_width;
    for (int i = 0; i < columns; i++, x += l->column_width) {
        double divider = x + l->column_width * points_part;
        rule(l, x, top, x, bottom, rule_grey);
        if (turns_bottom > top)
            rule(l, divider, top, divider, turns_bottom, faint_rule);
    }
}

/* Draws one table: the names, and this page's lines. Returns its bottom edge. */
static double draw_table(const struct plan *l, double y, int table, int page) {
    int first = table * l->table_columns, left = l->s->columns - first;
    int columns = left < l->table_columns ? left : l->table_columns;
    double top = y, rules_top = y + l->head_height, turns_bottom = 0;
    draw_head(l, y, first, columns);
    y += l->head_height;
    for (int i = page * l->page_lines; i < (page + 1) * l->page_lines && i < l->s->lines; i++) {
        int kind = l->s->line[i].kind;
        draw_line(l, i, y, first, columns);
        if (kind == LINE_HEADING)
            draw_rules(l, rules_top, y, turns_bottom, columns);
        y += plan_line_height(l, i);
        if (kind == LINE_HEADING)
            rules_top = y;
        if (l->s->kind == SHEET_ROUNDS && kind == LINE_ENTRY && !l->stacked)
            turns_bottom = y;
    }
    draw_rules(l, rules_top, y, turns_bottom, columns);
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

/* ---- pages ---- */

static void draw_foot(const struct plan *l, double y) {
    if (l->foot_height > 0)
        scorecard_draw(l->p, &l->s->rules, margin, y + table_gap, l->width - 2 * margin);
}

static void draw_page_number(const struct plan *l, int page, int pages) {
    paper_text(l->p,
               &(struct paper_text){.text = WORDS(paper_page_of, .page = page, .pages = pages),
                                    .x = l->width / 2,
                                    .y = l->height - margin + 16,
                                    .size = 7.5,
                                    .grey = pale_ink,
                                    .align = PAPER_CENTRE});
}

static int pages_of(const struct plan *l) {
    return l->tables * l->pages;
}

static void draw_pages(const struct plan *l, int before, int all) {
    for (int i = 0; i < pages_of(l); i++) {
        l->p->page(l->p, l->width, l->height);
        draw_title(l, margin);
        draw_foot(l, draw_table(l, margin + l->title_height, i / l->pages, i % l->pages));
        if (all > 1)
            draw_page_number(l, before + i + 1, all);
    }
}

/* On endless paper, everything is below one another. */
static double endless_height(const struct plan *l) {
    double table = l->head_height + plan_all_lines(l) + table_gap;
    return margin + l->title_height + l->tables * table + l->foot_height;
}

static void draw_endless(const struct plan *l, double top) {
    double y = top + margin + l->title_height;
    draw_title(l, top + margin);
    for (int i = 0; i < l->tables; i++)
        y = draw_table(l, y, i, 0) + table_gap;
    draw_foot(l, y - table_gap);
}

void paper_sheet(struct paper *p, const struct scoresheet *s) {
    struct plan front = plan_sheet(p, s), back = {0};
    if (s->reverse)
        back = plan_sheet(p, s->reverse);
    if (!p->endless) {
        int all = pages_of(&front) + pages_of(&back);
        draw_pages(&front, 0, all);
        draw_pages(&back, pages_of(&front), all);
        return;
    }
    double below = endless_height(&front);
    double needed = below + margin + (s->reverse ? endless_height(&back) : 0);
    p->page(p, most(front.width, back.width), most(front.height, needed));
    draw_endless(&front, 0);
    if (s->reverse)
        draw_endless(&back, below);
}
