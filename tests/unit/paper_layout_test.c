/* The layout of printed sheets: a paper that remembers what is drawn on it shows that nothing
 * leaves the page, no words overlap, and no column is missing. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "core/memory.h"
#include "paper/paper_sheet.h"

struct drawn_text {
    int page;
    double left, right, top, bottom;
    char text[160];
};

/* The width of text is that of an SVG picture, whose letters are wide. */
struct memory {
    struct paper paper;
    struct paper *ruler;
    struct drawn_text *words;
    int count, room, pages;
    double width, height;
};

static void inside(const struct memory *m, double left, double top, double right, double bottom,
                   const char *what) {
    if (left < 18 || top < 18 || right > m->width - 18 || bottom > m->height - 18)
        fail_msg("%s is outside of page %d: %g %g %g %g of %g %g", what, m->pages, left, top, right,
                 bottom, m->width, m->height);
}

static void on_page(struct paper *p, double width, double height) {
    struct memory *m = (struct memory *)p;
    m->pages++;
    m->width = width;
    m->height = height;
}

static void on_line(struct paper *p, const struct paper_line *l) {
    inside((struct memory *)p, l->x1 < l->x2 ? l->x1 : l->x2, l->y1 < l->y2 ? l->y1 : l->y2,
           l->x1 > l->x2 ? l->x1 : l->x2, l->y1 > l->y2 ? l->y1 : l->y2, "a line");
}

static void on_rect(struct paper *p, const struct paper_rect *r) {
    inside((struct memory *)p, r->x, r->y, r->x + r->w, r->y + r->h, "a rectangle");
    assert_true(r->w > 0 && r->h > 0);
}

static void on_disc(struct paper *p, double x, double y, double radius, double grey) {
    (void)grey;
    inside((struct memory *)p, x - radius, y - radius, x + radius, y + radius, "a disc");
}

static double measured(struct paper *p, const char *text, double size, bool bold) {
    struct memory *m = (struct memory *)p;
    return m->ruler->measure(m->ruler, text, size, bold);
}

static void on_text(struct paper *p, const struct paper_text *t) {
    struct memory *m = (struct memory *)p;
    double width = measured(p, t->text, t->size, t->bold);
    double left = t->x - (t->align == PAPER_LEFT     ? 0
                          : t->align == PAPER_CENTRE ? width / 2
                                                     : width);
    m->words = grown(m->words, m->count, &m->room, sizeof *m->words);
    struct drawn_text *w = &m->words[m->count++];
    *w = (struct drawn_text){
        m->pages, left, left + width, t->y - 0.72 * t->size, t->y + 0.1 * t->size, ""};
    text_put(TEXT_OVER(w->text), t->text);
    inside(m, w->left, w->top, w->right, w->bottom, t->text);
    assert_true(t->size >= 5);
}

static struct memory memory_of(enum paper_size size, bool endless, FILE *nowhere) {
    return (struct memory){.paper = {.size = size,
                                     .endless = endless,
                                     .page = on_page,
                                     .line = on_line,
                                     .rect = on_rect,
                                     .disc = on_disc,
                                     .text = on_text,
                                     .measure = measured},
                           .ruler = paper_svg_new(nowhere, size, "")};
}

static void nothing_overlaps(const struct memory *m) {
    for (int i = 0; i < m->count; i++) {
        for (int j = i + 1; j < m->count; j++) {
            const struct drawn_text *a = &m->words[i], *b = &m->words[j];
            if (a->page == b->page && a->left < b->right - 0.5 && b->left < a->right - 0.5 &&
                a->top < b->bottom - 0.5 && b->top < a->bottom - 0.5)
                fail_msg("'%s' and '%s' overlap on page %d", a->text, b->text, a->page);
        }
    }
}

static int times(const struct memory *m, const char *text) {
    int count = 0;
    for (int i = 0; i < m->count; i++)
        count += strcmp(m->words[i].text, text) == 0;
    return count;
}

