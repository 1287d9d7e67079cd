/* Whole games at tables on a server, driven by what people may say and what the server has to do;
 * and random commands from everybody, where an independent check decides whether accepted ones were
 * allowed. */
#include <stdlib.h>
#include <string.h>

#include "play/fair_check.h"
#include "room/twin.h"

static int games(void) {
    return how_many(40, SANITIZED ? 60 : 20);
}

/* The place whose turn it is, found by name alone. */
static int place_up(const struct twin *h, const struct state *view) {
    struct span person = state_person(view, state_seat(view));
    for (int i = 0; i < room_places(h->room); i++) {
        const struct room_place *p = room_place(h->room, i);
        if (!p->removed && span_is(person, p->name))
            return p->place;
    }
    fail_msg("nobody is called %.*s", (int)person.len, person.at);
    return 0;
}

/* Two people and, at random, a partner, a bot and a program. */
static struct twin full_table(const char *rules, const char *dice, struct draw *draw) {
    static const char *const starts[] = {"", "roll", "2"};
    struct room_setup setup = {.rules = span_of(rules),
                               .name = span_of("Ann"),
                               .dice = span_of(dice),
                               .start = span_of(starts[draw_below(draw, 3)])};
    struct twin h = twin_of(&setup);
    twin_sit(&h, "Bea", 0, false);
    if (draw_below(draw, 2))
        twin_sit(&h, "Cem", 2, false);
    if (draw_below(draw, 2))
        twin_say(&h, 1, "bot Robo expert");
    if (draw_below(draw, 2))
        twin_sit(&h, "Ticker", 0, true);
    twin_say(&h, 1, "begin");
    return h;
}

/* For each seat, one of the people who hold it pledges and shares. */
static void give_shares(struct twin *h, struct draw *draw) {
    twin_serve(h, draw);
    for (int sealed = 1; sealed >= 0; sealed--) {
        for (int seat = 0; seat < twin_now(h)->seat_count; seat++) {
            if (!set_has(fair_missing(&twin_now(h)->fair, twin_now(h)->seat_count), seat))
                continue;
            int place = 0;
            for (int i = 0; i < room_places(h->room); i++) {
                const struct room_place *p = room_place(h->room, i);
                if (p->seat == seat && p->held && (!place || draw_below(draw, 2)))
                    place = p->place;
            }
            (sealed ? twin_pledge : twin_share)(h, place, seat + 1);
        }
    }
}

static void play_to_the_end(struct twin *h, struct draw *draw) {
    while (!state_over(twin_now(h))) {
        twin_serve(h, draw);
        if (state_over(twin_now(h)))
            break;
        if (twin_now(h)->dice.kind == DICE_FAIR && /* a long game uses up a chain */
            set_any(fair_missing(&twin_now(h)->fair, twin_now(h)->seat_count)))
            give_shares(h, draw);
        char words[128] = "roll";
        struct text w = TEXT_IN(words);
        struct state view = twin_view(h);
        if (view.seats[state_seat(&view)].bot[0] &&
            strcmp(view.seats[state_seat(&view)].bot, BOT_PROGRAM) != 0)
            continue; /* many bots in a row: the server has more to do */
        if (state_falling(&view))
            text_put(&w, "roll");
        else
            twin_choice(&view, draw, &w);
        twin_say(h, place_up(h, &view), words);
    }
    twin_serve(h, draw);
}

static void whole_games_with_fair_dice_are_records_that_verify(void **state) {
    const char *book = *state;
    struct draw draw = {20261115};
    char rules[64];
    struct text r = TEXT_IN(rules);
    text_put(&r, book);
    if (!strcmp(book, "yardkle"))
        text_put(&r, ":goal=3000");
    for (int i = 0; i < games(); i++) {
        struct twin h = full_table(rules, "fair", &draw);
        give_shares(&h, &draw);
        play_to_the_end(&h, &draw);
        assert_int_equal(fair_check(room_table(h.room)).verdict, FAIR_SEALED);
        twin_again(&h);
        give_shares(&h, &draw);
        play_to_the_end(&h, &draw);
        struct fair_sum sum = fair_check(room_table(h.room));
        assert_int_equal(sum.verdict, FAIR_SEALED);
        assert_int_equal(sum.checked, table_throws(room_table(h.room)));
        assert_int_equal(twin_now(&h)->games, 2);
        twin_check_record(&h);
        twin_close(&h);
    }
}

