/* The next game of a series: it begins for those who want it, and nobody else is taken along. */
#include <string.h>

#include "play/fair_check.h"
#include "room/twin.h"

enum { WAIT_MS = 1000 * ROOM_REMATCH_SECONDS };

static struct draw draw = {20261118};

/* Plays a game to its end: everybody stops as soon as they can. */
static void play(struct twin *h) {
    while (!state_over(twin_now(h))) {
        twin_serve(h, &draw);
        struct state view = twin_view(h);
        int seat = state_seat(&view);
        LOCAL_TEXT(words, 256);
        if (seat < 0 || view.seats[seat].bot[0])
            continue;
        if (state_falling(&view))
            text_put(&words, "roll");
        else
            twin_choice(&view, &draw, &words);
        for (int i = 0; i < room_places(h->room); i++) {
            if (span_is(state_person(&view, seat), room_place(h->room, i)->name)) {
                twin_say(h, i + 1, words.data);
                break;
            }
        }
    }
    twin_serve(h, &draw);
}

/* Ann, Bea and Cem, and perhaps a bot, whose game is over. All of them are there. */
static struct twin over(const char *more) {
    struct twin h = twin_with("yardkle:entry=0,goal=300", "seed 7", 0);
    twin_sit(&h, "Bea", 0, false);
    twin_sit(&h, "Cem", 0, false);
    if (more[0])
        twin_say(&h, 1, more);
    twin_say(&h, 1, "begin");
    play(&h);
    h.here = set_below(room_places(h.room));
    return h;
}

static int seats(const struct twin *h) {
    return twin_now(h)->seat_count;
}

CLAIM(a_rematch_begins_once_everybody_wants_it) {
    struct twin h = over("");
    twin_say(&h, 2, "rematch");
    twin_last(&h, 0, "# room: again 2");
    twin_duty(&h, ROOM_DUTY_NONE);
    twin_say(&h, 1, "rematch");
    twin_say(&h, 3, "rematch");
    twin_duty(&h, ROOM_DUTY_SAY);
    twin_last(&h, 0, "rematch");
    assert_int_equal(seats(&h), 3);
    assert_int_equal(twin_now(&h)->games, 1);
    play(&h);
    twin_check_record(&h);
    twin_close(&h);
}

CLAIM(those_who_stay_are_not_taken_along_and_can_join_the_game_after_it) {
    struct twin h = over("");
    twin_play(&h, "2 rematch; 1 stay; 3 rematch");
    twin_duty(&h, ROOM_DUTY_SAY);
    twin_last(&h, 1, "rematch");
    twin_last(&h, 0, "seats 2 3");
    assert_int_equal(seats(&h), 2);
    assert_int_equal(room_place(h.room, 0)->seat, -1);
    assert_int_equal(room_place(h.room, 1)->seat, 0);
    assert_int_equal(room_place(h.room, 2)->seat, 1);
    assert_true(room_place(h.room, 0)->held);
    twin_refuse(&h, 1, "roll", ROOM_TURN, "turn");
    play(&h);
    twin_play(&h, "1 rematch; 2 rematch; 3 stay");
    twin_duty(&h, ROOM_DUTY_SAY);
    twin_last(&h, 2, "rematch");
    twin_last(&h, 1, "seat Ann");
    twin_last(&h, 0, "seats 1 3");
    assert_string_equal(twin_now(&h)->seats[0].name, "Bea");
    assert_string_equal(twin_now(&h)->seats[1].name, "Ann");
    assert_int_equal(room_place(h.room, 0)->seat, 1);
    play(&h);
    twin_check_record(&h);
    twin_close(&h);
}

CLAIM(nobody_can_start_a_rematch_before_the_others_had_time_to_answer) {
    struct twin h = over("");
    twin_play(&h, "2 rematch; 3 rematch");
    struct room_duty duty = twin_duty(&h, ROOM_DUTY_NONE);
    assert_int_equal(duty.at, h.now + WAIT_MS);
    twin_refuse(&h, 2, "rematch", ROOM_PHASE, "already answered");
    h.now += WAIT_MS - 1;
    twin_duty(&h, ROOM_DUTY_NONE);
    twin_say(&h, 1, "rematch"); /* just in time */
    twin_duty(&h, ROOM_DUTY_SAY);
    assert_int_equal(seats(&h), 3);
    twin_close(&h);
}

