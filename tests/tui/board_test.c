/* What the full-screen interface shows in important positions, and what keys do there. */
#include <string.h>

#include "check.h"
#include "stage.h"
#include "tui/board.h"
#include "tui/newgame.h"
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

static void is_not_shown(const struct app *app, const char *words) {
    char *screen = stage_screen(app);
    if (strstr(screen, words))
        fail_msg("'%s' is shown:\n%s", words, screen);
    free(screen);
}

static void keys(struct app *app, const char *letters) {
    for (; *letters; letters++)
        app_key(app, *letters);
}

/* Turns off the questions that the made-up values of the coach would raise. */
static struct app *quiet_stage(void) {
    struct app *app = stage_open();
    app->warn_asked = true;
    app->warn = (struct warning){0};
    return app;
}

CLAIM(after_a_roll_the_cursor_is_on_the_box_that_scores_most) {
    struct app *app = quiet_stage();
    struct board *b =
        board_after(app, (const char *const[]){"rules yardzee", "seat Ann", "dice physical", NULL});
    const struct {
        const char *faces;
        int box;
    } rolls[] = {{"66112", 12}, {"44435", 6}, {"33322", 8}, {"55555", 11}};
    for (size_t i = 0; i < sizeof rolls / sizeof *rolls; i++) {
        keys(app, rolls[i].faces);
        assert_int_equal(b->cursor, rolls[i].box);
        keys(app, "u");
    }
    stage_close(app);
}

CLAIM(left_and_right_stay_in_the_row) {
    struct app *app = quiet_stage();
    struct board *b =
        board_after(app, (const char *const[]){"rules yardzee", "seat Ann", "dice physical",
                                               "roll 1 2 3 4 6", "score threes", NULL});
    keys(app, "12346");
    assert_int_equal(b->cursor, 9); /* small straight, beside fours */
    app_key(app, KEY_GO_LEFT);
    assert_int_equal(b->cursor, 3);
    app_key(app, KEY_GO_RIGHT);
    assert_int_equal(b->cursor, 9);
    app_key(app, KEY_GO_UP); /* full house: threes, beside it, is filled */
    app_key(app, KEY_GO_LEFT);
    assert_int_equal(b->cursor, 1);
    stage_close(app);
}

CLAIM(the_box_that_reaches_the_upper_bonus_announces_it) {
    struct app *app = quiet_stage();
    board_after(app, (const char *const[]){"rules yardzee", "seat Ann", "dice physical",
                                           "roll 6 6 6 6 1", "score sixes", "roll 5 5 5 5 1",
                                           "score fives", "roll 4 4 4 1 1", "score fours", NULL});
    keys(app, "33321");
    app_key(app, KEY_GO_LEFT);
    app_key(app, KEY_GO_UP);
    app_key(app, KEY_BOX + 2);
    is_shown(app, "Ann scores 9 in Threes. Total: 100. "
                  "Ann has 65 in the upper section: 35");
    keys(app, "11123");
    app_key(app, KEY_BOX + 0);
    is_not_shown(app, "bonus points!");
    stage_close(app);
}

CLAIM(bonuses_for_five_of_a_kind_are_points_under_the_name_that_the_book_gives_them) {
    static const char *const games[][3] = {
        {"rules yardzee", "YARDZEE BONUS", "+100 YARDZEE BONUS"},
        {"rules yahtzee-classic", "Yahtzee bonus chips", "+100 Yahtzee bonus chips"}};
    for (int i = 0; i < 2; i++) {
        struct app *app = quiet_stage();
        board_after(app, (const char *const[]){games[i][0], "seat Ann", "dice physical",
                                               "roll 4 4 4 4 4", "score five-kind",
                                               "roll 4 4 4 4 4", "score fours", NULL});
        keys(app, "44444");
        is_shown(app, games[i][2]);
        app_key(app, KEY_BOX + 7);
        is_shown(app, "plus 100 points (");
        char *screen = stage_screen(app), *row = strstr(screen, games[i][1]);
        assert_non_null(row);
        assert_non_null(strstr(row, "200"));
        assert_true(strstr(row, "200") < strchr(row, '\n'));
        free(screen);
        stage_close(app);
    }
}

