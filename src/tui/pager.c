/* Text screens: help, rules in force, odds. */

#include "core/memory.h"
#include "tui/screens.h"

enum { PAGER_TEXT = 8192 };

struct pager {
    struct screen screen;
    char title[96];
    char words[PAGER_TEXT];
    int skip;
    unsigned odds_id; /* pending question; 0: none */
};

static int rows_shown(void) {
    return term_rows() - 4;
}

static int width_shown(void) {
    return term_columns() - 4 > 100 ? 100 : term_columns() - 4;
}

static void draw(const struct screen *s, const struct app *app) {
    const struct pager *p = (const struct pager *)s;
    static const struct button buttons[] = {
        {"[Up]", KEY_GO_UP}, {"[Down]", KEY_GO_DOWN}, {"[Q] back", 'q'}};
    draw_title(p->title, "");
    if (p->odds_id) {
        double part = worker_progress(app->worker);
        term_put(2, 2, STYLE_PLAIN, "Working it out; this is done once.");
        if (part >= 0)
            term_bar(4, 2, 40, part, 0, STYLE_GOOD);
    }
    int lines = term_wrapped(2, 2, width_shown(), rows_shown(), p->skip, STYLE_PLAIN, p->words);
    if (lines > p->skip + rows_shown())
        term_put(term_rows() - 2, 2, STYLE_DIM, "more below");
    term_buttons(term_rows() - 1, 1, buttons, 3);
}

static void key(struct screen *s, struct app *app, int k) {
    struct pager *p = (struct pager *)s;
    int lines = term_wrapped_lines(width_shown(), p->words), most = lines - rows_shown();
    if (list_key(k, &p->skip, most > 0 ? most + 1 : 1, rows_shown()))
        return;
    if (k == 'q' || k == 'Q' || k == KEY_ESCAPE || k == KEY_RETURN || k == '?')
        app_pop(app);
}

static void answer(struct screen *s, struct app *app, struct answer *a) {
    struct pager *p = (struct pager *)s;
    struct text w = TEXT_IN(p->words);
    (void)app;
    if (a->kind != QUESTION_ODDS || a->id != p->odds_id || !p->odds_id)
        return;
    p->odds_id = 0;
    text_put(&w, a->good ? a->odds->words : a->error);
}

static const struct screen_kind pager_kind = {.draw = draw, .key = key, .answer = answer};

static struct pager *pager_new(const char *title) {
    struct pager *p = grab(1, sizeof *p);
    p->screen.kind = &pager_kind;
    text_put(TEXT_OVER(p->title), title);
    return p;
}

/* ---- help ---- */

static const char keys_of_all[] =
    "  R, Space         roll; Enter rolls, too, when dice are about to fall\n"
    "  U                undo, as often as you like; dice fall again as they fell\n"
    "  C                correct an earlier line: real dice misread, a wrong box\n"
    "  H                hint: the best choices and what they are worth\n"
    "  W                why the best choice is the best\n"
    "  A                analysis: back through the game, with luck and errors\n"
    "  I                the rules in force\n"
    "  N                another game, when this one is over\n"
    "  Q                leave; the game is kept, and can be continued\n"
    "  ?                this help\n"
    "  Y, N             answer a question\n"
    "  Ctrl-L           draw the screen anew\n"
    "  Ctrl-Z           to the shell; 'fg' comes back\n"
    "\n"
    "With real dice: throw them and type the faces, 1 to 6. Backspace takes a digit back; C "
    "corrects a roll that is entered already.\n"
    "\n"
    "Everything can be clicked: dice, boxes, sets of dice, and the words at the bottom.\n"
    "\n"
    "A hint is noted in the record of the game. A choice that gives much away is questioned first; "
    "how much is in the settings. Every step is on disk before it counts.\n";