/* ---- many seats ---- */

/* Places 1 to 40 are people, the others bots. */
static struct twin crowd(const char *rules) {
    struct twin h = twin_with(rules, "fair", 0);
    for (int i = 2; i <= SEATS_MAX; i++) {
        LOCAL_TEXT(w, 64);
        if (i > 40) {
            text_add(&w, "bot Robo %d family", i);
            twin_say(&h, 1, w.data);
        } else {
            text_add(&w, "Player %d", i);
            assert_int_equal(twin_sit(&h, w.data, 0, false), i);
        }
    }
    twin_say(&h, 1, "begin");
    return h;
}

CLAIM(rooms_of_99_seats_play_whole_games_with_fair_dice) {
    static const char *const rules[] = {"yardzee", "yardkle:entry=0,goal=300"};
    struct draw draw = {99};
    for (int i = 0; i < 2; i++) {
        struct twin h = crowd(rules[i]);
        assert_int_equal(twin_now(&h)->seat_count, SEATS_MAX);
        give_shares(&h, &draw);
        assert_true(set_same(twin_now(&h)->fair.shared, set_below(40)));
        play_to_the_end(&h, &draw);
        assert_int_equal(fair_check(room_table(h.room)).verdict, FAIR_SEALED);
        assert_true(set_same(fair_check(room_table(h.room)).sealed, set_below(40)));
        twin_check_record(&h);
        twin_close(&h);
    }
}

CLAIM(players_above_place_64_agree_on_a_bot_like_all_others) {
    struct twin h = twin_with("yardzee", "seed 1", 0);
    for (int i = 2; i <= 70; i++) {
        LOCAL_TEXT(w, 64);
        text_add(&w, "Player %d", i);
        twin_sit(&h, w.data, 0, false);
    }
    twin_say(&h, 1, "begin");
    h.here = set_without(set_below(70), 69); /* place 70 is away */
    for (int i = 1; i < 70; i++)
        twin_say(&h, i, i == 1 ? "ask 70 family" : "agree 70");
    twin_duty(&h, ROOM_DUTY_NONE);
    assert_false(room_place(h.room, 69)->replaced);
    h.now += 1000 * ROOM_AWAY_SECONDS;
    twin_duty(&h, ROOM_DUTY_SAY);
    assert_true(room_place(h.room, 69)->replaced);
    assert_string_equal(twin_now(&h)->seats[69].bot, "family");
    twin_say(&h, 70, "back");
    assert_string_equal(twin_now(&h)->seats[69].bot, "");
    twin_close(&h);
}

/* ---- tables that change ---- */

CLAIM(a_player_takes_their_own_seat_out_of_the_game_and_the_others_play_on) {
    struct draw draw = {7};
    struct twin h = twin_with("yardzee", "seed 1", 0);
    twin_sit(&h, "Bea", 0, false);
    twin_sit(&h, "Cem", 0, false);
    twin_sit(&h, "Dan", 3, false);
    twin_say(&h, 1, "begin");
    twin_play(&h, "1 roll; 1 score chance; 2 roll");
    twin_refuse(&h, 1, "leave 2", ROOM_TURN, "only your own seat");
    twin_refuse(&h, 3, "leave 3", ROOM_TURN, "only your own seat"); /* Dan plays there, too */
    twin_refuse(&h, 2, "leave 9", ROOM_PHASE, "There's no seat 9.");
    twin_say(&h, 2, "leave 2");
    assert_int_equal(state_seat(twin_now(&h)), 2);
    twin_refuse(&h, 2, "leave 2", ROOM_PHASE, "already left");
    twin_refuse(&h, 2, "roll", ROOM_TURN, "Cem");
    play_to_the_end(&h, &draw);
    assert_int_equal(twin_now(&h)->game.turns[1], 0);
    assert_false(set_has(game_winners(&twin_now(&h)->rules, &twin_now(&h)->game), 1));
    h.here = set_all();
    twin_play(&h, "1 rematch; 2 stay; 3 rematch; 4 rematch");
    twin_duty(&h, ROOM_DUTY_SAY);
    twin_last(&h, 0, "rematch"); /* Bea's seat goes with it */
    assert_int_equal(twin_now(&h)->seat_count, 2);
    assert_string_equal(twin_now(&h)->seats[1].name, "Cem+Dan");
    assert_int_equal(room_place(h.room, 1)->seat, -1);
    assert_int_equal(room_place(h.room, 2)->seat, 1);
    assert_int_equal(room_place(h.room, 3)->seat, 1);
    play_to_the_end(&h, &draw);
    twin_check_record(&h);
    twin_close(&h);
}