CLAIM(keys_that_cannot_be_used_are_not_offered) {
    struct app *app = quiet_stage();
    struct board *b =
        board_after(app, (const char *const[]){"rules yardkle", "seat Ann", "seat Bea", "start 1",
                                               "dice physical", NULL});
    is_not_shown(app, "[R]oll");
    is_not_shown(app, "[H]int");
    is_not_shown(app, "[U]ndo");
    keys(app, "122346");
    is_not_shown(app, "[S]top"); /* 100 points are not enough to get in */
    is_not_shown(app, "S to stop");
    is_not_shown(app, "[R]oll");
    keys(app, "1");
    is_shown(app, "[R]oll");
    keys(app, "1");
    board_say(b, app, "take 1 roll");
    keys(app, "11122");
    is_shown(app, "[S]top"); /* 1100 are */
    is_shown(app, "S to stop");
    board_say(b, app, "take 1 1 1 roll");
    keys(app, "15");
    board_say(b, app, "take 1 roll");
    keys(app, "5");
    is_shown(app, "pick the die with 1, then R to roll again");
    keys(app, "q");
    is_shown(app, "Leave anyway?");
    is_shown(app, "[Y]es [N]o");
    is_not_shown(app, "[H]int");
    stage_close(app);
}

CLAIM(s_asks_before_it_leaves_out_dice_that_score) {
    struct app *app = quiet_stage();
    struct board *b =
        board_after(app, (const char *const[]){"rules yardkle", "seat Ann", "dice physical", NULL});
    keys(app, "111555");
    int lines = table_lines(b->table);
    keys(app, "s");
    is_shown(app, "1 1 1 5 5 5 would score 2500, but then all 6 dice would be set aside, and you");
    is_shown(app, "Take only 1 1 1 5 5 and bank 1100?");
    keys(app, "n");
    assert_int_equal(table_lines(b->table), lines);
    keys(app, "sy");
    assert_string_equal(table_line(b->table, table_lines(b->table)), "take 1 1 1 5 5 stop");
    keys(app, "111552s"); /* nothing that scores is left out */
    assert_string_equal(table_line(b->table, table_lines(b->table)), "take 1 1 1 5 5 stop");
    keys(app, "11155512345s"); /* picked one by one */
    assert_string_equal(table_line(b->table, table_lines(b->table)), "take 1 1 1 5 5 stop");
    assert_int_equal(b->ask, ASK_NOTHING);
    stage_close(app);
}

CLAIM(s_before_getting_in_says_why_not_even_all_dice_allow_it) {
    struct app *app = quiet_stage();
    board_after(app, (const char *const[]){"rules yardkle", "seat Ann", "dice physical", NULL});
    keys(app, "222255s");
    is_shown(app, "With 2 2 2 2 5 5, all 6 dice would be set aside");
    stage_close(app);
}

CLAIM(real_dice_can_be_taken_back_and_typed_anew) {
    struct app *app = quiet_stage();
    struct board *b =
        board_after(app, (const char *const[]){"rules yardzee", "seat Ann", "dice physical", NULL});
    keys(app, "11234");
    keys(app, "u");
    is_shown(app, "Undone. Type what the dice show.");
    is_not_shown(app, "will be the same");
    keys(app, "5555");
    is_shown(app, "Undone. Type what the dice show.");
    keys(app, "6");
    assert_int_equal(dice_count(b->view.game.dice, 5), 4);
    is_not_shown(app, "Undone.");
    keys(app, "?");
    app_key(app, KEY_PAGE_DOWN);
    is_shown(app, "U takes a roll back so that you can type it anew");
    stage_close(app);
}

static void last_line_is(const struct board *b, const char *line) {
    assert_string_equal(table_line(b->table, table_lines(b->table)), line);
}

CLAIM(points_of_a_press_turn_are_typed_as_one_number) {
    struct app *app = quiet_stage();
    struct board *b = board_after(
        app, (const char *const[]){"rules yardkle", "seat Ann", "seat Bea", "pace points", NULL});
    is_shown(app, "real dice, points only");
    is_shown(app, "points of the turn: _ (Enter banks them, B: Yardkle)");
    is_shown(app, "[B]ust");
    is_not_shown(app, "[S]top");
    app_key(app, KEY_RETURN);
    is_shown(app, "Type a number first");
    keys(app, "8505");
    app_key(app, KEY_RUBOUT);
    is_shown(app, "points of the turn: 850_");
    app_key(app, KEY_RETURN);
    last_line_is(b, "bank 850");
    is_shown(app, "Ann banks 850 points. Total: 850.");
    keys(app, "425");
    app_key(app, KEY_RETURN);
    is_shown(app, "The points of a Yardkle turn are a multiple of 50.");
    keys(app, "b");
    last_line_is(b, "bust");
    keys(app, "u");
    last_line_is(b, "undo");
    keys(app, "500");
    app_key(app, KEY_RETURN);
    assert_int_equal(b->view.game.total[1], 500);
    stage_close(app);
}

