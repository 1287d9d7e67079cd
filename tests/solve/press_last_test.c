/* The final round with several players still to move, compared with a naive solver that tracks
 * every seat's share and takes no shortcuts. */
#include <math.h>

#include "press_common.h"

enum { FAR = 300, SEATS = 4 };

struct shares {
    double of[SEATS];
};

/* All throws of each number of dice, with the legal choices; points are in units of 50. */
struct throws {
    int count[7];
    struct {
        double chance;
        int choices, used[64], points[64];
    } of[7][462];
};

struct round {
    struct rules r;
    int seats;
    int total[SEATS + 1]; /* before the last turns; the seat that started the round is first and, if
                             it has a last turn too, also last */
    struct throws *throws;
    struct shares *known[SEATS + 1]; /* by the turn: [lead << SEATS | leaders] */
    bool *have[SEATS + 1];
};

static void all_throws(const struct rules *r, struct throws *throws) {
    for (int n = 1; n <= 6; n++) {
        struct dice d = dice_first(n);
        throws->count[n] = 0;
        do {
            struct game g = {.seats = 2, .phase = PHASE_CHOOSE, .dice = d};
            struct action list[ACTIONS_MAX];
            g.total[0] = 50;
            int legal = game_legal(r, &g, list), at = throws->count[n]++, choices = 0;
            throws->of[n][at].chance = dice_ways(d) / pow(6, n);
            for (int i = 0; i < legal; i++) {
                if (list[i].act != ACT_TAKE_ROLL)
                    continue;
                throws->of[n][at].used[choices] = dice_size(list[i].dice);
                throws->of[n][at].points[choices++] = press_points(r->book, list[i].dice) / 50;
            }
            throws->of[n][at].choices = choices;
        } while (dice_next(&d));
    }
}

static struct shares round_value(struct round *round, int seat, int lead, int leaders);

/* Every seat's share when the turn ends with this total. */
static struct shares after_turn(struct round *round, int turn, int total, int lead, int leaders) {
    int seat = turn % round->seats;
    if (total > lead)
        return round_value(round, turn + 1, total, 1 << seat);
    if (total < lead || total == round->total[turn]) /* a bust changes nothing, even at the lead */
        return round_value(round, turn + 1, lead, leaders);
    if (round->r.params.tie == TIE_SHARE)
        leaders |= 1 << seat;
    else if (round->r.params.tie == TIE_CHASER)
        leaders = 1 << seat;
    return round_value(round, turn + 1, lead, leaders);
}

static void play_turn(struct round *round, int turn, int lead, int leaders, struct shares *ret) {
    struct shares(*roll)[7] = calloc(FAR + 61, sizeof *roll), *stop = calloc(FAR, sizeof *stop);
    int own = round->total[turn], seat = turn % round->seats;
    struct shares bust = after_turn(round, turn, own, lead, leaders), sure = {{0}};
    sure.of[seat] = 1;
    for (int t = 1; t < FAR - own; t++)
        stop[t] = after_turn(round, turn, own + t, lead, leaders);
    bool must = round->r.params.hot_dice == HOT_DICE_MUST;
    for (int t = FAR - 1 - own; t >= 0; t--) {
        for (int n = 1; n <= 6; n++) {
            struct shares sum = {{0}};
            for (int i = 0; i < round->throws->count[n]; i++) {
                struct shares best = bust;
                for (int j = 0; j < round->throws->of[n][i].choices; j++) {
                    int after = t + round->throws->of[n][i].points[j];
                    int left = n - round->throws->of[n][i].used[j];
                    bool entered = own || after * 50 >= round->r.params.entry;
                    struct shares value = sure;
                    if (after < FAR - own) {
                        value = roll[after][left ? left : 6];
                        if (entered && (left || !must) && stop[after].of[seat] > value.of[seat])
                            value = stop[after];
                    }
                    if (j == 0 || value.of[seat] > best.of[seat])
                        best = value;
                }
                for (int k = 0; k < round->seats; k++)
                    sum.of[k] += round->throws->of[n][i].chance * best.of[k];
            }
            roll[t][n] = sum;
        }
    }
    *ret = roll[0][6];
    free(roll);
    free(stop);
}

static struct shares round_value(struct round *round, int turn, int lead, int leaders) {
    struct shares value = {{0}};
    bool everyone = round->r.params.final_round == FINAL_EVERYONE;
    if (turn == round->seats + everyone) {
        for (int k = 0; k < round->seats; k++)
            value.of[k] = leaders >> k & 1 ? 1.0 / __builtin_popcount((unsigned)leaders) : 0;
        return value;
    }
    size_t at = (size_t)(lead << SEATS | leaders);
    if (!round->have[turn][at]) {
        play_turn(round, turn, lead, leaders, &round->known[turn][at]);
        round->have[turn][at] = true;
    }
    return round->known[turn][at];
}

static void compare(const char *spec, const char *totals, double tolerance) {
    struct round round = {.r = rules_named(spec), .throws = malloc(sizeof *round.throws)};
    all_throws(&round.r, round.throws);
    struct press_solver *s = press_solver_new(&round.r);
    struct game g = position_at(&round.r, totals, 1);
    struct advice advice;
    round.seats = g.seats;
    assert_int_equal(g.ender, 1);
    for (int i = 0; i <= g.seats; i++) {
        round.total[i] = g.total[i % g.seats] / 50;
        round.known[i] = calloc((size_t)(FAR + 1) << SEATS, sizeof(struct shares));
        round.have[i] = calloc((size_t)(FAR + 1) << SEATS, sizeof(bool));
    }
    struct shares slow = round_value(&round, 1, round.total[0], 1);
    assert_true(press_advise_win(s, &g, &advice));
    if (fabs(advice.value - slow.of[1]) >= tolerance)
        fail_msg("%s %s: %.12f, not %.12f", spec, totals, advice.value, slow.of[1]);
    for (int i = 0; i <= g.seats; i++) {
        free(round.known[i]);
        free(round.have[i]);
    }
    free(round.throws);
    press_solver_free(s);
}