CLAIM(nobody_can_hold_up_a_rematch_by_not_answering) {
    struct twin h = over("");
    twin_say(&h, 2, "rematch");
    h.now += 10 * WAIT_MS; /* nobody else wants to, so there is nothing to begin */
    twin_duty(&h, ROOM_DUTY_NONE);
    twin_say(&h, 3, "rematch");
    twin_duty(&h, ROOM_DUTY_NONE);
    for (int i = 0; i < 29; i++) { /* nor by coming and going */
        h.now += 1000;
        h.here = i % 2 ? set_with(h.here, 0) : set_without(h.here, 0);
        twin_duty(&h, ROOM_DUTY_NONE);
    }
    h.now += 1000;
    twin_duty(&h, ROOM_DUTY_SAY);
    twin_last(&h, 0, "seats 2 3");
    twin_close(&h);
}

CLAIM(every_rematch_gives_the_others_all_their_time_to_answer) {
    struct twin h = over("bot Robo novice");
    twin_say(&h, 1, "rematch");
    twin_duty(&h, ROOM_DUTY_NONE);
    twin_play(&h, "2 rematch; 3 rematch");
    twin_duty(&h, ROOM_DUTY_SAY);
    play(&h);
    h.now += 10 * WAIT_MS;
    twin_say(&h, 1, "rematch"); /* with the bot that makes two, enough for a game */
    struct room_duty duty = twin_duty(&h, ROOM_DUTY_NONE);
    assert_int_equal(duty.at, h.now + WAIT_MS);
    twin_close(&h);
}

CLAIM(people_who_have_just_sat_down_cannot_take_the_table_from_its_players) {
    struct twin h = over("");
    twin_sit(&h, "Zoe", 0, false);
    twin_sit(&h, "Yan", 0, false);
    h.here = set_below(5);
    twin_say(&h, 4, "rematch");
    h.now += WAIT_MS;
    twin_duty(&h, ROOM_DUTY_NONE);
    h.now += 10 * WAIT_MS;
    twin_duty(&h, ROOM_DUTY_NONE);
    twin_say(&h, 1, "remove 5"); /* nor are they safe from its host */
    twin_say(&h, 1, "rematch");
    twin_duty(&h, ROOM_DUTY_NONE); /* only now does the wait for Bea and Cem begin */
    h.now += WAIT_MS;
    twin_duty(&h, ROOM_DUTY_SAY);
    twin_last(&h, 0, "seats 1 4");
    play(&h);
    twin_check_record(&h);
    twin_close(&h);
}

CLAIM(once_all_players_have_left_the_table_belongs_to_those_who_sat_down) {
    struct twin h = over("");
    twin_sit(&h, "Zoe", 0, false);
    twin_sit(&h, "Yan", 0, false);
    h.here = set_below(5);
    twin_play(&h, "1 leave; 2 leave; 3 leave; 4 rematch; 5 rematch");
    twin_duty(&h, ROOM_DUTY_SAY);
    assert_int_equal(seats(&h), 2);
    twin_close(&h);
}

CLAIM(an_absent_player_who_wanted_a_rematch_is_not_seated) {
    struct twin h = over("");
    twin_play(&h, "1 rematch; 2 rematch; 3 rematch");
    h.here = set_below(2);
    twin_duty(&h, ROOM_DUTY_NONE);
    h.now += WAIT_MS;
    twin_duty(&h, ROOM_DUTY_SAY);
    twin_last(&h, 2, "# room: stay 3");
    twin_last(&h, 1, "rematch");
    twin_last(&h, 0, "seats 1 2");
    twin_close(&h);
}

