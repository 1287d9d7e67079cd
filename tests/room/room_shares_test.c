/* Fair dice at a table on a server: who gives a share, who is waited for, and what happens to a
 * share that was pledged but is not given. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "play/fair_check.h"
#include "room/twin.h"

#define ZEROS "0000000000000000000000000000000000000000000000000000000000000000"

static struct draw draw = {99};

static struct twin three(const char *dice) {
    struct twin h = twin_with("yardzee", dice, 0);
    twin_sit(&h, "Bea", 0, false);
    twin_sit(&h, "Cem", 0, false);
    twin_say(&h, 1, "begin");
    return h;
}

static bool commits(const struct twin *h, int from_the_end) {
    return !strncmp(twin_line(h, from_the_end), "dice fair", 9);
}

CLAIM(with_several_seats_each_must_pledge_before_it_shares) {
    struct twin h = twin_two("fair", 0);
    twin_refuse(&h, 1, "roll", ROOM_RULES, "seat 1 has given its share");
    twin_refuse(&h, 1, "share 1 " ZEROS, ROOM_PHASE, "Send 'pledge' before 'share'.");
    twin_refuse(&h, 1, "share 2 " ZEROS, ROOM_TURN, "isn't yours to give");
    twin_refuse(&h, 1, "pledge 2 " ZEROS, ROOM_TURN, "isn't yours to give");
    twin_refuse(&h, 0, "pledge 1 " ZEROS, ROOM_PLACE, "You're watching.");
    twin_refuse(&h, 1, "pledge 9 " ZEROS, ROOM_PHASE, "no seat 9");
    struct text error = TEXT_IN(h.words); /* a log must not contain such a share either */
    assert_false(room_read(h.room, span_of("share 1 " ZEROS), h.now, NULL, &error));
    twin_pledge(&h, 1, 1);
    twin_duty(&h, ROOM_DUTY_NONE);
    twin_pledge(&h, 2, 2);
    twin_share(&h, 2, 2);
    twin_refuse(&h, 1, "share 1 -", ROOM_PHASE, "has pledged");
    twin_share(&h, 1, 1);
    twin_say(&h, 1, "roll");
    twin_refuse(&h, 1, "roll 1 2 3 4 5", ROOM_RULES, "Send just 'roll'");
    twin_close(&h);
}

CLAIM(the_only_person_among_bots_shares_without_a_pledge) {
    struct twin h = twin_with("yardzee", "fair", 0);
    twin_play(&h, "1 bot Robo club; 1 begin");
    twin_last(&h, 0, "share 2 -");
    twin_duty(&h, ROOM_DUTY_NONE);
    twin_share(&h, 1, 1);
    twin_say(&h, 1, "roll");
    assert_int_equal(fair_check(room_table(h.room)).verdict, FAIR_SEALED);
    twin_close(&h);
}

CLAIM(the_same_lines_with_a_different_salt_give_a_different_commitment) {
    char dice[2][128];
    for (uint8_t i = 0; i < 2; i++) {
        struct twin h = twin_with("yardzee", "fair", 0);
        room_freshen(h.room, (const uint8_t[ROOM_SALT_BYTES]){i});
        twin_say(&h, 1, "begin");
        strcpy(dice[i], twin_line(&h, 0));
        twin_share(&h, 1, 1);
        twin_say(&h, 1, "roll");
        assert_int_equal(fair_check(room_table(h.follower)).verdict, FAIR_SEALED);
        twin_close(&h);
    }
    assert_memory_equal(dice[0], "dice fair2 1024 ", 16);
    assert_string_not_equal(dice[0], dice[1]);
}

CLAIM(a_seat_shares_without_a_pledge_only_after_all_others_are_passed_over) {
    struct twin h = twin_two("fair", 0);
    twin_say(&h, 2, "leave");
    twin_refuse(&h, 1, "share 1 " ZEROS, ROOM_PHASE,
                "must first skip the seats that give no share");
    twin_duty(&h, ROOM_DUTY_SAY);
    twin_last(&h, 0, "share 2 -");
    twin_share(&h, 1, 1);
    twin_say(&h, 1, "roll");
    assert_int_equal(fair_check(room_table(h.room)).verdict, FAIR_SEALED);
    twin_close(&h);
}

