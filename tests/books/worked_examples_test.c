/* Every worked example in the rule books: the Yardzee and Yardkle rule sheets, the older Yahtzee
 * leaflet and the 2003 Yahtzee instructions. Their pictures of dice are lost; the dice here
 * follow from the figures in the text. If more than one hand fits, the comment says so. */
#include <string.h>

#include "rules/press.h"
#include "rules/sheet.h"
#include "support.h"

/* Points for filling this box now, or -1 if it is refused. */
static int offered(const struct rules *r, const struct game *g, const char *key) {
    struct claim claim = sheet_claim(r, &g->card[g->seat], g->dice, box_named(r, key));
    return claim.refusal == ALLOWED ? claim.points : -1;
}

/* The bonus for filling this box now. */
static int bonus_with(const struct rules *r, const struct game *g, const char *key) {
    return sheet_claim(r, &g->card[g->seat], g->dice, box_named(r, key)).bonus;
}

/* A first roll on an empty card. */
static struct game first_roll(const struct rules *r, const char *faces) {
    struct game g;
    game_start(r, &g, 1, 0);
    struct action roll = {.act = ACT_ROLL, .dice = hand(faces)};
    assert_int_equal(game_apply(r, &g, roll), ALLOWED);
    return g;
}

/* Checks what a first roll offers, such as "threes=9,chance=12". */
static void offers(const char *rules, const char *faces, const char *figures) {
    struct rules r = rules_named(rules);
    struct game g = first_roll(&r, faces);
    struct span rest = span_of(figures);
    while (rest.len) {
        struct span points = span_until(&rest, ',');
        struct span key = span_until(&points, '=');
        char name[32];
        struct text box = TEXT_IN(name);
        int64_t right;
        text_put_n(&box, key.at, key.len);
        assert_true(span_number(points, 0, 99, &right));
        if (offered(&r, &g, name) != right)
            fail_msg("%s: %s offers %d in %s, the book says %d", rules, faces,
                     offered(&r, &g, name), name, (int)right);
    }
}

/* ---- the Yardzee rule sheets, which all say the same ---- */

/* Upper scores: four 3s in the threes box. */
CLAIM(yardzee_four_threes_score_12) {
    struct rules r = rules_named("yardzee");
    const struct box *threes = &r.book->boxes[box_named(&r, "threes")];
    for (int face = 1; face <= FACES; face++) {
        struct dice d = dice_with(hand("3 3 3 3"), face, 1);
        assert_int_equal(box_points(threes, d), face == 3 ? 15 : 12);
    }
}

/* 3 and 4 of a kind: 5, 5, 5, 2, 4 scores 21; 4 of a kind needs four dice of the same face. */
CLAIM(yardzee_three_fives_a_two_and_a_four_score_21) {
    offers("yardzee", "5 5 5 2 4", "three-kind=21,four-kind=0");
    offers("yardzee", "5 5 5 5 4", "four-kind=24");
}

/* Upper scores: 63 or more earns 35, and one point less does not. */
CLAIM(yardzee_63_points_earn_the_upper_bonus) {
    struct rules r;
    struct game g =
        position_named("yardzee ones=3,twos=6,threes=9,fours=12,fives=15,sixes=18 1 ?5 0", &r);
    assert_int_equal(game_total(&r, &g, 0), 63 + 35);
    g = position_named("yardzee ones=2,twos=6,threes=9,fours=12,fives=15,sixes=18 1 ?5 0", &r);
    assert_int_equal(game_total(&r, &g, 0), 62);
}

/* Full house, straights, Yardzee, chance: the fixed scores, and chance as the catch-all. */
CLAIM(yardzee_fixed_scores_are_25_30_40_and_50) {
    offers("yardzee", "2 2 6 6 6", "full-house=25");
    offers("yardzee", "1 2 3 4 6", "small-straight=30");
    offers("yardzee", "2 3 4 5 6", "large-straight=40");
    offers("yardzee", "3 3 3 3 3", "five-kind=50");
    offers("yardzee", "1 2 4 6 6", "chance=19,full-house=0");
}

