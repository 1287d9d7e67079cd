/* A table on a server: who holds a place, who may say what, and what the server says itself. */
#include <string.h>

#include "room/twin.h"

#define ZEROS "0000000000000000000000000000000000000000000000000000000000000000"

static void refuse_sit(struct twin *h, const char *name, int with, bool program,
                       enum room_refusal code) {
    struct room_plan plan;
    struct text error = TEXT_IN(h->words);
    assert_int_equal(room_plan_sit(h->room, span_of(name), with, program, &plan, &error), code);
    assert_true(error.len && !plan.count);
}

/* ---- creating a table, sitting down ---- */

CLAIM(a_table_starts_with_its_rules_its_non_default_options_and_its_host) {
    static const char *const bots[][2] = {{"Robo", "expert"}, {NULL, NULL}};
    struct room_setup setup = {.rules = span_of("yardkle:set-aside=any,goal=5000"),
                               .name = span_of("Ann"),
                               .dice = span_of("seed 42"),
                               .start = span_of("roll"),
                               .date = span_of("2026-11-15T08:30:00Z"),
                               .clock_seconds = 60,
                               .bots = bots};
    static const char *const lines[] = {
        "yardstick 1",          "date 2026-11-15T08:30:00Z", "rules yardkle:goal=5000",
        "# room: dice seed 42", "# room: clock 60",          "# room: start roll",
        "# room: sit 1 Ann",    "# room: bot 2 Robo expert"};
    struct twin h = twin_of(&setup);
    assert_int_equal(room_lines(h.room), 8);
    for (int i = 0; i < 8; i++)
        assert_string_equal(table_line(room_table(h.room), i + 1), lines[i]);
    const struct room_options *o = room_options(h.room);
    assert_int_equal(o->clock_seconds, 60);
    assert_int_equal(o->start, START_BY_ROLL);
    assert_int_equal(o->dice.kind, DICE_SEEDED);
    assert_int_equal(o->dice.seed, 42);
    twin_check_record(&h);
    twin_close(&h);
    struct twin plain = twin_with("yardzee", "fair", 0);
    assert_int_equal(room_lines(plain.room), 4);
    assert_int_equal(room_options(plain.room)->dice.kind, DICE_FAIR);
    twin_close(&plain);
}

CLAIM(impossible_setups_are_refused_with_a_reason) {
    static const char *const sides[] = {"Bea", NULL};
    static const char *const odd[] = {"Bea with 1", NULL};
    static const char *const bots[][2] = {{"Robo", "nobody"}, {NULL, NULL}};
    static const char *many[70];
    for (int i = 0; i < 69; i++)
        many[i] = "A+B+C+D+E+F+G+H";
    const struct room_setup setups[] = {
        {.rules = span_of("chess"), .name = span_of("Ann")},
        {.rules = span_of("yardzee"), .name = span_of("")},
        {.name = span_of("Ann")},
        {.rules = span_of("yardzee"), .name = span_of("Ann+Bea")},
        {.rules = span_of("yardzee"), .name = span_of("Ann\nroll")},
        {.rules = span_of("yardzee"), .name = {"Ann\0x", 5}},
        {.rules = span_of("yardzee"), .name = span_of("Ann program")},
        {.rules = span_of("yardzee"), .name = span_of("Ann"), .dice = span_of("system")},
        {.rules = span_of("yardzee"), .name = span_of("Ann"), .dice = span_of("fair " ZEROS)},
        {.rules = span_of("yardzee"), .name = span_of("Ann"), .clock_seconds = -1},
        {.rules = span_of("yardzee"), .name = span_of("Ann"), .start = span_of("0")},
        {.rules = span_of("yardzee"), .name = span_of("Ann"), .date = span_of("today")},
        {.rules = span_of("yardzee"), .name = span_of("Ann"), .seats = sides},
        {.rules = span_of("yardzee"), .name = span_of("Bea"), .seats = sides, .keeper = true},
        {.rules = span_of("yardzee"), .name = span_of("Ann"), .seats = odd, .keeper = true},
        {.rules = span_of("yardzee"), .name = span_of("Ann"), .seats = many, .keeper = true},
        {.rules = span_of("yardzee"), .name = span_of("Ann"), .bots = bots}};
    for (size_t i = 0; i < sizeof setups / sizeof *setups; i++) {
        char words[512] = "";
        struct text error = TEXT_IN(words);
        struct room_plan plan;
        if (room_plan_new(&setups[i], &plan, &error))
            fail_msg("setup %zu is accepted", i);
        assert_true(error.len && !plan.count);
    }
}