CLAIM(a_seat_that_does_not_pledge_is_passed_over_and_the_dice_stay) {
    struct twin h = three("fair");
    h.here = bits_set(7);
    assert_int_equal(twin_duty(&h, ROOM_DUTY_NONE).at, 0); /* nobody has pledged anything */
    h.now += 1000000;
    assert_int_equal(twin_duty(&h, ROOM_DUTY_NONE).at, 0);
    twin_pledge(&h, 1, 1);
    h.now += ROOM_SHARE_PATIENCE_MS - 1;
    twin_pledge(&h, 2, 2);
    h.now += ROOM_SHARE_PATIENCE_MS - 1;
    assert_int_equal(twin_duty(&h, ROOM_DUTY_NONE).at, h.now + 1);
    h.now++;
    int lines = room_lines(h.room);
    twin_duty(&h, ROOM_DUTY_SAY);
    assert_int_equal(room_lines(h.room), lines + 1);
    twin_last(&h, 0, "share 3 -");
    twin_share(&h, 1, 1);
    twin_share(&h, 2, 2);
    twin_say(&h, 1, "roll");
    twin_check_record(&h);
    twin_close(&h);
}

CLAIM(an_unopened_share_is_named_and_can_still_be_opened) {
    struct twin h = twin_two("fair", 0);
    h.here = bits_set(3);
    twin_pledge(&h, 1, 1);
    twin_pledge(&h, 2, 2);
    twin_refuse(&h, 1, "goon", ROOM_PHASE, "No share is missing");
    h.now += 1000000;
    assert_int_equal(twin_duty(&h, ROOM_DUTY_NONE).at, 0); /* neither has opened a share */
    twin_share(&h, 1, 1);
    assert_int_equal(twin_duty(&h, ROOM_DUTY_NONE).at, h.now + ROOM_SHARE_PATIENCE_MS);
    h.now += ROOM_SHARE_PATIENCE_MS;
    twin_duty(&h, ROOM_DUTY_SAY);
    twin_last(&h, 0, "# room: unopened 2");
    h.now += 1000000;
    assert_int_equal(twin_duty(&h, ROOM_DUTY_NONE).at, 0); /* and nothing is dropped */
    twin_refuse(&h, 1, "roll", ROOM_RULES, "seat 2 has given its share");
    twin_refuse(&h, 2, "goon", ROOM_PHASE, "Give it first.");
    twin_refuse(&h, 1, "goon now", ROOM_WORDS, "Nothing may follow");
    twin_share(&h, 2, 2);
    twin_refuse(&h, 1, "goon", ROOM_PHASE, "No share is missing");
    twin_say(&h, 1, "roll");
    twin_check_record(&h);
    twin_close(&h);
}

CLAIM(the_server_makes_new_dice_if_all_present_players_who_shared_want_them) {
    struct twin h = three("fair");
    h.here = bits_set(7);
    for (int place = 1; place <= 3; place++)
        twin_pledge(&h, place, place);
    twin_share(&h, 1, 1);
    twin_share(&h, 3, 3);
    h.now += ROOM_SHARE_PATIENCE_MS;
    twin_duty(&h, ROOM_DUTY_SAY);
    twin_last(&h, 0, "# room: unopened 2");
    twin_say(&h, 1, "goon");
    twin_last(&h, 0, "# room: goon 1");
    twin_refuse(&h, 1, "goon", ROOM_PHASE, "already");
    h.now += 1000000;
    twin_duty(&h, ROOM_DUTY_NONE); /* Cem has not agreed */
    h.here = bits_set(3);          /* Cem has only just gone away */
    assert_int_equal(twin_duty(&h, ROOM_DUTY_NONE).at, h.now + 1000 * ROOM_AWAY_SECONDS);
    h.now += 1000 * ROOM_AWAY_SECONDS - 1;
    h.here = bits_set(7);
    twin_duty(&h, ROOM_DUTY_NONE);
    h.now += 1000 * ROOM_AWAY_SECONDS;
    twin_duty(&h, ROOM_DUTY_NONE);
    twin_say(&h, 3, "goon");
    twin_duty(&h, ROOM_DUTY_SAY);
    assert_true(commits(&h, 1));
    twin_last(&h, 0, "share 2 -");
    twin_refuse(&h, 2, "pledge 2 " ZEROS, ROOM_PHASE, "already done its part");
    twin_pledge(&h, 1, 1);
    twin_pledge(&h, 3, 3);
    twin_share(&h, 1, 1);
    twin_share(&h, 3, 3);
    twin_say(&h, 1, "roll");
    twin_check_record(&h);
    twin_close(&h);
}