CLAIM(a_seat_that_nobody_holds_can_be_taken_out_by_anybody) {
    struct twin h = twin_two("seed 1", 0);
    twin_say(&h, 2, "leave");
    twin_refuse(&h, 2, "leave 2", ROOM_PLACE, "Nobody holds");
    twin_say(&h, 1, "roll");
    twin_say(&h, 1, "leave 2");
    twin_say(&h, 1, "score chance");
    assert_int_equal(state_seat(twin_now(&h)), 0);
    twin_close(&h);
}

CLAIM(people_who_come_during_a_game_join_the_next_one) {
    struct draw draw = {8};
    static const char *const dice[] = {"seed 1", "fair"};
    for (int i = 0; i < 2; i++) {
        struct twin h = twin_two(dice[i], 0);
        if (i)
            give_shares(&h, &draw);
        twin_say(&h, 1, "roll");
        assert_int_equal(twin_sit(&h, "Zoe", 0, false), 3);
        assert_int_equal(room_place(h.room, 2)->seat, -1);
        twin_refuse(&h, 3, "roll", ROOM_TURN, "Ann");
        play_to_the_end(&h, &draw);
        assert_int_equal(twin_now(&h)->seat_count, 2);
        h.here = set_all();
        twin_play(&h, "2 rematch; 1 rematch"); /* Zoe has sat down for it */
        twin_duty(&h, ROOM_DUTY_SAY);
        twin_last(&h, 0, "seat Zoe");
        assert_int_equal(twin_now(&h)->seat_count, 3);
        assert_int_equal(room_place(h.room, 2)->seat, 2);
        if (i)
            give_shares(&h, &draw);
        play_to_the_end(&h, &draw);
        assert_int_equal(twin_now(&h)->games, 2);
        assert_int_equal(twin_now(&h)->wins[0] + twin_now(&h)->wins[1] + twin_now(&h)->wins[2], 2);
        if (i)
            assert_int_equal(fair_check(room_table(h.room)).verdict, FAIR_SEALED);
        twin_check_record(&h);
        twin_close(&h);
    }
}

/* ---- random commands ---- */

static void random_words(struct twin *h, struct draw *draw, struct text *out) {
    static const char *const plain[] = {
        "roll",
        "hint",
        "undo",
        "rematch",
        "begin",
        "leave",
        "back",
        "agree 1",
        "agree 2",
        "ask 1",
        "ask 2 family",
        "ask 3 club",
        "reveal",
        "state",
        "remove 2",
        "bot X club",
        "dice seed 1",
        "seat Zoe",
        "start 1",
        "# room: sit 9 Zoe",
        "share 1 -",
        "share 2 -",
        "roll 1 1 1 1 1",
        "correct 5 seat Zoe",
        "rules yardzee",
        "secret",
        "keep -",
        "score chance",
        "new",
        "hint x",
        "",
        "agree 3",
        "ask 1 family",
        "ask 2 club",
        "goon",
        "stay",
    };
    static const char *const kept[] = {
        "pace points", "pace last", "pace throws", "score chance 20", "score ones 0", "bank 500",
        "bank",        "aside 1",   "bust",        "last 1 1 2 3 4",
    };
    enum { PLAIN = sizeof plain / sizeof *plain, KEPT = sizeof kept / sizeof *kept };
    struct state view = twin_view(h);
    int what = draw_below(draw, 3);
    text_clear(out);
    if (what == 0 && view.stage == STAGE_PLAY && view.game.phase == PHASE_CHOOSE) {
        twin_choice(&view, draw, out);
    } else if (what == 1 && state_falling(&view) && view.dice.kind == DICE_PHYSICAL) {
        struct dice d = {0};
        for (int i = 0; i < state_falling(&view); i++)
            d = dice_with(d, 1 + draw_below(draw, FACES), 1);
        text_put(out, "roll ");
        text_dice(out, d, " ");
    } else if (what == 1 && set_any(fair_missing(&view.fair, view.seat_count))) {
        twin_gift(h, 1 + draw_below(draw, view.seat_count), draw_below(draw, 2), out);
    } else if (!draw_below(draw, 12)) {
        text_put(out, kept[draw_below(draw, KEPT)]);
    } else {
        text_put(out, plain[draw_below(draw, PLAIN)]);
    }
}

