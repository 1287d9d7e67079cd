/* A table on a server when people are away or late: bots in their place, and the clock. */
#include <string.h>

#include "room/twin.h"

static struct draw draw = {99};

static struct twin three(const char *dice) {
    struct twin h = twin_with("yardzee", dice, 0);
    twin_sit(&h, "Bea", 0, false);
    twin_sit(&h, "Cem", 0, false);
    twin_say(&h, 1, "begin");
    return h;
}

/* ---- bots in place of people ---- */

/* Lets time pass until a bot takes over for the absent player. */
static void stay_away(struct twin *h) {
    assert_int_equal(twin_duty(h, ROOM_DUTY_NONE).at, h->now + 1000 * ROOM_AWAY_SECONDS);
    h->now += 1000 * ROOM_AWAY_SECONDS;
    twin_duty(h, ROOM_DUTY_SAY);
}

CLAIM(a_bot_replaces_an_absent_player_if_all_others_agree) {
    struct twin h = three("seed 1");
    twin_refuse(&h, 2, "ask 1", ROOM_WORDS, "Choose one of these: perfect");
    twin_refuse(&h, 2, "ask 9 club", ROOM_PLACE, "Nobody plays at place 9.");
    twin_refuse(&h, 2, "ask x club", ROOM_WORDS, "number of a place");
    twin_refuse(&h, 2, "agree 1", ROOM_PHASE, "Nobody has asked");
    twin_say(&h, 2, "ask 1 family");
    twin_last(&h, 0, "# room: ask 1 2 family");
    twin_refuse(&h, 2, "agree 1", ROOM_PHASE, "already agreed");
    twin_refuse(&h, 2, "ask 1 family", ROOM_PHASE, "already asked");
    twin_refuse(&h, 1, "back 2", ROOM_WORDS, "Nothing may follow");
    h.here = bits_set(6);
    assert_int_equal(twin_duty(&h, ROOM_DUTY_NONE).at, 0); /* Cem is present and has not agreed */
    h.now += 1000 * ROOM_AWAY_SECONDS;
    assert_int_equal(twin_duty(&h, ROOM_DUTY_NONE).at, 0);
    twin_say(&h, 3, "agree 1");
    twin_last(&h, 0, "# room: agree 1 3");
    stay_away(&h);
    twin_last(&h, 0, "correct 9 seat Ann bot family");
    assert_true(room_place(h.room, 0)->replaced && room_place(h.room, 0)->held);
    twin_refuse(&h, 1, "roll", ROOM_TURN, "It's Ann's turn.");
    twin_refuse(&h, 3, "ask 1 club", ROOM_PHASE, "already");
    twin_duty(&h, ROOM_DUTY_SAY);
    assert_memory_equal(twin_line(&h, 0), "roll ", 5);
    assert_string_equal(twin_duty(&h, ROOM_DUTY_BOT).level, "family");
    twin_refuse(&h, 3, "back", ROOM_PHASE, "No bot is standing in");
    twin_say(&h, 1, "back");
    twin_last(&h, 1, "# room: back 1");
    twin_last(&h, 0, "correct 9 seat Ann");
    twin_duty(&h, ROOM_DUTY_NONE);
    twin_say(&h, 1, "score chance");
    twin_refuse(&h, 1, "back", ROOM_PHASE, "No bot is standing in");
    twin_check_record(&h);
    twin_close(&h);
}

CLAIM(two_absent_players_do_not_stop_the_game) {
    struct twin h = three("seed 1");
    h.here = bits_set(2);
    twin_say(&h, 2, "ask 1 family");
    assert_int_equal(twin_duty(&h, ROOM_DUTY_NONE).at, h.now + 1000 * ROOM_AWAY_SECONDS);
    h.now += 1000 * ROOM_AWAY_SECONDS - 1;
    h.here = bits_set(6); /* Cem looks in, so the wait starts over */
    assert_int_equal(twin_duty(&h, ROOM_DUTY_NONE).at, 0);
    h.here = bits_set(2);
    stay_away(&h);
    twin_last(&h, 0, "correct 9 seat Ann bot family");
    twin_close(&h);
}