/* Yardzee: while the box holds 50, every additional Yardzee earns 100. */
CLAIM(yardzee_each_additional_yardzee_earns_100) {
    struct rules r = rules_named("yardzee");
    struct game g;
    game_start(&r, &g, 1, 0);
    play(&r, &g, "roll 2 2 2 2 2; score five-kind");
    assert_int_equal(game_total(&r, &g, 0), 50);
    play(&r, &g, "roll 2 2 2 2 2; score twos");
    assert_int_equal(game_total(&r, &g, 0), 50 + 10 + 100);
    play(&r, &g, "roll 2 2 2 2 2; score chance");
    assert_int_equal(game_total(&r, &g, 0), 50 + 10 + 100 + 10 + 100);
}

/* Both editions of Yahtzee: an optional zero. It gives up the points of the box, nothing else. */
CLAIM(yahtzee_player_may_enter_a_zero_although_the_dice_would_score) {
    static const char *const books_with_it[] = {"yardzee", "yahtzee", "yahtzee-classic", "yatzy"};
    for (size_t i = 0; i < 4; i++) {
        struct rules r = rules_named(books_with_it[i]);
        struct game g = first_roll(&r, "1 2 2 4 5");
        play(&r, &g, "score twos 0");
        assert_int_equal(game_total(&r, &g, 0), 0);
        assert_int_equal(g.card[0].filled, 1u << box_named(&r, "twos"));
        assert_int_equal(ask(&r, &g, "score threes 0"), REFUSED_ROLL_FIRST);
        play(&r, &g, "roll 2 2 2 2 2");
        assert_int_equal(ask(&r, &g, "score twos 0"), REFUSED_BOX_FILLED);
        play(&r, &g, "score five-kind 0"); /* without 50 there, no bonus for the next one */
        play(&r, &g, "roll 2 2 2 2 2; score chance");
        assert_int_equal(game_total(&r, &g, 0), 10);
    }
}

/* The roll earns the bonus, not the box; and the order of a forced joker also binds a zero. */
CLAIM(yahtzee_zero_by_choice_keeps_the_bonus_and_the_order_of_the_joker) {
    struct rules r;
    struct game g = position_named("yahtzee five-kind=50 1 4,4,4,4,4 1", &r);
    assert_int_equal(ask(&r, &g, "score chance 0"), REFUSED_JOKER_UPPER);
    play(&r, &g, "score fours 0");
    assert_int_equal(game_total(&r, &g, 0), 50 + 100);
    play(&r, &g, "roll 4 4 4 4 4");
    assert_int_equal(ask(&r, &g, "score sixes 0"), REFUSED_JOKER_LOWER);
    play(&r, &g, "score large-straight 0");
    assert_int_equal(game_total(&r, &g, 0), 50 + 100 + 100);
    g = position_named("yahtzee-classic five-kind=0 1 4,4,4,4,4 1", &r);
    play(&r, &g, "score chance 0");
    assert_int_equal(game_total(&r, &g, 0), 0);
}

/* Yardzee: no bonus before the Yardzee box is scored, whichever box is filled. */
CLAIM(yardzee_pays_no_bonus_before_the_yardzee_box_is_scored) {
    struct rules r = rules_named("yardzee");
    struct game g = first_roll(&r, "4 4 4 4 4");
    for (int box = 0; box < r.book->box_count; box++)
        assert_int_equal(bonus_with(&r, &g, r.book->boxes[box].key), 0);
    play(&r, &g, "score fours; roll 4 4 4 4 4; score three-kind");
    assert_int_equal(game_total(&r, &g, 0), 40);
}

/* Yardzee: a zero in its box means no bonus for the rest of the game, but still a joker. */
CLAIM(yardzee_joker_after_a_zero_earns_no_bonus) {
    struct rules r;
    struct game g = position_named("yardzee fours=12,five-kind=0 1 4,4,4,4,4 1", &r);
    assert_int_equal(offered(&r, &g, "large-straight"), 40);
    assert_int_equal(bonus_with(&r, &g, "large-straight"), 0);
}