CLAIM(a_rematch_needs_two_who_want_it_or_a_bot) {
    struct twin h = over("");
    twin_play(&h, "1 rematch; 2 stay; 3 stay");
    h.now += 2 * WAIT_MS;
    twin_duty(&h, ROOM_DUTY_NONE);
    twin_say(&h, 3, "rematch"); /* a stay is no farewell */
    twin_duty(&h, ROOM_DUTY_SAY);
    twin_last(&h, 0, "seats 1 3");
    twin_close(&h);
    struct twin bot = over("bot Robo novice");
    twin_play(&bot, "1 rematch; 2 stay; 3 stay");
    twin_duty(&bot, ROOM_DUTY_SAY);
    twin_last(&bot, 0, "seats 1 4");
    twin_close(&bot);
}

CLAIM(people_who_play_alone_or_keep_score_start_the_next_game_at_once) {
    struct twin h = twin_with("yardkle:entry=0,goal=300", "seed 7", 0);
    twin_play(&h, "1 bot Robo novice; 1 begin");
    play(&h);
    twin_say(&h, 1, "rematch");
    twin_last(&h, 0, "rematch");
    twin_close(&h);
    static const char *const names[] = {"Bea", NULL};
    struct room_setup setup = {.rules = span_of("yardkle:entry=0,goal=300"),
                               .name = span_of("Ann"),
                               .dice = span_of("physical"),
                               .seats = names,
                               .keeper = true};
    struct twin kept = twin_of(&setup);
    twin_play(&kept,
              "1 begin; 1 roll 1 1 1 2 2 3; 1 take 1 1 1 stop; 1 roll 2 2 3 3 4 6; 1 rematch");
    twin_last(&kept, 0, "rematch");
    assert_int_equal(seats(&kept), 2);
    twin_say(&kept, 1, "undo"); /* it was a slip */
    assert_true(state_over(twin_now(&kept)));
    twin_close(&kept);
}

CLAIM(partners_play_again_only_together) {
    struct twin h = twin_with("yardkle:entry=0,goal=300", "seed 7", 0);
    twin_sit(&h, "Bea", 1, false);
    twin_sit(&h, "Cem", 0, false);
    twin_sit(&h, "Dan", 0, false);
    twin_say(&h, 1, "begin");
    play(&h);
    h.here = set_below(4);
    twin_play(&h, "1 rematch; 3 rematch; 4 rematch; 2 stay");
    twin_duty(&h, ROOM_DUTY_SAY);
    twin_last(&h, 0, "seats 2 3");
    play(&h);
    twin_play(&h, "1 rematch; 2 rematch; 3 rematch; 4 rematch");
    twin_duty(&h, ROOM_DUTY_SAY);
    twin_last(&h, 0, "seat Ann+Bea");
    assert_int_equal(room_place(h.room, 0)->seat, 2);
    assert_int_equal(room_place(h.room, 1)->seat, 2);
    assert_int_equal(room_place(h.room, 1)->person, 1);
    play(&h);
    twin_check_record(&h);
    twin_close(&h);
}

CLAIM(a_bot_that_plays_for_somebody_plays_the_next_game_too) {
    struct twin h = twin_two("seed 7", 0);
    h.here = set_one(0);
    twin_say(&h, 1, "ask 2 novice");
    twin_duty(&h, ROOM_DUTY_NONE);
    h.now += 1000 * ROOM_AWAY_SECONDS;
    twin_duty(&h, ROOM_DUTY_SAY);
    play(&h);
    twin_say(&h, 1, "rematch");
    twin_duty(&h, ROOM_DUTY_NONE); /* Bea, who may come back, has time to answer */
    h.now += WAIT_MS;
    twin_duty(&h, ROOM_DUTY_SAY);
    twin_last(&h, 0, "rematch");
    assert_true(room_place(h.room, 1)->replaced);
    twin_say(&h, 2, "back");
    assert_false(room_place(h.room, 1)->replaced);
    twin_close(&h);
}

