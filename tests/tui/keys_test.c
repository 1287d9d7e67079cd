/* Random keys, clicks, answers and window sizes: no crash, no leak, always a screen with words on
 * it. The screens are the real ones; the person, the clock and the worker are pretended. keys_test
 * RULES     KEYS keys (100,000 unless set) at tables of this rule set */
#define NCURSES_NOMACROS
#include <curses.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "core/random.h"
#include "tui/board.h"
#include "tui/screens.h"

static const char *rules;
static uint64_t dice = 2026;

static uint32_t below(uint32_t n) {
    return random_below(&dice, n);
}

/* ---- the home of a person who never lived ---- */

static char folder[] = "/tmp/yard-keys-XXXXXX";

static void clear_folder(void) {
    char command[256];
    snprintf(command, sizeof command, "rm -rf %s/yardstick", folder);
    if (system(command) != 0)
        abort();
}

/* ---- keys ---- */

static int some_key(void) {
    static const int usual[] = {
        'r', 'r',        KEY_RETURN,  KEY_GO_UP,  KEY_GO_DOWN, KEY_GO_LEFT, KEY_GO_RIGHT, '1', '2',
        '3', '4',        '5',         '6',        's',         'y',         'n',          'u', 'h',
        'w', KEY_RUBOUT, KEY_GO_DOWN, KEY_RETURN, 'y',         's',         'r'};
    static const int rare[] = {'a',     'c',         '?',          'q',         'i',
                               'b',     'm',         ' ',          '+',         KEY_ESCAPE,
                               KEY_TAB, KEY_DELETE,  KEY_PAGE_UP,  KEY_FIRST,   KEY_LAST,
                               0xE4,    0x1F3B2,     KEY_TAB_BACK, 12,          KEY_PAGE_DOWN,
                               'Q',     KEY_RESIZED, 0x9F,         KEY_NOTHING, 0xD800};
    if (below(8))
        return usual[below(sizeof usual / sizeof *usual)];
    if (below(3))
        return rare[below(sizeof rare / sizeof *rare)];
    return term_zone_key((int)below((uint32_t)term_rows()), (int)below((uint32_t)term_columns()));
}

static void some_size(void) {
    static const int sizes[][2] = {{24, 80}, {40, 120}, {24, 80}, {10, 30}, {50, 160}, {25, 116}};
    const int *size = sizes[below(sizeof sizes / sizeof *sizes)];
    if (below(6))
        resizeterm(size[0], size[1]);
    else
        resizeterm(1 + (int)below(60), 1 + (int)below(180));
}

/* ---- what a person could begin with ---- */

static void begin_again(struct app *app) {
    static const char *const all_dice[] = {"seed 42", "physical", "system"};
    struct wanted w = {.rules = rules, .unrecorded = below(40) > 0, .start = "1"};
    clear_folder();
    if (!below(8)) {
        app_push(app, home_new("a sentence"));
        return;
    }
    if (!below(16)) {
        app_push(app, practice_new(app));
        return;
    }
    w.dice = all_dice[below(3)];
    w.seats[w.seat_count++] = "Ann";
    if (below(3))
        w.seats[w.seat_count++] = below(2) ? "Robo bot club" : "Bea+Cy";
    for (uint32_t more = below(8) ? 0 : below(SEATS_MAX - 2); more; more--) {
        static char names[SEATS_MAX][16];
        snprintf(names[more], sizeof names[more], "多%u", more);
        w.seats[w.seat_count++] = names[more];
    }
    struct screen *s = newgame_new(app, &w);
    char words[512];
    struct text error = TEXT_IN(words);
    app_push(app, s);
    if (below(5) && !newgame_begin(s, app, &error))
        fail_msg("a game does not begin: %s", words);
}

static void is_drawn(const struct app *app) {
    app_draw(app);
    for (int y = 0; y < LINES; y++) {
        char words[4096] = "";
        mvinnstr(y, 0, words, (int)sizeof words - 1);
        if (words[strspn(words, " ")])
            return;
    }
    fail_msg("the screen is empty at %d x %d", COLS, LINES);
}

static void take_answers(struct app *app) {
    struct answer *a;
    while ((a = worker_answer(app->worker)))
        app_answer(app, a);
}

/* ---- a worker who answers with legal moves and made-up values ---- */