/* The two joker conditions, and what a joker scores. */
CLAIM(yardzee_joker_scores_25_30_40_or_the_sum_of_the_dice) {
    struct rules r;
    struct game g = position_named("yardzee fives=15,five-kind=50 1 5,5,5,5,5 2", &r);
    assert_int_equal(offered(&r, &g, "small-straight"), 30);
    assert_int_equal(offered(&r, &g, "large-straight"), 40);
    assert_int_equal(offered(&r, &g, "full-house"), 25);
    assert_int_equal(offered(&r, &g, "three-kind"), 25);
    assert_int_equal(offered(&r, &g, "four-kind"), 25);
    assert_int_equal(offered(&r, &g, "chance"), 25);
    assert_int_equal(bonus_with(&r, &g, "chance"), 100);
    /* Condition 2 is not met: the upper box of this face is open, so the roll is not a joker, but
     * any box may be filled. */
    g = position_named("yardzee five-kind=50 1 5,5,5,5,5 2", &r);
    assert_int_equal(offered(&r, &g, "large-straight"), 0);
    assert_int_equal(offered(&r, &g, "full-house"), 0);
    assert_int_equal(offered(&r, &g, "fives"), 25);
    assert_int_equal(offered(&r, &g, "ones"), 0);
    /* Condition 1 is not met: the Yardzee box is open. */
    g = position_named("yardzee fives=15 1 5,5,5,5,5 2", &r);
    assert_int_equal(offered(&r, &g, "large-straight"), 0);
    assert_int_equal(offered(&r, &g, "five-kind"), 50);
}

/* Stopping after the first or second roll is allowed; a fourth roll is not. */
CLAIM(yardzee_turn_has_one_to_three_rolls) {
    struct rules r = rules_named("yardzee");
    struct game g = first_roll(&r, "1 2 3 4 6"), other = g;
    assert_int_equal(ask(&r, &other, "score chance"), ALLOWED);
    play(&r, &g, "keep 1 2 3 4; roll 6");
    other = g;
    assert_int_equal(ask(&r, &other, "score chance"), ALLOWED);
    play(&r, &g, "keep -; roll 5 5 5 5 6");
    assert_int_equal(ask(&r, &g, "keep 5 5 5 5"), REFUSED_NO_ROLL_LEFT);
    assert_int_equal(ask(&r, &g, "score chance"), ALLOWED);
}

/* ---- the Yardkle rule sheets ---- */

/* How to score, line by line, and the figures printed under the scorecard. */
CLAIM(yardkle_scores_match_the_list_on_its_rule_sheet) {
    static const char *const sets[] = {
        "1",     "5",           "1 1 1",       "2 2 2",       "3 3 3",       "4 4 4",      "5 5 5",
        "6 6 6", "2 2 3 3 6 6", "1 2 3 4 5 6", "3 3 3 5 5 5", "6 6 6 6 2 2", "4 4 4 4 4 4"};
    static const int points[] = {100, 50,   1000, 200,  300,  400, 500,
                                 600, 1500, 1500, 2500, 3000, 3000};
    const struct book *yardkle = book_find(span_of("yardkle"));
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
        assert_int_equal(press_points(yardkle, hand(sets[i])), points[i]);
}

/* Entering the game: 500 in one turn, after which the player may stop with any score. */
CLAIM(yardkle_entry_takes_500_points_in_one_turn) {
    struct rules r = rules_named("yardkle");
    struct game g;
    game_start(&r, &g, 1, 0);
    play(&r, &g, "roll 1 1 2 2 3 4; take 1 1 roll; roll 1 1 3 4");
    assert_int_equal(ask(&r, &g, "take 1 1 stop"), REFUSED_ENTRY);
    play(&r, &g, "take 1 1 roll; roll 1 4; take 1 stop");
    assert_int_equal(game_total(&r, &g, 0), 500);
    play(&r, &g, "roll 5 2 2 3 3 4; take 5 stop");
    assert_int_equal(game_total(&r, &g, 0), 550);
}

/* Game play: a roll without point dice loses the points of the turn. */
CLAIM(yardkle_roll_without_scoring_dice_loses_the_turn) {
    struct rules r;
    struct game g = position_named("yardkle 700/900 1 0 ?6", &r);
    play(&r, &g, "roll 1 1 1 2 3 4; take 1 1 1 roll");
    assert_int_equal(g.turn_points, 1000);
    play(&r, &g, "roll 2 3 4");
    assert_int_equal(game_total(&r, &g, 0), 700);
    assert_int_equal(g.seat, 1);
    assert_int_equal(g.turn_points, 0);
}