static bool is_one_of(struct span word, const char *const *list) {
    for (int i = 0; list[i]; i++) {
        if (span_is(word, list[i]))
            return true;
    }
    return false;
}

/* Checks that an accepted command was allowed, judging by the names of commands and people, not by
 * the room's code. */
static void check_allowed(const struct twin *h, const struct room_place *who, bool begun,
                          const struct state *view, int host, struct span words) {
    static const char *const lobby[] = {"begin", "remove", "bot", NULL};
    static const char *const turn[] = {"roll", "keep",  "score", "take", "hint", "pace",
                                       "last", "aside", "bank",  "bust", NULL};
    static const char *const kept[] = {"last", "aside", "bank", "bust", NULL};
    static const char *const game[] = {"ask",    "agree",   "back",    "undo", "share", "goon",
                                       "pledge", "correct", "rematch", "stay", NULL};
    struct span rest = words, verb = span_word(&rest);
    assert_non_null(who);
    if (span_is(verb, "leave"))
        return;
    if (is_one_of(verb, lobby)) {
        assert_false(begun);
        assert_int_equal(who->place, host);
        return;
    }
    assert_true(begun);
    if (is_one_of(verb, kept) || span_is(words, "pace points") || span_is(words, "pace last"))
        assert_int_equal(view->dice.kind, DICE_PHYSICAL);
    if (is_one_of(verb, turn)) {
        int seat = state_seat(view);
        assert_true(seat >= 0);
        struct span person = state_person(view, seat);
        const char *bot = view->seats[seat].bot;
        bool thrown = span_is(verb, "roll") && bot[0] && view->dice.kind == DICE_PHYSICAL;
        const struct room_place *up = room_place(h->room, place_up(h, view) - 1);
        bool own = span_is(person, who->name) && (!bot[0] || !strcmp(bot, "program"));
        bool partner = up->left && up->seat == who->seat && !bot[0];
        if (!own && !thrown && !partner)
            fail_msg("'%.*s' of %s, but it is the turn of %.*s", (int)words.len, words.at,
                     who->name, (int)person.len, person.at);
        return;
    }
    assert_true(is_one_of(verb, game));
    if (span_is(verb, "undo") || span_is(verb, "correct"))
        assert_int_equal(view->dice.kind, DICE_PHYSICAL);
    if (span_is(verb, "rematch") || span_is(verb, "stay"))
        assert_true(state_over(view));
    if (span_is(verb, "share") || span_is(verb, "pledge"))
        assert_int_equal(rest.at[0] - '1', who->seat);
}

/* Notes who has asked for a bot at their own seat, or agreed to one. */
static void note_word(const struct twin *h, const struct room_place *who, struct span words,
                      uint64_t *own_words) {
    struct span rest = words, verb = span_word(&rest);
    int64_t number;
    if (!span_is(verb, "ask") && !span_is(verb, "agree"))
        return;
    assert_true(span_number(span_word(&rest), 1, room_places(h->room), &number));
    if (room_place(h->room, (int)number - 1)->seat == who->seat)
        *own_words |= (uint64_t)1 << (who->place - 1);
}