CLAIM(people_who_have_left_are_not_waited_for) {
    struct twin h = over("");
    twin_play(&h, "1 rematch; 2 rematch; 3 leave");
    twin_duty(&h, ROOM_DUTY_SAY);
    twin_last(&h, 0, "seats 1 2");
    play(&h);
    twin_play(&h, "1 rematch; 1 leave");
    twin_say(&h, 2, "rematch"); /* Bea is alone now */
    twin_last(&h, 2, "# room: again 2");
    twin_last(&h, 1, "rematch");
    twin_last(&h, 0, "seats 2");
    twin_close(&h);
}

CLAIM(if_only_somebody_who_sat_out_is_left_the_next_game_is_theirs) {
    struct twin h = over("");
    twin_play(&h, "1 rematch; 2 rematch; 3 stay");
    twin_duty(&h, ROOM_DUTY_SAY);
    play(&h);
    twin_play(&h, "1 leave; 2 leave; 3 rematch");
    twin_last(&h, 2, "rematch");
    twin_last(&h, 1, "seat Cem");
    twin_last(&h, 0, "seats 3");
    assert_int_equal(seats(&h), 1);
    assert_int_equal(room_place(h.room, 2)->seat, 0);
    twin_close(&h);
}

CLAIM(answers_are_for_the_end_of_a_game_and_given_once) {
    struct twin h = twin_two("physical", 0);
    twin_refuse(&h, 1, "stay", ROOM_PHASE, "Finish this game");
    twin_refuse(&h, 1, "rematch", ROOM_PHASE, "Finish this game");
    twin_close(&h);
    h = over("");
    twin_refuse(&h, 0, "stay", ROOM_PLACE, "watching");
    twin_refuse(&h, 1, "stay", ROOM_PHASE, "Nobody has asked");
    twin_refuse(&h, 1, "stay 2", ROOM_WORDS, "Nothing");
    twin_say(&h, 1, "rematch");
    twin_refuse(&h, 1, "stay", ROOM_PHASE, "already answered");
    twin_refuse(&h, 1, "again", ROOM_WORDS, "understand");
    twin_say(&h, 2, "stay");
    twin_refuse(&h, 2, "stay", ROOM_PHASE, "already answered");
    twin_say(&h, 2, "rematch");
    twin_refuse(&h, 2, "stay", ROOM_PHASE, "already answered");
    int lines = room_lines(h.room);
    twin_refuse(&h, 2, "rematch", ROOM_PHASE, "already answered");
    assert_int_equal(room_lines(h.room), lines);
    twin_close(&h);
}

CLAIM(those_who_sit_out_cannot_meddle_with_the_game) {
    struct twin h = twin_with("yardkle:entry=0,goal=300", "physical", 0);
    twin_sit(&h, "Bea", 0, false);
    twin_sit(&h, "Cem", 0, false);
    twin_play(&h, "1 bot Robo novice; 1 begin; 1 roll 1 1 1 2 2 3; 1 take 1 1 1 stop;"
                  "2 roll 2 2 3 3 4 6; 3 roll 2 2 3 3 4 6; 3 roll 2 2 3 3 4 6");
    h.here = set_below(4);
    twin_play(&h, "1 rematch; 2 rematch; 3 stay");
    twin_duty(&h, ROOM_DUTY_SAY);
    twin_refuse(&h, 3, "undo", ROOM_PLACE, "aren't playing");
    twin_refuse(&h, 1, "undo", ROOM_TURN, "undo"); /* nobody calls off a game that others began */
    twin_play(&h, "2 roll 2 2 3 3 4 6");
    struct state view = twin_view(&h);
    assert_string_equal(view.seats[state_seat(&view)].name, "Robo");
    twin_refuse(&h, 3, "roll 2 2 3 3 4 6", ROOM_TURN, "Robo");
    twin_refuse(&h, 3, "correct 9 roll 1 1 1 1 1 1", ROOM_PLACE, "aren't playing");
    twin_refuse(&h, 3, "leave 1", ROOM_PLACE, "aren't playing");
    h.here = set_below(1);
    twin_refuse(&h, 3, "ask 2 family", ROOM_PLACE, "aren't playing");
    twin_say(&h, 1, "ask 2 family");
    twin_refuse(&h, 3, "agree 2", ROOM_PLACE, "aren't playing");
    twin_close(&h);
}