/* Three pairs score as a whole, although none of their dice scores alone. */
CLAIM(yardkle_three_pairs_are_no_yardkle) {
    struct rules r = rules_named("yardkle");
    struct game g;
    game_start(&r, &g, 1, 0);
    play(&r, &g, "roll 2 2 3 3 4 4; take 2 2 3 3 4 4 roll");
    assert_int_equal(g.turn_points, 1500);
    assert_int_equal(g.phase, PHASE_ROLL);
    play(&r, &g, "roll 2 2 3 3 4 6");
    assert_int_equal(g.turns[0], 1);
    assert_int_equal(g.total[0], 0);
}

/* Game play: all six become point dice over two rolls, so all six are rolled again. */
CLAIM(yardkle_six_scoring_dice_must_all_be_rolled_again) {
    struct rules r;
    struct game g = position_named("yardkle 700/900 1 0 ?6", &r);
    play(&r, &g, "roll 1 1 1 2 3 4; take 1 1 1 roll; roll 5 5 1");
    assert_int_equal(ask(&r, &g, "take 1 5 5 stop"), REFUSED_HOT_DICE);
    play(&r, &g, "take 1 5 5 roll");
    assert_int_equal(g.falling, 6);
    assert_int_equal(g.turn_points, 1200);
    play(&r, &g, "roll 5 2 3 4 6 6; take 5 stop");
    assert_int_equal(game_total(&r, &g, 0), 700 + 1250);
}

/* Game play: 10,000 starts the final round; the highest score at its end wins. */
CLAIM(yardkle_10000_points_start_the_final_round) {
    struct rules r;
    struct game g = position_named("yardkle 9900/9900/9900 2 0 ?6", &r);
    play(&r, &g, "roll 1 2 2 3 3 4; take 1 stop"); /* seat 2: 10,000 */
    play(&r, &g, "roll 1 5 2 3 3 4; take 1 5 stop");
    assert_int_equal(set_bits(game_winners(&r, &g)), 0);
    play(&r, &g, "roll 2 2 3 3 4 6"); /* seat 1: a Yardkle in the last turn */
    assert_int_equal(g.phase, PHASE_OVER);
    assert_int_equal(set_bits(game_winners(&r, &g)), 1u << 2);
}

/* ---- the older Yahtzee leaflet ---- */

/* The leaflet's turn: two 2s with 1, 3 and 6; then 6 or 17 points, and the 5 and the 6 are rolled
 * again, so 2-2-2-5-6; then 11 points and still three 2s, so 2-2-2-1-4. */
CLAIM(classic_turn_for_twos_offers_6_and_17_then_6_and_11) {
    struct rules r = rules_named("yahtzee-classic");
    struct game g = first_roll(&r, "2 2 1 3 6");
    play(&r, &g, "keep 2 2");
    assert_int_equal(g.falling, 3);
    play(&r, &g, "roll 2 5 6");
    assert_int_equal(offered(&r, &g, "twos"), 6);
    assert_int_equal(offered(&r, &g, "three-kind"), 17);
    play(&r, &g, "keep 2 2 2; roll 1 4");
    assert_int_equal(offered(&r, &g, "twos"), 6);
    assert_int_equal(offered(&r, &g, "three-kind"), 11);
    assert_int_equal(ask(&r, &g, "keep 2 2 2"), REFUSED_NO_ROLL_LEFT);
}

/* The zero: fours, three of a kind and chance, which the dice would fit, are filled. The other two
 * dice are not given; 4-4-4-1-6 could otherwise score only in ones and sixes, so these are filled
 * too. */
CLAIM(classic_zero_is_entered_when_no_fitting_box_is_open) {
    struct rules r;
    struct game g = position_named(
        "yahtzee-classic ones=2,fours=8,sixes=12,three-kind=20,chance=22 1 4,4,4,1,6 3", &r);
    struct action list[ACTIONS_MAX];
    int n = game_legal(&r, &g, list);
    assert_int_equal(n, 8);
    for (int i = 0; i < n; i++) {
        struct game after = g;
        assert_int_equal(list[i].act, ACT_SCORE);
        assert_int_equal(game_apply(&r, &after, list[i]), ALLOWED);
        assert_int_equal(game_total(&r, &after, 0), game_total(&r, &g, 0));
    }
}