/* Performs the server's duties, which must not replace anybody present without their consent. */
static void serve_and_check(struct twin *h, struct draw *draw, uint64_t own_words, int *replaced) {
    bool before[ROOM_PLACES_MAX];
    for (int i = 0; i < room_places(h->room); i++)
        before[i] = room_place(h->room, i)->replaced;
    twin_serve(h, draw);
    for (int i = 0; i < room_places(h->room); i++) {
        const struct room_place *p = room_place(h->room, i);
        bool there = p->held && set_has(h->here, i);
        *replaced += p->replaced && !before[i];
        if (p->replaced && !before[i] && there && !(own_words >> i & 1))
            fail_msg("a bot plays for %s, who is there", p->name);
    }
}

/* At the end, everybody leaves. Fair dice must then be revealed and correct. */
static void leave_all(struct twin *h, struct draw *draw) {
    twin_serve(h, draw);
    while (room_host(h->room)) {
        twin_say(h, room_host(h->room), "leave");
        twin_serve(h, draw);
    }
    twin_duty(h, ROOM_DUTY_NONE);
    assert_int_not_equal(twin_now(h)->fair.stage, FAIR_COMMITTED);
    assert_int_not_equal(fair_check(room_table(h->room)).verdict, FAIR_BROKEN);
}

CLAIM(random_commands_never_do_anything_their_sender_may_not_do) {
    static const char *const dice[] = {"fair", "physical", "seed 3"};
    struct draw draw = {4711};
    int accepted = 0, replaced = 0, over = 0, fair_begun = 0, revealed = 0, thrown = 0;
    for (int i = 0; i < 3 * games(); i++) {
        struct twin h = twin_with(i % 2 ? "yardkle:goal=2000" : "yardzee", dice[i % 3], i % 5);
        twin_sit(&h, "Bea", 0, false);
        twin_sit(&h, "Cem", 2, false);
        twin_sit(&h, "Dan", 0, false);
        uint64_t own_words = 0;
        for (int n = 0; n < 800 && room_host(h.room); n++) {
            char words[256];
            struct text w = TEXT_IN(words);
            random_words(&h, &draw, &w);
            struct state view = twin_view(&h);
            int place = draw_below(&draw, 7), host = room_host(h.room);
            bool begun = room_begun(h.room);
            if (begun && state_seat(&view) >= 0 && draw_below(&draw, 3) == 0)
                place = place_up(&h, &view);
            const struct room_place *p = place ? room_place(h.room, place - 1) : NULL;
            struct room_place who = {0};
            if (p)
                who = *p;
            if (!strcmp(words, "leave") && draw_below(&draw, 20))
                continue; /* otherwise everybody would soon be gone */
            if (twin_try(&h, place, words) == ROOM_OK) {
                check_allowed(&h, p ? &who : NULL, begun, &view, host, span_of(words));
                assert_true(who.held);
                note_word(&h, &who, span_of(words), &own_words);
                accepted++;
            }
            if (draw_below(&draw, 10) == 0)
                h.here.bits[0] ^= (uint64_t)1 << draw_below(&draw, 4);
            h.now += draw_below(&draw, 2000);
            if (draw_below(&draw, 50) == 0)
                h.now += draw_below(&draw, 2) ? 100000 : -100000;
            if (draw_below(&draw, 2))
                serve_and_check(&h, &draw, own_words, &replaced);
        }
        over += state_over(twin_now(&h));
        fair_begun += i % 3 == 0 && room_begun(h.room);
        leave_all(&h, &draw);
        revealed += twin_now(&h)->fair.stage == FAIR_REVEALED;
        thrown += fair_check(room_table(h.room)).checked > 0;
        twin_check_record(&h);
        twin_close(&h);
    }
    assert_true(accepted > 50 * games() && replaced > games() / 4); /* enough happened */
    assert_int_equal(revealed, fair_begun);
    assert_true(thrown > games() / 4 && over >= games() / 10); /* and games got far enough */
}

int main(void) {
    static const char *const names[] = {"yardzee", "yardkle", "yahtzee", "yahtzee-classic"};
    static char claims[4][96];
    for (int i = 0; i < 4; i++) {
        struct text t = TEXT_IN(claims[i]);
        text_add(&t, "whole_games_of_%s_with_fair_dice_are_records_that_verify", names[i]);
        claim_about(claims[i], whole_games_with_fair_dice_are_records_that_verify, names[i]);
    }
    return run_claims(NULL, NULL);
}