/* Draws the sheet on all kinds of paper. `heads`: every heading must appear. */
static void check_layout(const struct scoresheet *s, bool heads) {
    FILE *nowhere = fopen("/dev/null", "w");
    for (int kind = 0; kind < 4; kind++) {
        struct memory m = memory_of(kind % 2 ? PAPER_LETTER : PAPER_A4, kind > 1, nowhere);
        paper_sheet(&m.paper, s);
        nothing_overlaps(&m);
        for (int column = 0; heads && column < s->columns; column++) {
            LOCAL_TEXT(number, 16);
            text_add(&number, "%d", column + 1);
            if (!times(&m, s->heads[column][0] ? s->heads[column] : number.data))
                fail_msg("column %d of %d is missing", column + 1, s->columns);
        }
        for (int line = 0; line < s->lines; line++)
            assert_true(times(&m, s->line[line].label) > 0);
        if (m.paper.endless)
            assert_int_equal(m.pages, 1);
        free(m.words);
        paper_svg_end(m.ruler);
    }
    fclose(nowhere);
}

static const int counts[] = {1, 2, 5, 7, 8, 9, 12, 16, 17, 40, 99};

#define EACH_COUNT(i) (size_t i = 0; i < sizeof counts / sizeof *counts; i++)

CLAIM(blank_sheets_of_up_to_99_columns_have_all_of_them) {
    for (int b = 0; books[b]; b++) {
        struct rules r = rules_of(books[b]);
        for
            EACH_COUNT(i) {
                struct scoresheet *s = scoresheet_form(&r, counts[i], NULL, 0);
                assert_int_equal(s->columns, counts[i]);
                check_layout(s, true);
                scoresheet_free(s);
            }
    }
}

CLAIM(names_appear_above_the_columns_of_a_blank_sheet) {
    static const char *const names[] = {"Ann", "Bea+Cy", "Ελένη", "Дми"};
    for (int b = 0; books[b]; b++) {
        struct rules r = rules_of(books[b]);
        struct scoresheet *s = scoresheet_form(&r, 0, names, 4);
        assert_int_equal(s->columns, 4);
        check_layout(s, true);
        scoresheet_free(s);
        s = scoresheet_form(&r, 6, names, 4);
        assert_int_equal(s->columns, 6);
        assert_false(s->own_card);
        check_layout(s, true);
        scoresheet_free(s);
    }
}

/* The highest numbers that fit into a cell, as many bonuses as a card can have, and long names. */
static void fill(struct scoresheet *s) {
    s->blank = false;
    for (int column = 0; column < s->columns; column++)
        text_add(TEXT_OVER(s->heads[column]), "Bartholomew Cuthbertson-Smythe %d", column + 1);
    for (int i = 0; i < s->lines * s->columns; i++) {
        const struct sheet_line *line = &s->line[i / s->columns];
        struct sheet_cell *cell = &s->cells[i];
        bool turn = s->kind == SHEET_ROUNDS && line->kind == LINE_ENTRY;
        cell->kind = turn ? CELL_TURN : CELL_NUMBER;
        cell->points = 9950;
        cell->total = 109950;
        cell->won = line->kind == LINE_GRAND;
        if (strcmp(line->word, "five-bonus") == 0)
            cell->bonuses = 12;
        text_put(TEXT_OVER(cell->text), "1200");
    }
    text_put(TEXT_OVER(s->result), "Bartholomew Cuthbertson-Smythe 1 wins. Ann began.");
}

CLAIM(crowded_sheets_stay_on_their_pages_and_nothing_overlaps) {
    for (int b = 0; books[b]; b++) {
        struct rules r = rules_of(books[b]);
        for
            EACH_COUNT(i) {
                struct scoresheet *s = scoresheet_form(&r, counts[i], NULL, 0);
                fill(s);
                check_layout(s, false);
                scoresheet_free(s);
            }
    }
}

CLAIM(books_have_the_columns_of_their_own_sheets) {
    static const struct {
        const char *id;
        int columns;
    } own[] = {{"yardzee", 5}, {"yardkle", 7}, {"yahtzee-classic", 7}};
    for (int i = 0; i < 3; i++) {
        struct rules r = rules_of(book_find(span_of(own[i].id)));
        struct scoresheet *s = scoresheet_form(&r, 0, NULL, 0);
        assert_int_equal(s->columns, own[i].columns);
        assert_int_equal(s->reverse != NULL, i == 2);
        scoresheet_free(s);
    }
}
