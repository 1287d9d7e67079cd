/* Whole games: whose turn it is, when the game ends and who has won. */
#include <string.h>

#include "rules/press.h"
#include "rules/sheet.h"
#include "support.h"

#define BANK_100 "roll 1 2 2 3 3 4; take 1 stop"
#define BANK_200 "roll 1 1 2 3 3 4; take 1 1 stop"
#define BANK_50 "roll 5 2 2 3 3 4; take 5 stop"
#define BUST "roll 2 2 3 3 4 6"

static uint32_t seats(int a) {
    return 1u << (a - 1);
}

/* A press game with these totals, before the first roll of this seat's turn. */
static struct game table_of(struct rules *r, const char *spec, const char *totals, int seat) {
    char line[512];
    struct text out = TEXT_IN(line);
    text_add(&out, "%s %s %d 0 ?6", spec, totals, seat);
    assert_false(out.cut);
    return position_named(line, r);
}

/* ---- the final round ---- */

CLAIM(every_other_seat_gets_one_last_turn) {
    struct rules r;
    for (int ender = 1; ender <= 3; ender++) {
        struct game g = table_of(&r, "yardkle", "9900/9900/9900", ender);
        play(&r, &g, BANK_100);
        for (int last = 1; last <= 2; last++) {
            assert_int_equal(g.phase, PHASE_ROLL);
            assert_int_equal(g.seat, (ender - 1 + last) % 3);
            assert_int_equal(set_bits(game_winners(&r, &g)), 0);
            play(&r, &g, BUST);
        }
        assert_int_equal(g.phase, PHASE_OVER);
        assert_int_equal(set_bits(game_winners(&r, &g)), seats(ender));
    }
}

CLAIM(nobody_gets_a_second_last_turn) {
    struct rules r;
    struct game g = table_of(&r, "yardkle", "9900/9900/9900/9900", 2);
    play(&r, &g, BANK_100);                                    /* seat 2 starts the final round */
    play(&r, &g, "roll 1 5 2 3 3 4; take 1 5 stop");           /* seat 3 passes seat 2 */
    play(&r, &g, "roll 1 1 2 3 3 4; take 1 1 stop; " BANK_50); /* seat 4 passes seat 3 */
    assert_int_equal(g.phase, PHASE_OVER);
    assert_int_equal(set_bits(game_winners(&r, &g)), seats(4));
    assert_int_equal(g.turns[1], 1);
}

CLAIM(points_not_banked_do_not_start_the_final_round) {
    struct rules r;
    struct game g = table_of(&r, "yardkle", "9900/0", 1);
    play(&r, &g, "roll 1 1 1 2 3 4; take 1 1 1 roll");
    assert_int_equal(g.ender, 0);
    play(&r, &g, "roll 2 3 4"); /* a Yardkle: the 10,900 points were never banked */
    assert_int_equal(g.ender, 0);
    assert_int_equal(g.total[0], 9900);
    play(&r, &g, BUST);
    assert_int_equal(g.seat, 0);
    assert_int_equal(g.phase, PHASE_ROLL);
}

CLAIM(a_total_just_below_the_goal_does_not_start_the_final_round) {
    struct rules r;
    struct game g = table_of(&r, "yardkle", "9900/0", 1);
    play(&r, &g, BANK_50 ";" BUST ";" BANK_50);
    assert_int_equal(g.total[0], 10000);
    assert_int_equal(g.ender, 1);
    assert_int_equal(g.phase, PHASE_ROLL); /* seat 2's last turn */
}

CLAIM(a_game_from_a_position_in_the_final_round_ends_with_that_round) {
    struct rules r;
    /* Seat 3 started the final round and seat 4 has had its turn; seats 1 and 2 are left. */
    struct game g = position_named("yardkle 9500/9900/10000/10100 1 600 1,5,2", &r);
    play(&r, &g, "take 1 5 stop"); /* 10,250 */
    assert_int_equal(g.seat, 1);
    play(&r, &g, BANK_50);
    assert_int_equal(g.phase, PHASE_OVER);
    assert_int_equal(set_bits(game_winners(&r, &g)), seats(1));
}