CLAIM(nobody_can_sit_down_with_an_invalid_or_taken_name) {
    struct twin h = twin_with("yardzee", "fair", 0);
    char long_name[PERSON_LETTERS_MAX + 2];
    memset(long_name, 'x', sizeof long_name);
    long_name[PERSON_LETTERS_MAX + 1] = 0;
    refuse_sit(&h, "Ann", 0, false, ROOM_RULES);
    refuse_sit(&h, "Bea+Cem", 0, false, ROOM_WORDS);
    refuse_sit(&h, "", 0, false, ROOM_WORDS);
    refuse_sit(&h, "#Bea", 0, false, ROOM_WORDS);
    refuse_sit(&h, "Bea/Cem", 0, false, ROOM_WORDS);
    refuse_sit(&h, "Bea bot club", 0, false, ROOM_WORDS);
    refuse_sit(&h, "Bea program", 0, false, ROOM_WORDS);
    refuse_sit(&h, "Bea with 1", 0, false, ROOM_WORDS);
    refuse_sit(&h, "Bea\n", 0, false, ROOM_WORDS);
    refuse_sit(&h, long_name, 0, false, ROOM_WORDS);
    struct room_plan plan;
    struct text error = TEXT_IN(h.words);
    struct span cut_off = {"Bea \0", 5};
    assert_int_equal(room_plan_sit(h.room, cut_off, 0, false, &plan, &error), ROOM_WORDS);
    refuse_sit(&h, "Bea", 2, false, ROOM_PLACE);
    refuse_sit(&h, "Bea", 1, true, ROOM_RULES);
    long_name[PERSON_LETTERS_MAX] = 0;
    assert_int_equal(twin_sit(&h, long_name, 0, false), 2);
    assert_string_equal(room_place(h.room, 1)->name, long_name);
    assert_int_equal(twin_sit(&h, "Änn", 0, false), 3);
    assert_int_equal(twin_sit(&h, "Ticker", 0, true), 4);
    refuse_sit(&h, "Dan", 4, false, ROOM_PLACE);
    twin_refuse(&h, 1, "bot Ticker club", ROOM_RULES, "Ticker is already at the table.");
    twin_refuse(&h, 1, "bot Robo nobody", ROOM_WORDS, "Choose one of these: perfect, expert");
    twin_refuse(&h, 1, "bot Robo", ROOM_WORDS, "a name and a level");
    twin_close(&h);
}

static void refuse_look_alike(struct twin *h, const char *name) {
    refuse_sit(h, name, 0, false, ROOM_WORDS);
    if (!strstr(h->words, "which is taken. Choose another."))
        fail_msg("'%s' is refused for another reason: %s", name, h->words);
}