static struct answer *pretend(const struct question *q) {
    static uint64_t random = 7;
    struct answer *a = calloc(1, sizeof *a);
    assert_non_null(a);
    struct action list[ACTIONS_MAX];
    int n = game_legal(&q->rules, &q->game, list);
    a->kind = q->kind;
    a->id = q->id;
    a->game = q->game;
    a->good = q->kind != QUESTION_LEDGER && random_below(&random, 20) > 0;
    if (!a->good)
        memcpy(a->error, "a reason", sizeof "a reason");
    for (int i = 0; i < n; i++) {
        a->advice.actions[i] =
            (struct valued_action){.action = list[i], .value = 10 * random_unit(&random)};
    }
    a->advice.count = n;
    advice_sort(&a->advice, false);
    for (int seat = 0; seat < SEATS_MAX; seat++)
        a->value[seat] = random_below(&random, 4) ? 300 * random_unit(&random) : NAN;
    a->action = n ? list[random_below(&random, (uint32_t)n)] : (struct action){.act = ACT_ROLL};
    if (q->kind == QUESTION_PRACTICE) { /* a first throw that leaves a choice */
        struct dice d = dice_with((struct dice){0}, 1, q->rules.book->dice);
        game_start(&q->rules, &a->practice.game, practice_seats(&q->rules), 0);
        game_apply(&q->rules, &a->practice.game, (struct action){.act = ACT_ROLL, .dice = d});
        n = game_legal(&q->rules, &a->practice.game, list);
        for (int i = 0; i < n; i++)
            a->practice.advice.actions[i] = (struct valued_action){.action = list[i], .value = -i};
        a->practice.advice.count = n;
    }
    a->reasons.count = a->good ? 1 : 0;
    memcpy(a->reasons.sentence[0], "It is best.", sizeof "It is best.");
    if (q->kind == QUESTION_ODDS && a->good)
        a->odds = calloc(1, sizeof *a->odds);
    return a;
}

static FILE *out, *in;

static struct app *open_app(void) {
    char words[256];
    struct text error = TEXT_IN(words);
    struct app *app = calloc(1, sizeof *app);
    out = fopen("/dev/null", "w");
    in = fopen("/dev/null", "r");
    assert_true(app && out && in);
    settings_start(&app->settings);
    app->worker = worker_new_at_once(pretend);
    if (!term_open((struct term_look){.colour = true}, "xterm-256color", out, in, &error))
        fail_msg("%s", words);
    return app;
}

static void close_app(struct app *app) {
    app_end(app);
    worker_free(app->worker);
    settings_free(&app->settings);
    term_close();
    free(app);
    fclose(out);
    fclose(in);
}

/* Moves the clock until something is to be chosen by a person or a bot. */
static void wait_for_choice(struct app *app, const struct board *b) {
    for (int i = 0; i < 100 && b->view.game.phase != PHASE_CHOOSE; i++) {
        app->now += 5000;
        app_pulse(app);
    }
    assert_int_equal(b->view.game.phase, PHASE_CHOOSE);
}

CLAIM(a_bot_that_moves_meanwhile_does_not_change_which_line_is_corrected) {
    char words[512], want[64];
    struct text error = TEXT_IN(words), w = TEXT_IN(want);
    struct app *app = open_app();
    struct wanted wanted = {.rules = rules,
                            .seats = {"Robo bot club", "Ann"},
                            .seat_count = 2,
                            .dice = "physical",
                            .start = "1",
                            .unrecorded = true};
    struct screen *s = newgame_new(app, &wanted);
    app_push(app, s);
    assert_true(newgame_begin(s, app, &error));
    const struct board *b = (const struct board *)app->stack[app->depth - 1];
    for (int i = 0; i < rules_of(book_find(span_of(rules))).book->dice; i++)
        app_key(app, '1'); /* thrown by hand for the bot */
    wait_for_choice(app, b);
    app->now += 5000;
    app_pulse(app); /* the bot thinks */
    int line = table_lines(b->table);
    app_key(app, 'c');
    take_answers(app); /* and moves */
    assert_true(table_lines(b->table) > line);
    int after = table_lines(b->table);
    for (const char *c = "xyz"; *c; c++)
        app_key(app, *c);
    app_key(app, KEY_RUBOUT);
    app_draw(app);
    for (int i = 0; i < 3; i++)
        app_key(app, KEY_RUBOUT);
    for (int i = 0; i < rules_of(book_find(span_of(rules))).book->dice; i++)
        app_key(app, '1');
    app_key(app, KEY_RETURN);
    text_add(&w, "correct %d roll", line);
    assert_int_equal(table_lines(b->table), after + 1);
    assert_memory_equal(table_line(b->table, after + 1), want, strlen(want));
    close_app(app);
}

CLAIM(random_keys_leave_a_screen) {
    int keys = how_many(100000, 20000);
    struct app *app = open_app();
    for (int i = 0; i < keys; i++) {
        if (i % 2000 == 1999)
            app_end(app);
        if (app_over(app))
            begin_again(app);
        if (!below(300))
            some_size();
        app->now += below(4) ? 1 : below(2000);
        app_key(app, some_key());
        if (!app_over(app))
            app_pulse(app);
        if (below(3)) /* answers take their time */
            take_answers(app);
        if (!app_over(app))
            is_drawn(app);
    }
    close_app(app);
    clear_folder();
}

int main(int argc, char **argv) {
    rules = argc > 1 ? argv[1] : "yardzee";
    setlocale(LC_CTYPE, "C.UTF-8");
    if (!mkdtemp(folder))
        return 1;
    setenv("XDG_DATA_HOME", folder, 1);
    setenv("XDG_CONFIG_HOME", folder, 1);
    setenv("XDG_CACHE_HOME", folder, 1);
    int failed = run_claims(NULL, NULL);
    rmdir(folder);
    return failed;
}
