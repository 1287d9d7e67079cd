/* What the full-screen interface shows in important positions, and what keys do there. */
#include <string.h>

#include "check.h"
#include "stage.h"
#include "tui/board.h"
#include "tui/settings.h"

/* Shows the board of a table after these lines. */
static struct board *board_after(struct app *app, const char *const lines[]) {
    char words[512];
    struct text error = TEXT_IN(words);
    struct table *t = table_new();
    for (int i = 0; lines[i]; i++) {
        if (!table_say(t, span_of(lines[i]), &error))
            fail_msg("%s: %s", lines[i], words);
    }
    struct screen *s = board_new(t, NULL, app);
    app_push(app, s);
    return (struct board *)s;
}

static void is_shown(const struct app *app, const char *words) {
    char *screen = stage_screen(app);
    if (!strstr(screen, words))
        fail_msg("'%s' is not shown:\n%s", words, screen);
    free(screen);
}

CLAIM(the_board_shows_who_started_the_final_round_and_what_the_others_need) {
    struct app *app = stage_open();
    board_after(app, (const char *const[]){
                         "rules yardkle:goal=1000,entry=0", "seat Ann", "seat Bea", "start 1",
                         "dice physical", "roll 1 2 3 4 6 6", "take 1 stop", "roll 1 1 3 4 6 6",
                         "take 1 1 stop", "roll 1 1 1 2 3 4", "take 1 1 1 stop", NULL});
    is_shown(app, "FINAL ROUND: Ann 1100, Bea needs 900 more");
    stage_close(app);
}

CLAIM(a_player_who_keeps_all_dice_cannot_roll) {
    struct app *app = stage_open();
    struct board *b = board_after(app, (const char *const[]){"rules yardzee", "seat Ann", "start 1",
                                                             "dice seed 1", "roll", NULL});
    int lines = table_lines(b->table);
    for (app->now = 60000; board_rolling(b, app); app->now += 1000)
        app_pulse(app);
    for (int i = 0; i < b->places; i++) {
        if (!b->chosen[i])
            app_key(app, '1' + i);
    }
    app_key(app, 'r');
    is_shown(app, "You're keeping all the dice. Release one to roll, or pick a box.");
    assert_int_equal(table_lines(b->table), lines);
    app_key(app, '1'); /* release one die */
    app_key(app, 'r');
    assert_int_equal(table_lines(b->table), lines + 2);
    stage_close(app);
}

CLAIM(z_asks_before_it_enters_a_zero_in_a_box_that_would_score) {
    struct app *app = stage_open();
    struct board *b =
        board_after(app, (const char *const[]){"rules yahtzee", "seat Ann", "start 1",
                                               "dice physical", "roll 1 2 2 4 5", NULL});
    int lines = table_lines(b->table);
    b->cursor = 1;
    app_key(app, 'z');
    is_shown(app, "Enter a zero in Twos instead of 4?");
    app_key(app, 'n');
    assert_int_equal(table_lines(b->table), lines);
    app_key(app, 'Z');
    app_key(app, 'y');
    assert_string_equal(table_line(b->table, table_lines(b->table)), "score twos 0");
    is_shown(app, "Ann enters a zero in Twos instead of 4. Total: 0.");
    for (const char *key = "12245"; *key; key++)
        app_key(app, *key);
    b->cursor = 5; /* no sixes: the ordinary question, and the ordinary line */
    app_key(app, 'z');
    is_shown(app, "Zero in Sixes?");
    app_key(app, 'y');
    assert_string_equal(table_line(b->table, table_lines(b->table)), "score sixes");
    stage_close(app);
}

CLAIM(invalid_settings_are_reported_and_change_nothing) {
    char words[512];
    struct text said = TEXT_IN(words);
    struct settings s;
    settings_start(&s);
    bool colour = s.colour;
    settings_parse(&s, span_of("colour = maybe\nascii = on\nspeed = quick\nspeed = fast\n"), &said);
    assert_string_equal(
        words, "Line 1 of the settings file isn't valid and was ignored: 'colour = maybe'.\n"
               "Line 3 of the settings file isn't valid and was ignored: 'speed = quick'.\n");
    assert_int_equal(s.colour, colour);
    assert_true(s.ascii);
    assert_int_equal(s.speed, SPEED_FAST);
    settings_free(&s);
}

int main(void) {
    return stage_run();
}