CLAIM(the_host_can_remove_only_those_who_wait_for_their_first_game) {
    struct twin h = twin_two("seed 7", 0);
    twin_say(&h, 1, "roll");
    assert_int_equal(twin_sit(&h, "Zoe", 0, false), 3);
    twin_refuse(&h, 2, "remove 3", ROOM_HOST, "host");
    twin_refuse(&h, 1, "remove 2", ROOM_PHASE, "begun");
    twin_say(&h, 1, "remove 3");
    assert_false(room_place(h.room, 2)->held);
    assert_int_equal(twin_sit(&h, "Zoe", 0, false), 4); /* the name is free again */
    play(&h);
    h.here = set_below(2); /* Zoe has gone */
    twin_play(&h, "1 rematch; 2 rematch");
    twin_duty(&h, ROOM_DUTY_NONE);
    h.now += WAIT_MS;
    twin_duty(&h, ROOM_DUTY_SAY);
    twin_last(&h, 1, "# room: stay 4");
    twin_last(&h, 0, "rematch");
    assert_int_equal(seats(&h), 2);
    twin_close(&h);
}

CLAIM(somebody_who_left_the_game_can_play_the_next_one) {
    struct twin h = twin_with("yardkle:entry=0,goal=300", "seed 7", 0);
    twin_sit(&h, "Bea", 0, false);
    twin_sit(&h, "Cem", 0, false);
    twin_play(&h, "1 begin; 1 roll; 2 leave 2");
    play(&h);
    h.here = set_below(3);
    twin_play(&h, "1 rematch; 2 rematch; 3 rematch");
    twin_duty(&h, ROOM_DUTY_SAY);
    twin_last(&h, 1, "rematch");
    twin_last(&h, 0, "seat Bea");
    assert_int_equal(seats(&h), 3);
    assert_int_equal(room_place(h.room, 1)->seat, 2);
    twin_close(&h);
}

CLAIM(logs_with_a_rematch_that_nobody_was_asked_about_are_still_readable) {
    struct twin h = over("");
    char words[256];
    struct text error = TEXT_IN(words);
    struct planned_line line = {.text = (char[]){"rematch"}};
    assert_true(room_read_planned(h.room, &line, h.now, &error));
    assert_int_equal(seats(&h), 3);
    twin_duty(&(struct twin){h.room, h.room, h.now, h.here, ""}, ROOM_DUTY_NONE);
    twin_close(&h);
}

CLAIM(at_a_table_of_99_seats_somebody_who_sat_out_finds_their_seat_again) {
    struct twin h = twin_with("yardkle:entry=0,goal=300", "seed 7", 0);
    twin_sit(&h, "Bea", 0, false);
    for (int i = 3; i <= SEATS_MAX; i++) {
        LOCAL_TEXT(w, 64);
        text_add(&w, "bot Robo %d novice", i);
        twin_say(&h, 1, w.data);
    }
    twin_say(&h, 1, "begin");
    play(&h);
    h.here = set_below(2);
    twin_play(&h, "1 rematch; 2 stay");
    twin_duty(&h, ROOM_DUTY_SAY);
    assert_int_equal(seats(&h), SEATS_MAX - 1);
    play(&h);
    twin_play(&h, "1 rematch; 2 rematch");
    twin_duty(&h, ROOM_DUTY_SAY);
    twin_last(&h, 0, "seat Bea");
    assert_int_equal(seats(&h), SEATS_MAX);
    twin_close(&h);
}

/* What the page is told, as seen from a place. */
static void shows(const struct twin *h, int place, const char *part) {
    LOCAL_TEXT(out, 8192);
    struct room_presence p = {true, h->here, h->here};
    room_show(h->room, place, &p, &(struct room_change){0}, &out);
    if (!strstr(out.data, part))
        fail_msg("place %d is not told %s: %s", place, part, out.data);
}

