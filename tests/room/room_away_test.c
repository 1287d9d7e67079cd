/* A table of a server when people are away, late or silent: bots in their place, shares of fair
 * dice, the clock. */
#include <string.h>

#include "room/hall.h"

#define ZEROS "0000000000000000000000000000000000000000000000000000000000000000"

static struct draw draw = {99};

static struct hall three(const char *dice) {
    struct hall h = hall_with("yardzee", dice, 0);
    hall_sit(&h, "Bea", 0, false);
    hall_sit(&h, "Cem", 0, false);
    hall_say(&h, 1, "begin");
    return h;
}

/* ---- bots for people ---- */

static void a_bot_replaces_a_person_when_all_others_agree(void **state) {
    (void)state;
    struct hall h = three("seed 1");
    hall_refuse(&h, 2, "ask 1", ROOM_WORDS, "there are: perfect");
    hall_refuse(&h, 2, "ask 9 club", ROOM_PLACE, "nobody plays at place 9");
    hall_refuse(&h, 2, "ask x club", ROOM_WORDS, "number of a place");
    hall_refuse(&h, 2, "agree 1", ROOM_PHASE, "nobody has asked");
    hall_say(&h, 2, "ask 1 family");
    hall_last(&h, 0, "# room: ask 1 2 family");
    hall_refuse(&h, 2, "agree 1", ROOM_PHASE, "agreed already");
    hall_refuse(&h, 2, "ask 1 family", ROOM_PHASE, "asked already");
    hall_refuse(&h, 1, "agree 1", ROOM_PHASE, "for the others");
    hall_refuse(&h, 1, "back 2", ROOM_WORDS, "nothing may follow");
    hall_say(&h, 3, "agree 1");
    hall_last(&h, 1, "# room: agree 1 3");
    hall_last(&h, 0, "correct 9 seat Ann bot family");
    assert_true(room_place(h.room, 0)->replaced && room_place(h.room, 0)->held);
    hall_refuse(&h, 1, "roll", ROOM_TURN, "it is Ann's turn");
    hall_refuse(&h, 3, "ask 1 club", ROOM_PHASE, "already");
    hall_duty(&h, ROOM_DUTY_SAY);
    assert_memory_equal(hall_line(&h, 0), "roll ", 5);
    assert_string_equal(hall_duty(&h, ROOM_DUTY_BOT).level, "family");
    hall_refuse(&h, 3, "back", ROOM_PHASE, "no bot plays");
    hall_say(&h, 1, "back");
    hall_last(&h, 1, "# room: back 1");
    hall_last(&h, 0, "correct 9 seat Ann");
    hall_duty(&h, ROOM_DUTY_NONE);
    hall_say(&h, 1, "score chance");
    hall_refuse(&h, 1, "back", ROOM_PHASE, "no bot plays");
    hall_check_record(&h);
    hall_close(&h);
}

static void who_plays_or_comes_back_in_time_keeps_the_seat(void **state) {
    (void)state;
    struct hall h = three("seed 1");
    hall_say(&h, 2, "ask 1 family");
    hall_say(&h, 1, "roll");
    hall_refuse(&h, 3, "agree 1", ROOM_PHASE, "nobody has asked");
    hall_say(&h, 2, "ask 1 family");
    hall_say(&h, 1, "back");
    hall_last(&h, 0, "# room: back 1");
    hall_refuse(&h, 3, "agree 1", ROOM_PHASE, "nobody has asked");
    hall_say(&h, 2, "ask 1 family");
    hall_say(&h, 3, "ask 1 club"); /* another wish begins anew */
    hall_say(&h, 2, "ask 1 club"); /* the same one agrees */
    hall_last(&h, 0, "correct 9 seat Ann bot club");
    hall_close(&h);
}