/* Upper section: 9 in threes, 2 in aces, 12 in threes. Only the count of the face is given, so all
 * combinations of the other dice are tried. */
CLAIM(classic_upper_boxes_count_only_their_own_face) {
    static const struct {
        int box, face, count, points;
    } examples[] = {{2, 3, 3, 9}, {0, 1, 2, 2}, {2, 3, 4, 12}};
    struct rules r = rules_named("yahtzee-classic");
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        struct dice d = dice_first(5);
        int tried = 0;
        do {
            if (dice_count(d, examples[i].face) != examples[i].count)
                continue;
            assert_int_equal(box_points(&r.book->boxes[examples[i].box], d), examples[i].points);
            tried++;
        } while (dice_next(&d));
        assert_true(tried >= 5);
    }
}

/* Bonus: three of each face make 63. */
CLAIM(classic_three_of_each_face_make_par) {
    struct rules r = rules_named("yahtzee-classic");
    struct game g;
    game_start(&r, &g, 1, 0);
    play(&r, &g,
         "roll 1 1 1 2 4; score ones; roll 2 2 2 1 4; score twos; roll 3 3 3 1 5; score threes; "
         "roll 4 4 4 1 2; score fours; roll 5 5 5 2 3; score fives; roll 6 6 6 1 2");
    assert_int_equal(game_total(&r, &g, 0), 45);
    play(&r, &g, "score sixes");
    assert_int_equal(card_upper(r.book, &g.card[0]), 63);
    assert_int_equal(game_total(&r, &g, 0), 63 + 35);
}

/* Lower section: 18 in three of a kind, and 14 in four of a kind, which also counts as three of a
 * kind. Several hands fit; these are the ones for which the 2003 instructions give the same
 * scores. */
CLAIM(classic_three_of_a_kind_scores_18_and_four_of_a_kind_14) {
    offers("yahtzee-classic", "5 5 5 2 1", "three-kind=18");
    offers("yahtzee-classic", "2 2 2 2 6", "four-kind=14,three-kind=14");
}

/* The full house scores 25; it also fits three of a kind and threes, so the three equal dice are
 * 3s. */
CLAIM(classic_full_house_with_threes_offers_25_19_and_9) {
    offers("yahtzee-classic", "3 3 3 5 5", "full-house=25,three-kind=19,threes=9");
}

/* Straights: the fifth die of a low straight can be any number; a high straight also counts as a
 * low one. */
CLAIM(classic_low_straight_allows_any_fifth_die) {
    struct rules r = rules_named("yahtzee-classic");
    const struct box *low = &r.book->boxes[box_named(&r, "small-straight")];
    for (int face = 1; face <= FACES; face++) {
        assert_int_equal(box_points(low, dice_with(hand("1 2 3 4"), face, 1)), 30);
        assert_int_equal(box_points(low, dice_with(hand("2 3 4 5"), face, 1)), 30);
        assert_int_equal(box_points(low, dice_with(hand("3 4 5 6"), face, 1)), 30);
    }
    offers("yahtzee-classic", "1 2 3 4 5", "large-straight=40");
    offers("yahtzee-classic", "2 3 4 5 6", "large-straight=40,small-straight=30");
}

/* The joker example scores 20 in three boxes, so its dice were five 4s. */
CLAIM(classic_joker_of_fours_scores_20_25_30_or_40_in_lower_boxes) {
    struct rules r;
    struct game g = position_named("yahtzee-classic fours=8,five-kind=50 1 4,4,4,4,4 1", &r);
    assert_int_equal(offered(&r, &g, "three-kind"), 20);
    assert_int_equal(offered(&r, &g, "four-kind"), 20);
    assert_int_equal(offered(&r, &g, "chance"), 20);
    assert_int_equal(offered(&r, &g, "full-house"), 25);
    assert_int_equal(offered(&r, &g, "small-straight"), 30);
    assert_int_equal(offered(&r, &g, "large-straight"), 40);
    assert_int_equal(offered(&r, &g, "ones"), -1);
    g = position_named("yahtzee-classic fours=8,three-kind=20,four-kind=0,full-house=25,"
                       "small-straight=30,large-straight=0,five-kind=50,chance=9 1 4,4,4,4,4 1",
                       &r);
    assert_int_equal(offered(&r, &g, "ones"), 0);
    assert_int_equal(offered(&r, &g, "sixes"), 0);
    assert_int_equal(offered(&r, &g, "chance"), -1);
}