CLAIM(the_entry_rule_applies_in_the_final_round_too) {
    struct rules r;
    struct game g = table_of(&r, "yardkle", "10000/0", 2);
    play(&r, &g, "roll 1 2 2 3 3 4");
    assert_int_equal(ask(&r, &g, "take 1 stop"), REFUSED_ENTRY);
    play(&r, &g, "take 1 roll; roll 2 2 3 4 6");
    assert_int_equal(g.phase, PHASE_OVER);
    assert_int_equal(g.total[1], 0);
}

CLAIM(tables_of_twelve_to_ninety_nine_play_a_final_round) {
    for (int count = 12; count <= SEATS_MAX; count += count < 16 ? 1 : 83) {
        struct rules r = rules_named("yardkle:entry=0,goal=300");
        struct game g;
        int first = count / 2, ender = count - 2;
        game_start(&r, &g, count, first);
        /* Everybody banks 100 a turn; one seat reaches the goal with 200 in its second turn. */
        for (int turn = 0; turn < 2 * count; turn++) {
            assert_int_equal(g.seat, (first + turn) % count);
            assert_int_equal(game_round(&g), 1 + turn / count);
            if (turn == count + (ender - first)) {
                play(&r, &g, "roll 1 1 2 3 3 4; take 1 1 stop");
                assert_int_equal(g.ender, ender + 1);
                break;
            }
            play(&r, &g, BANK_100);
        }
        for (int last = 1; last < count; last++) {
            assert_int_equal(g.seat, (ender + last) % count);
            play(&r, &g, BUST);
        }
        assert_int_equal(g.phase, PHASE_OVER);
        assert_true(set_same(game_winners(&r, &g), set_one(ender)));
    }
}

/* Plays one game in which everybody banks 100 a turn until `ender` banks 300 in the second round
 * and reaches the goal; then everybody busts. Checks whose turns follow. */
static void last_turns_are(const char *spec, int count, int first, int ender, const int *turns,
                           int last) {
    struct rules r = rules_named(spec);
    struct game g;
    game_start(&r, &g, count, first);
    while (g.turns[g.seat] != 1 || g.seat != ender)
        play(&r, &g, BANK_100);
    play(&r, &g, "roll 3 3 3 2 2 4; take 3 3 3 stop");
    assert_int_equal(g.ender, ender + 1);
    for (int i = 0; i < last; i++) {
        int list[SEATS_MAX];
        assert_int_equal(g.phase, PHASE_ROLL);
        assert_int_equal(g.seat, turns[i]);
        assert_int_equal(press_to_come(&r, &g, list), last - 1 - i);
        for (int k = i + 1; k < last; k++)
            assert_int_equal(list[k - i - 1], turns[k]);
        play(&r, &g, BUST);
    }
    assert_int_equal(g.phase, PHASE_OVER);
    assert_int_equal(set_bits(game_winners(&r, &g)), 1u << ender);
}

CLAIM(each_reading_of_the_final_round_has_its_own_last_turns) {
    static const int counts[] = {1, 2, 3, 5};
    for (int i = 0; i < 4; i++) {
        int count = counts[i];
        for (int first = 0; first < count; first++) {
            for (int ender = 0; ender < count; ender++) {
                int turns[SEATS_MAX], rest = (first - ender + count - 1) % count;
                for (int k = 0; k < count; k++)
                    turns[k] = (ender + 1 + k) % count;
                last_turns_are("yardkle:entry=0,goal=400", count, first, ender, turns, count - 1);
                last_turns_are("yardkle:entry=0,goal=400,final-round=everyone", count, first, ender,
                               turns, count > 1 ? count : 0);
                last_turns_are("yardkle:entry=0,goal=400,final-round=rest", count, first, ender,
                               turns, rest);
            }
        }
    }
}

/* ---- ties ---- */

static uint32_t winners_of_tie(const char *spec, const char *totals, int ender, const char *lines) {
    struct rules r;
    struct game g = table_of(&r, spec, totals, ender);
    play(&r, &g, lines);
    assert_int_equal(g.phase, PHASE_OVER);
    return (uint32_t)set_bits(game_winners(&r, &g));
}

CLAIM(players_with_equal_totals_share_the_win) {
    const char *two = BANK_100 ";" BANK_100, *three = BANK_100 ";" BANK_100 ";" BANK_100;
    assert_int_equal(winners_of_tie("yardkle", "9900/9900", 1, two), seats(1) | seats(2));
    assert_int_equal(winners_of_tie("yardkle", "9900/9900/9900", 2, three), 7);
    assert_int_equal(winners_of_tie("farkle", "9900/9900/5000", 1, three), seats(1) | seats(2));
}