static void who_leaves_need_not_agree_and_the_last_one_decides_alone(void **state) {
    (void)state;
    struct hall h = three("seed 1");
    hall_say(&h, 2, "ask 1 family");
    hall_say(&h, 3, "leave");
    hall_last(&h, 1, "# room: leave 3");
    hall_last(&h, 0, "correct 9 seat Ann bot family"); /* of all others only Bea is left */
    hall_say(&h, 1, "leave");
    hall_say(&h, 2, "ask 3 club");
    hall_last(&h, 0, "correct 11 seat Cem bot club");
    hall_refuse(&h, 1, "back", ROOM_PLACE, "nobody holds");
    hall_say(&h, 2, "ask 2 perfect"); /* and for himself */
    hall_serve(&h, &draw);
    assert_true(state_over(hall_now(&h)));
    hall_say(&h, 2, "back");
    hall_say(&h, 2, "rematch");
    hall_close(&h);
    struct hall gone = hall_two("seed 1", 0);
    hall_say(&gone, 1, "ask 2 club"); /* at once: nobody else is there to agree */
    hall_say(&gone, 2, "back");
    hall_say(&gone, 1, "leave");
    hall_last(&gone, 0, "# room: leave 1");
    hall_close(&gone);
}

static void a_side_of_partners_is_replaced_as_a_whole(void **state) {
    (void)state;
    struct hall h = hall_with("yardzee", "seed 1", 0);
    hall_sit(&h, "Bea", 1, false);
    hall_sit(&h, "Cem", 0, false);
    hall_say(&h, 1, "begin");
    hall_say(&h, 3, "ask 2 family");
    hall_last(&h, 0, "# room: ask 2 3 family"); /* Ann, who is of the side, has to agree */
    hall_say(&h, 1, "agree 2");
    hall_last(&h, 0, "correct 9 seat Ann bot family");
    assert_true(room_place(h.room, 0)->replaced && room_place(h.room, 1)->replaced);
    hall_serve(&h, &draw);
    hall_say(&h, 3, "roll");
    hall_say(&h, 3, "score chance");
    hall_say(&h, 2, "back");
    hall_last(&h, 0, "correct 9 seat Ann+Bea");
    hall_refuse(&h, 1, "roll", ROOM_TURN, "it is Bea's turn");
    hall_say(&h, 2, "roll");
    hall_close(&h);
}

static void a_program_plays_as_people_do(void **state) {
    (void)state;
    struct hall h = hall_with("yardzee", "seed 1", 0);
    int ticker = hall_sit(&h, "Ticker", 0, true);
    hall_say(&h, 1, "begin");
    assert_string_equal(hall_now(&h)->seats[1].bot, "program");
    hall_say(&h, 1, "roll");
    hall_say(&h, 1, "score chance");
    hall_duty(&h, ROOM_DUTY_NONE);
    hall_refuse(&h, 1, "roll", ROOM_TURN, "it is Ticker's turn");
    hall_say(&h, ticker, "roll");
    hall_say(&h, 1, "ask 2 club");
    hall_last(&h, 0, "correct 9 seat Ticker bot club");
    assert_string_equal(hall_duty(&h, ROOM_DUTY_BOT).level, "club");
    hall_say(&h, ticker, "back");
    hall_last(&h, 0, "correct 9 seat Ticker bot program");
    hall_say(&h, ticker, "score chance");
    hall_close(&h);
}

/* ---- fair dice ---- */

static void several_seats_pledge_before_they_share(void **state) {
    (void)state;
    struct hall h = hall_two("fair", 0);
    hall_refuse(&h, 1, "roll", ROOM_RULES, "seat 1 has given its share");
    hall_refuse(&h, 1, "share 1 " ZEROS, ROOM_PHASE, "pledge it first");
    hall_refuse(&h, 1, "share 2 " ZEROS, ROOM_TURN, "not yours");
    hall_refuse(&h, 1, "pledge 2 " ZEROS, ROOM_TURN, "not yours");
    hall_refuse(&h, 0, "pledge 1 " ZEROS, ROOM_PLACE, "look on");
    hall_refuse(&h, 1, "pledge 9 " ZEROS, ROOM_PHASE, "no seat 9");
    struct text error = TEXT_IN(h.words); /* nor would a log hold it */
    assert_false(room_read(h.room, span_of("share 1 " ZEROS), h.now, &error));
    hall_pledge(&h, 1, 1);
    hall_duty(&h, ROOM_DUTY_NONE);
    hall_pledge(&h, 2, 2);
    hall_share(&h, 2, 2);
    hall_refuse(&h, 1, "share 1 -", ROOM_PHASE, "has pledged");
    hall_share(&h, 1, 1);
    hall_say(&h, 1, "roll");
    hall_refuse(&h, 1, "roll 1 2 3 4 5", ROOM_RULES, "say roll");
    hall_close(&h);
}

