#include "paper/paper_scorecard.h"

#include <ctype.h>

#include "core/say.h"

static const double band_height = 16, row_height = 12.5, reminder_height = 12.5, pad = 8;

static void add(struct scorecard_item items[SCORECARD_MAX], int *count, const char *label,
                int points) {
    if (*count == SCORECARD_MAX)
        return;
    struct scorecard_item *item = &items[(*count)++];
    text_put(TEXT_OVER(item->label), label);
    item->points = points;
}

static bool all_faces_count_the_same(const struct book *book, int n) {
    for (int face = 2; face <= FACES; face++) {
        if (book->of_a_kind[face][n] != book->of_a_kind[1][n])
            return false;
    }
    return true;
}

int scorecard_items(const struct book *book, struct scorecard_item items[SCORECARD_MAX]) {
    static const enum message words[DICE_MAX + 1] = {
        M_NONE,
        M_paper_any_die,
        M_paper_two_of_a_kind,
        M_paper_three_of_a_kind,
        M_paper_four_of_a_kind,
        M_paper_five_of_a_kind,
        M_paper_six_of_a_kind,
    };
    int count = 0;
    for (int n = 1; n <= book->dice; n++) {
        if (all_faces_count_the_same(book, n)) {
            if (book->of_a_kind[1][n])
                add(items, &count, words_of(words[n]), book->of_a_kind[1][n]);
            continue;
        }
        for (int face = 1; face <= FACES; face++) {
            LOCAL_TEXT(t, 32);
            text_dice(&t, dice_with((struct dice){0}, face, n), "-");
            if (book->of_a_kind[face][n])
                add(items, &count, t.data, book->of_a_kind[face][n]);
        }
    }
    for (int i = 0; i < HANDS_MAX && book->hands[i].label; i++)
        add(items, &count, words_of(book->hands[i].label), book->hands[i].points);
    return count;
}

static int columns_of(double width) {
    return width > 600 ? 4 : 3;
}

static int rows_of(int count, double width) {
    return (count + columns_of(width) - 1) / columns_of(width);
}

int scorecard_reminders(const struct rules *r, char reminders[REMINDERS_MAX][REMINDER_BYTES]) {
    const struct params *p = &r->params;
    int count = 0, dice = r->book->dice;
    struct text next = text_start(reminders[count], REMINDER_BYTES);
    if (p->entry) {
        say(&next, paper_entry, .points = p->entry);
        next = text_start(reminders[++count], REMINDER_BYTES);
    }
    say(&next, paper_goal, .points = p->goal);
    next = text_start(reminders[++count], REMINDER_BYTES);
    if (p->hot_dice == HOT_DICE_MUST)
        say(&next, paper_hot_must, .dice = dice);
    else
        say(&next, paper_hot_may, .dice = dice);
    return count + 1;
}

double scorecard_height(const struct rules *r, double width) {
    struct scorecard_item items[SCORECARD_MAX];
    char reminders[REMINDERS_MAX][REMINDER_BYTES];
    int count = scorecard_items(r->book, items);
    return count ? band_height + rows_of(count, width) * row_height + 6 +
                       scorecard_reminders(r, reminders) * reminder_height + 4
                 : 0;
}

static void draw_reminders(struct paper *p, const struct rules *r, double x, double y,
                           double width) {
    char reminders[REMINDERS_MAX][REMINDER_BYTES];
    int count = scorecard_reminders(r, reminders);
    for (int i = 0; i < count; i++, y += reminder_height) {
        p->disc(p, x + 2, y + reminder_height / 2, 1.3, 0.3);
        paper_text(p, &(struct paper_text){.text = reminders[i],
                                           .x = x + 9,
                                           .y = paper_baseline(y + reminder_height / 2, 8.5),
                                           .width = width - 9,
                                           .size = 8.5});
    }
}

static void draw_item(struct paper *p, const struct scorecard_item *item, double x, double y,
                      double width) {
    LOCAL_TEXT(t, 16);
    double size = 8.5, baseline = paper_baseline(y + row_height / 2, size);
    text_add(&t, "%d", item->points);
    double right = p->measure(p, t.data, size, true), room = width - right - 8;
    double left = p->measure(p, item->label, size, false);
    if (left < room - 6) /* a leader line to the points */
        p->line(p, &(struct paper_line){x + left + 4, baseline - 0.5, x + width - right - 4,
                                        baseline - 0.5, 0.4, 0.7});
    paper_text(p, &(struct paper_text){
                      .text = item->label, .x = x, .y = baseline, .width = room, .size = size});
    paper_text(p, &(struct paper_text){.text = t.data,
                                       .x = x + width,
                                       .y = baseline,
                                       .size = size,
                                       .bold = true,
                                       .align = PAPER_RIGHT});
}

void scorecard_draw(struct paper *p, const struct rules *r, double x, double y, double width) {
    struct scorecard_item items[SCORECARD_MAX];
    int count = scorecard_items(r->book, items), columns = columns_of(width);
    int rows = rows_of(count, width);
    double height = scorecard_height(r, width), column = width / columns;
    if (!count)
        return;
    p->rect(
        p, &(struct paper_rect){
               .x = x, .y = y, .w = width, .h = band_height, .fill = 0.84, .stroke = PAPER_NO_INK});
    p->rect(p, &(struct paper_rect){.x = x,
                                    .y = y,
                                    .w = width,
                                    .h = height,
                                    .fill = PAPER_NO_INK,
                                    .stroke = 0.2,
                                    .width = 1});
    paper_text(p, &(struct paper_text){.text = words_of(M_paper_scorecard),
                                       .x = x + pad,
                                       .y = paper_baseline(y + band_height / 2, 9),
                                       .size = 9,
                                       .bold = true});
    /* Balance the columns; the first ones may have one item more than the others. */
    int full = count % columns ? count % columns : columns;
    for (int i = 0, at = 0, row = 0; i < count; i++) {
        draw_item(p, &items[i], x + column * at + pad, y + band_height + 3 + row * row_height,
                  column - 2 * pad);
        if (++row == rows - (at >= full)) {
            row = 0;
            at++;
        }
    }
    draw_reminders(p, r, x + pad, y + band_height + 3 + rows * row_height + 3, width - 2 * pad);
}
