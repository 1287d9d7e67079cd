/* Practice positions: first the mistakes that are due, then new positions, by default for the rules
 * last played. Choices are graded against exact values; after answering, you can try the other
 * choices. */
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/say.h"
#include "tui/screens.h"

struct practice {
    struct board board;  /* shows the position */
    struct rules rules;  /* of this position */
    struct rules chosen; /* of new positions */
    int level;
    uint64_t stream;
    unsigned id; /* pending question; 0: none */

    unsigned mistakes_id;
    struct mistakes *mistakes; /* NULL: not there yet, or no deck to use */
    struct deck_card **due;
    int due_count, due_at;  /* due_at: how many of them were shown */
    struct deck_card *card; /* of this position; NULL: a new one */
    int today;
    struct practice_question question;
    bool there, answered;
    int asked, best;
    double lost[UNIT_TURNS + 1];
    char said[512];
    char note[512]; /* shown with the next position: why mistakes are missing */
};

static void next(struct practice *p, struct app *app) {
    struct question q = {
        .kind = QUESTION_PRACTICE, .rules = p->chosen, .difficulty = p->level, .stream = p->stream};
    p->card = p->due_at < p->due_count ? p->due[p->due_at++] : NULL;
    if (p->card) {
        q.rules = p->card->rules;
        q.game = p->card->game;
        q.posed = true;
    }
    p->rules = q.rules;
    p->there = false;
    p->said[0] = '\0';
    p->id = app_ask(app, &q);
}

/* Lists what is due: in all games, or only in one. */
static void find_due(struct practice *p, const struct rules *only) {
    free(p->due);
    p->due = NULL;
    p->due_count = p->due_at = 0;
    if (p->mistakes)
        p->due =
            mistakes_due(p->mistakes, (struct mistakes_of){.rules = only}, p->today, &p->due_count);
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
        LOCAL_TEXT(error, 512);
        p->asked++;
        p->best += grade == GRADE_BEST;
        p->lost[unit] += cost > 0 ? cost : 0;
        if (p->card && !mistakes_answered(p->mistakes, p->card, &p->question, a, p->today, &error))
            board_tell_text(b, true, error.data);
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
    enum { BUTTONS = sizeof buttons / sizeof *buttons };
    struct button shown[BUTTONS];
    int count = 0;
    for (int i = 0; i < BUTTONS; i++) {
        bool own = buttons[i].key == 'n' || buttons[i].key == 'l' || buttons[i].key == 'g' ||
                   buttons[i].key == 'q';
        bool advice = buttons[i].key == 'h' || buttons[i].key == 'w';
        if (own ||
            (p->there && board_offers(&p->board, buttons[i].key) && (p->answered || !advice)))
            shown[count++] = buttons[i];
    }
    char left[256], right[128], lost[64];
    struct text l = TEXT_IN(left), r = TEXT_IN(right), c = TEXT_IN(lost);
    const struct deck_card *card = p->card;
    if (card && card->name[0])
        say(&l, tui_practice_mistake_of, .book = p->rules.book->name, .player = card->name,
            .number = p->due_at, .due = p->due_count);
    else if (card)
        say(&l, tui_practice_mistake, .book = p->rules.book->name, .number = p->due_at,
            .due = p->due_count);
    else
        say(&l, tui_practice_title, .book = p->rules.book->name,
            .level = words_of(practice_level_message(p->level)));
    if (p->asked) {
        int unit = p->there ? board_unit(&p->board) : UNIT_POINTS;
        unit_print(unit, p->lost[unit], &c);
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
    term_buttons(term_rows() - 1, 1, shown, count);
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
    if (p->note[0])
        board_tell_text(&p->board, true, p->note);
    p->note[0] = '\0';
    for (int i = 0; i < p->board.view.seat_count; i++) /* a position has no player names */
        say(TEXT_OVER(p->board.view.seats[i].name), tui_player, .n = i + 1);
    p->there = true;
    p->answered = false;
}

static void take_mistakes(struct practice *p, struct app *app, struct answer *a) {
    p->mistakes_id = 0;
    text_put(TEXT_OVER(p->note), a->error);
    if (a->good) {
        p->mistakes = a->mistakes;
        a->mistakes = NULL;
    }
    find_due(p, NULL);
    next(p, app);
}

static void answer(struct screen *s, struct app *app, struct answer *a) {
    struct practice *p = (struct practice *)s;
    if (a->kind == QUESTION_MISTAKES && p->mistakes_id && a->id == p->mistakes_id) {
        take_mistakes(p, app, a);
        return;
    }
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
    p->chosen = rules_of(books[(at + 1) % n]);
    find_due(p, &p->chosen);
    p->asked = p->best = 0;
    memset(p->lost, 0, sizeof p->lost);
}

static void key(struct screen *s, struct app *app, int k) {
    struct practice *p = (struct practice *)s;
    int low = k >= 'A' && k <= 'Z' ? k - 'A' + 'a' : k;
    if (low == 'q' || (low == KEY_ESCAPE && !p->board.panel)) {
        app_pop(app);
    } else if (low == '?') {
        app_push(app, practice_help_new(p->rules.book->family == FAMILY_PRESS));
    } else if (p->mistakes_id) {
        return; /* the first position is on its way */
    } else if (low == 'n' || low == 'l' || low == 'g') {
        if (low == 'l') { /* a level asks for new positions */
            p->level = (p->level + 1) % PRACTICE_LEVELS;
            p->due_at = p->due_count;
        }
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
    free(p->due);
    if (p->mistakes)
        mistakes_close(p->mistakes);
    free(p->mistakes);
    free(p);
}

static const struct screen_kind practice_kind = {
    .draw = draw, .key = key, .answer = answer, .pulse = pulse, .free = practice_free};

struct screen *practice_new(struct app *app) {
    struct practice *p = grab(1, sizeof *p);
    char date[32], stamp[32];
    LOCAL_TEXT(error, 512);
    p->board.screen.kind = &practice_kind;
    p->level = PRACTICE_MEDIUM;
    p->stream = (uint64_t)app->date;
    if (!rules_parse(span_of(app->settings.rules), &p->chosen, &error))
        p->chosen = rules_of(books[0]);
    p->rules = p->chosen;
    date_words(app->date, date, stamp);
    day_parse((struct span){date, 10}, &p->today);
    struct question q = {.kind = QUESTION_MISTAKES, .today = p->today};
    p->mistakes_id = app_ask(app, &q);
    return &p->board.screen;
}