static void one_seat_among_bots_shares_at_once(void **state) {
    (void)state;
    struct hall h = hall_with("yardzee", "fair", 0);
    hall_say(&h, 1, "bot Robo club");
    hall_say(&h, 1, "begin");
    hall_duty(&h, ROOM_DUTY_SAY);
    hall_last(&h, 0, "share 2 -");
    hall_share(&h, 1, 1);
    hall_say(&h, 1, "roll");
    hall_close(&h);
}

static void a_seat_that_keeps_others_waiting_for_its_share_is_done_without(void **state) {
    (void)state;
    struct hall h = three("fair");
    hall_pledge(&h, 1, 1);
    h.now += ROOM_SHARE_PATIENCE_MS - 1;
    hall_pledge(&h, 2, 2);
    h.now += ROOM_SHARE_PATIENCE_MS - 1;
    assert_int_equal(hall_duty(&h, ROOM_DUTY_NONE).at, h.now + 1);
    h.now++;
    hall_duty(&h, ROOM_DUTY_SAY);
    assert_memory_equal(hall_line(&h, 1), "dice fair ", 10);
    hall_last(&h, 0, "share 3 -");
    hall_pledge(&h, 1, 1);
    hall_pledge(&h, 2, 2);
    hall_share(&h, 1, 1);
    h.now += ROOM_SHARE_PATIENCE_MS; /* Bea has pledged and does not open her share */
    hall_duty(&h, ROOM_DUTY_SAY);
    assert_memory_equal(hall_line(&h, 2), "dice fair ", 10);
    hall_last(&h, 1, "share 2 -");
    hall_last(&h, 0, "share 3 -"); /* who was silent is not waited for again */
    hall_share(&h, 1, 1);
    hall_say(&h, 1, "roll");
    hall_check_record(&h);
    hall_close(&h);
}

static void who_has_left_gives_no_share_and_who_pledged_before_makes_new_dice(void **state) {
    (void)state;
    struct hall h = three("fair");
    hall_say(&h, 3, "leave");
    hall_duty(&h, ROOM_DUTY_SAY);
    hall_last(&h, 0, "share 3 -");
    hall_pledge(&h, 1, 1);
    hall_pledge(&h, 2, 2);
    hall_say(&h, 2, "leave");
    hall_duty(&h, ROOM_DUTY_SAY);
    assert_memory_equal(hall_line(&h, 2), "dice fair ", 10);
    hall_last(&h, 1, "share 2 -");
    hall_last(&h, 0, "share 3 -");
    hall_share(&h, 1, 1);
    hall_duty(&h, ROOM_DUTY_NONE);
    hall_close(&h);
}

static void a_program_that_says_nothing_gives_no_share(void **state) {
    (void)state;
    struct hall h = hall_with("yardzee", "fair", 0);
    hall_sit(&h, "Ticker", 0, true);
    hall_say(&h, 1, "begin");
    hall_pledge(&h, 1, 1);
    hall_duty(&h, ROOM_DUTY_NONE);
    h.now += ROOM_SHARE_PATIENCE_MS;
    hall_duty(&h, ROOM_DUTY_SAY);
    hall_last(&h, 0, "share 2 -"); /* and the dice stay */
    hall_share(&h, 1, 1);
    hall_close(&h);
}