CLAIM(names_that_look_like_a_taken_one_are_refused) {
    static const char *const bots[][2] = {{"ANN", "club"}, {NULL, NULL}};
    static const char *const sides[] = {"Zoë", "Zoe\u0308", NULL};
    const struct room_setup setups[] = {
        {.rules = span_of("yardzee"), .name = span_of("A\u200Bnn")},
        {.rules = span_of("yardzee"), .name = span_of("Аnn")}, /* with a Cyrillic A */
        {.rules = span_of("yardzee"), .name = span_of("Ann"), .bots = bots},
        {.rules = span_of("yardzee"), .name = span_of("Ann"), .seats = sides, .keeper = true}};
    for (size_t i = 0; i < sizeof setups / sizeof *setups; i++) {
        char words[512] = "";
        struct text error = TEXT_IN(words);
        struct room_plan plan;
        if (room_plan_new(&setups[i], &plan, &error))
            fail_msg("setup %zu is accepted", i);
        assert_true(error.len && !plan.count);
    }
    struct twin h = twin_with("yardzee", "fair", 0);
    refuse_look_alike(&h, "ann");
    refuse_look_alike(&h, "Ａｎｎ");
    refuse_sit(&h, "An\u200Dn", 0, false, ROOM_WORDS);
    refuse_sit(&h, "\u202EnnA", 0, false, ROOM_WORDS);
    refuse_sit(&h, "Аnn", 0, false, ROOM_WORDS);
    twin_refuse(&h, 1, "bot ANN club", ROOM_WORDS, "looks too much like 'Ann', which is taken");
    twin_refuse(&h, 1, "bot Ro\u200Bbo club", ROOM_WORDS, "the character U+200B");
    assert_int_equal(twin_sit(&h, "Cob", 0, false), 2);
    refuse_look_alike(&h, "СОВ"); /* entirely in Cyrillic */
    twin_say(&h, 2, "leave");
    assert_int_equal(twin_sit(&h, "COB", 0, false),
                     3); /* the player with the similar name has left */
    twin_close(&h);
}

CLAIM(names_that_would_be_refused_today_are_read_from_logs) {
    struct twin h = twin_with("yardzee", "fair", 0);
    char words[256] = "";
    struct text error = TEXT_IN(words);
    assert_true(room_read(h.room, span_of("# room: sit 2 ann"), 0, NULL, &error));
    assert_true(room_read(h.room, span_of("# room: sit 3 \u202EnnA"), 0, NULL, &error));
    assert_string_equal(room_place(h.room, 1)->name, "ann");
    twin_close(&h);
}

CLAIM(the_numbers_of_seats_partners_and_places_are_limited) {
    struct twin h = twin_with("yardzee", "fair", 0);
    for (int i = 1; i < PEOPLE_MAX; i++) {
        char name[8];
        struct text n = TEXT_IN(name);
        text_add(&n, "P%d", i);
        twin_sit(&h, name, i == 1 ? 1 : i, false); /* also as the partner of a partner */
        assert_int_equal(room_place(h.room, i)->with, 1);
    }
    refuse_sit(&h, "Zoe", 1, false, ROOM_RULES);
    for (int i = 1; i < SEATS_MAX; i++) {
        char name[8];
        struct text n = TEXT_IN(name);
        text_add(&n, "Q%d", i);
        twin_sit(&h, name, 0, false);
    }
    refuse_sit(&h, "Zoe", 0, false, ROOM_RULES);
    while (room_places(h.room) < ROOM_PLACES_MAX) {
        twin_say(&h, room_places(h.room), "leave");
        twin_sit(&h, "Zoe", 0, false);
    }
    twin_say(&h, ROOM_PLACES_MAX, "leave");
    refuse_sit(&h, "Zoe", 1, false, ROOM_PHASE); /* not as a partner in a game */
    twin_say(&h, 1, "begin");
    assert_int_equal(twin_now(&h)->seat_count, SEATS_MAX - 1);
    assert_string_equal(twin_now(&h)->seats[0].name, "Ann+P1+P2+P3+P4+P5+P6+P7");
    twin_close(&h);
}

CLAIM(a_place_that_somebody_left_before_the_game_is_never_reused) {
    struct twin h = twin_with("yardzee", "seed 1", 0);
    twin_sit(&h, "Bea", 0, false);
    twin_sit(&h, "Cem", 2, false);
    twin_sit(&h, "Dan", 2, false);
    twin_say(&h, 2, "leave");
    twin_last(&h, 0, "# room: leave 2");
    assert_int_equal(twin_sit(&h, "Bea", 0, false), 5);
    twin_refuse(&h, 2, "leave", ROOM_PLACE, "Nobody holds");
    twin_play(&h, "1 bot Robo club; 1 remove 6");
    twin_refuse(&h, 1, "remove 6", ROOM_PLACE, "Nobody holds");
    twin_say(&h, 1, "begin");
    twin_last(&h, 5, "# room: begin");
    twin_last(&h, 4, "seat Ann");
    twin_last(&h, 3, "seat Cem+Dan"); /* partners of somebody who left stay together */
    twin_last(&h, 2, "seat Bea");
    twin_last(&h, 1, "start 1");
    twin_last(&h, 0, "dice seed 1");
    assert_int_equal(room_place(h.room, 3)->seat, 1);
    assert_int_equal(room_place(h.room, 3)->person, 1);
    assert_int_equal(room_place(h.room, 1)->seat, -1);
    twin_close(&h);
}