CLAIM(consent_to_go_on_without_one_share_does_not_cover_a_second) {
    struct twin h = three("fair");
    h.here = bits_set(7);
    for (int place = 1; place <= 3; place++)
        twin_pledge(&h, place, place);
    twin_share(&h, 1, 1);
    twin_say(&h, 2, "leave");
    twin_duty(&h, ROOM_DUTY_SAY);
    twin_last(&h, 0, "# room: unopened 2");
    twin_say(&h, 1, "goon");
    h.now += ROOM_SHARE_PATIENCE_MS;
    twin_duty(&h, ROOM_DUTY_SAY);
    twin_last(&h, 0, "# room: unopened 3");
    twin_duty(&h, ROOM_DUTY_NONE);
    twin_say(&h, 1, "goon");
    twin_duty(&h, ROOM_DUTY_SAY);
    assert_true(commits(&h, 2));
    twin_last(&h, 1, "share 2 -");
    twin_last(&h, 0, "share 3 -");
    twin_share(&h, 1, 1);
    twin_say(&h, 1, "roll");
    twin_close(&h);
}

CLAIM(leaving_after_a_pledge_does_not_force_new_dice) {
    struct twin h = three("fair");
    h.here = bits_set(7);
    twin_say(&h, 3, "leave");
    twin_duty(&h, ROOM_DUTY_SAY);
    twin_last(&h, 0, "share 3 -");
    twin_pledge(&h, 2, 2);
    twin_say(&h, 2, "leave");
    twin_duty(&h, ROOM_DUTY_SAY); /* at once: nobody is left to open the share */
    twin_last(&h, 0, "# room: unopened 2");
    h.now += 1000000;
    twin_duty(&h, ROOM_DUTY_NONE); /* Ann is alone and may take her time */
    twin_pledge(&h, 1, 1);
    twin_share(&h, 1, 1);
    h.now += 1000000;
    twin_duty(&h, ROOM_DUTY_NONE);
    twin_say(&h, 1, "goon");
    twin_duty(&h, ROOM_DUTY_SAY);
    assert_true(commits(&h, 2));
    twin_last(&h, 1, "share 2 -");
    twin_last(&h, 0, "share 3 -");
    twin_share(&h, 1, 1);
    twin_duty(&h, ROOM_DUTY_NONE);
    twin_close(&h);
}

CLAIM(a_bot_does_not_open_a_share_that_a_person_has_pledged) {
    struct twin h = twin_two("fair", 0);
    twin_pledge(&h, 1, 1);
    twin_pledge(&h, 2, 2);
    twin_play(&h, "2 ask 2 club; 1 agree 2");
    twin_duty(&h, ROOM_DUTY_SAY);
    twin_duty(&h, ROOM_DUTY_SAY);
    twin_last(&h, 0, "# room: unopened 2");
    twin_duty(&h, ROOM_DUTY_NONE);
    twin_say(&h, 2, "back");
    twin_share(&h, 1, 1);
    twin_share(&h, 2, 2);
    twin_say(&h, 1, "roll");
    twin_close(&h);
}

CLAIM(a_silent_program_is_passed_over) {
    struct twin h = twin_with("yardzee", "fair", 0);
    twin_sit(&h, "Ticker", 0, true);
    twin_say(&h, 1, "begin");
    twin_pledge(&h, 1, 1);
    twin_duty(&h, ROOM_DUTY_NONE);
    h.now += ROOM_SHARE_PATIENCE_MS;
    twin_duty(&h, ROOM_DUTY_SAY);
    twin_last(&h, 0, "share 2 -"); /* and the commitment stays */
    h.now += 1000000;
    h.here = bits_set(3);
    twin_duty(&h, ROOM_DUTY_SAY); /* the program is waiting for Ann */
    twin_last(&h, 0, "# room: unopened 1");
    twin_share(&h, 1, 1);
    twin_close(&h);
}