struct screen *help_new(bool press) {
    struct pager *p = pager_new("Help: all keys");
    struct text w = TEXT_IN(p->words);
    if (press)
        text_put(&w, "  1 to 6           choose a die to set aside, or let it go (its place)\n"
                     "  Arrows           go through all sets of scoring dice\n"
                     "  R                set the chosen dice aside and roll the others\n"
                     "  S                set them aside and stop; with none chosen, as many "
                     "points as there are\n");
    else
        text_put(&w, "  1 to 5           keep a die, or let it go (its place on the table)\n"
                     "  R                roll the dice that are not kept\n"
                     "  Arrows           choose a box; points in brackets are what it scores now\n"
                     "  Enter            fill that box; a zero is asked about first\n");
    text_put(&w, keys_of_all);
    return &p->screen;
}

/* ---- rules ---- */

struct screen *rules_new(const struct rules *r) {
    char spelled[RULES_TEXT_MAX], title[96];
    struct text sp = TEXT_IN(spelled), t = TEXT_IN(title);
    rules_print(r, &sp);
    text_add(&t, "%s: the rules in force (%s)", r->book->name, spelled);
    struct pager *p = pager_new(title);
    struct text w = TEXT_IN(p->words);
    for (int rule = 0; rule < RULES_COUNT; rule++) {
        LOCAL_TEXT(one, 1024);
        if (!rule_words(r, (enum rule)rule, &one))
            continue;
        text_add(&w, "%s: %s\n\n", rule_name((enum rule)rule), one.data);
    }
    text_add(&w, "From %s.\n", r->book->source);
    return &p->screen;
}

/* ---- odds ---- */

static struct screen *odds_of(struct app *app, const struct rules *r) {
    LOCAL_TEXT(t, 96);
    text_add(&t, "Odds of %s", r->book->name);
    struct pager *p = pager_new(t.data);
    struct question q = {.kind = QUESTION_ODDS, .rules = *r};
    p->odds_id = app_ask(app, &q);
    return &p->screen;
}

/* ---- choosing a rule set ---- */

struct books_screen {
    struct screen screen;
    bool odds;
    int cursor;
};

static int book_count(void) {
    int n = 0;
    while (books[n])
        n++;
    return n;
}

static void books_draw(const struct screen *s, const struct app *app) {
    const struct books_screen *b = (const struct books_screen *)s;
    static const struct button buttons[] = {{"[Enter]", KEY_RETURN}, {"[Q] back", 'q'}};
    (void)app;
    draw_title(b->odds ? "Odds: of which game?" : "Rules: of which game?", "");
    for (int i = 0; books[i]; i++) {
        int style = i == b->cursor ? STYLE_SELECTED : STYLE_PLAIN;
        term_put(2 + i, 2, STYLE_PLAIN, i == b->cursor ? term_glyph(GLYPH_CURSOR) : " ");
        term_cell(2 + i, 4, 20, style, books[i]->name);
        term_cell(2 + i, 25, term_columns() - 27, STYLE_PLAIN, books[i]->about);
        term_zone(2 + i, 2, 1, term_columns() - 4, KEY_ITEM + i);
    }
    term_buttons(term_rows() - 1, 1, buttons, 2);
}

static void books_key(struct screen *s, struct app *app, int k) {
    struct books_screen *b = (struct books_screen *)s;
    int n = book_count();
    if (list_key(k, &b->cursor, n, n))
        return;
    if (k >= KEY_ITEM && k < KEY_ITEM + n) {
        b->cursor = k - KEY_ITEM;
        k = KEY_RETURN;
    }
    if (k == KEY_RETURN) {
        struct rules r = rules_of(books[b->cursor]);
        app_push(app, b->odds ? odds_of(app, &r) : rules_new(&r));
    } else if (k == 'q' || k == 'Q' || k == KEY_ESCAPE) {
        app_pop(app);
    }
}

static const struct screen_kind books_kind = {.draw = books_draw, .key = books_key};

static struct screen *books_new(bool odds) {
    struct books_screen *b = grab(1, sizeof *b);
    b->screen.kind = &books_kind;
    b->odds = odds;
    return &b->screen;
}

struct screen *rulebooks_new(void) {
    return books_new(false);
}

struct screen *odds_new(void) {
    return books_new(true);
}