CLAIM(the_person_in_the_lowest_place_is_the_host) {
    struct twin h = twin_with("yardzee", "seed 1", 0);
    twin_sit(&h, "Bea", 0, false);
    twin_refuse(&h, 2, "begin", ROOM_HOST, "place 1");
    twin_refuse(&h, 2, "bot Robo club", ROOM_HOST, "place 1");
    twin_refuse(&h, 2, "remove 1", ROOM_HOST, "place 1");
    twin_refuse(&h, 0, "begin", ROOM_PLACE, "You're watching.");
    twin_refuse(&h, 1, "remove 1", ROOM_WORDS, "use 'leave'");
    twin_say(&h, 1, "leave");
    assert_int_equal(room_host(h.room), 2);
    twin_say(&h, 2, "begin");
    twin_refuse(&h, 2, "begin", ROOM_PHASE, "has begun");
    twin_refuse(&h, 2, "remove 2", ROOM_PHASE, "has begun");
    refuse_sit(&h, "Zoe", 2, false, ROOM_PHASE); /* not as a partner, once the game has begun */
    assert_int_equal(room_host(h.room), 2);
    twin_say(&h, 2, "leave");
    assert_int_equal(room_host(h.room), 0);
    twin_duty(&h, ROOM_DUTY_NONE);
    twin_close(&h);
}

CLAIM(only_a_held_place_can_be_moved) {
    struct twin h = twin_with("yardzee", "seed 1", 0);
    struct room_plan plan;
    struct text error = TEXT_IN(h.words);
    twin_say(&h, 1, "bot Robo club");
    assert_int_equal(room_plan_move(h.room, 2, &plan, &error), ROOM_PLACE);
    assert_int_equal(room_plan_move(h.room, 0, &plan, &error), ROOM_PLACE);
    assert_int_equal(room_plan_move(h.room, 1, &plan, &error), ROOM_OK);
    assert_int_equal(plan.place, 1);
    twin_store(&h, &plan);
    twin_last(&h, 0, "# room: move 1");
    twin_close(&h);
}

CLAIM(the_starting_seat_must_exist) {
    struct room_setup setup = {
        .rules = span_of("yardzee"), .name = span_of("Ann"), .start = span_of("2")};
    struct twin h = twin_of(&setup);
    twin_refuse(&h, 1, "begin", ROOM_RULES, "Seat 2 can't start: there is only 1 seat.");
    twin_sit(&h, "Bea", 0, false);
    twin_say(&h, 1, "begin");
    twin_last(&h, 2, "start 2");
    twin_close(&h);
}

/* ---- turns ---- */

CLAIM(only_the_person_whose_turn_it_is_may_roll_and_choose) {
    struct twin h = twin_two("seed 1", 0);
    twin_refuse(&h, 2, "roll", ROOM_TURN, "It's Ann's turn.");
    twin_refuse(&h, 0, "roll", ROOM_PLACE, "You're watching.");
    twin_refuse(&h, 7, "roll", ROOM_PLACE, "Nobody holds");
    twin_refuse(&h, 1, "roll 1 2 3 4 5", ROOM_RULES, "Send just 'roll'");
    twin_refuse(&h, 1, "score chance", ROOM_RULES, "Roll the dice first.");
    twin_refuse(&h, 1, "hint", ROOM_PHASE, "Roll the dice first.");
    twin_say(&h, 1, "roll");
    twin_refuse(&h, 2, "hint", ROOM_TURN, "It's Ann's turn.");
    twin_say(&h, 1, "hint");
    twin_refuse(&h, 1, "hint", ROOM_PHASE, "already");
    twin_refuse(&h, 2, "score chance", ROOM_TURN, "It's Ann's turn.");
    twin_refuse(&h, 1, "score nonsense", ROOM_WORDS, "nonsense");
    twin_refuse(&h, 1, "undo", ROOM_RULES, "real dice");
    twin_refuse(&h, 1, "correct 12 score ones", ROOM_RULES, "real dice");
    twin_say(&h, 1, "score chance");
    twin_refuse(&h, 1, "roll", ROOM_TURN, "It's Bea's turn.");
    twin_say(&h, 2, "roll");
    twin_refuse(&h, 1, "rematch", ROOM_PHASE, "Finish this game before");
    twin_close(&h);
}

