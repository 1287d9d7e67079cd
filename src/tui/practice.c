/* Practice positions, by default for the rules last played. Choices are graded against exact
 * values; after answering, you can try the other choices. */
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/say.h"
#include "tui/screens.h"

struct practice {
    struct board board; /* shows the position */
    struct rules rules;
    int level;
    uint64_t stream;
    unsigned id; /* pending question; 0: none */
    struct practice_question question;
    bool there, answered;
    int asked, best;
    double lost;
    char said[512];
};

static void next(struct practice *p, struct app *app) {
    struct question q = {
        .kind = QUESTION_PRACTICE, .rules = p->rules, .difficulty = p->level, .stream = p->stream};
    p->there = false;
    p->said[0] = '\0';
    p->id = app_ask(app, &q);
}

/* ---- grading ---- */

static void judge(struct board *b, struct app *app, struct action a) {
    struct practice *p = (struct practice *)b;
    char words[ACTION_WORDS_MAX], cost_words[64];
    struct text best = TEXT_IN(words), c = TEXT_IN(cost_words);
    double cost = practice_cost(&p->question, a);
    int unit = board_unit(b), grade = grade_of(unit, cost < 0 ? 0 : cost);
    (void)app;
    action_words(&p->rules, &b->view.game, p->question.advice.actions[0].action, &best);
    unit_print(unit, cost, &c);
    if (grade == GRADE_BEST)
        board_tell(b, tui_practice_best);
    else
        board_tell(b, tui_practice_worse, .grade = words_of(grade_message(grade)),
                   .cost = cost_words, .best = words);
    b->said_bad = grade >= GRADE_INACCURACY;
    if (!p->answered) {
        p->asked++;
        p->best += grade == GRADE_BEST;
        p->lost += cost > 0 ? cost : 0;
    }
    p->answered = true;
}

/* ---- drawing ---- */

static void draw(const struct screen *s, const struct app *app) {
    const struct practice *p = (const struct practice *)s;
    static const struct button buttons[] = {
        {M_tui_button_next, 'n'}, {M_tui_button_level, 'l'}, {M_tui_button_game, 'g'},
        {M_tui_button_roll, 'r'}, {M_tui_button_stop, 's'},  {M_tui_button_enter, KEY_RETURN},
        {M_tui_button_hint, 'h'}, {M_tui_button_why, 'w'},   {M_tui_button_back, 'q'}};
    char left[128], right[128], lost[64];
    struct text l = TEXT_IN(left), r = TEXT_IN(right), c = TEXT_IN(lost);
    say(&l, tui_practice_title, .book = p->rules.book->name,
        .level = words_of(practice_level_message(p->level)));
    if (p->asked) {
        unit_print(p->rules.book->family == FAMILY_SHEET ? UNIT_POINTS : UNIT_WIN, p->lost, &c);
        say(&r, tui_practice_so_far, .best = p->best, .asked = p->asked, .cost = lost);
    }
    if (p->there) {
        board_draw(s, app);
    } else {
        double part = worker_progress(app->worker);
        term_wrapped(2, 2, term_columns() - 4, 3, 0, STYLE_PLAIN,
                     p->said[0] ? p->said : WORDS(tui_looking_for_position));
        if (part >= 0 && !p->said[0])
            term_bar(4, 2, 40, part, 0, STYLE_GOOD);
    }
    draw_title(left, right);
    term_fill(term_rows() - 1, 0, 1, term_columns(), STYLE_PLAIN);
    term_buttons(term_rows() - 1, 1, buttons, sizeof buttons / sizeof *buttons);
}

/* ---- lifecycle ---- */

static void show(struct practice *p, struct app *app) {
    static char line[POSITION_TEXT_MAX + 16], words[512];
    struct text l = TEXT_IN(line), error = TEXT_IN(words);
    struct table *t = table_new();
    text_put(&l, "position ");
    position_print(&p->rules, &p->question.game, &l);
    if (!table_say(t, span_of(line), &error)) {
        text_put(TEXT_OVER(p->said), words);
        table_free(t);
        return;
    }
    const struct screen_kind *kind = p->board.screen.kind;
    board_end(&p->board);
    memset(&p->board, 0, sizeof p->board);
    p->board.screen.kind = kind;
    p->board.judge = judge;
    board_begin(&p->board, t, NULL, app);
    for (int i = 0; i < p->board.view.seat_count; i++) /* a position has no player names */
        say(TEXT_OVER(p->board.view.seats[i].name), tui_player, .n = i + 1);
    p->there = true;
    p->answered = false;
}

static void answer(struct screen *s, struct app *app, struct answer *a) {
    struct practice *p = (struct practice *)s;
    if (a->kind != QUESTION_PRACTICE) {
        if (p->there)
            board_answer(s, app, a);
        return;
    }
    if (!p->id || a->id != p->id)
        return;
    struct text said = TEXT_IN(p->said);
    p->id = 0;
    p->question = a->practice;
    p->stream = a->stream;
    if (a->good)
        show(p, app);
    else
        text_put(&said, a->error[0] ? a->error : WORDS(tui_was_stopped_full));
}

static void change_game(struct practice *p) {
    int n = 0, at = 0;
    do
        at = books[n] == p->rules.book ? n : at;
    while (books[++n]);
    p->rules = rules_of(books[(at + 1) % n]);
    p->asked = p->best = 0;
    p->lost = 0;
}

static void key(struct screen *s, struct app *app, int k) {
    struct practice *p = (struct practice *)s;
    int low = k >= 'A' && k <= 'Z' ? k - 'A' + 'a' : k;
    if (low == 'q' || (low == KEY_ESCAPE && !p->board.panel)) {
        app_pop(app);
    } else if (low == 'n' || low == 'l' || low == 'g') {
        if (low == 'l')
            p->level = (p->level + 1) % PRACTICE_LEVELS;
        if (low == 'g')
            change_game(p);
        next(p, app);
    } else if (p->there && !p->answered && (low == 'h' || low == 'w')) {
        board_tell(&p->board, tui_first_own_choice);
    } else if (p->there && low != 'u' && low != 'c' && low != 'a') {
        board_key(s, app, k);
    }
}

static int pulse(struct screen *s, struct app *app) {
    const struct practice *p = (const struct practice *)s;
    return p->there ? board_pulse(s, app) : -1;
}

static void practice_free(struct screen *s) {
    struct practice *p = (struct practice *)s;
    board_end(&p->board);
    free(p);
}

static const struct screen_kind practice_kind = {
    .draw = draw, .key = key, .answer = answer, .pulse = pulse, .free = practice_free};

struct screen *practice_new(struct app *app) {
    struct practice *p = grab(1, sizeof *p);
    LOCAL_TEXT(error, 512);
    p->board.screen.kind = &practice_kind;
    p->level = PRACTICE_MEDIUM;
    p->stream = (uint64_t)app->date;
    if (!rules_parse(span_of(app->settings.rules), &p->rules, &error))
        p->rules = rules_of(books[0]);
    next(p, app);
    return &p->board.screen;
}