CLAIM(last_turns_agree_with_a_naive_solver) {
    /* Totals beyond FAR, 15,000 points, have a probability below 1e-6. */
    compare("yardkle:goal=300,set-aside=all", "350/250", 1e-6);
    compare("yardkle:goal=300,entry=0", "400/0", 1e-6);
    compare("yardkle:goal=300,set-aside=all,final-round=everyone", "350/250", 1e-6);
    compare("yardkle:goal=300,set-aside=all,final-round=everyone,tie=leader", "300/250", 1e-6);
    if (SANITIZED)
        return;
    compare("yardkle:goal=300,set-aside=all", "350/250/200", 1e-6);
    compare("yardkle:goal=300,set-aside=all,final-round=everyone", "350/250/200", 1e-6);
    compare("farkle:goal=300,entry=500,set-aside=all", "300/0/250", 1e-6);
    compare("yardkle:goal=300,set-aside=all,tie=chaser,hot-dice=may", "500/50/250/200", 1e-6);
    if (!in_full())
        return;
    compare("yardkle:goal=300,set-aside=all,tie=leader", "500/250/200/100", 1e-6);
    compare("farkle:goal=300,set-aside=all,tie=share", "300/250/250/250", 1e-6);
    compare("farkle:goal=300,set-aside=all,final-round=everyone,tie=chaser", "300/250/250", 1e-6);
    compare("yardkle:goal=300,set-aside=all,final-round=everyone,tie=leader", "400/250/250", 1e-6);
    compare("yardkle:goal=300,final-round=everyone,hot-dice=may", "300/250/0", 1e-6);
}

/* With final-round=rest, seats that have had their turn in this round no longer matter. */
CLAIM(the_rest_of_the_round_is_worth_as_much_as_a_smaller_table) {
    struct rules rest = rules_named("yardkle:goal=1000,final-round=rest");
    struct rules others = rules_named("yardkle:goal=1000");
    struct press_solver *s = press_solver_new(&rest), *small = press_solver_new(&others);
    struct game g, two = position_at(&others, "1100/800/600", 1);
    struct advice a, b;
    game_start(&rest, &g, 5, 3); /* seats 4, 5 and 1 have played; 1 reached the goal */
    static const int32_t totals[] = {1100, 800, 600, 900, 950};
    memcpy(g.total, totals, sizeof totals);
    g.seat = 1;
    g.ender = 1;
    assert_true(press_advise_win(s, &g, &a));
    assert_true(press_advise_win(small, &two, &b));
    assert_true(fabs(a.value - b.value) < 1e-12);
    press_solver_free(s);
    press_solver_free(small);
}

CLAIM(with_one_opponent_the_final_round_is_one_last_turn) {
    struct rules r = rules_named("yardkle");
    struct press_solver *s = press_solver_new(&r);
    struct game g = position_at(&r, "11000/9500", 1);
    struct advice advice;
    assert_true(press_advise_win(s, &g, &advice));
    assert_true(fabs(advice.value - press_last_turn(s, true, 1500)) < 1e-12);
    press_solver_free(s);
}

/* With a third player too far behind to matter, the game is worth the same as with two. */
CLAIM(a_hopeless_third_player_changes_nothing) {
    struct rules r = rules_named("farkle:goal=30000,tie=leader");
    struct press_solver *s = press_solver_new(&r);
    struct game two = position_at(&r, "31000/29500", 1);
    struct game three = position_at(&r, "31000/29500/0", 1);
    struct advice a, b;
    assert_true(press_advise_win(s, &two, &a));
    assert_true(press_advise_win(s, &three, &b));
    assert_true(fabs(a.value - b.value) < 1e-9);
    press_solver_free(s);
}

/* Typed positions may have any total. */
CLAIM(chasing_an_unreachable_lead_is_worth_nothing) {
    struct rules r = rules_named("yardkle");
    struct press_solver *s = press_solver_new(&r);
    static const char *const totals[] = {"10000000/0", "10000000/9950/0", "5000000/0/5000"};
    for (int i = 0; i < 3; i++) {
        struct game g = position_at(&r, totals[i], 1);
        struct advice advice;
        assert_true(press_advise_win(s, &g, &advice));
        assert_true(advice.value >= 0 && advice.value < 1e-15);
        g.turn_points = 1000000;
        assert_true(press_advise_win(s, &g, &advice));
        assert_true(advice.value >= 0 && advice.value < 1e-15);
    }
    struct game g = position_at(&r, "10000/9000/9000", 1);
    struct advice advice;
    g.turn_points = 1000000;
    assert_true(press_advise_win(s, &g, &advice));
    assert_true(advice.value > 0.9); /* only a bust on the next roll can lose the game */
    press_solver_free(s);
}

CLAIM(the_first_of_equal_players_has_a_somewhat_better_chance) {
    struct rules r = rules_named("yardkle:goal=2000");
    struct press_solver *s = press_solver_new(&r);
    assert_true(press_solve_from(s, 0, 0, 2, NULL));
    for (int seats = 3; seats <= 4; seats++) {
        struct game g;
        struct advice advice;
        game_start(&r, &g, seats, 0);
        assert_true(press_advise_win(s, &g, &advice));
        assert_true(advice.value > 1.0 / seats && advice.value < 1.3 / seats);
    }
    press_solver_free(s);
}