CLAIM(the_secret_of_an_abandoned_game_is_revealed) {
    struct twin h = twin_with("yardzee", "fair", 0);
    twin_say(&h, 1, "begin");
    twin_share(&h, 1, 1);
    twin_play(&h, "1 roll; 1 leave");
    struct room_duty duty;
    room_duty(h.follower, h.now, h.here, &duty);
    assert_int_equal(duty.kind, ROOM_DUTY_NONE); /* the follower does not know the secret */
    twin_duty(&h, ROOM_DUTY_SAY);
    assert_memory_equal(twin_line(&h, 0), "reveal ", 7);
    assert_int_equal(twin_now(&h)->fair.stage, FAIR_REVEALED);
    twin_duty(&h, ROOM_DUTY_NONE);
    twin_close(&h);
}

CLAIM(a_rematch_waits_for_the_reveal_and_uses_the_next_secret) {
    struct twin h = twin_with("yardkle:goal=1000", "fair", 0);
    twin_play(&h, "1 bot Robo club; 1 begin");
    twin_serve(&h, &draw);
    twin_share(&h, 1, 1);
    twin_say(&h, 1, "ask 1 club");
    for (;;) {
        struct room_duty duty;
        room_duty(h.room, h.now, h.here, &duty);
        if (state_over(twin_now(&h))) {
            twin_refuse(&h, 1, "rematch", ROOM_PHASE, "Reveal the secret of this game's dice");
            room_plan_clear(&duty.plan);
            break;
        }
        if (duty.kind == ROOM_DUTY_BOT) {
            char words[128];
            struct text w = TEXT_IN(words), error = TEXT_IN(h.words);
            struct state view = twin_view(&h);
            twin_choice(&view, &draw, &w);
            assert_int_equal(room_plan_bot(h.room, span_of(words), false, &duty.plan, &error),
                             ROOM_OK);
        }
        twin_store(&h, &duty.plan);
    }
    twin_refuse(&h, 1, "roll", ROOM_PHASE, "over");
    twin_duty(&h, ROOM_DUTY_SAY);
    assert_memory_equal(twin_line(&h, 0), "reveal ", 7);
    twin_duty(&h, ROOM_DUTY_NONE);
    twin_refuse(&h, 0, "rematch", ROOM_PLACE, "You're watching.");
    twin_play(&h, "1 back; 1 rematch");
    twin_duty(&h, ROOM_DUTY_SAY);
    assert_memory_equal(twin_line(&h, 1), "dice fair2 1024 ", 16);
    twin_last(&h, 0, "share 2 -");
    twin_share(&h, 1, 1);
    twin_close(&h);
}

CLAIM(without_the_secret_the_server_neither_commits_to_fair_dice_nor_rolls_them) {
    struct twin h = twin_with("yardzee", "fair", 0);
    struct room_plan plan;
    struct text error = TEXT_IN(h.words);
    assert_int_equal(room_plan_say(h.follower, 1, set_none(), span_of("begin"), &plan,
                                   &(struct refusal){.words = &error}),
                     ROOM_PHASE);
    twin_say(&h, 1, "begin");
    twin_share(&h, 1, 1);
    assert_int_equal(room_plan_say(h.follower, 1, set_none(), span_of("roll"), &plan,
                                   &(struct refusal){.words = &error}),
                     ROOM_RULES);
    assert_int_equal(room_plan_say(h.follower, 1, set_none(), span_of("roll 1 1 1 1 1"), &plan,
                                   &(struct refusal){.words = &error}),
                     ROOM_RULES);
    /* A room that learns the secret later rolls the same dice. */
    static const uint8_t root[ROOM_SECRET_BYTES] = {7, 1, 2};
    struct room_plan other;
    room_know_secret(h.follower, root);
    assert_int_equal(room_plan_say(h.follower, 1, set_none(), span_of("roll"), &plan,
                                   &(struct refusal){.words = &error}),
                     ROOM_OK);
    assert_int_equal(room_plan_say(h.room, 1, set_none(), span_of("roll"), &other,
                                   &(struct refusal){.words = &error}),
                     ROOM_OK);
    assert_string_equal(plan.lines[0]->text, other.lines[0]->text);
    room_plan_clear(&plan);
    room_plan_clear(&other);
    twin_close(&h);
}

