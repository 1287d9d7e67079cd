/* Positions as text: every state of random games round-trips, and bad positions are refused. */
#include <string.h>

#include "rules/press.h"
#include "rules/sheet.h"
#include "support.h"

/* Every book, and house rules that reach more states: short games get to final rounds. */
static const char *const specs[] = {
    "yardzee",
    "yahtzee",
    "yahtzee-classic",
    "yatzy",
    "yardkle",
    "farkle",
    "yardzee:joker=none,bonus=0",
    "yahtzee:upper-bonus=50@70",
    "yatzy:joker=free,bonus=100",
    "yatzy:joker=forced",
    "yardkle:entry=0,goal=1500",
    "yardkle:set-aside=all,entry=100,goal=1000,tie=leader",
    "farkle:goal=2000,hot-dice=must,tie=chaser",
    "yardkle:entry=0,goal=1000,final-round=everyone",
    "farkle:goal=1000,final-round=rest",
};

enum { SPECS = sizeof specs / sizeof *specs };

static void print_position(const struct rules *r, const struct game *g, char *data, size_t size) {
    struct text out = text_start(data, size);
    position_print(r, g, &out);
    assert_false(out.cut);
}

/* Compares everything a position contains. In press games this excludes the turn counts, because no
 * choice depends on them. */
static void same_game(const struct rules *r, const struct game *a, const struct game *b,
                      const char *line) {
    bool sheet = r->book->family == FAMILY_SHEET;
    bool same = a->seats == b->seats && a->seat == b->seat && a->phase == b->phase &&
                a->rolls == b->rolls && a->falling == b->falling && a->ender == b->ender &&
                dice_same(a->dice, b->dice) && a->turn_points == b->turn_points;
    if (r->params.final_round == FINAL_REST)
        same = same && a->first == b->first;
    for (int seat = 0; seat < a->seats && same; seat++) {
        if (sheet)
            same = a->turns[seat] == b->turns[seat] &&
                   memcmp(&a->card[seat], &b->card[seat], sizeof a->card[seat]) == 0;
        else
            same = a->total[seat] == b->total[seat];
    }
    if (!same)
        fail_msg("another game comes back from '%s'", line);
    struct action list[2][ACTIONS_MAX];
    int n = game_legal(r, a, list[0]);
    assert_int_equal(n, game_legal(r, b, list[1]));
    for (int i = 0; i < n; i++) {
        assert_int_equal(list[0][i].act, list[1][i].act);
        assert_int_equal(list[0][i].box, list[1][i].box);
        assert_true(dice_same(list[0][i].dice, list[1][i].dice));
    }
}

CLAIM(every_state_of_random_games_round_trips) {
    struct draw draw = {99};
    for (int i = 0; i < SPECS; i++) {
        struct rules r = rules_named(specs[i]);
        int final_rounds = 0;
        for (int seats = 1; seats <= 4; seats++) {
            for (int played = 0; played < 8; played++) {
                struct game g;
                game_start(&r, &g, seats, draw_below(&draw, seats));
                for (int step = 0; step < 2000 && g.phase != PHASE_OVER; step++) {
                    char line[POSITION_TEXT_MAX], again[POSITION_TEXT_MAX];
                    struct rules back_rules;
                    print_position(&r, &g, line, sizeof line);
                    struct game back = position_named(line, &back_rules);
                    assert_true(rules_same(&r, &back_rules));
                    same_game(&r, &g, &back, line);
                    print_position(&back_rules, &back, again, sizeof again);
                    assert_string_equal(again, line);
                    final_rounds += g.ender != 0;
                    assert_int_equal(game_apply(&r, &g, any_action(&r, &g, &draw)), ALLOWED);
                }
            }
        }
        /* Make sure that the short games did reach final rounds. */
        if (r.book->family == FAMILY_PRESS && r.params.goal < 10000)
            assert_true(final_rounds > 50);
    }
}