/* Bonus chips: the second Yahtzee earns 100, but only if the first was scored in the Yahtzee
 * box. */
CLAIM(classic_second_yahtzee_earns_a_chip_only_if_the_first_scored_in_its_box) {
    struct rules r = rules_named("yahtzee-classic");
    struct game g = first_roll(&r, "6 6 6 6 6");
    play(&r, &g, "score five-kind; roll 1 1 1 1 1");
    assert_int_equal(offered(&r, &g, "chance"), -1); /* the appropriate upper box is open */
    play(&r, &g, "score ones");
    assert_int_equal(game_total(&r, &g, 0), 50 + 5 + 100);
    g = first_roll(&r, "6 6 6 6 6");
    play(&r, &g, "score sixes; roll 6 6 6 6 6; score chance");
    assert_int_equal(game_total(&r, &g, 0), 60);
    play(&r, &g, "roll 1 2 3 4 6; score five-kind; roll 1 1 1 1 1; score ones");
    assert_int_equal(game_total(&r, &g, 0), 65);
}

/* Strategy, first hand: 9 in threes, or all dice in three of a kind or chance. The other two dice
 * are not given. */
CLAIM(classic_three_threes_go_to_threes_three_of_a_kind_or_chance) {
    offers("yahtzee-classic", "3 3 3 1 2", "threes=9,three-kind=12,chance=12");
}

/* Strategy, second hand: 20 in fives and 22 in all, so four 5s and a 2. */
CLAIM(classic_four_fives_and_a_two_offer_20_or_22) {
    offers("yahtzee-classic", "5 5 5 5 2", "fives=20,three-kind=22,four-kind=22,chance=22");
}

/* Strategy, third hand: 19 in chance or 4 in twos, and nothing better: 2-2-4-5-6 or 2-2-3-6-6. */
CLAIM(classic_pair_of_twos_offers_19_or_4) {
    offers("yahtzee-classic", "2 2 4 5 6", "chance=19,twos=4,three-kind=0,small-straight=0");
    offers("yahtzee-classic", "2 2 3 6 6", "chance=19,twos=4,three-kind=0,small-straight=0");
}

/* Strategy: 4 in twos leaves the upper section 2 short of par, which a fourth 3, 4, 5 or 6 makes up
 * for and a fourth ace does not. */
CLAIM(classic_fourth_3_4_5_or_6_makes_up_for_a_missing_two) {
    struct rules r;
    struct game g = position_named(
        "yahtzee-classic ones=3,twos=4,threes=9,fours=12,fives=15,sixes=18 1 ?5 0", &r);
    assert_int_equal(card_upper(r.book, &g.card[0]), 63 - 2);
    for (int face = 1; face <= FACES; face++) {
        struct card card = g.card[0];
        if (face == 2)
            continue;
        card.points[face - 1] = (int16_t)(4 * face);
        assert_int_equal(card_upper_bonus(&r, &card), face == 1 ? 0 : 35);
    }
}

#define UPPER_OF_FIVES                                                                             \
    "roll 1 1 1 1 1; score ones; roll 2 2 2 2 2; score twos; roll 3 3 3 3 3; score threes;"        \
    "roll 4 4 4 4 4; score fours; roll 5 5 5 5 5; score fives; roll 6 6 6 6 6; score sixes;"       \
    "roll 6 6 6 6 6; score three-kind; roll 6 6 6 6 6; score four-kind;"

static void whole_game_totals(const char *lines, int total) {
    static const char *const with_this_card[] = {"yahtzee-classic", "yahtzee", "yardzee"};
    for (int i = 0; i < 3; i++) {
        struct rules r = rules_named(with_this_card[i]);
        struct game g;
        game_start(&r, &g, 1, 0);
        play(&r, &g, lines);
        assert_int_equal(g.phase, PHASE_OVER);
        assert_int_equal(game_total(&r, &g, 0), total);
    }
}