CLAIM(partners_take_turns_and_play_for_a_partner_who_has_left) {
    struct twin h = twin_with("yardzee", "seed 1", 0);
    twin_sit(&h, "Bea", 1, false);
    twin_sit(&h, "Cem", 1, false);
    twin_sit(&h, "Dan", 0, false);
    twin_say(&h, 1, "begin");
    twin_last(&h, 3, "seat Ann+Bea+Cem");
    twin_refuse(&h, 2, "roll", ROOM_TURN, "It's Ann's turn.");
    twin_play(&h, "1 roll; 1 score ones; 4 roll; 4 score ones");
    twin_refuse(&h, 1, "roll", ROOM_TURN, "It's Bea's turn.");
    twin_say(&h, 2, "leave");
    assert_true(room_place(h.room, 1)->left);
    twin_refuse(&h, 4, "roll", ROOM_TURN, "It's Bea's turn.");
    twin_refuse(&h, 2, "roll", ROOM_PLACE, "Nobody holds");
    twin_play(&h, "3 roll; 1 score twos");
    twin_close(&h);
}

CLAIM(server_commands_and_requests_for_advice_are_refused) {
    static const char *const words[] = {"new",         "rules yardzee",
                                        "seat Zoe",    "dice physical",
                                        "start 1",     "position x",
                                        "secret",      "quit",
                                        "reveal",      "date x",
                                        "yardstick 1", "# room: sit 9 Zoe",
                                        "# hello",     "advise",
                                        "why",         "judge 1 roll",
                                        "analyse",     "practice",
                                        "daily",       "seal 1",
                                        "rol",         "",
                                        " ",           "state",
                                        "sit 3 Zoe",   "late 1",
                                        "move 1",      "clock 1",
                                        "keeper",      "roll\nroll",
                                        "\xff"};
    struct twin h = twin_two("seed 1", 10);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        twin_refuse(&h, 1, words[i], ROOM_WORDS, "");
        twin_refuse(&h, 0, words[i], ROOM_WORDS, "");
    }
    twin_refuse(&h, 1, "rol", ROOM_WORDS, "Did you mean 'roll'?");
    twin_refuse(&h, 1, "advise", ROOM_WORDS, "yard engine");
    twin_refuse(&h, 1, "bot expert 0.5", ROOM_PHASE, "has begun");
    twin_close(&h);
}

CLAIM(game_commands_are_refused_before_the_game) {
    static const char *const words[] = {"roll",    "hint",           "undo",
                                        "rematch", "share 1 " ZEROS, "ask 1 club",
                                        "agree 1", "back",           "correct 1 score ones"};
    struct twin h = twin_with("yardzee", "fair", 0);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        twin_refuse(&h, 1, words[i], ROOM_PHASE, "hasn't begun yet");
    twin_close(&h);
}

/* ---- real dice ---- */