CLAIM(only_the_host_is_told_whom_they_can_remove) {
    static const char zoe[] = "\"name\":\"Zoe\",\"seat\":0,\"may_join\":true,\"may_remove\":true";
    struct twin h = twin_two("seed 7", 0);
    twin_say(&h, 1, "roll");
    twin_sit(&h, "Zoe", 0, false);
    h.here = set_below(3);
    shows(&h, 1, zoe);
    shows(&h, 2, "\"name\":\"Zoe\",\"seat\":0,\"may_join\":true}");
    shows(&h, 1, "\"name\":\"Bea\",\"seat\":2,\"may_join\":true}");
    twin_close(&h);
}

CLAIM(everybody_is_told_who_wants_a_rematch_who_stays_and_who_has_not_answered) {
    struct twin h = over("");
    shows(&h, 1, "\"hand\":true");
    twin_play(&h, "2 rematch; 3 stay");
    shows(&h, 1,
          "\"again\":{\"wanting\":[2],\"stays\":[3],\"silent\":[1],\"seconds\":30,"
          "\"enough\":false}");
    shows(&h, 1, "\"hand\":true");
    shows(&h, 2, "\"goes\":true");
    shows(&h, 2, "\"hand\":false");
    shows(&h, 3, "\"hand\":true");
    h.here = set_without(h.here, 0);
    shows(&h, 2, "\"silent\":[]");
    twin_say(&h, 1, "rematch");
    shows(&h, 3, "\"enough\":true");
    twin_close(&h);
}

/* Random answers, comings and goings: whoever plays the next game has wanted it, and everybody who
 * is there and wants it plays. */
CLAIM(at_random_tables_only_those_who_want_a_rematch_play_it) {
    int begun = 0, smaller = 0, back = 0;
    draw = (struct draw){20261119}; /* the same tables whatever was drawn before */
    int tables = how_many(2000, 300);
    for (int i = 0; i < tables; i++) {
        struct twin h = over(i % 3 ? "" : "bot Robo novice");
        uint64_t wants = 0, out = 0;
        for (int n = 0; n < 40; n++) {
            int place = 1 + draw_below(&draw, room_places(h.room));
            bool held = room_place(h.room, place - 1)->held;
            int what = draw_below(&draw, 8);
            if (what < 3 && twin_try(&h, place, "rematch") == ROOM_OK)
                wants |= (uint64_t)1 << (place - 1);
            else if (what == 3)
                twin_try(&h, place, "stay");
            else if (what == 4)
                h.here.bits[0] ^= (uint64_t)1 << (place - 1);
            else if (what == 5 && held && draw_below(&draw, 10) == 0)
                twin_say(&h, place, "leave");
            else
                h.now += draw_below(&draw, 20000);
            int games = twin_now(&h)->games;
            struct set here = h.here;
            struct room_duty duty;
            if (!state_over(twin_now(&h)))
                break; /* somebody was alone */
            room_duty(h.room, h.now, h.here, &duty);
            if (duty.kind != ROOM_DUTY_SAY)
                continue;
            twin_store(&h, &duty.plan);
            assert_int_equal(twin_now(&h)->games, games);
            assert_false(state_over(twin_now(&h)));
            begun++;
            smaller += seats(&h) < (i % 3 ? 3 : 4);
            for (int p = 0; p < room_places(h.room); p++) {
                const struct room_place *who = room_place(h.room, p);
                if (who->bot[0])
                    continue;
                bool plays = who->seat >= 0, wanted = wants >> p & 1;
                if (plays && !wanted)
                    fail_msg("%s was taken along", who->name);
                if (!plays && wanted && who->held && set_has(here, p))
                    fail_msg("%s was left behind", who->name);
                back += plays && (out >> p & 1);
                out = plays ? out & ~((uint64_t)1 << p) : out | (uint64_t)1 << p;
            }
            play(&h);
            h.here = set_below(room_places(h.room));
            wants = 0;
        }
        twin_check_record(&h);
        twin_close(&h);
    }
    assert_true(begun > 2 * tables && smaller > tables && back > tables / 2);
}