CLAIM(points_of_a_box_are_typed_with_the_cursor_on_it) {
    struct app *app = quiet_stage();
    struct board *b =
        board_after(app, (const char *const[]){"rules yahtzee", "seat Ann", "pace points",
                                               "score five-kind 50", "score ones 3", NULL});
    is_shown(app, "points in Twos: _");
    keys(app, "3");
    app_key(app, KEY_RETURN);
    is_shown(app, "Twos can't score 3 now.");
    app_key(app, KEY_GO_DOWN);
    keys(app, "12");
    is_shown(app, "points in Threes: 12_");
    app_key(app, KEY_RETURN);
    last_line_is(b, "score threes 12");
    is_shown(app, "points in Fours: _"); /* filled boxes are passed over */
    app_key(app, KEY_GO_UP);
    is_shown(app, "points in Twos: _");
    keys(app, "z");
    last_line_is(b, "score twos 0");
    for (int i = 0; i < 5; i++)
        app_key(app, KEY_GO_DOWN);
    is_shown(app, "points in Full house: _");
    keys(app, "25+");
    is_shown(app, "points in Full house: 25_ with bonus");
    app_key(app, KEY_RETURN);
    last_line_is(b, "score full-house 25 bonus");
    stage_close(app);
}

CLAIM(last_dice_are_typed_and_then_the_box_is_chosen) {
    struct app *app = quiet_stage();
    struct board *b =
        board_after(app, (const char *const[]){"rules yardzee", "seat Ann", "seat Bea", NULL});
    is_shown(app, "[P]ace");
    keys(app, "p");
    last_line_is(b, "pace last");
    is_shown(app, "real dice, last dice only");
    is_shown(app, "type the 5 dice at the end of the turn");
    keys(app, "2289");
    is_shown(app, "2 of 5"); /* 8 and 9 are no faces */
    keys(app, "255");
    last_line_is(b, "last 2 2 2 5 5");
    is_not_shown(app, "[P]ace"); /* not in the middle of a turn */
    app_key(app, KEY_RETURN);    /* the cursor is on the best box */
    last_line_is(b, "score full-house");
    keys(app, "p");
    last_line_is(b, "pace points");
    keys(app, "p");
    last_line_is(b, "pace throws");
    keys(app, "12345");
    last_line_is(b, "roll 1 2 3 4 5");
    stage_close(app);
}

CLAIM(dice_set_aside_are_typed_throw_by_throw) {
    struct app *app = quiet_stage();
    struct board *b = board_after(
        app, (const char *const[]){"rules yardkle", "seat Ann", "seat Bea", "pace last", NULL});
    is_not_shown(app, "[S]top");
    keys(app, "111");
    is_shown(app, "3 dice typed");
    app_key(app, KEY_RETURN);
    last_line_is(b, "aside 1 1 1");
    is_shown(app, "[S]top");
    is_shown(app, "S banks 1000");
    keys(app, "155"); /* the last three: no Enter needed, and hot dice */
    last_line_is(b, "aside 1 5 5");
    is_not_shown(app, "[S]top");
    keys(app, "s");
    is_shown(app, "you must roll them all again");
    keys(app, "5");
    app_key(app, KEY_RETURN);
    keys(app, "s");
    last_line_is(b, "bank");
    assert_int_equal(b->view.game.total[0], 1250);
    keys(app, "1");
    app_key(app, KEY_RETURN);
    keys(app, "b");
    last_line_is(b, "bust");
    keys(app, "c"); /* the newest entry is the one to correct */
    is_shown(app, "how it stands: bust");
    stage_close(app);
}

CLAIM(a_bot_needs_every_throw_at_any_pace) {
    struct app *app = quiet_stage();
    board_after(app, (const char *const[]){"rules yardkle", "seat Ann", "seat Robo bot club",
                                           "pace points", "bank 850", NULL});
    is_shown(app, "roll 6 dice and type what they show");
    is_not_shown(app, "[B]ust");
    is_not_shown(app, "[P]ace");
    stage_close(app);
}

CLAIM(the_dice_of_the_roll_for_who_starts_stay_visible) {
    struct app *app = quiet_stage();
    struct board *b =
        board_after(app, (const char *const[]){"rules yardzee", "seat Ann", "seat Bea",
                                               "start roll", "dice physical", NULL});
    keys(app, "12344");
    assert_int_equal(dice_sum(b->past), 14);
    is_shown(app, "14   1 2 3 4 4");
    keys(app, "66655");
    is_shown(app, "Bea rolls 5 5 6 6 6: 28. Bea starts.");
    assert_int_equal(dice_sum(b->past), 28);
    keys(app, "11111");
    assert_int_equal(dice_size(b->past), 0);
    stage_close(app);
}