CLAIM(with_real_dice_only_the_author_of_the_last_line_can_undo_it) {
    struct twin h = twin_two("physical", 30);
    twin_refuse(&h, 1, "roll", ROOM_RULES, "type their numbers");
    twin_refuse(&h, 1, "undo", ROOM_RULES, "nothing to undo");
    twin_say(&h, 1, "roll 1 1 2 3 4");
    twin_refuse(&h, 2, "undo", ROOM_TURN, "only your own last move");
    twin_play(&h, "1 undo; 1 roll 1 1 2 3 5; 1 score ones");
    twin_refuse(&h, 2, "undo", ROOM_TURN, "only your own last move");
    twin_play(&h, "1 undo; 1 undo; 1 roll 1 1 2 3 5; 1 score ones; 2 roll 2 2 2 3 5");
    twin_refuse(&h, 1, "undo", ROOM_TURN, "only your own last move");
    twin_say(&h, 2, "undo");
    twin_refuse(&h, 1, "undo", ROOM_TURN, "only your own last move"); /* Bea has spoken since */
    twin_refuse(&h, 2, "undo", ROOM_TURN, "only your own last move");
    h.now += 1000000;
    assert_int_equal(twin_duty(&h, ROOM_DUTY_NONE).at, 0); /* nobody can be late */
    twin_check_record(&h);
    twin_close(&h);
}

CLAIM(with_real_dice_any_player_can_correct_lines_but_not_names) {
    struct twin h = twin_two("physical", 0);
    twin_say(&h, 1, "roll 1 1 2 3 4");
    int roll = room_lines(h.room);
    char line[64];
    struct text l = TEXT_IN(line);
    twin_say(&h, 1, "score ones");
    text_add(&l, "correct %d roll 1 1 1 3 4", roll);
    twin_refuse(&h, 0, line, ROOM_PLACE, "You're watching.");
    twin_say(&h, 2, line);
    assert_int_equal(twin_now(&h)->game.card[0].points[0], 3);
    twin_refuse(&h, 1, "correct 8 seat Zoe", ROOM_RULES, "Names can't be changed at this table.");
    twin_refuse(&h, 1, "correct 1 score ones", ROOM_RULES, "only by a line of the same kind");
    twin_refuse(&h, 1, "correct 4 score ones", ROOM_RULES, "nothing on line 4 to correct");
    twin_refuse(&h, 1, "correct 99 score ones", ROOM_RULES, "no line 99");
    twin_say(&h, 1, "undo"); /* anybody may undo a correction */
    assert_int_equal(twin_now(&h)->game.card[0].points[0], 2);
    twin_close(&h);
}

CLAIM(with_real_dice_any_player_rolls_for_bots_and_the_server_chooses) {
    struct twin h = twin_with("yardzee", "physical", 0);
    twin_sit(&h, "Bea", 0, false);
    twin_play(&h, "1 bot Robo club; 1 begin");
    for (int seat = 1; seat <= 2; seat++) {
        twin_say(&h, seat, "roll 1 2 3 4 6");
        twin_say(&h, seat, "score chance");
    }
    assert_int_equal(twin_duty(&h, ROOM_DUTY_NONE).at, 0);
    twin_refuse(&h, 1, "score chance", ROOM_TURN, "It's Robo's turn.");
    twin_say(&h, 2, "roll 1 2 3 4 5");
    assert_string_equal(twin_duty(&h, ROOM_DUTY_BOT).level, "club");
    twin_refuse(&h, 1, "score chance", ROOM_TURN, "It's Robo's turn.");
    twin_refuse(&h, 1, "hint", ROOM_TURN, "It's Robo's turn.");
    twin_say(&h, 1, "undo"); /* anybody may undo a roll entered for a bot */
    twin_say(&h, 1, "roll 1 2 3 4 5");
    struct room_plan plan;
    struct text error = TEXT_IN(h.words);
    assert_int_equal(room_plan_bot(h.room, span_of("score nonsense"), false, &plan, &error),
                     ROOM_WORDS);
    assert_int_equal(room_plan_bot(h.room, span_of("rematch"), false, &plan, &error), ROOM_WORDS);
    assert_int_equal(room_plan_bot(h.room, span_of("keep 6"), false, &plan, &error), ROOM_RULES);
    assert_int_equal(room_plan_bot(h.room, span_of("score chance"), false, &plan, &error), ROOM_OK);
    twin_store(&h, &plan);
    assert_int_equal(room_plan_bot(h.room, span_of("score ones"), false, &plan, &error), ROOM_TURN);
    twin_refuse(&h, 1, "undo", ROOM_TURN, "only your own last move"); /* the bot's own choice */
    twin_close(&h);
}

