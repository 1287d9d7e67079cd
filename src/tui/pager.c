/* Text screens: help, rules in force, odds. */

#include "core/columns.h"
#include "core/memory.h"
#include "core/say.h"
#include "rules/guide.h"
#include "tui/screens.h"

enum { PAGER_TEXT = 16384 };

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
        {M_tui_button_up, KEY_GO_UP}, {M_tui_button_down, KEY_GO_DOWN}, {M_tui_button_back, 'q'}};
    draw_title(p->title, "");
    if (p->odds_id) {
        double part = worker_progress(app->worker);
        term_put(2, 2, STYLE_PLAIN, WORDS(tui_working_once));
        if (part >= 0)
            term_bar(4, 2, 40, part, 0, STYLE_GOOD);
    }
    int lines = term_wrapped(2, 2, width_shown(), rows_shown(), p->skip, STYLE_PLAIN, p->words);
    if (lines > p->skip + rows_shown())
        term_put(term_rows() - 2, 2, STYLE_DIM, WORDS(tui_more_below));
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

struct help_line {
    const char *letters; /* NULL: see `keys` */
    enum message keys, does;
};

static const struct help_line keys_of_press[] = {
    {NULL, M_tui_keys_1_to_6, M_tui_help_choose_die},
    {NULL, M_tui_keys_arrows, M_tui_help_sets},
    {"R", M_NONE, M_tui_help_aside_roll},
    {"S", M_NONE, M_tui_help_aside_stop},
};

static const struct help_line keys_of_sheet[] = {
    {NULL, M_tui_keys_1_to_5, M_tui_help_keep_die},
    {"R", M_NONE, M_tui_help_roll_others},
    {NULL, M_tui_keys_arrows, M_tui_help_choose_box},
    {NULL, M_tui_keys_enter, M_tui_help_fill_box},
    {"Z", M_NONE, M_tui_help_zero},
};

static const struct help_line keys_of_all[] = {
    {NULL, M_tui_keys_r_space, M_tui_help_roll},
    {"P", M_NONE, M_tui_help_pace},
    {"U", M_NONE, M_tui_help_undo},
    {"C", M_NONE, M_tui_help_correct},
    {"H", M_NONE, M_tui_help_hint},
    {"W", M_NONE, M_tui_help_why},
    {"A", M_NONE, M_tui_help_analysis},
    {"S", M_NONE, M_tui_help_sheet},
    {"I", M_NONE, M_tui_help_rules},
    {"N", M_NONE, M_tui_help_another},
    {"L", M_NONE, M_tui_help_player_leaves},
    {"Q", M_NONE, M_tui_help_leave},
    {"?", M_NONE, M_tui_help_help},
    {"Y, N", M_NONE, M_tui_help_answer},
    {NULL, M_tui_keys_ctrl_l, M_tui_help_redraw},
    {NULL, M_tui_keys_ctrl_z, M_tui_help_shell},
};

static void put_lines(const struct help_line *lines, size_t count, struct text *out) {
    enum { KEYS_WIDTH = 16 };
    for (size_t i = 0; i < count; i++) {
        const char *keys = lines[i].letters ? lines[i].letters : words_of(lines[i].keys);
        int pad = KEYS_WIDTH - shown_width(keys);
        text_add(out, "  %s%*s %s\n", keys, pad > 0 ? pad : 0, "", words_of(lines[i].does));
    }
}

static const struct help_line keys_of_practice[] = {
    {"H", M_NONE, M_tui_help_hint}, {"W", M_NONE, M_tui_help_why},
    {"N", M_NONE, M_tui_help_next}, {"L", M_NONE, M_tui_help_level},
    {"G", M_NONE, M_tui_help_game}, {"I", M_NONE, M_tui_help_rules},
    {"Q", M_NONE, M_tui_help_back}, {"?", M_NONE, M_tui_help_help},
};

#define LINES(list, out) put_lines(list, sizeof list / sizeof *list, (out))

static void put_choosing(bool press, struct text *out) {
    if (press)
        LINES(keys_of_press, out);
    else
        LINES(keys_of_sheet, out);
}

struct screen *help_new(bool press) {
    struct pager *p = pager_new(WORDS(tui_help_title));
    struct text w = TEXT_IN(p->words);
    put_choosing(press, &w);
    LINES(keys_of_all, &w);
    text_add(&w, "\n%s\n\n", words_of(M_tui_help_real_dice));
    text_add(&w, "%s\n\n", words_of(M_tui_help_clicks));
    text_add(&w, "%s\n", words_of(M_tui_help_record));
    return &p->screen;
}