CLAIM(warnings_are_counted_apart_from_hints) {
    struct app *app = stage_open();
    struct board *b =
        board_after(app, (const char *const[]){"rules yardzee", "seat Ann", "dice physical",
                                               "roll 1 2 3 4 6", NULL});
    assert_true(board_note_warning(b) && board_note_warning(b));
    assert_int_equal(table_warnings_of(b->table, 0, 0), 1);
    assert_int_equal(table_hints_of(b->table, 0, 0), 0);
    assert_true(board_note_hint(b));
    assert_int_equal(table_warnings_of(b->table, 0, 0), 1);
    assert_int_equal(table_hints_of(b->table, 0, 0), 1);
    struct table *copy = table_copy(b->table);
    assert_int_equal(table_warnings_of(copy, 0, 0), 1);
    table_free(copy);
    stage_close(app);
}

CLAIM(a_correction_shows_rounds_and_names_of_boxes_and_an_example_of_this_game) {
    struct app *app = quiet_stage();
    board_after(app,
                (const char *const[]){"rules yardzee", "seat Ann", "dice physical",
                                      "roll 4 4 4 4 4", "score five-kind", "roll 1 1 1 2 3", NULL});
    keys(app, "c");
    is_shown(app, "round 1  Ann: YARDZEE: 50");
    is_shown(app, "round 2  Ann: rolls 1 1 1 2 3");
    is_shown(app, "how it stands: roll 1 1 1 2 3");
    app_key(app, KEY_GO_DOWN);
    app_key(app, KEY_RETURN);
    is_shown(app, "how it stands: YARDZEE");
    keys(app, "chance");
    app_key(app, KEY_RETURN);
    is_shown(app, "Corrected");
    stage_close(app);
}

/* Corrects the last score to what is typed. */
static void correct_score(struct app *app, const struct board *b, const char *typed,
                          const char *line) {
    keys(app, "c");
    app_key(app, KEY_GO_DOWN);
    app_key(app, KEY_RETURN);
    keys(app, typed);
    app_key(app, KEY_RETURN);
    is_shown(app, "Corrected");
    const char *said = table_line(b->table, table_lines(b->table));
    assert_string_equal(strstr(said, "score "), line);
}

CLAIM(a_correction_takes_the_names_that_it_shows) {
    struct app *app = quiet_stage();
    struct board *b = board_after(
        app, (const char *const[]){"rules yahtzee-classic", "seat Ann", "dice physical",
                                   "roll 1 1 1 1 2", "score five-kind", "roll 1 1 1 2 3", NULL});
    correct_score(app, b, "Aces", "score ones");
    correct_score(app, b, "yahtzee", "score five-kind");
    correct_score(app, b, "4 of a kind", "score four-kind");
    correct_score(app, b, "score YAHTZEE", "score five-kind");
    correct_score(app, b, "3 of a kind 0", "score three-kind 0");
    keys(app, "c");
    app_key(app, KEY_GO_DOWN);
    app_key(app, KEY_RETURN);
    is_shown(app, "how it stands: 3 of a kind 0");
    stage_close(app);
}

/* A finished game of Ann, Bea and Robo. */
static struct board *finished_game(struct app *app) {
    return board_after(app, (const char *const[]){"rules yardkle:goal=100,entry=0", "seat Ann",
                                                  "seat Bea", "seat Robo bot club", "start 1",
                                                  "dice physical", "roll 1 2 3 4 6 6",
                                                  "take 1 stop", "roll 1 2 3 4 6 6", "take 1 stop",
                                                  "roll 1 2 3 4 6 6", "take 1 stop", NULL});
}

CLAIM(n_and_enter_begin_the_next_game_with_the_same_seats) {
    struct app *app = quiet_stage();
    struct board *b = finished_game(app);
    int lines = table_lines(b->table);
    keys(app, "n");
    is_shown(app, "The next game: who plays?");
    is_shown(app, "Robo (bot: club)");
    app_key(app, KEY_RETURN);
    is_shown(app, "New game.");
    assert_int_equal(table_lines(b->table), lines + 1);
    assert_int_equal(table_now(b->table)->seat_count, 3);
    stage_close(app);
}