/* ---- turns without all their throws ---- */

CLAIM(with_real_dice_the_player_to_move_sets_the_pace_and_enters_the_turn) {
    struct twin h = twin_two("physical", 0);
    twin_refuse(&h, 1, "score ones 3", ROOM_RULES, "'pace points' first");
    twin_refuse(&h, 2, "pace points", ROOM_TURN, "It's Ann's turn.");
    twin_refuse(&h, 0, "pace points", ROOM_PLACE, "You're watching.");
    twin_refuse(&h, 1, "pace slow", ROOM_WORDS, "'throws', 'last' or 'points'");
    twin_say(&h, 1, "pace points"); /* setting up: there is nothing to undo yet */
    twin_refuse(&h, 1, "undo", ROOM_RULES, "nothing to undo");
    twin_refuse(&h, 2, "undo", ROOM_RULES, "nothing to undo");
    twin_refuse(&h, 2, "score ones 3", ROOM_TURN, "It's Ann's turn.");
    twin_refuse(&h, 1, "score ones 7", ROOM_RULES, "Possible points: 0 to 5.");
    twin_refuse(&h, 1, "last 1 1 1 2 3", ROOM_RULES, "'pace last' first");
    twin_say(&h, 1, "score ones 3");
    twin_refuse(&h, 2, "undo", ROOM_TURN, "only your own last move");
    twin_play(&h, "1 undo; 1 score ones 4; 2 pace last; 2 last 2 2 2 5 5");
    twin_refuse(&h, 2, "undo 2", ROOM_WORDS, "");
    twin_refuse(&h, 1, "undo", ROOM_TURN, "only your own last move");
    twin_play(&h, "2 undo; 2 last 2 2 2 5 6; 2 score twos");
    assert_int_equal(twin_now(&h)->game.card[1].points[1], 6);
    twin_refuse(&h, 2, "pace throws", ROOM_TURN, "It's Ann's turn.");
    twin_play(&h, "1 pace throws; 1 roll 1 2 3 4 5; 1 score chance");
    twin_check_record(&h);
    twin_close(&h);
}

CLAIM(with_real_dice_nobody_enters_points_for_a_bot) {
    struct twin h = twin_with("yardkle", "physical", 0);
    twin_play(&h, "1 bot Robo club; 1 begin; 1 pace points; 1 bank 850");
    twin_refuse(&h, 1, "bank 50", ROOM_TURN, "It's Robo's turn.");
    twin_refuse(&h, 1, "bust", ROOM_TURN, "It's Robo's turn.");
    twin_refuse(&h, 1, "pace last", ROOM_TURN, "It's Robo's turn.");
    struct room_plan plan;
    struct text error = TEXT_IN(h.words);
    assert_int_equal(room_plan_bot(h.room, span_of("bank 850"), false, &plan, &error), ROOM_TURN);
    twin_say(&h, 1, "roll 2 2 3 3 4 6"); /* no die scores */
    twin_say(&h, 1, "bank 500");
    assert_int_equal(twin_now(&h)->game.total[0], 1350);
    twin_check_record(&h);
    twin_close(&h);
}