/* ---- random commands ---- */

/* The state of the current commitment, derived from the text of the log alone, and what the test
 * knows about presence. */
struct trial {
    struct twin h;
    int read, places, seats;
    int seat_of[8]; /* seat of each place, from 0 */
    uint32_t pledged, shared, passed, unopened;
    uint64_t goon, left;
    int64_t spoken_at;     /* time of the last pledge, share or commitment */
    int64_t away_since[8]; /* for each place */
    int commitments;
};

static struct { int recommitted, named, opened_late, gone, started, passed_over; } seen;

static uint64_t holders(const struct trial *t, uint32_t seats) {
    uint64_t places = 0;
    for (int i = 0; i < t->places; i++) {
        if (!(t->left >> i & 1) && (seats >> t->seat_of[i] & 1))
            places |= (uint64_t)1 << i;
    }
    return places;
}

static bool waited(const struct trial *t) {
    return t->h.now - t->spoken_at >= ROOM_SHARE_PATIENCE_MS;
}

/* A new commitment needs the consent of everybody except those whose own share is missing and those
 * who have been away for at least ROOM_AWAY_SECONDS. */
static void check_commitment(const struct trial *t) {
    uint64_t asked = holders(t, ~t->unopened);
    assert_true(t->unopened && (asked & t->goon));
    for (int i = 0; i < t->places; i++) {
        bool away =
            !set_has(t->h.here, i) && t->h.now - t->away_since[i] >= 1000 * ROOM_AWAY_SECONDS;
        if ((asked >> i & 1) && !(t->goon >> i & 1) && !away)
            fail_msg("new dice against the will of place %d", i + 1);
    }
}

static void read_share(struct trial *t, uint32_t bit, bool nothing, uint32_t dropped) {
    if (!nothing) {
        seen.opened_late += (t->unopened & bit) != 0;
        t->shared |= bit;
    } else {
        uint32_t others = (t->pledged | t->shared) & ~bit;
        bool slow = waited(t) && holders(t, others);
        if ((t->pledged & bit) || !(slow || !holders(t, bit) || (dropped & bit)))
            fail_msg("a seat is passed over that was to give a share");
        seen.passed_over += slow && holders(t, bit);
        t->passed |= bit;
    }
    t->unopened &= ~bit;
}

/* Reads the new lines of the log. */
static void read_log(struct trial *t) {
    uint32_t dropped = 0; /* seats whose share was missing before the commitment just read */
    int64_t said = t->spoken_at;
    for (; t->read < room_lines(t->h.room); t->read++) {
        const char *line = table_line(room_table(t->h.room), t->read + 1);
        int number;
        char what[8] = "";
        if (!strncmp(line, "dice fair", 9)) {
            if (t->commitments++) {
                check_commitment(t);
                seen.recommitted++;
            }
            dropped = t->unopened;
            t->pledged = t->shared = t->passed = t->unopened = 0;
            t->goon = 0;
            said = t->h.now;
        } else if (sscanf(line, "pledge %d", &number) == 1) {
            t->pledged |= 1u << (number - 1);
            said = t->h.now;
        } else if (sscanf(line, "share %d %7s", &number, what) == 2) {
            read_share(t, 1u << (number - 1), what[0] == '-', dropped);
            said = t->h.now;
        } else if (sscanf(line, "# room: unopened %d", &number) == 1) {
            uint32_t bit = 1u << (number - 1);
            assert_true(t->pledged & ~t->shared & ~t->unopened & bit);
            assert_true(!holders(t, bit) || waited(t));
            t->unopened |= bit;
            t->goon = 0;
            seen.named++;
            seen.gone += !holders(t, bit);
        } else if (sscanf(line, "# room: goon %d", &number) == 1) {
            assert_true(holders(t, ~t->unopened) >> (number - 1) & 1);
            t->goon |= (uint64_t)1 << (number - 1);
        } else if (sscanf(line, "# room: leave %d", &number) == 1) {
            t->left |= (uint64_t)1 << (number - 1);
        }
    }
    t->spoken_at = said;
}