/* Solitaire: the highest score is 375, without any chips. Each roll is the best for its box, and
 * the Yahtzee box comes last so that no Yahtzee before it earns a chip. */
CLAIM(classic_best_card_without_chips_scores_375) {
    whole_game_totals(UPPER_OF_FIVES
                      "roll 6 6 6 6 6; score chance; roll 6 6 6 5 5; score full-house;"
                      "roll 1 2 3 4 6; score small-straight; roll 2 3 4 5 6; score large-straight;"
                      "roll 6 6 6 6 6; score five-kind",
                      375);
}

/* The same card, but the Yahtzee box is filled first and twelve more Yahtzees follow. */
CLAIM(classic_best_possible_card_scores_1575) {
    whole_game_totals("roll 6 6 6 6 6; score five-kind;" UPPER_OF_FIVES
                      "roll 6 6 6 6 6; score chance; roll 6 6 6 6 6; score full-house;"
                      "roll 6 6 6 6 6; score small-straight; roll 6 6 6 6 6; score large-straight",
                      375 + 12 * 100);
}

/* A Yahtzee that is rolled and then broken up is not scored, so it earns no chip. */
CLAIM(classic_yahtzee_that_is_broken_up_earns_no_chip) {
    struct rules r = rules_named("yahtzee-classic");
    struct game g;
    game_start(&r, &g, 1, 0);
    play(&r, &g, "roll 6 6 6 6 6; score five-kind");
    play(&r, &g, "roll 2 2 2 2 2; keep 2 2 2; roll 3 4; score twos");
    assert_int_equal(g.card[0].bonuses, 0);
    assert_int_equal(game_total(&r, &g, 0), 50 + 6);
    play(&r, &g, "roll 3 3 3 3 3; score threes");
    assert_int_equal(g.card[0].bonuses, 1);
    assert_int_equal(game_total(&r, &g, 0), 50 + 6 + 15 + 100);
}

/* ---- the 2003 Yahtzee instructions ---- */

/* Upper section: 9 in threes, 2 in twos, 4 in fours. */
CLAIM(yahtzee_three_threes_a_two_and_a_four_offer_9_2_and_4) {
    offers("yahtzee", "3 3 3 2 4", "threes=9,twos=2,fours=4");
}

/* 3 of a kind: 18, also as chance; 15 in fives, 2 in twos, 1 in aces. */
CLAIM(yahtzee_three_fives_a_two_and_an_ace_offer_18_15_2_and_1) {
    offers("yahtzee", "5 5 5 2 1", "three-kind=18,chance=18,fives=15,twos=2,ones=1");
}

/* 4 of a kind: 14, also as 3 of a kind or chance; 8 in twos, 6 in sixes. */
CLAIM(yahtzee_four_twos_and_a_six_offer_14_8_and_6) {
    offers("yahtzee", "2 2 2 2 6", "four-kind=14,three-kind=14,chance=14,twos=8,sixes=6");
}

/* Full house: 25; 19 as 3 of a kind or chance; 9 in threes, 10 in fives. */
CLAIM(yahtzee_full_house_offers_25_19_9_and_10) {
    offers("yahtzee", "3 3 3 5 5", "full-house=25,three-kind=19,chance=19,threes=9,fives=10");
}

/* Three combinations for the small straight, two for the large straight, which is also a small
 * one. */
CLAIM(yahtzee_has_three_small_and_two_large_straights) {
    offers("yahtzee", "1 2 3 4 4", "small-straight=30,large-straight=0,chance=14,fours=8");
    offers("yahtzee", "2 3 4 5 5", "small-straight=30,large-straight=0,chance=19,fives=10");
    offers("yahtzee", "3 4 5 6 6", "small-straight=30,large-straight=0,chance=24,sixes=12");
    offers("yahtzee", "1 2 3 4 5", "large-straight=40,small-straight=30,chance=15,fives=5");
    offers("yahtzee", "2 3 4 5 6", "large-straight=40,small-straight=30,chance=20,sixes=6");
}

