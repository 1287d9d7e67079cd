/* Every worked example of the rule books, by the number of its book: 000 to 002 are the lawn games'
 * sheets, 003 the older Yahtzee leaflet, 004 the Yahtzee instructions of 2003. Their pictures of
 * dice are lost; the dice here are those the figures in the text leave. Where more than one hand
 * fits, the comment says so. */
#include <string.h>

#include "rules/press.h"
#include "rules/sheet.h"
#include "support.h"

/* What filling this box now would bring, or -1 when it is refused. */
static int offered(const struct rules *r, const struct game *g, const char *key) {
    struct claim claim = sheet_claim(r, &g->card[g->seat], g->dice, box_named(r, key));
    return claim.refusal == ALLOWED ? claim.points : -1;
}

/* The bonus that would come with it. */
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

/* What a first roll offers, as in "threes=9,chance=12". */
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

/* ---- 000, 001, 002: Yardzee. The three say the same; the tests cite the first. ---- */

/* Upper scores: four threes in the threes. */
CLAIM(book_000_four_threes_score_twelve) {
    struct rules r = rules_named("yardzee");
    const struct box *threes = &r.book->boxes[box_named(&r, "threes")];
    for (int face = 1; face <= FACES; face++) {
        struct dice d = dice_with(hand("3 3 3 3"), face, 1);
        assert_int_equal(box_points(threes, d), face == 3 ? 15 : 12);
    }
}

/* 3 and 4 of a kind: 5, 5, 5, 2, 4 is 21; four of the five must be the same for the other. */
CLAIM(book_000_three_fives_two_four_score_twenty_one) {
    offers("yardzee", "5 5 5 2 4", "three-kind=21,four-kind=0");
    offers("yardzee", "5 5 5 5 4", "four-kind=24");
}

/* Upper scores: 63 or more earns 35, and one point less does not. */
CLAIM(book_000_sixty_three_earns_the_upper_bonus) {
    struct rules r;
    struct game g =
        position_named("yardzee ones=3,twos=6,threes=9,fours=12,fives=15,sixes=18 1 ?5 0", &r);
    assert_int_equal(game_total(&r, &g, 0), 63 + 35);
    g = position_named("yardzee ones=2,twos=6,threes=9,fours=12,fives=15,sixes=18 1 ?5 0", &r);
    assert_int_equal(game_total(&r, &g, 0), 62);
}

/* Full house, straights, Yardzee, chance: the fixed scores, and chance as the catch-all. */
CLAIM(book_000_fixed_scores_are_25_30_40_and_50) {
    offers("yardzee", "2 2 6 6 6", "full-house=25");
    offers("yardzee", "1 2 3 4 6", "small-straight=30");
    offers("yardzee", "2 3 4 5 6", "large-straight=40");
    offers("yardzee", "3 3 3 3 3", "five-kind=50");
    offers("yardzee", "1 2 4 6 6", "chance=19,full-house=0");
}