CLAIM(a_position_with_99_seats_fits_on_one_line) {
    struct rules r = rules_named("yatzy:joker=classic,bonus=1000,upper-bonus=1000@105");
    struct draw draw = {3};
    struct game g;
    char line[POSITION_TEXT_MAX];
    game_start(&r, &g, SEATS_MAX, 0);
    /* Play up to a choice in the last turn of the last seat: every other card is full. */
    while (g.seat != SEATS_MAX - 1 || g.turns[g.seat] != r.book->box_count - 1 ||
           g.phase != PHASE_CHOOSE)
        assert_int_equal(game_apply(&r, &g, any_action(&r, &g, &draw)), ALLOWED);
    print_position(&r, &g, line, sizeof line);
    struct rules back_rules;
    struct game back = position_named(line, &back_rules);
    same_game(&r, &g, &back, line);
}

CLAIM(examples_from_the_language_manual_are_parsed) {
    struct rules r;
    struct game g = position_named("yardzee ones=3,five-kind=50,bonus=1/- 1 3,3,3,4,5 2", &r);
    assert_int_equal(g.seats, 2);
    assert_int_equal(g.seat, 0);
    assert_int_equal(g.phase, PHASE_CHOOSE);
    assert_int_equal(g.rolls, 2);
    assert_int_equal(g.turns[0], 2);
    assert_int_equal(g.turns[1], 0);
    assert_true(dice_same(g.dice, hand("3 3 3 4 5")));
    assert_int_equal(game_total(&r, &g, 0), 3 + 50 + 100);
    g = position_named("yardkle 1500/0 1 350 1,2,2,4,5,5", &r);
    assert_int_equal(g.total[0], 1500);
    assert_int_equal(g.turn_points, 350);
    assert_int_equal(g.phase, PHASE_CHOOSE);
    g = position_named("yardkle 1500/0 2 350 ?3", &r);
    assert_int_equal(g.seat, 1);
    assert_int_equal(g.phase, PHASE_ROLL);
    assert_int_equal(g.falling, 3);
    g = position_named("yardzee - 1 3,3,?3 1", &r);
    assert_int_equal(g.phase, PHASE_ROLL);
    assert_int_equal(g.falling, 3);
    assert_true(dice_same(g.dice, hand("3 3")));
    g = position_named("yardzee - 1 ?5 2", &r); /* nothing was kept */
    assert_int_equal(g.falling, 5);
    assert_int_equal(g.rolls, 2);
}

CLAIM(dice_and_entries_may_be_in_any_order) {
    struct rules r;
    char line[POSITION_TEXT_MAX];
    struct game g = position_named("  yardzee  bonus=1,chance=9,five-kind=50 1 6,1,5,1,3  1 ", &r);
    print_position(&r, &g, line, sizeof line);
    assert_string_equal(line, "yardzee five-kind=50,chance=9,bonus=1 1 1,1,3,5,6 1");
}

CLAIM(a_total_at_the_goal_means_the_final_round_has_started) {
    struct rules r;
    struct game g = position_named("yardkle 10000/0 2 0 ?6", &r);
    assert_int_equal(g.ender, 1);
    /* Seat 4 started the final round; seat 1 has had its last turn and also reached the goal. */
    g = position_named("yardkle 12000/500/700/10000 2 0 ?6", &r);
    assert_int_equal(g.ender, 4);
    /* Seat 1 started the final round; seats 2 and 3 have had their last turns. */
    g = position_named("yardkle 10000/10050/300/700 4 0 ?6", &r);
    assert_int_equal(g.ender, 1);
    g = position_named("yardkle 9950/0 2 0 ?6", &r);
    assert_int_equal(g.ender, 0);
}

CLAIM(with_everyone_the_seat_that_began_the_final_round_has_another_turn) {
    struct rules r;
    struct game g = position_named("yardkle:final-round=everyone 10000/10500 1 0 ?6", &r);
    assert_int_equal(g.ender, 1);
    g = position_named("yardkle:final-round=everyone 10000/9000 2 0 ?6", &r);
    assert_int_equal(g.ender, 1);
    /* Seat 3 began it, and seat 1 passed it; seat 2 and then seat 3 are left. */
    g = position_named("yardkle:final-round=everyone 10600/9000/10500 2 0 ?6", &r);
    assert_int_equal(g.ender, 3);
}

CLAIM(with_rest_a_position_says_which_seat_begins_each_round) {
    struct rules r;
    struct game g = position_named("yardkle:final-round=rest 500/10000/700 3 0 ?6", &r);
    assert_int_equal(g.first, 0);
    assert_int_equal(g.ender, 2);
    g = position_named("yardkle:final-round=rest 10000/700/500 2 0 ?6 start=3", &r);
    assert_int_equal(g.first, 2);
    assert_int_equal(g.ender, 1);
    char line[POSITION_TEXT_MAX];
    print_position(&r, &g, line, sizeof line);
    assert_string_equal(line, "yardkle:final-round=rest 10000/700/500 2 0 ?6 start=3");
}