static void a_game_that_is_given_up_is_revealed(void **state) {
    (void)state;
    struct hall h = hall_with("yardzee", "fair", 0);
    hall_say(&h, 1, "begin");
    hall_share(&h, 1, 1);
    hall_say(&h, 1, "roll");
    hall_say(&h, 1, "leave");
    assert_false(room_over(h.room));
    assert_true(room_over(h.follower)); /* it knows nothing to reveal */
    hall_duty(&h, ROOM_DUTY_SAY);
    assert_memory_equal(hall_line(&h, 0), "reveal ", 7);
    assert_true(room_over(h.room));
    hall_duty(&h, ROOM_DUTY_NONE);
    hall_close(&h);
}

static void a_rematch_follows_the_reveal_and_takes_the_next_secret(void **state) {
    (void)state;
    struct hall h = hall_with("yardkle:goal=1000", "fair", 0);
    hall_say(&h, 1, "bot Robo club");
    hall_say(&h, 1, "begin");
    hall_serve(&h, &draw);
    hall_share(&h, 1, 1);
    hall_say(&h, 1, "ask 1 club");
    for (;;) {
        struct room_duty duty;
        room_duty(h.room, h.now, &duty);
        if (state_over(hall_now(&h))) {
            hall_refuse(&h, 1, "rematch", ROOM_PHASE, "revealed");
            room_plan_clear(&duty.plan);
            break;
        }
        if (duty.kind == ROOM_DUTY_BOT) {
            char words[128];
            struct text w = TEXT_IN(words), error = TEXT_IN(h.words);
            struct state view = hall_view(&h);
            hall_choice(&view, &draw, &w);
            assert_int_equal(room_plan_bot(h.room, span_of(words), false, &duty.plan, &error),
                             ROOM_OK);
        }
        hall_store(&h, &duty.plan);
    }
    hall_refuse(&h, 1, "roll", ROOM_PHASE, "over");
    hall_duty(&h, ROOM_DUTY_SAY);
    assert_memory_equal(hall_line(&h, 0), "reveal ", 7);
    hall_duty(&h, ROOM_DUTY_NONE);
    hall_refuse(&h, 0, "rematch", ROOM_PLACE, "look on");
    hall_say(&h, 1, "back");
    hall_say(&h, 1, "rematch");
    hall_duty(&h, ROOM_DUTY_SAY);
    assert_memory_equal(hall_line(&h, 1), "dice fair ", 10);
    hall_last(&h, 0, "share 2 -");
    hall_share(&h, 1, 1);
    hall_close(&h);
}

static void without_the_secret_nothing_is_promised(void **state) {
    (void)state;
    struct hall h = hall_with("yardzee", "fair", 0);
    struct room_plan plan;
    struct text error = TEXT_IN(h.words);
    assert_int_equal(room_plan_say(h.follower, 1, span_of("begin"), &plan, &error), ROOM_PHASE);
    hall_say(&h, 1, "begin");
    hall_share(&h, 1, 1);
    assert_int_equal(room_plan_say(h.follower, 1, span_of("roll"), &plan, &error), ROOM_RULES);
    assert_int_equal(room_plan_say(h.follower, 1, span_of("roll 1 1 1 1 1"), &plan, &error),
                     ROOM_RULES);
    /* Told later, it is the same as told before. */
    static const uint8_t root[ROOM_SECRET_BYTES] = {7, 1, 2};
    struct room_plan other;
    room_know_secret(h.follower, root);
    assert_int_equal(room_plan_say(h.follower, 1, span_of("roll"), &plan, &error), ROOM_OK);
    assert_int_equal(room_plan_say(h.room, 1, span_of("roll"), &other, &error), ROOM_OK);
    assert_string_equal(plan.lines[0], other.lines[0]);
    room_plan_clear(&plan);
    room_plan_clear(&other);
    hall_close(&h);
}

/* ---- the clock ---- */

