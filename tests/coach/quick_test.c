/* Choices made without a solved table: always legal, in all books and under all rules, and nearly
 * as good as the best. */
#include "check.h"
#include "coach/quick.h"
#include "rules/press.h"

static void throw_dice(struct draw *draw, struct game *g, struct action *ret) {
    *ret = (struct action){.act = ACT_ROLL};
    for (int i = 0; i < g->falling; i++)
        ret->dice = dice_with(ret->dice, 1 + draw_below(draw, FACES), 1);
}

/* Plays a game for at most `steps_most` steps; returns the first seat's total, or in a press game
 * its turns. */
static int play(const struct rules *r, int seats, struct draw *draw, int steps_most) {
    struct game g;
    game_start(r, &g, seats, 0);
    for (int step = 0; g.phase != PHASE_OVER && step < steps_most; step++) {
        struct action a;
        struct advice advice;
        if (g.phase == PHASE_ROLL) {
            throw_dice(draw, &g, &a);
        } else {
            quick_advise(r, &g, &advice);
            assert_true(advice.count > 0);
            a = advice.actions[0].action;
        }
        assert_int_equal(game_apply(r, &g, a), ALLOWED);
    }
    return r->book->family == FAMILY_SHEET ? game_total(r, &g, 0) : g.turns[0];
}

CLAIM(quick_choices_are_legal_in_every_book_with_any_number_of_seats) {
    struct draw draw = {.state = 11};
    for (const struct book *const *book = books; *book; book++) {
        struct rules r = rules_of(*book);
        if (r.book->family == FAMILY_PRESS)
            r.params.goal = 600;
        static const int seats[] = {1, 6, 11, 16, SEATS_MAX};
        for (size_t i = 0; i < sizeof seats / sizeof *seats; i++) {
            r.params.final_round = (r.params.final_round + 1) % (FINAL_REST + 1);
            play(&r, seats[i], &draw, seats[i] < SEATS_MAX ? 1 << 20 : how_many(1 << 20, 400));
        }
    }
}

CLAIM(quick_choices_are_legal_under_rules_that_are_never_solved) {
    static const char *const sets[] = {"yardkle:goal=1000000", "farkle:goal=200000,entry=100000",
                                       "yardzee:bonus=1000,joker=classic,upper-bonus=1000@105"};
    struct draw draw = {.state = 12};
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        char words[256];
        struct text error = TEXT_IN(words);
        struct rules r;
        assert_true(rules_parse(span_of(sets[i]), &r, &error));
        play(&r, 3, &draw, 150);
    }
}

/* On average, perfect play scores 254.6 in Yardzee and needs 18.3 turns in Yardkle. With so few
 * games the means are a little off, but the seed is fixed. */
CLAIM(quick_play_is_not_far_from_perfect_play) {
    int sheets = how_many(200, 60), races = how_many(12, 4);
    struct draw draw = {.state = 13};
    struct rules sheet = rules_of(book_find(span_of("yardzee")));
    struct rules press = rules_of(book_find(span_of("yardkle")));
    int points = 0, turns = 0;
    for (int i = 0; i < sheets; i++)
        points += play(&sheet, 1, &draw, 1 << 20);
    for (int i = 0; i < races; i++)
        turns += play(&press, 1, &draw, 1 << 20);
    assert_in_range(points / sheets, 235, 265);
    assert_in_range(turns / races, 15, 22);
}

CLAIM(a_final_round_is_reduced_to_the_strongest_seats_still_to_come) {
    struct rules r = rules_of(book_find(span_of("farkle")));
    struct game g, cut;
    int list[SEATS_MAX];
    game_start(&r, &g, 8, 2);
    for (int i = 0; i < 8; i++)
        g.total[i] = 1000 * i;
    g.total[1] = 10500; /* seat 2 started the final round; 3 is next, then 4 to 8 and 1 */
    g.ender = 2;
    assert_int_equal(press_to_come(&r, &g, list), 6);
    quick_final(&r, &g, 2, &cut);
    assert_int_equal(cut.seats, 4);
    assert_int_equal(cut.seat, 0);
    assert_int_equal(cut.ender, 4);
    assert_int_equal(press_to_come(&r, &cut, list), 2);
    assert_int_equal(cut.total[0], 2000);
    assert_int_equal(cut.total[1], 6000);
    assert_int_equal(cut.total[2], 7000);
    assert_int_equal(cut.total[3], 10500);
}

CLAIM(a_reduced_final_round_keeps_the_seat_that_began_it_and_the_end_of_the_round) {
    struct rules r = rules_of(book_find(span_of("farkle")));
    struct game g, cut;
    int list[SEATS_MAX];
    game_start(&r, &g, 8, 6); /* seat 7 begins each round */
    for (int i = 0; i < 8; i++)
        g.total[i] = 1000 * i;
    g.total[1] = 10500;
    g.ender = 2;
    g.seat = 2;
    r.params.final_round = FINAL_EVERYONE;
    assert_int_equal(press_to_come(&r, &g, list), 7);
    quick_final(&r, &g, 1, &cut); /* seats 3, 8 and 2 */
    assert_int_equal(cut.seats, 3);
    assert_int_equal(press_to_come(&r, &cut, list), 2);
    assert_int_equal(cut.total[1], 7000);
    assert_int_equal(cut.total[2], 10500);
    r.params.final_round = FINAL_REST;
    assert_int_equal(press_to_come(&r, &g, list), 3); /* seats 4, 5 and 6 */
    quick_final(&r, &g, 2, &cut);
    assert_int_equal(cut.seats, 7);
    assert_int_equal(press_to_come(&r, &cut, list), 2);
    assert_int_equal(cut.total[1], 4000);
    assert_int_equal(cut.total[2], 5000);
}

CLAIM(a_reduced_final_round_has_the_same_players_left) {
    struct rules r = rules_of(book_find(span_of("farkle")));
    struct game g, cut;
    int list[SEATS_MAX];
    game_start(&r, &g, 8, 2);
    for (int i = 0; i < 8; i++)
        g.total[i] = 1000 * i;
    g.total[1] = 10500; /* as above, but seats 4 and 8 have left */
    g.ender = 2;
    g.left = set_with(set_one(3), 7);
    assert_int_equal(press_to_come(&r, &g, list), 4);
    quick_final(&r, &g, 2, &cut); /* seats 3, 4, 6, 7, 8 and 2 */
    assert_int_equal(cut.seats, 6);
    assert_true(set_same(cut.left, set_with(set_one(1), 4)));
    assert_int_equal(press_to_come(&r, &cut, list), 2);
    assert_int_equal(cut.total[list[0]], 5000);
    assert_int_equal(cut.total[list[1]], 6000);
    assert_int_equal(cut.total[cut.ender - 1], 10500);
}