/* ---- refusals ---- */

static void refused_with(const char *line, const char *part) {
    char words[1024];
    struct text error = TEXT_IN(words);
    struct rules r, rules_before;
    struct game g, game_before;
    memset(&r, 0x5a, sizeof r);
    memset(&g, 0x5a, sizeof g);
    memcpy(&rules_before, &r, sizeof r);
    memcpy(&game_before, &g, sizeof g);
    if (position_parse(span_of(line), &r, &g, &error))
        fail_msg("'%s' should be refused", line);
    if (!strstr(words, part))
        fail_msg("'%s': \"%s\" does not say \"%s\"", line, words, part);
    assert_memory_equal(&r, &rules_before, sizeof r);
    assert_memory_equal(&g, &game_before, sizeof g);
}

CLAIM(each_missing_part_is_named) {
    refused_with("", "There's no rule set called ''.");
    refused_with("yardzee", "A score sheet is missing. Write '-' for an empty one.");
    refused_with("yardzee -", "The seat to move is ''");
    refused_with("yardzee - 1", "The number of rolls made is ''");
    refused_with("yardzee - 1 ?5", "The number of rolls made is ''");
    refused_with("yardkle", "The total ''");
    refused_with("yardkle 0", "The seat to move is ''");
    refused_with("yardkle 0 1", "The points set aside this turn are ''");
    refused_with("yardkle 0 1 0", "Write the dice just rolled (1 to 6 of them)");
}

CLAIM(trailing_words_are_named) {
    refused_with("yardzee - 1 ?5 0 more", "extra at the end of the position: 'more'.");
    refused_with("yardkle 0 1 0 ?6 and so on", "extra at the end of the position: 'and so on'.");
}

CLAIM(unknown_rules_and_boxes_are_refused_with_a_suggestion_if_one_is_near) {
    refused_with("yardze - 1 ?5 0", "Did you mean 'yardzee'?");
    refused_with("yardzee:joker=fre - 1 ?5 0", "Did you mean 'free'?");
    refused_with("yardzee three-kin=9 1 ?5 0", "Did you mean 'three-kind'?");
    refused_with("yardzee one-pair=4 1 ?5 0", "no box called 'one-pair'");
    refused_with("yardzee bonos=1 1 ?5 0", "no box called 'bonos'");
}

CLAIM(a_malformed_card_is_refused) {
    refused_with("yardzee ones 1 ?5 0", "'ones' should be ones= followed by a number.");
    refused_with("yardzee ones= 1 ?5 0", "'ones=' should be");
    refused_with("yardzee ones=x 1 ?5 0", "'ones=x' should be");
    refused_with("yardzee ones=-1 1 ?5 0", "'ones=-1' should be");
    refused_with("yardzee ones=1000 1 ?5 0", "'ones=1000' should be");
    refused_with("yardzee ones=3,ones=3 1 ?5 0", "ones appears twice");
    refused_with("yardzee ones=0,ones=0 1 ?5 0", "ones appears twice");
    refused_with("yardzee ones=3, 1 ?5 0", "no box called ''");
    refused_with("yardzee ,ones=3 1 ?5 0", "no box called ''");
    refused_with("yardzee ones=3,,twos=4 1 ?5 0", "no box called ''");
    refused_with("yardzee -,ones=3 1 ?5 0", "no box called '-'");
    refused_with("yardzee -/ 1 ?5 0", "A score sheet is missing");
    refused_with("yardzee /- 1 ?5 0", "A score sheet is missing");
}

CLAIM(impossible_box_values_are_refused) {
    refused_with("yardzee ones=6 1 ?5 0", "ones can never hold 6.");
    refused_with("yardzee twos=3 1 ?5 0", "twos can never hold 3.");
    refused_with("yardzee three-kind=4 1 ?5 0", "three-kind can never hold 4.");
    refused_with("yardzee full-house=24 1 ?5 0", "full-house can never hold 24.");
    refused_with("yardzee small-straight=40 1 ?5 0", "small-straight can never hold 40.");
    refused_with("yardzee chance=31 1 ?5 0", "chance can never hold 31.");
    refused_with("yatzy two-pairs=24 1 ?5 0", "two-pairs can never hold 24."); /* four sixes */
    refused_with("yatzy full-house=30 1 ?5 0", "full-house can never hold 30.");
    struct rules r;
    position_named("yatzy:joker=free full-house=30 1 ?5 0", &r); /* five 6s as a joker */
}