/* No word of a turn without throws, and no way to make room for one. */
static void refuses_claims(const char *dice, bool keeper, const char *rules,
                           const char *const *lines) {
    static const char *const seats[] = {"Bea", NULL};
    struct room_setup setup = {.rules = span_of(rules),
                               .name = span_of("Ann"),
                               .dice = span_of(dice),
                               .keeper = keeper,
                               .seats = keeper ? seats : NULL};
    struct twin h = twin_of(&setup);
    if (!keeper)
        twin_sit(&h, "Bea", 0, false);
    twin_say(&h, 1, "begin");
    for (int seat = 1; seat <= 2 && !strcmp(dice, "fair"); seat++)
        twin_pledge(&h, keeper ? 1 : seat, seat);
    for (int seat = 1; seat <= 2 && !strcmp(dice, "fair"); seat++)
        twin_share(&h, keeper ? 1 : seat, seat);
    for (int throws = 0; throws < 2; throws++) {
        int before = room_lines(h.room);
        for (int i = 0; lines[i]; i++) {
            char correction[128];
            struct text c = TEXT_IN(correction);
            text_add(&c, "correct %d %s", before, lines[i]);
            assert_int_equal(twin_try(&h, 1, lines[i]), ROOM_RULES);
            assert_int_not_equal(twin_try(&h, 1, correction), ROOM_OK);
            assert_false(room_read(h.room, span_of(lines[i]), 0, NULL, TEXT_OVER(h.words)));
            assert_false(room_read(h.room, span_of(correction), 0, NULL, TEXT_OVER(h.words)));
        }
        twin_refuse(&h, 1, "dice physical", ROOM_WORDS, "");
        assert_int_equal(room_lines(h.room), before);
        assert_int_equal(twin_now(&h)->game.total[0], 0);
        if (!throws)
            twin_say(&h, 1, "roll");
    }
    twin_check_record(&h);
    twin_close(&h);
}

CLAIM(where_the_server_rolls_nobody_enters_points_dice_or_a_bust) {
    static const char *const sheet[] = {"pace points",        "pace last",
                                        "score ones 5",       "score chance 30",
                                        "score five-kind 50", "score chance 30 bonus",
                                        "last 6 6 6 6 6",     NULL};
    static const char *const press[] = {"pace points", "pace last", "bank 10000", "bank",
                                        "bust",        "aside 1",   "bank 0",     NULL};
    static const char *const dice[] = {"fair", "seed 1"};
    for (int i = 0; i < 2; i++) {
        for (int keeper = 0; keeper < 2; keeper++) {
            refuses_claims(dice[i], keeper, "yahtzee", sheet);
            refuses_claims(dice[i], keeper, "yardkle:entry=0", press);
        }
    }
}

CLAIM(where_the_server_rolls_nobody_gains_time_by_talking_about_the_pace) {
    struct twin h = twin_two("seed 7", 20);
    twin_refuse(&h, 1, "pace throws", ROOM_RULES, "real dice");
    h.now += 20 * 1000;
    twin_duty(&h, ROOM_DUTY_SAY);
    twin_last(&h, 0, "# room: late 1");
    twin_close(&h);
}

/* ---- one device for all ---- */

CLAIM(a_keeper_speaks_for_all_sides) {
    static const char *const seats[] = {"Bea", "Cem+Dan", NULL};
    struct room_setup setup = {.rules = span_of("yardzee"),
                               .name = span_of("Ann"),
                               .dice = span_of("physical"),
                               .keeper = true,
                               .seats = seats};
    struct twin h = twin_of(&setup);
    twin_last(&h, 0, "# room: sit 4 Dan with 3");
    refuse_sit(&h, "Zoe", 1, false, ROOM_PHASE); /* not as a partner in a game */
    twin_refuse(&h, 2, "leave", ROOM_PLACE, "Nobody holds");
    twin_play(&h, "1 bot Robo club; 1 remove 5; 1 begin");
    for (int seat = 0; seat < 3; seat++) {
        twin_say(&h, 1, "roll 1 1 2 3 4");
        twin_say(&h, 1, "hint");
        twin_say(&h, 1, "score ones");
    }
    for (int i = 0; i < 6; i++)
        twin_say(&h, 1, "undo");
    twin_say(&h, 1, "ask 3 club"); /* nobody else has to agree */
    twin_duty(&h, ROOM_DUTY_SAY);
    twin_last(&h, 0, "correct 14 seat Cem bot club");
    twin_refuse(&h, 1, "undo", ROOM_PHASE, "changed hands");
    twin_say(&h, 1, "back 3");
    twin_last(&h, 0, "correct 14 seat Cem+Dan");
    twin_play(&h, "1 roll 1 1 2 3 4; 1 undo");
    twin_check_record(&h);
    twin_close(&h);
}