/* Yardzee: the second, third ... earn 100 each while the box holds 50. */
CLAIM(book_000_each_further_yardzee_earns_a_hundred) {
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

/* Not scored there yet: no bonus, whichever box it fills. */
CLAIM(book_000_no_bonus_before_the_yardzee_box_is_scored) {
    struct rules r = rules_named("yardzee");
    struct game g = first_roll(&r, "4 4 4 4 4");
    for (int box = 0; box < r.book->box_count; box++)
        assert_int_equal(bonus_with(&r, &g, r.book->boxes[box].key), 0);
    play(&r, &g, "score fours; roll 4 4 4 4 4; score three-kind");
    assert_int_equal(game_total(&r, &g, 0), 40);
}

/* A zero there: no bonus for the rest of the game, but the joker all the same. */
CLAIM(book_000_a_zero_in_the_yardzee_box_leaves_the_joker_without_bonus) {
    struct rules r;
    struct game g = position_named("yardzee fours=12,five-kind=0 1 4,4,4,4,4 1", &r);
    assert_int_equal(offered(&r, &g, "large-straight"), 40);
    assert_int_equal(bonus_with(&r, &g, "large-straight"), 0);
}

/* The two joker conditions, and what a joker scores. */
CLAIM(book_000_a_joker_scores_30_40_25_and_sums) {
    struct rules r;
    struct game g = position_named("yardzee fives=15,five-kind=50 1 5,5,5,5,5 2", &r);
    assert_int_equal(offered(&r, &g, "small-straight"), 30);
    assert_int_equal(offered(&r, &g, "large-straight"), 40);
    assert_int_equal(offered(&r, &g, "full-house"), 25);
    assert_int_equal(offered(&r, &g, "three-kind"), 25);
    assert_int_equal(offered(&r, &g, "four-kind"), 25);
    assert_int_equal(offered(&r, &g, "chance"), 25);
    assert_int_equal(bonus_with(&r, &g, "chance"), 100);
    /* Condition 2: its upper box is open, so it is no joker; any box may be filled all the same. */
    g = position_named("yardzee five-kind=50 1 5,5,5,5,5 2", &r);
    assert_int_equal(offered(&r, &g, "large-straight"), 0);
    assert_int_equal(offered(&r, &g, "full-house"), 0);
    assert_int_equal(offered(&r, &g, "fives"), 25);
    assert_int_equal(offered(&r, &g, "ones"), 0);
    /* Condition 1: the Yardzee box is open. */
    g = position_named("yardzee fives=15 1 5,5,5,5,5 2", &r);
    assert_int_equal(offered(&r, &g, "large-straight"), 0);
    assert_int_equal(offered(&r, &g, "five-kind"), 50);
}

/* Stopping after the first or second roll is allowed, a fourth roll is not. */
CLAIM(book_000_a_turn_has_one_to_three_rolls) {
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

/* ---- 001, 002: Yardkle, likewise ---- */

/* How to score, line by line, and the figures printed under 002's scorecard. */
CLAIM(book_001_yardkle_scores_are_those_of_its_list) {
    static const char *const sets[] = {
        "1",     "5",           "1 1 1",       "2 2 2",       "3 3 3",       "4 4 4",      "5 5 5",
        "6 6 6", "2 2 3 3 6 6", "1 2 3 4 5 6", "3 3 3 5 5 5", "6 6 6 6 2 2", "4 4 4 4 4 4"};
    static const int points[] = {100, 50,   1000, 200,  300,  400, 500,
                                 600, 1500, 1500, 2500, 3000, 3000};
    const struct book *yardkle = book_find(span_of("yardkle"));
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
        assert_int_equal(press_points(yardkle, hand(sets[i])), points[i]);
}

/* Entering the game: 500 in one turn, after which the player may stop at any points. */
CLAIM(book_001_five_hundred_in_one_turn_enter_the_game) {
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

/* Game play: a throw without point dice loses what the turn had collected. */
CLAIM(book_001_a_yardkle_loses_the_turn) {
    struct rules r;
    struct game g = position_named("yardkle 700/900 1 0 ?6", &r);
    play(&r, &g, "roll 1 1 1 2 3 4; take 1 1 1 roll");
    assert_int_equal(g.turn_points, 1000);
    play(&r, &g, "roll 2 3 4");
    assert_int_equal(game_total(&r, &g, 0), 700);
    assert_int_equal(g.seat, 1);
    assert_int_equal(g.turn_points, 0);
}

/* Game play: all six become point dice, over two throws, so all six fall once more. */
CLAIM(book_001_six_point_dice_must_all_be_rolled_again) {
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

/* Game play: 10,000 begins the final round; the highest score at its end wins. */
CLAIM(book_001_ten_thousand_begin_the_final_round) {
    struct rules r;
    struct game g = position_named("yardkle 9900/9900/9900 2 0 ?6", &r);
    play(&r, &g, "roll 1 2 2 3 3 4; take 1 stop"); /* seat 2: 10,000 */
    play(&r, &g, "roll 1 5 2 3 3 4; take 1 5 stop");
    assert_int_equal(game_winners(&r, &g), 0);
    play(&r, &g, "roll 2 2 3 3 4 6"); /* seat 1: a Yardkle in the last turn */
    assert_int_equal(g.phase, PHASE_OVER);
    assert_int_equal(game_winners(&r, &g), 1u << 2);
}

/* ---- 003: the older Yahtzee ---- */

/* The turn: two 2s with 1, 3, 6; then 2-2-2-5-6, as the text picks up the 5 and the 6 (6 and 17);
 * then a total of 11 with still three 2s, which is 2-2-2-1-4. */
CLAIM(book_003_the_turn_for_twos_offers_6_and_17_then_6_and_11) {
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

/* The nought: fours, three of a kind and chance are filled and the dice were for them. The other
 * two dice are not told; 4-4-4-1-6 leaves a nought everywhere but in ones and sixes. */
CLAIM(book_003_with_no_fitting_box_open_a_nought_is_entered) {
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

/* Upper section: 9 in threes, 2 in aces, 12 in threes. Only how many of the face there are is
 * told, so every filling of the other dice is tried. */
CLAIM(book_003_upper_boxes_count_their_own_face_only) {
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

/* Bonus: three of each face are 63. */
CLAIM(book_003_three_of_each_face_are_par) {
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

/* Lower section: 18 in three of a kind and 14 in four of a kind, which may also go into three of a
 * kind. Of the hands that fit, those of the same figures in 004. */
CLAIM(book_003_three_of_a_kind_is_18_and_four_of_a_kind_14) {
    offers("yahtzee-classic", "5 5 5 2 1", "three-kind=18");
    offers("yahtzee-classic", "2 2 2 2 6", "four-kind=14,three-kind=14");
}

/* Full house: 25, or three of a kind, or threes: so the threes are in it. */
CLAIM(book_003_a_full_house_of_threes_has_three_places) {
    offers("yahtzee-classic", "3 3 3 5 5", "full-house=25,three-kind=19,threes=9");
}

/* Straights: the fifth die of a low one can be any number; a high one may also go into the low. */
CLAIM(book_003_the_fifth_die_of_a_low_straight_is_any) {
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

/* The joker: 20 in three boxes, so the dice were five 4s. */
CLAIM(book_003_a_joker_of_fours_scores_20_25_30_or_40) {
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

/* Bonus chips: the second counts only if the first was scored in its box; it is worth 100. */
CLAIM(book_003_the_second_yahtzee_earns_a_chip_only_after_a_scored_first) {
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
 * are not told. */
CLAIM(book_003_three_threes_go_to_threes_three_of_a_kind_or_chance) {
    offers("yahtzee-classic", "3 3 3 1 2", "threes=9,three-kind=12,chance=12");
}

/* Strategy, second hand: 20 in fives and 22 in all, so four 5s and a 2. */
CLAIM(book_003_four_fives_and_a_two_offer_20_or_22) {
    offers("yahtzee-classic", "5 5 5 5 2", "fives=20,three-kind=22,four-kind=22,chance=22");
}

/* Strategy, third hand: 19 in chance or 4 in twos, and nothing better: 2-2-4-5-6 or 2-2-3-6-6. */
CLAIM(book_003_a_pair_of_twos_offers_19_or_4) {
    offers("yahtzee-classic", "2 2 4 5 6", "chance=19,twos=4,three-kind=0,small-straight=0");
    offers("yahtzee-classic", "2 2 3 6 6", "chance=19,twos=4,three-kind=0,small-straight=0");
}

/* Strategy: that leaves the upper section 2 short of par, which a fourth 3, 4, 5 or 6 makes good
 * and a fourth ace does not. */
CLAIM(book_003_a_fourth_die_makes_up_for_a_missing_two) {
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

/* Solitaire: the highest score is 375, without any chip. Each roll is the best its box can have,
 * and the five-kind box comes last so that no five alike before it earns a chip. */
CLAIM(book_003_the_best_card_without_chips_is_375) {
    whole_game_totals(UPPER_OF_FIVES
                      "roll 6 6 6 6 6; score chance; roll 6 6 6 5 5; score full-house;"
                      "roll 1 2 3 4 6; score small-straight; roll 2 3 4 5 6; score large-straight;"
                      "roll 6 6 6 6 6; score five-kind",
                      375);
}

/* The same card with the five-kind box first and twelve further five alikes. */
CLAIM(book_003_the_best_card_of_all_is_1575) {
    whole_game_totals("roll 6 6 6 6 6; score five-kind;" UPPER_OF_FIVES
                      "roll 6 6 6 6 6; score chance; roll 6 6 6 6 6; score full-house;"
                      "roll 6 6 6 6 6; score small-straight; roll 6 6 6 6 6; score large-straight",
                      375 + 12 * 100);
}

/* ---- 004: Yahtzee, 2003 ---- */

/* Upper section: 9 in threes, 2 in twos, 4 in fours. */
CLAIM(book_004_three_threes_two_four_offer_9_2_and_4) {
    offers("yahtzee", "3 3 3 2 4", "threes=9,twos=2,fours=4");
}

/* 3 of a kind: 18, also as chance; 15 in fives, 2 in twos, 1 in aces. */
CLAIM(book_004_three_fives_two_one_offer_18_15_2_and_1) {
    offers("yahtzee", "5 5 5 2 1", "three-kind=18,chance=18,fives=15,twos=2,ones=1");
}

/* 4 of a kind: 14, also as 3 of a kind or chance; 8 in twos, 6 in sixes. */
CLAIM(book_004_four_twos_and_a_six_offer_14_8_and_6) {
    offers("yahtzee", "2 2 2 2 6", "four-kind=14,three-kind=14,chance=14,twos=8,sixes=6");
}

/* Full house: 25; 19 as 3 of a kind or chance; 9 in threes, 10 in fives. */
CLAIM(book_004_a_full_house_offers_25_19_9_and_10) {
    offers("yahtzee", "3 3 3 5 5", "full-house=25,three-kind=19,chance=19,threes=9,fives=10");
}

/* Three combinations for the small straight, two for the large, which is a small one too. */
CLAIM(book_004_three_small_and_two_large_straights) {
    offers("yahtzee", "1 2 3 4 4", "small-straight=30,large-straight=0,chance=14,fours=8");
    offers("yahtzee", "2 3 4 5 5", "small-straight=30,large-straight=0,chance=19,fives=10");
    offers("yahtzee", "3 4 5 6 6", "small-straight=30,large-straight=0,chance=24,sixes=12");
    offers("yahtzee", "1 2 3 4 5", "large-straight=40,small-straight=30,chance=15,fives=5");
    offers("yahtzee", "2 3 4 5 6", "large-straight=40,small-straight=30,chance=20,sixes=6");
}

/* Chance: 22, whatever dice were shown: every hand of that sum. */
CLAIM(book_004_dice_of_22_score_22_in_chance) {
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
CLAIM(book_004_each_further_yahtzee_earns_a_check_mark) {
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
CLAIM(book_004_five_fours_as_joker_score_40_in_large_straight) {
    struct rules r;
    struct game g = position_named("yahtzee fours=12,five-kind=0 1 4,4,4,4,4 1", &r);
    assert_int_equal(offered(&r, &g, "ones"), -1);
    play(&r, &g, "score large-straight");
    assert_int_equal(game_total(&r, &g, 0), 12 + 40);
}

/* Joker rules: its upper box open, it must be filled, also after a zero; all lower boxes filled, a
 * zero goes into any open upper box. */
CLAIM(book_004_the_joker_is_forced) {
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

/* The turn example: a small straight with a second 4; 2-3-4-5 kept for a 2; the 2s kept for another
 * and two 3s: 6, 12 or 25. The small straight is scored before, at a table of four. */
CLAIM(book_004_the_turn_example_offers_6_12_and_25) {
    struct rules r;
    struct game g = position_named("yahtzee -/-/small-straight=30/- 3 ?5 0", &r);
    play(&r, &g, "roll 2 3 4 5 4");
    assert_int_equal(offered(&r, &g, "small-straight"), -1);
    assert_int_equal(offered(&r, &g, "fours"), 8);
    play(&r, &g, "keep 2 3 4 5; roll 2");
    assert_int_equal(offered(&r, &g, "twos"), 4);
    play(&r, &g, "keep 2 2"); /* also dice that were kept before are thrown again */
    assert_int_equal(g.falling, 3);
    play(&r, &g, "roll 2 3 3");
    assert_int_equal(offered(&r, &g, "twos"), 6);
    assert_int_equal(offered(&r, &g, "three-kind"), 12);
    assert_int_equal(offered(&r, &g, "full-house"), 25);
    play(&r, &g, "score full-house");
    assert_int_equal(game_total(&r, &g, 2), 30 + 25);
    assert_int_equal(g.seat, 3);
}