CLAIM(a_present_player_is_replaced_only_with_their_consent) {
    struct twin h = twin_two("seed 1", 0);
    h.here = bits_set(3);
    twin_refuse(&h, 2, "ask 1 family", ROOM_PHASE, "Ann is here. Only they can hand their seat");
    twin_say(&h, 1, "ask 1 family");
    twin_refuse(&h, 2, "ask 1 club", ROOM_PHASE, "Ann is here"); /* not the bot she asked for */
    assert_int_equal(twin_duty(&h, ROOM_DUTY_NONE).at, 0);       /* Bea has not agreed yet */
    twin_say(&h, 2, "ask 1 family");
    twin_duty(&h, ROOM_DUTY_SAY);
    twin_last(&h, 0, "correct 8 seat Ann bot family");
    twin_say(&h, 1, "back");
    h.here = bits_set(2); /* Bea asks while Ann is away, and Ann agrees */
    twin_play(&h, "2 ask 1 club; 1 agree 1");
    h.here = bits_set(3);
    twin_duty(&h, ROOM_DUTY_SAY);
    twin_last(&h, 0, "correct 8 seat Ann bot club");
    twin_close(&h);
}

CLAIM(returning_within_the_wait_cancels_the_bot) {
    struct twin h = twin_two("seed 1", 0);
    h.here = bits_set(2);
    twin_say(&h, 2, "ask 1 family");
    assert_int_equal(twin_duty(&h, ROOM_DUTY_NONE).at, h.now + 1000 * ROOM_AWAY_SECONDS);
    h.now += 1000 * ROOM_AWAY_SECONDS - 1;
    h.here = bits_set(3);
    twin_duty(&h, ROOM_DUTY_SAY);
    twin_last(&h, 0, "# room: back 1");
    twin_duty(&h, ROOM_DUTY_NONE);
    h.here = bits_set(2);
    h.now += 5000;
    assert_int_equal(twin_duty(&h, ROOM_DUTY_NONE).at, 0);
    twin_say(&h, 2, "ask 1 family"); /* the wait starts over */
    stay_away(&h);
    twin_last(&h, 0, "correct 8 seat Ann bot family");
    twin_close(&h);
}

CLAIM(the_wait_for_an_absent_player_is_a_table_option) {
    struct room_setup setup = {.rules = span_of("yardzee"),
                               .name = span_of("Ann"),
                               .dice = span_of("seed 1"),
                               .away_seconds = 3};
    struct room_plan plan;
    char words[256];
    struct text error = TEXT_IN(words);
    assert_false(room_plan_new(&setup, &plan, &error));
    assert_non_null(strstr(words, "5 to 3600 seconds"));
    setup.away_seconds = 7;
    struct twin h = twin_of(&setup);
    twin_last(&h, 1, "# room: away 7");
    assert_int_equal(room_options(h.room)->away_seconds, 7);
    twin_sit(&h, "Bea", 0, false);
    twin_play(&h, "1 begin; 1 ask 2 club");
    assert_int_equal(twin_duty(&h, ROOM_DUTY_NONE).at, h.now + 7000);
    twin_close(&h);
}

CLAIM(a_player_who_makes_a_move_or_says_they_are_back_keeps_the_seat) {
    struct twin h = three("seed 1");
    twin_play(&h, "2 ask 1 family; 1 roll");
    twin_refuse(&h, 3, "agree 1", ROOM_PHASE, "Nobody has asked");
    twin_play(&h, "2 ask 1 family; 1 back");
    twin_last(&h, 0, "# room: back 1");
    twin_refuse(&h, 3, "agree 1", ROOM_PHASE, "Nobody has asked");
    twin_say(&h, 2, "ask 1 family");
    twin_say(&h, 3, "ask 1 club"); /* another level: the agreement starts over */
    twin_say(&h, 2, "ask 1 club"); /* asking for the same level counts as agreeing */
    stay_away(&h);
    twin_last(&h, 0, "correct 9 seat Ann bot club");
    twin_close(&h);
}