/* Performs one duty at a time, so that each is judged by the log before it. */
static void serve(struct trial *t) {
    for (;;) {
        struct room_duty duty;
        room_duty(t->h.room, t->h.now, t->h.here, &duty);
        if (duty.kind != ROOM_DUTY_SAY || !strncmp(duty.plan.lines[0]->text, "roll", 4)) {
            room_plan_clear(&duty.plan);
            break;
        }
        twin_store(&t->h, &duty.plan);
        read_log(t);
    }
    uint32_t closed = t->pledged & ~t->shared;
    for (int seat = 0; seat < t->seats; seat++) {
        bool owes = (closed >> seat & 1) && holders(t, UINT32_MAX) && !holders(t, 1u << seat);
        if (owes)
            assert_true(t->unopened >> seat & 1); /* leaving does not hide a missing share */
    }
}

static void gift(const struct trial *t, int seat, bool sealed, bool right, char line[160]) {
    struct entry e = {.kind = sealed ? ENTRY_PLEDGE : ENTRY_SHARE, .gift = {.seat = seat}};
    struct text l = text_start(line, 160);
    memset(e.gift.bytes, right ? 16 * seat + t->commitments : 255, FAIR_BYTES);
    if (sealed)
        fair_pledge(twin_now(&t->h)->dice.commitment, seat, e.gift.bytes, e.gift.bytes);
    entry_print(NULL, &e, &l);
}

static void say_something(struct trial *t) {
    int place = 1 + draw_below(&draw, t->places), seat = t->seat_of[place - 1];
    char line[160];
    int what = draw_below(&draw, 40);
    if (what < 12) {
        gift(t, seat, true, true, line);
        twin_try(&t->h, place, line);
    } else if (what < 22) {
        uint32_t bit = 1u << seat, all = (1u << t->seats) - 1;
        bool opens = (t->pledged & ~t->shared & bit) && !(t->left >> (place - 1) & 1) &&
                     !(all & ~(t->pledged | t->passed));
        gift(t, seat, false, true, line);
        enum room_refusal why = twin_try(&t->h, place, line);
        if (opens && why != ROOM_OK)
            fail_msg("place %d cannot open its share: %s", place, t->h.words);
    } else if (what < 24) {
        gift(t, seat, false, false, line);
        twin_try(&t->h, place, line);
    } else if (what < 25 && !draw_below(&draw, 2)) {
        twin_try(&t->h, place, "leave");
    } else if (what < 31) {
        twin_try(&t->h, place, "goon");
    } else if (what < 35) {
        t->h.here.bits[0] ^= (uint64_t)1 << (place - 1);
        t->away_since[place - 1] = t->h.now;
    } else {
        t->h.now += draw_below(&draw, 20000);
    }
    read_log(t);
}

CLAIM(nobody_gets_new_dice_against_the_will_of_others) {
    int trials = how_many(2000, 1000);
    for (int n = 0; n < trials; n++) {
        struct trial t = {.h = twin_with("yardzee", "fair", 0), .places = 2 + draw_below(&draw, 3)};
        static const char *const names[] = {"Ann", "Bea", "Cem", "Dan"};
        bool pair = t.places > 2 && draw_below(&draw, 3) == 0;
        for (int i = 1; i < t.places; i++)
            twin_sit(&t.h, names[i], pair && i == 2 ? 2 : 0, !pair && draw_below(&draw, 5) == 0);
        twin_say(&t.h, 1, "begin");
        t.seats = twin_now(&t.h)->seat_count;
        for (int i = 0; i < t.places; i++)
            t.seat_of[i] = room_place(t.h.room, i)->seat;
        t.h.here = set_below(t.places);
        read_log(&t);
        for (int i = 0; i < 120 && set_any(fair_missing(&twin_now(&t.h)->fair, t.seats)); i++) {
            serve(&t);
            say_something(&t);
        }
        serve(&t);
        seen.started += !set_any(fair_missing(&twin_now(&t.h)->fair, t.seats));
        twin_check_record(&t.h);
        twin_close(&t.h);
    }
    /* Make sure that every case came up often enough. */
    assert_true(seen.recommitted > trials / 50 && seen.named > trials / 20);
    assert_true(seen.opened_late > trials / 50 && seen.gone > trials / 100);
    assert_true(seen.started > trials / 4 && seen.passed_over > trials / 20);
}