CLAIM(an_impossible_bonus_is_refused) {
    refused_with("yardzee bonus=1 1 ?5 0", "only if five-kind holds points");
    refused_with("yardzee five-kind=0,ones=3,bonus=1 1 ?5 0", "only if five-kind holds points");
    refused_with("yardzee:bonus=0 five-kind=50,ones=3,bonus=1 1 ?5 0", "These rules have no bonus");
    refused_with("yatzy five-kind=50,ones=3,bonus=1 1 ?5 0", "These rules have no bonus");
    refused_with("yardzee five-kind=50,bonus=1 1 ?5 0", "too few filled boxes (1) for 1 bonus");
    refused_with("yardzee five-kind=50,ones=3,bonus=2 1 ?5 0",
                 "too few filled boxes (2) for 2 bonuses");
    refused_with("yardzee five-kind=50,ones=3,bonus=1,bonus=1 1 ?5 0", "bonus appears twice");
    refused_with("yardzee five-kind=50,ones=3,bonus=0,bonus=1 1 ?5 0", "bonus appears twice");
    refused_with("yardzee five-kind=50,ones=3,bonus 1 ?5 0", "'bonus' should be");
}

CLAIM(a_malformed_total_is_refused) {
    refused_with("yardkle 1510 1 0 ?6", "The total '1510' isn't a multiple of 50.");
    refused_with("yardkle x 1 0 ?6", "The total 'x'");
    refused_with("yardkle -50 1 0 ?6", "The total '-50'");
    refused_with("yardkle 0/ 1 0 ?6", "The total ''");
    refused_with("yardkle - 1 0 ?6", "The total '-'");
}

CLAIM(more_than_99_seats_are_refused) {
    char line[256];
    for (int seats = SEATS_MAX; seats <= SEATS_MAX + 1; seats++) {
        struct text out = TEXT_IN(line);
        text_put(&out, "yardzee -");
        for (int i = 1; i < seats; i++)
            text_put(&out, "/-");
        text_add(&out, " %d ?5 0", seats);
        struct rules r;
        if (seats == SEATS_MAX)
            assert_int_equal(position_named(line, &r).seats, SEATS_MAX);
        else
            refused_with(line, "There are too many seats (at most 99).");
    }
}

CLAIM(a_nonexistent_seat_is_refused) {
    refused_with("yardzee -/- 0 ?5 0",
                 "The seat to move is '0', but it must be a number from 1 to 2.");
    refused_with("yardzee -/- 3 ?5 0", "'3', but it must be a number from 1 to 2");
    refused_with("yardzee -/- one ?5 0", "'one'");
}

CLAIM(malformed_dice_are_refused) {
    refused_with("yardzee - 1 1,2,3,4,7 1", "'7' isn't a face of a die");
    refused_with("yardzee - 1 1,2,3,4,0 1", "'0' isn't a face");
    refused_with("yardzee - 1 12345 1", "'12345' isn't a face");
    refused_with("yardzee - 1 1,2,3,4,5, 1", "isn't a face");
    refused_with("yardzee - 1 ,1,2,3,4,5 1", "'' isn't a face");
    refused_with("yardzee - 1 1,2,,4,5 1", "'' isn't a face");
    refused_with("yardzee - 1 - 1", "'-' isn't a face");
    refused_with("yardzee - 1 1,2,3,4,5,6,1 1", "too many dice");
    refused_with("yardzee - 1 ? 1", "'?' should be ? followed by a number of dice");
    refused_with("yardzee - 1 ?x 1", "'?x' should be");
    refused_with("yardzee - 1 ?0 1", "'?0' should be");
    refused_with("yardzee - 1 ?7 1", "'?7' should be");
    refused_with("yardzee - 1 3,3?3 1", "'3,3?3' should be");
    refused_with("yardzee - 1 ,?5 1", "',?5' should be");
    refused_with("yardzee - 1 ?3,3,3 1", "'?3,3,3' should be");
    refused_with("yardzee - 1 3,,?4 1", "isn't a face");
}