CLAIM(replacing_a_player_who_left_needs_neither_a_wait_nor_their_agreement) {
    struct twin h = three("seed 1");
    twin_say(&h, 2, "ask 1 family");
    twin_say(&h, 3,
             "leave"); /* now only Bea's agreement is needed, and by asking she has given it */
    stay_away(&h);
    twin_last(&h, 0, "correct 9 seat Ann bot family");
    twin_play(&h, "1 leave; 2 ask 3 club");
    twin_duty(&h, ROOM_DUTY_SAY);
    twin_last(&h, 0, "correct 11 seat Cem bot club");
    twin_refuse(&h, 1, "back", ROOM_PLACE, "Nobody holds");
    twin_say(&h, 2, "ask 2 perfect"); /* Bea hands over her seat, too */
    twin_serve(&h, &draw);
    assert_true(state_over(twin_now(&h)));
    twin_play(&h, "2 back; 2 rematch");
    twin_close(&h);
    struct twin gone = twin_two("seed 1", 0);
    twin_say(&gone, 1, "ask 2 club");
    twin_duty(&gone, ROOM_DUTY_NONE);
    twin_say(&gone, 2, "leave"); /* leaving ends the wait */
    twin_duty(&gone, ROOM_DUTY_SAY);
    twin_last(&gone, 0, "correct 9 seat Bea bot club");
    twin_close(&gone);
}

static struct twin partners(void) {
    struct twin h = twin_with("yardzee", "seed 1", 0);
    twin_sit(&h, "Bea", 1, false);
    twin_sit(&h, "Cem", 0, false);
    twin_say(&h, 1, "begin");
    return h;
}

CLAIM(partners_are_replaced_together) {
    struct twin h = partners();
    h.here = bits_set(4);
    twin_say(&h, 3, "ask 2 family"); /* both are away */
    stay_away(&h);
    twin_last(&h, 0, "correct 9 seat Ann bot family");
    assert_true(room_place(h.room, 0)->replaced && room_place(h.room, 1)->replaced);
    twin_serve(&h, &draw);
    twin_play(&h, "3 roll; 3 score chance; 2 back");
    twin_last(&h, 0, "correct 9 seat Ann+Bea");
    twin_refuse(&h, 1, "roll", ROOM_TURN, "It's Bea's turn.");
    twin_say(&h, 2, "roll");
    twin_close(&h);
}

CLAIM(a_bot_takes_over_once_present_partners_agree_and_absent_ones_stay_away) {
    struct twin h = partners();
    h.here = bits_set(5); /* Bea is away */
    twin_say(&h, 3, "ask 2 family");
    assert_int_equal(twin_duty(&h, ROOM_DUTY_NONE).at, 0);
    h.now += 1000000;
    assert_int_equal(twin_duty(&h, ROOM_DUTY_NONE).at, 0); /* Ann is present and has not agreed */
    h.here = bits_set(4);
    twin_duty(&h, ROOM_DUTY_NONE);
    h.now += 1000 * ROOM_AWAY_SECONDS - 1;
    h.here = bits_set(5); /* Ann is back just in time */
    twin_duty(&h, ROOM_DUTY_NONE);
    h.here = bits_set(4);
    assert_int_equal(twin_duty(&h, ROOM_DUTY_NONE).at, h.now + 1000 * ROOM_AWAY_SECONDS);
    twin_say(&h, 1, "agree 2"); /* but the wait for Bea is not over */
    assert_int_equal(twin_duty(&h, ROOM_DUTY_NONE).at, h.now + 1000 * ROOM_AWAY_SECONDS);
    h.here = bits_set(6);
    twin_duty(&h, ROOM_DUTY_SAY);
    twin_last(&h, 0, "# room: back 2");
    h.here = bits_set(4);
    twin_play(&h, "3 ask 2 family; 1 agree 2; 2 agree 2");
    twin_duty(&h, ROOM_DUTY_SAY); /* everybody has agreed, even Bea */
    twin_last(&h, 0, "correct 9 seat Ann bot family");
    twin_close(&h);
}

/* Earlier versions let the bot take over at once. */
CLAIM(logs_in_which_a_bot_took_over_at_once_are_still_readable) {
    static const char *const lines[] = {"# room: ask 1 2 family", "# room: agree 1 3",
                                        "correct 9 seat Ann bot family", "# room: back 1",
                                        "correct 9 seat Ann"};
    struct twin h = three("seed 1");
    struct text error = TEXT_IN(h.words);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        if (i == 0) /* nobody has asked yet */
            assert_false(room_read(h.room, span_of(lines[2]), h.now, NULL, &error));
        if (!room_read(h.room, span_of(lines[i]), h.now, NULL, &error))
            fail_msg("%s: %s", lines[i], h.words);
        if (i == 1) /* a different level, or a different name */
            assert_false(
                room_read(h.room, span_of("correct 9 seat Ann bot club"), 0, NULL, &error) ||
                room_read(h.room, span_of("correct 9 seat Zoe bot family"), 0, NULL, &error));
    }
    twin_close(&h);
}