CLAIM(with_tie_leader_the_leader_wins_a_tie) {
    const char *three = BANK_100 ";" BANK_100 ";" BANK_100;
    for (int ender = 1; ender <= 3; ender++)
        assert_int_equal(winners_of_tie("yardkle:tie=leader", "9900/9900/9900", ender, three),
                         seats(ender));
    /* Seats 1 and 2 both pass the leader, seat 3, with equal totals; seat 1 was first. */
    assert_int_equal(winners_of_tie("yardkle:tie=leader", "9950/9950/9900", 3, three), seats(1));
}

CLAIM(with_tie_chaser_the_last_tied_player_wins) {
    const char *three = BANK_100 ";" BANK_100 ";" BANK_100;
    for (int ender = 1; ender <= 3; ender++)
        assert_int_equal(winners_of_tie("yardkle:tie=chaser", "9900/9900/9900", ender, three),
                         seats(ender == 1 ? 3 : ender - 1));
    assert_int_equal(winners_of_tie("yardkle:tie=chaser", "9950/9950/9900", 3, three), seats(2));
}

/* The first seat begins the final round at 10000. A tie depends on who reached the total first:
 * seat 2 catches up and seat 1 busts, or seat 2 passes and seat 1 catches up. */
CLAIM(with_everyone_a_tie_depends_on_who_reached_the_total_first) {
    const char *caught = BANK_100 ";" BANK_100 ";" BUST,
               *again = BANK_100 ";" BANK_200 ";" BANK_100;
    static const struct {
        const char *tie;
        uint32_t caught, again;
    } ties[] = {{"share", 3, 3}, {"leader", 1, 2}, {"chaser", 2, 1}};
    for (int i = 0; i < 3; i++) {
        char spec[64];
        struct text out = TEXT_IN(spec);
        text_add(&out, "yardkle:final-round=everyone,tie=%s", ties[i].tie);
        assert_int_equal(winners_of_tie(spec, "9900/9900", 1, caught), ties[i].caught);
        assert_int_equal(winners_of_tie(spec, "9900/9900", 1, again), ties[i].again);
    }
    assert_int_equal(winners_of_tie("yardkle:final-round=everyone", "9900/9900", 1,
                                    BANK_100 ";" BANK_100 ";" BANK_50),
                     seats(1));
}

CLAIM(without_a_tie_the_tie_rule_changes_nothing) {
    static const char *const readings[] = {"yardkle", "yardkle:tie=leader", "yardkle:tie=chaser"};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(winners_of_tie(readings[i], "9900/9900", 1, BANK_100 ";" BANK_50),
                         seats(1));
        assert_int_equal(winners_of_tie(readings[i], "9900/9950", 1, BANK_100 ";" BANK_100),
                         seats(2));
    }
}

/* ---- entering ---- */

CLAIM(entering_takes_500_points_in_one_turn) {
    struct rules r = rules_named("yardkle");
    struct game g;
    game_start(&r, &g, 2, 0);
    play(&r, &g, "roll 4 4 4 5 2 3");
    assert_int_equal(ask(&r, &g, "take 4 4 4 5 stop"), REFUSED_ENTRY); /* 450 */
    play(&r, &g, "take 4 4 4 5 roll; roll 5 2");
    assert_int_equal(ask(&r, &g, "take 5 stop"), ALLOWED); /* 500 */
    assert_int_equal(g.total[0], 500);
    play(&r, &g, BUST);
    play(&r, &g, BANK_50); /* after entering, a seat may bank any score */
    assert_int_equal(g.total[0], 550);
}

CLAIM(points_from_earlier_turns_do_not_count_toward_entry) {
    struct rules r = rules_named("yardkle");
    struct game g;
    game_start(&r, &g, 1, 0);
    play(&r, &g, "roll 4 4 4 2 2 3; take 4 4 4 roll; roll 2 3 6"); /* 400, lost */
    play(&r, &g, "roll 4 4 4 2 2 3");
    assert_int_equal(ask(&r, &g, "take 4 4 4 stop"), REFUSED_ENTRY);
    assert_int_equal(g.total[0], 0);
}