CLAIM(dice_that_do_not_fit_the_stage_of_a_sheet_turn_are_refused) {
    refused_with("yardzee - 1 1,2,3,4 1", "played with 5 dice, not 4");
    refused_with("yardzee - 1 1,2,3,4,5,6 1", "played with 5 dice, not 6");
    refused_with("yardzee - 1 ?4 1", "played with 5 dice, not 4");
    refused_with("yardzee - 1 3,3,?4 1", "played with 5 dice, not 6");
    refused_with("yardzee - 1 1,2,3,4,5 0", "Before the first roll, write the dice as ?5.");
    refused_with("yardzee - 1 3,3,?3 0", "Before the first roll");
    refused_with("yardzee - 1 3,3,?3 3", "After 3 rolls, you can't roll again.");
    refused_with("yardzee - 1 ?5 3", "After 3 rolls");
    refused_with("yardzee - 1 1,2,3,4,5 4",
                 "The number of rolls made is '4', but it must be from 0 to 3.");
    refused_with("yardzee - 1 1,2,3,4,5 -1", "'-1'");
}

CLAIM(a_seat_with_a_full_card_cannot_be_next) {
    refused_with("yardzee ones=0,twos=0,threes=0,fours=0,fives=0,sixes=0,three-kind=0,four-kind=0,"
                 "full-house=0,small-straight=0,large-straight=0,five-kind=0,chance=9/- 1 ?5 0",
                 "Seat 1 has filled every box and has no turn left.");
}

CLAIM(points_and_dice_that_do_not_fit_a_press_turn_are_refused) {
    refused_with("yardkle 0 1 30 ?6", "The points set aside (30) must be a multiple of 50.");
    refused_with("yardkle 0 1 x ?6", "The points set aside this turn are 'x'");
    refused_with("yardkle 0 1 -50 ?6", "'-50'");
    refused_with("yardkle 0 1 100 ?3", "With 3 dice set aside, there must be at least 150 points.");
    refused_with("yardkle 0 1 0 1,1", "With 4 dice set aside");
    refused_with("yardkle 0 1 300 1,?2", "Write the dice just rolled (1 to 6 of them)");
    refused_with("yardkle 0 1 100 2,3,4,6", "that's a Yardkle, and the turn is over");
    refused_with("farkle 0 1 100 2,3,4,6", "that's a Farkle, and the turn is over");
}

CLAIM(a_seat_at_the_goal_gets_no_further_turn) {
    refused_with("yardkle 10000/0 1 0 ?6", "Seat 1 has reached 10000 and has no turn left.");
    refused_with("yardkle 10000/10050 2 0 ?6", "Seat 2 has reached 10000");
    refused_with("yardkle:goal=500 500 1 0 ?6", "Seat 1 has reached 500");
}

CLAIM(a_round_that_is_over_gets_no_further_turn) {
    refused_with("yardkle:final-round=rest 0/10000 1 0 ?6",
                 "Seat 2 has reached 10000, so the game ended with that round. Seat 1 begins each");
    refused_with("yardkle:final-round=rest 10000/0/0 3 0 ?6 start=3",
                 "Seat 1 has reached 10000, so the game ended with that round. Seat 3 begins each");
    refused_with("yardkle:final-round=rest 10000/0 1 0 ?6", "Seat 1 has reached 10000 and has no");
    refused_with("yardkle:goal=500,final-round=everyone 500 1 0 ?6", "Seat 1 has reached 500");
}

CLAIM(a_malformed_start_is_refused) {
    refused_with("yardkle:final-round=rest 0/0 1 0 ?6 start=3",
                 "After start= comes the seat that begins each round, a number from 1 to 2, not "
                 "'3'.");
    refused_with("yardkle:final-round=rest 0/0 1 0 ?6 start=", "not ''.");
    refused_with("yardkle:final-round=rest 0/0 1 0 ?6 start", "not ''.");
    refused_with("yardkle:final-round=rest 0/0 1 0 ?6 start=1 more", "extra at the end");
    refused_with("yardkle 0/0 1 0 ?6 start=2", "extra at the end of the position: 'start=2'.");
}