CLAIM(before_the_next_game_players_can_leave_join_and_change_places) {
    struct app *app = quiet_stage();
    struct board *b = finished_game(app);
    int lines = table_lines(b->table);
    keys(app, "n");
    app_key(app, KEY_FIRST);
    is_shown(app, "PgUp and PgDn move this seat up or down");
    app_key(app, KEY_GO_LEFT); /* who sits there already neither changes nor gets another name */
    keys(app, "x");
    is_not_shown(app, "Annx");
    is_not_shown(app, "Ann (bot");
    app_key(app, KEY_DELETE);
    app_key(app, KEY_GO_DOWN);
    app_key(app, KEY_GO_DOWN);
    app_key(app, KEY_RETURN); /* adds a seat */
    for (int i = 0; i < 20; i++)
        app_key(app, KEY_RUBOUT);
    keys(app, "Bea");
    app_key(app, KEY_LAST);
    app_key(app, KEY_RETURN);
    is_shown(app, "Bea is already at the table.");
    assert_int_equal(table_lines(b->table), lines);
    app_key(app, KEY_GO_UP);
    app_key(app, KEY_GO_UP);
    for (int i = 0; i < 3; i++)
        app_key(app, KEY_RUBOUT);
    keys(app, "Cy");
    app_key(app, KEY_PAGE_UP);
    app_key(app, KEY_PAGE_UP);
    app_key(app, KEY_PAGE_UP); /* already on top */
    app_key(app, KEY_LAST);
    app_key(app, KEY_RETURN);
    const struct state *s = table_now(b->table);
    assert_int_equal(s->seat_count, 3);
    assert_string_equal(s->seats[0].name, "Cy");
    assert_string_equal(s->seats[1].name, "Bea");
    assert_string_equal(s->seats[2].name, "Robo");
    assert_string_equal(s->seats[2].bot, "club");
    stage_close(app);
}

CLAIM(escape_returns_to_the_finished_game) {
    struct app *app = quiet_stage();
    struct board *b = finished_game(app);
    int lines = table_lines(b->table);
    keys(app, "n");
    app_key(app, KEY_FIRST);
    app_key(app, KEY_DELETE);
    app_key(app, KEY_ESCAPE);
    is_shown(app, "[N]ew game");
    assert_int_equal(table_lines(b->table), lines);
    stage_close(app);
}

CLAIM(a_player_can_leave_during_the_game) {
    struct app *app = quiet_stage();
    struct board *b =
        board_after(app, (const char *const[]){"rules yardzee", "seat Ann", "seat Bea", "seat Cy",
                                               "start 1", "dice physical", NULL});
    keys(app, "l"); /* nothing to leave yet */
    is_shown(app, "A player can leave only during a game of two or more.");
    keys(app, "11234");
    app_key(app, KEY_BOX + 12);
    is_shown(app, "[L] a player leaves");
    keys(app, "L");
    is_shown(app, "Who leaves the game?");
    app_key(app, KEY_ESCAPE);
    keys(app, "l");
    app_key(app, KEY_RETURN); /* Bea, whose turn it is */
    assert_string_equal(table_line(b->table, table_lines(b->table)), "leave 2");
    is_shown(app, "Bea leaves the game.");
    is_shown(app, "[U]ndo");
    keys(app, "u");
    assert_int_equal(set_count(state_left(&b->view)), 0);
    keys(app, "l");
    app_key(app, KEY_RETURN);
    keys(app, "l");
    app_key(app, KEY_GO_UP); /* Ann: Bea is not in the list anymore */
    app_key(app, KEY_RETURN);
    assert_string_equal(table_line(b->table, table_lines(b->table)), "leave 1");
    keys(app, "l"); /* nobody would play on */
    is_shown(app, "A player can leave only during a game of two or more.");
    stage_close(app);
}

CLAIM(a_seat_without_a_name_is_reported_in_the_words_of_the_form) {
    struct app *app = quiet_stage();
    struct screen *s = newgame_new(app, &(struct wanted){.seats = {"A"}, .seat_count = 1});
    app_push(app, s);
    keys(app, "?");
    is_shown(app, "Help: a new game");
    keys(app, "q");
    struct newgame *g = (struct newgame *)s;
    struct place places[PLACES_MAX];
    int n = newgame_places(g, places);
    for (int i = 0; i < n; i++)
        g->cursor = places[i].line == LINE_SEAT ? i : g->cursor;
    app_key(app, KEY_RUBOUT);
    g->cursor = n - 1;
    app_key(app, KEY_RETURN);
    is_shown(app, "Seat 1 has no name. Type one, or remove the seat with Del.");
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