/* Chance: 22. The dice are unknown, so every hand is tried. */
CLAIM(yahtzee_dice_that_total_22_score_22_in_chance) {
    struct rules r = rules_named("yahtzee");
    struct dice d = dice_first(5);
    int chance = box_named(&r, "chance"), hands = 0;
    do {
        int sum = 0;
        for (int face = 1; face <= FACES; face++)
            sum += face * dice_count(d, face);
        assert_int_equal(box_points(&r.book->boxes[chance], d) == 22, sum == 22);
        hands += sum == 22;
    } while (dice_next(&d));
    assert_true(hands > 0);
}

/* Yahtzee bonus: 50 for the first, a check mark for each one after it. */
CLAIM(yahtzee_each_additional_yahtzee_earns_a_check_mark) {
    struct rules r = rules_named("yahtzee");
    struct game g = first_roll(&r, "3 3 3 3 3");
    assert_int_equal(offered(&r, &g, "five-kind"), 50);
    play(&r, &g, "score five-kind; roll 3 3 3 3 3");
    assert_int_equal(offered(&r, &g, "full-house"), -1);
    play(&r, &g, "score threes; roll 3 3 3 3 3; score full-house");
    assert_int_equal(g.card[0].bonuses, 2);
    assert_int_equal(game_total(&r, &g, 0), 50 + 15 + 25 + 200);
}

/* Joker rules: five 4s, a zero in the Yahtzee box, fours filled: 40 in large straight. */
CLAIM(yahtzee_five_fours_as_a_joker_score_40_in_large_straight) {
    struct rules r;
    struct game g = position_named("yahtzee fours=12,five-kind=0 1 4,4,4,4,4 1", &r);
    assert_int_equal(offered(&r, &g, "ones"), -1);
    play(&r, &g, "score large-straight");
    assert_int_equal(game_total(&r, &g, 0), 12 + 40);
}

/* Joker rules: if the upper box of the face rolled is open, that box must be filled, even after a
 * zero in the Yahtzee box; if all lower boxes are filled, a zero goes into any open upper box. */
CLAIM(yahtzee_joker_must_fill_the_upper_box_of_its_face_first) {
    struct rules r;
    struct game g = position_named("yahtzee five-kind=0 1 4,4,4,4,4 1", &r);
    for (int box = 0; box < r.book->box_count; box++) {
        const char *key = r.book->boxes[box].key;
        assert_int_equal(offered(&r, &g, key), strcmp(key, "fours") == 0 ? 20 : -1);
    }
    g = position_named("yahtzee fours=12,three-kind=0,four-kind=0,full-house=0,small-straight=0,"
                       "large-straight=0,five-kind=0,chance=9 1 4,4,4,4,4 1",
                       &r);
    assert_int_equal(offered(&r, &g, "ones"), 0);
    assert_int_equal(offered(&r, &g, "sixes"), 0);
}

/* The turn example: a small straight with a second 4; the player keeps 2-3-4-5 and rolls a 2, then
 * keeps the 2s and rolls a third 2 and two 3s: 6, 12 or 25. Four people play, and this player has
 * already scored a small straight. */
CLAIM(yahtzee_turn_example_offers_6_12_and_25) {
    struct rules r;
    struct game g = position_named("yahtzee -/-/small-straight=30/- 3 ?5 0", &r);
    play(&r, &g, "roll 2 3 4 5 4");
    assert_int_equal(offered(&r, &g, "small-straight"), -1);
    assert_int_equal(offered(&r, &g, "fours"), 8);
    play(&r, &g, "keep 2 3 4 5; roll 2");
    assert_int_equal(offered(&r, &g, "twos"), 4);
    play(&r, &g, "keep 2 2"); /* dice kept before may be rolled again, too */
    assert_int_equal(g.falling, 3);
    play(&r, &g, "roll 2 3 3");
    assert_int_equal(offered(&r, &g, "twos"), 6);
    assert_int_equal(offered(&r, &g, "three-kind"), 12);
    assert_int_equal(offered(&r, &g, "full-house"), 25);
    play(&r, &g, "score full-house");
    assert_int_equal(game_total(&r, &g, 2), 30 + 25);
    assert_int_equal(g.seat, 3);
}