static void who_is_late_is_served_once(void **state) {
    (void)state;
    struct hall h = hall_two("seed 1", 10);
    assert_int_equal(hall_duty(&h, ROOM_DUTY_NONE).at, h.now + 10000);
    h.now += 10000;
    hall_duty(&h, ROOM_DUTY_SAY);
    hall_last(&h, 1, "# room: late 1");
    assert_memory_equal(hall_line(&h, 0), "roll ", 5);
    assert_int_equal(hall_duty(&h, ROOM_DUTY_NONE).at, h.now + 10000);
    h.now += 9999;
    hall_say(&h, 1, "hint"); /* which gives no more time */
    h.now += 1;
    hall_duty(&h, ROOM_DUTY_SAY);
    hall_last(&h, 0, "# room: late 1");
    assert_string_equal(hall_duty(&h, ROOM_DUTY_BOT).level, "family");
    hall_say(&h, 1, "score chance"); /* still in time after all */
    assert_int_equal(hall_duty(&h, ROOM_DUTY_NONE).at, h.now + 10000);
    hall_say(&h, 2, "roll");
    h.now += 5000;
    hall_say(&h, 1, "ask 2 club"); /* the seat changes hands, and back: time begins anew */
    hall_say(&h, 2, "back");
    assert_int_equal(hall_duty(&h, ROOM_DUTY_NONE).at, h.now + 10000);
    hall_close(&h);
}

static void a_name_that_changes_elsewhere_gives_no_more_time(void **state) {
    (void)state;
    struct hall h = hall_two("seed 1", 10);
    int64_t begun = h.now;
    h.now += 5000;
    hall_say(&h, 1, "ask 2 club");
    assert_int_equal(hall_duty(&h, ROOM_DUTY_NONE).at, begun + 10000);
    hall_close(&h);
}

static void a_clock_that_jumps_makes_at_most_one_late_and_nobody_wait_longer(void **state) {
    (void)state;
    struct hall h = hall_two("seed 1", 10);
    int64_t begun = h.now;
    h.now -= 5000000;
    assert_int_equal(hall_duty(&h, ROOM_DUTY_NONE).at, h.now + 10000);
    h.now = INT64_C(1) << 60;
    hall_duty(&h, ROOM_DUTY_SAY);
    hall_last(&h, 1, "# room: late 1");
    assert_int_equal(hall_duty(&h, ROOM_DUTY_NONE).at, h.now + 10000);
    h.now = begun;
    assert_int_equal(hall_duty(&h, ROOM_DUTY_NONE).at, begun + 10000);
    hall_say(&h, 1, "score chance");
    h.now = 0;
    assert_int_equal(hall_duty(&h, ROOM_DUTY_NONE).at, 10000);
    hall_close(&h);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bot_replaces_a_person_when_all_others_agree),
        cmocka_unit_test(who_plays_or_comes_back_in_time_keeps_the_seat),
        cmocka_unit_test(who_leaves_need_not_agree_and_the_last_one_decides_alone),
        cmocka_unit_test(a_side_of_partners_is_replaced_as_a_whole),
        cmocka_unit_test(a_program_plays_as_people_do),
        cmocka_unit_test(several_seats_pledge_before_they_share),
        cmocka_unit_test(one_seat_among_bots_shares_at_once),
        cmocka_unit_test(a_seat_that_keeps_others_waiting_for_its_share_is_done_without),
        cmocka_unit_test(who_has_left_gives_no_share_and_who_pledged_before_makes_new_dice),
        cmocka_unit_test(a_program_that_says_nothing_gives_no_share),
        cmocka_unit_test(a_game_that_is_given_up_is_revealed),
        cmocka_unit_test(a_rematch_follows_the_reveal_and_takes_the_next_secret),
        cmocka_unit_test(without_the_secret_nothing_is_promised),
        cmocka_unit_test(who_is_late_is_served_once),
        cmocka_unit_test(a_name_that_changes_elsewhere_gives_no_more_time),
        cmocka_unit_test(a_clock_that_jumps_makes_at_most_one_late_and_nobody_wait_longer),
    };
    return cmocka_run_group_tests_name("room away", tests, NULL, NULL);
}