struct screen *practice_help_new(bool press) {
    struct pager *p = pager_new(WORDS(tui_help_practice_title));
    struct text w = TEXT_IN(p->words);
    put_choosing(press, &w);
    LINES(keys_of_practice, &w);
    text_add(&w, "\n%s\n", words_of(M_tui_help_practice));
    return &p->screen;
}

static const struct help_line keys_of_form[] = {
    {NULL, M_tui_keys_up_down, M_tui_help_form_line},
    {NULL, M_tui_keys_left_right, M_tui_help_form_change},
    {NULL, M_tui_keys_letters, M_tui_help_form_name},
    {NULL, M_tui_keys_enter, M_tui_help_form_enter},
    {NULL, M_tui_keys_del, M_tui_help_form_del},
    {NULL, M_tui_keys_pgdn, M_tui_help_form_rules},
    {NULL, M_tui_keys_esc, M_tui_help_form_back},
};

static const struct help_line keys_of_next_game[] = {
    {NULL, M_tui_keys_up_down, M_tui_help_form_line},
    {NULL, M_tui_keys_pgdn, M_tui_help_form_order},
    {NULL, M_tui_keys_del, M_tui_help_form_del},
    {NULL, M_tui_keys_letters, M_tui_help_form_name},
    {NULL, M_tui_keys_enter, M_tui_help_form_enter},
    {NULL, M_tui_keys_esc, M_tui_help_form_back},
};

struct screen *form_help_new(bool series) {
    struct pager *p = pager_new(WORDS(tui_help_form_title));
    struct text w = TEXT_IN(p->words);
    if (series) {
        LINES(keys_of_next_game, &w);
        return &p->screen;
    }
    LINES(keys_of_form, &w);
    text_add(&w, "\n%s\n", words_of(M_tui_help_form_partners));
    return &p->screen;
}

/* ---- rules ---- */

struct guide_text {
    struct text *out;
    int step;
};

static void put_part(void *arg, const struct guide_part *part) {
    struct guide_text *g = arg;
    g->step = part->kind == GUIDE_STEP ? g->step + 1 : 0;
    if (part->kind == GUIDE_HEADING)
        text_add(g->out, "%s%s\n", g->out->len ? "\n" : "", part->words);
    else if (part->kind == GUIDE_ITEM)
        text_add(g->out, "%s: %s", part->label, part->words);
    else if (part->kind == GUIDE_STEP)
        text_add(g->out, "%d. %s", g->step, part->words);
    else
        text_put(g->out, part->words);
    if (part->cite)
        text_add(g->out, " [%s]", part->cite);
    if (part->kind != GUIDE_HEADING)
        text_put(g->out, "\n");
}

struct screen *rules_new(const struct rules *r) {
    char spelled[RULES_TEXT_MAX], title[96];
    struct text sp = TEXT_IN(spelled), t = TEXT_IN(title);
    rules_print(r, &sp);
    say(&t, tui_rules_of, .book = r->book->name, .rules = spelled);
    struct pager *p = pager_new(title);
    struct text w = TEXT_IN(p->words);
    rules_guide(r, put_part, &(struct guide_text){.out = &w});
    return &p->screen;
}

/* ---- odds ---- */

static struct screen *odds_of(struct app *app, const struct rules *r) {
    LOCAL_TEXT(t, 96);
    say(&t, tui_odds_of, .book = r->book->name);
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
    static const struct button buttons[] = {{M_tui_button_enter, KEY_RETURN},
                                            {M_tui_button_back, 'q'}};
    (void)app;
    draw_title(words_of(b->odds ? M_tui_odds_of_which : M_tui_rules_of_which), "");
    for (int i = 0; books[i]; i++) {
        int style = i == b->cursor ? STYLE_SELECTED : STYLE_PLAIN;
        term_put(2 + i, 2, STYLE_PLAIN, i == b->cursor ? term_glyph(GLYPH_CURSOR) : " ");
        term_cell(2 + i, 4, 20, style, books[i]->name);
        term_cell(2 + i, 25, term_columns() - 27, STYLE_PLAIN, words_of(books[i]->about));
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