CLAIM(each_seat_must_reach_the_entry_score_itself) {
    struct rules r;
    struct game g = table_of(&r, "yardkle", "500/0", 2);
    play(&r, &g, "roll 1 2 2 3 3 4");
    assert_int_equal(ask(&r, &g, "take 1 stop"), REFUSED_ENTRY);
    g = table_of(&r, "yardkle", "500/0", 1);
    play(&r, &g, BANK_100);
}

CLAIM(house_rules_may_lower_the_entry_score_and_farkle_has_none) {
    struct rules r = rules_named("yardkle:entry=100");
    struct game g;
    game_start(&r, &g, 1, 0);
    play(&r, &g, "roll 1 5 2 3 3 4");
    assert_int_equal(ask(&r, &g, "take 5 stop"), REFUSED_ENTRY);
    assert_int_equal(ask(&r, &g, "take 1 stop"), ALLOWED);
    r = rules_named("farkle");
    game_start(&r, &g, 1, 0);
    play(&r, &g, BANK_50);
}

/* ---- hot dice ---- */

CLAIM(hot_dice_must_be_rolled_again) {
    struct rules r;
    struct game g = table_of(&r, "yardkle", "500", 1);
    play(&r, &g, "roll 1 2 3 4 5 6");
    assert_int_equal(ask(&r, &g, "take 1 2 3 4 5 6 stop"), REFUSED_HOT_DICE);
    struct game few = g;
    assert_int_equal(ask(&r, &few, "take 1 stop"), ALLOWED); /* not all dice were set aside */
    play(&r, &g, "take 1 2 3 4 5 6 roll");
    assert_int_equal(g.falling, 6);
    struct game bust = g;
    play(&r, &bust, BUST); /* the points stay at risk */
    assert_int_equal(bust.total[0], 500);
    play(&r, &g, BANK_50);
    assert_int_equal(g.total[0], 500 + 1500 + 50);
}

CLAIM(dice_set_aside_over_several_rolls_become_hot_together) {
    struct rules r;
    struct game g = table_of(&r, "yardkle", "500", 1);
    play(&r, &g, "roll 1 1 2 3 3 4; take 1 1 roll; roll 5 5 5 2; take 5 5 5 roll; roll 1");
    assert_int_equal(ask(&r, &g, "take 1 stop"), REFUSED_HOT_DICE);
    play(&r, &g, "take 1 roll");
    assert_int_equal(g.falling, 6);
    assert_int_equal(g.turn_points, 200 + 500 + 100);
    play(&r, &g, "roll 1 1 1 5 5 5; take 1 1 1 5 5 5 roll"); /* hot dice once more */
    assert_int_equal(g.falling, 6);
    assert_int_equal(g.turn_points, 800 + 2500);
}

CLAIM(stopping_with_hot_dice_banks_the_points_where_the_rules_allow_it) {
    static const char *const may[] = {"farkle", "yardkle:hot-dice=may"};
    for (int i = 0; i < 2; i++) {
        struct rules r;
        struct game g = table_of(&r, may[i], "500", 1);
        play(&r, &g, "roll 1 2 3 4 5 6; take 1 2 3 4 5 6 stop");
        assert_int_equal(g.total[0], 2000);
    }
}

CLAIM(stopping_with_hot_dice_still_needs_the_entry_score) {
    struct rules r = rules_named("yardkle:hot-dice=may,entry=2000");
    struct game g;
    game_start(&r, &g, 1, 0);
    play(&r, &g, "roll 1 2 3 4 5 6");
    assert_int_equal(ask(&r, &g, "take 1 2 3 4 5 6 stop"), REFUSED_ENTRY);
}

/* ---- one player ---- */

CLAIM(a_solo_game_ends_at_the_goal) {
    struct rules r;
    struct game g = table_of(&r, "yardkle", "9850", 1);
    play(&r, &g, BANK_100);
    assert_int_equal(g.phase, PHASE_ROLL);
    play(&r, &g, BUST ";" BANK_50);
    assert_int_equal(g.phase, PHASE_OVER);
    assert_int_equal(g.turns[0], 3);
    assert_int_equal(set_bits(game_winners(&r, &g)), seats(1));
    assert_int_equal(ask(&r, &g, "roll 1 1 1 1 1 1"), REFUSED_OVER);
}

