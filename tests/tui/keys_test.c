/* keys_test RULES: random keys, clicks, answers and window sizes cause no crash and no leak and
 * never leave an empty screen. */
#define NCURSES_NOMACROS
#include <curses.h>
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "core/random.h"
#include "stage.h"
#include "tui/board.h"
#include "tui/screens.h"

static const char *rules;
static uint64_t dice = 2026;

static uint32_t below(uint32_t n) {
    return random_below(&dice, n);
}

/* ---- keys ---- */

static int some_key(void) {
    static const int usual[] = {
        'r', 'r', KEY_RETURN, KEY_GO_UP,  KEY_GO_DOWN, KEY_GO_LEFT, KEY_GO_RIGHT, '1',
        '2', '3', '4',        '5',        '6',         's',         'y',          'n',
        'u', 'h', 'w',        KEY_RUBOUT, KEY_GO_DOWN, KEY_RETURN,  'y',          's',
        'r', 'z', '0',        'p',        'b'};
    static const int rare[] = {
        'l',       'a',         'c',  '?',         'q',          'i',        'b',
        'm',       ' ',         '+',  KEY_ESCAPE,  KEY_TAB,      KEY_DELETE, KEY_PAGE_UP,
        KEY_FIRST, KEY_LAST,    0xE4, 0x1F3B2,     KEY_TAB_BACK, 12,         KEY_PAGE_DOWN,
        'Q',       KEY_RESIZED, 0x9F, KEY_NOTHING, 0xD800};
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

/* ---- ways to start ---- */

static void begin_again(struct app *app) {
    static const char *const all_dice[] = {"seed 42", "physical", "system"};
    struct wanted w = {.rules = rules, .unrecorded = below(40) > 0, .start = "1"};
    stage_clear();
    if (!below(8)) {
        app_push(app, home_new("a sentence"));
        return;
    }
    if (!below(16)) {
        app_push(app, practice_new(app));
        return;
    }
    w.dice = all_dice[below(3)];
    w.pace = strcmp(w.dice, "physical") ? NULL : pace_words[below(PACES)];
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
    char *screen = stage_screen(app);
    bool empty = !screen[strspn(screen, " \n")];
    free(screen);
    if (empty)
        fail_msg("the screen is empty at %d x %d", COLS, LINES);
}

/* Advances the clock until a person or a bot has to choose. */
static void wait_for_choice(struct app *app, const struct board *b) {
    for (int i = 0; i < 100 && b->view.game.phase != PHASE_CHOOSE; i++) {
        app->now += 5000;
        app_pulse(app);
    }
    assert_int_equal(b->view.game.phase, PHASE_CHOOSE);
}

CLAIM(a_move_by_a_bot_does_not_change_which_line_is_being_corrected) {
    char words[512], want[64];
    struct text error = TEXT_IN(words), w = TEXT_IN(want);
    struct app *app = stage_open();
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
        app_key(app, '1'); /* rolled by hand for the bot */
    wait_for_choice(app, b);
    app->now += 5000;
    app_pulse(app); /* the bot thinks */
    int line = table_lines(b->table);
    app_key(app, 'c');
    stage_answers(app); /* and moves */
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
    stage_close(app);
}

CLAIM(random_keys_never_leave_an_empty_screen) {
    int keys = how_many(100000, 4000);
    struct app *app = stage_open();
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
        if (below(3)) /* answers may be late */
            stage_answers(app);
        if (!app_over(app))
            is_drawn(app);
    }
    stage_close(app);
    stage_clear();
}

int main(int argc, char **argv) {
    rules = argc > 1 ? argv[1] : "yardzee";
    return stage_run();
}