CLAIM(a_program_plays_like_a_person) {
    struct twin h = twin_with("yardzee", "seed 1", 0);
    int ticker = twin_sit(&h, "Ticker", 0, true);
    twin_say(&h, 1, "begin");
    assert_string_equal(twin_now(&h)->seats[1].bot, "program");
    twin_play(&h, "1 roll; 1 score chance");
    twin_duty(&h, ROOM_DUTY_NONE);
    twin_refuse(&h, 1, "roll", ROOM_TURN, "It's Ticker's turn.");
    twin_say(&h, ticker, "roll");
    twin_say(&h, 1, "ask 2 club");
    stay_away(&h);
    twin_last(&h, 0, "correct 9 seat Ticker bot club");
    assert_string_equal(twin_duty(&h, ROOM_DUTY_BOT).level, "club");
    twin_say(&h, ticker, "back");
    twin_last(&h, 0, "correct 9 seat Ticker bot program");
    twin_say(&h, ticker, "score chance");
    twin_close(&h);
}

/* ---- the clock ---- */

CLAIM(the_server_makes_one_move_per_timeout_for_a_late_player) {
    struct twin h = twin_two("seed 1", 10);
    assert_int_equal(twin_duty(&h, ROOM_DUTY_NONE).at, h.now + 10000);
    h.now += 10000;
    twin_duty(&h, ROOM_DUTY_SAY);
    twin_last(&h, 0, "# room: late 1");
    twin_duty(&h, ROOM_DUTY_SAY);
    assert_memory_equal(twin_line(&h, 0), "roll ", 5);
    assert_int_equal(twin_duty(&h, ROOM_DUTY_NONE).at, h.now + 10000);
    h.now += 9999;
    twin_say(&h, 1, "hint"); /* a hint gives no extra time */
    h.now += 1;
    twin_duty(&h, ROOM_DUTY_SAY);
    twin_last(&h, 0, "# room: late 1");
    assert_string_equal(twin_duty(&h, ROOM_DUTY_BOT).level, "family");
    twin_say(&h, 1, "score chance"); /* Ann is still quicker than the bot */
    assert_int_equal(twin_duty(&h, ROOM_DUTY_NONE).at, h.now + 10000);
    twin_say(&h, 2, "roll");
    h.now += 5000;
    twin_say(&h, 2, "ask 2 club"); /* the seat changes hands twice: the clock restarts */
    twin_say(&h, 1, "agree 2");
    twin_duty(&h, ROOM_DUTY_SAY);
    twin_say(&h, 2, "back");
    assert_int_equal(twin_duty(&h, ROOM_DUTY_NONE).at, h.now + 10000);
    twin_close(&h);
}

CLAIM(a_change_at_another_seat_gives_no_extra_time) {
    struct twin h = twin_two("seed 1", 10);
    int64_t begun = h.now;
    h.now += 5000;
    twin_play(&h, "2 ask 2 club; 1 agree 2");
    twin_duty(&h, ROOM_DUTY_SAY);
    assert_int_equal(twin_duty(&h, ROOM_DUTY_NONE).at, begun + 10000);
    twin_close(&h);
}

CLAIM(a_clock_jump_makes_at_most_one_player_late_and_gives_nobody_more_than_the_limit) {
    struct twin h = twin_two("seed 1", 10);
    int64_t begun = h.now;
    h.now -= 5000000;
    assert_int_equal(twin_duty(&h, ROOM_DUTY_NONE).at, h.now + 10000);
    h.now = INT64_C(1) << 60;
    twin_duty(&h, ROOM_DUTY_SAY);
    twin_last(&h, 0, "# room: late 1");
    twin_duty(&h, ROOM_DUTY_SAY);
    assert_int_equal(twin_duty(&h, ROOM_DUTY_NONE).at, h.now + 10000);
    h.now = begun;
    assert_int_equal(twin_duty(&h, ROOM_DUTY_NONE).at, begun + 10000);
    twin_say(&h, 1, "score chance");
    h.now = 0;
    assert_int_equal(twin_duty(&h, ROOM_DUTY_NONE).at, 10000);
    twin_close(&h);
}