CLAIM(a_solo_sheet_game_ends_when_the_card_is_full) {
    struct rules r;
    struct game g = position_named("yardzee ones=0,twos=0,threes=0,fours=0,fives=0,sixes=0,"
                                   "three-kind=0,four-kind=0,full-house=0,small-straight=0,"
                                   "large-straight=0,five-kind=0 1 ?5 0",
                                   &r);
    assert_int_equal(game_round(&g), 13);
    play(&r, &g, "roll 1 2 2 4 6; score chance");
    assert_int_equal(g.phase, PHASE_OVER);
    assert_int_equal(game_round(&g), 13);
    assert_int_equal(game_total(&r, &g, 0), 15);
    assert_int_equal(set_bits(game_winners(&r, &g)), seats(1));
}

/* ---- sheets with several players ---- */

CLAIM(players_take_turns_until_every_box_is_filled) {
    struct draw draw = {17};
    for (const struct book *const *book = books; *book; book++) {
        for (int count = 1; count <= SEATS_MAX && (*book)->family == FAMILY_SHEET; count += 5) {
            struct rules r = rules_of(*book);
            struct game g;
            int first = draw_below(&draw, count), turns = 0;
            game_start(&r, &g, count, first);
            while (g.phase != PHASE_OVER) {
                int seat = g.seat;
                assert_int_equal(seat, (first + turns) % count);
                assert_int_equal(game_round(&g), 1 + turns / count);
                struct action a = any_action(&r, &g, &draw);
                assert_int_equal(game_apply(&r, &g, a), ALLOWED);
                turns += a.act == ACT_SCORE;
            }
            assert_int_equal(turns, count * r.book->box_count);
            for (int seat = 0; seat < count; seat++)
                assert_int_equal(g.card[seat].filled, (1u << r.book->box_count) - 1);
        }
    }
}

/* A card that is full except for chance. */
#define FULL_BUT_CHANCE(ones, sixes)                                                               \
    "ones=" ones ",twos=0,threes=0,fours=0,fives=0,sixes=" sixes                                   \
    ",three-kind=0,four-kind=0,full-house=0,small-straight=0,large-straight=0,five-kind=0"

CLAIM(the_highest_sheet_total_wins_and_tied_players_share_the_win) {
    static const struct {
        const char *last;
        uint32_t winners;
    } ends[] = {{"roll 1 2 2 4 6; score chance", 1},
                {"roll 1 2 6 4 6; score chance", 3},
                {"roll 1 3 6 4 6; score chance", 2}};
    for (int i = 0; i < 3; i++) {
        struct rules r;
        struct game g = position_named(
            "yahtzee " FULL_BUT_CHANCE("0", "24") "/" FULL_BUT_CHANCE("2", "18") " 1 ?5 0", &r);
        play(&r, &g, "roll 1 2 2 4 6; score chance");
        assert_int_equal(set_bits(game_winners(&r, &g)), 0);
        play(&r, &g, ends[i].last);
        assert_int_equal(g.phase, PHASE_OVER);
        assert_int_equal(set_bits(game_winners(&r, &g)), ends[i].winners);
    }
}

CLAIM(the_yahtzee_bonus_is_not_part_of_the_upper_total) {
    struct rules r;
    struct game g = position_named("yahtzee five-kind=50,threes=9,fours=12,sixes=18 1 ?5 0", &r);
    play(&r, &g, "roll 1 1 1 1 1; score ones"); /* 5 and the bonus; the upper total is 44 */
    assert_int_equal(card_upper(r.book, &g.card[0]), 44);
    assert_int_equal(card_upper_bonus(&r, &g.card[0]), 0);
    assert_int_equal(card_lower(&r, &g.card[0]), 150);
}

CLAIM(at_the_start_of_a_game_the_starting_seat_rolls_all_dice) {
    for (const struct book *const *book = books; *book; book++) {
        struct rules r = rules_of(*book);
        struct game g;
        memset(&g, 0xff, sizeof g);
        game_start(&r, &g, 5, 3);
        assert_int_equal(g.seats, 5);
        assert_int_equal(g.seat, 3);
        assert_int_equal(g.phase, PHASE_ROLL);
        assert_int_equal(g.falling, (*book)->dice);
        assert_int_equal(g.dice.bits, 0);
        assert_int_equal(set_bits(game_winners(&r, &g)), 0);
        for (int seat = 0; seat < 5; seat++)
            assert_int_equal(game_total(&r, &g, seat), 0);
    }
}
