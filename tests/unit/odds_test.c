/* The odds of perfect play, checked against the solver, brute force and known figures. */
#include "check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rules/books.h"
#include "rules/sheet.h"
#include "solve/sheet_odds.h"
#include "solved.h"
#include "support.h"

static bool near(double a, double b, double within) {
    return fabs(a - b) <= within;
}

/* A one-seat game at the start of a turn, played at random until only `open` boxes are open. */
static struct game random_game(const struct rules *r, int open, struct draw *draw) {
    struct game g;
    game_start(r, &g, 1, 0);
    while (r->book->box_count - __builtin_popcount(g.card[0].filled) > open)
        assert_int_equal(game_apply(r, &g, any_action(r, &g, draw)), ALLOWED);
    return g;
}

static struct card random_card(const struct rules *r, int open, struct draw *draw) {
    return random_game(r, open, draw).card[0];
}

/* ---- invariants of all odds ---- */

static void check_sums(const struct sheet_solver *s, const struct card *card,
                       const struct sheet_odds *odds) {
    const struct rules *r = sheet_solver_rules(s);
    struct card start = *card;
    double sum = 0, bonuses = 0, counts = 0, points = 0;
    double value =
        card_upper(r->book, card) + card_lower(r, card) + sheet_solver_to_come(s, &start);
    for (int i = 0; i <= odds->high - odds->low; i++) {
        assert_true(odds->chance[i] >= 0);
        sum += odds->chance[i];
    }
    for (int n = 0; n < BOXES_MAX; n++) {
        counts += odds->bonuses[n];
        bonuses += n * odds->bonuses[n];
    }
    for (int box = 0; box < r->book->box_count; box++)
        points += odds->box_mean[box];
    points += (bonuses + card->bonuses) * r->params.bonus;
    points += odds->upper_bonus * r->params.upper_bonus;
    assert_true(near(sum, 1, 1e-12));
    assert_true(near(counts, 1, 1e-12));
    assert_true(near(odds->mean, value, 1e-9));
    assert_true(near(odds->mean, points, 1e-9));
}

CLAIM(odds_from_late_cards_add_up_for_several_rule_sets) {
    static const char *const sets[] = {"yardzee", "yahtzee-classic", "yahtzee:joker=free,bonus=0",
                                       "yahtzee:upper-bonus=0"};
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        struct draw draw = {42 + i};
        struct rules r = rules_named(sets[i]);
        const struct sheet_solver *s = solver_of(&r);
        for (int open = 0; open <= 7; open++) {
            struct card card = random_card(&r, open, &draw);
            struct sheet_odds *odds = sheet_odds_of(s, &card, 2, NULL);
            check_sums(s, &card, odds);
            sheet_odds_free(odds);
        }
    }
}

CLAIM(odds_from_the_empty_template_card_add_up) {
    struct rules r = rules_of(&book_template);
    const struct sheet_solver *s = solver_of(&r);
    struct card card;
    memset(&card, 0, sizeof card);
    struct sheet_odds *odds = sheet_odds_of(s, &card, 1, NULL);
    check_sums(s, &card, odds);
    sheet_odds_free(odds);
}

CLAIM(a_full_card_has_one_certain_total) {
    struct draw draw = {7};
    struct rules r = rules_named("yardzee");
    const struct sheet_solver *s = solver_of(&r);
    struct card card = random_card(&r, 0, &draw);
    struct sheet_odds *odds = sheet_odds_of(s, &card, 1, NULL);
    assert_int_equal(odds->low, odds->high);
    assert_int_equal(odds->low, card_upper(r.book, &card) + card_upper_bonus(&r, &card) +
                                    card_lower(&r, &card));
    assert_true(odds->chance[0] == 1 && odds->deviation == 0);
    sheet_odds_free(odds);
}

CLAIM(the_number_of_threads_does_not_change_a_single_bit_of_the_odds) {
    struct draw draw = {99};
    struct rules r = rules_named("yardzee");
    const struct sheet_solver *s = solver_of(&r);
    struct card card = random_card(&r, 7, &draw);
    struct sheet_odds *one = sheet_odds_of(s, &card, 1, NULL);
    struct sheet_odds *three = sheet_odds_of(s, &card, 3, NULL);
    assert_int_equal(one->low, three->low);
    assert_int_equal(one->high, three->high);
    assert_memory_equal(one->chance, three->chance,
                        (size_t)(one->high - one->low + 1) * sizeof *one->chance);
    assert_memory_equal(one->box_mean, three->box_mean, sizeof one->box_mean);
    sheet_odds_free(one);
    sheet_odds_free(three);
}

CLAIM(a_cancelled_calculation_has_no_result) {
    struct draw draw = {5};
    struct rules r = rules_named("yardzee");
    const struct sheet_solver *s = solver_of(&r);
    struct card card = random_card(&r, 5, &draw);
    struct work work = {.cancel = true};
    assert_null(sheet_odds_of(s, &card, 2, &work));
    assert_null(sheet_solve(&r, 2, &work));
}

/* ---- brute force: every ordered throw, the referee, and the best choice each time ---- */

enum { SLOTS = 1 << 16 };

/* Games and their probabilities; equal games are merged. */
struct crowd {
    struct game *games;
    double *chance;
    int count, room, *slot;
};

static struct crowd crowd_new(void) {
    struct crowd c = {.slot = calloc(SLOTS, sizeof *c.slot)};
    assert_non_null(c.slot);
    return c;
}

static void crowd_free(struct crowd *c) {
    free(c->games);
    free(c->chance);
    free(c->slot);
}

static void crowd_add(struct crowd *c, const struct game *g, double chance) {
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < offsetof(struct game, card) + sizeof(struct card); i++)
        hash = (hash ^ ((const unsigned char *)g)[i]) * 16777619u;
    uint32_t at = hash % SLOTS;
    while (c->slot[at] && memcmp(&c->games[c->slot[at] - 1], g, sizeof *g) != 0)
        at = (at + 1) % SLOTS;
    if (!c->slot[at]) {
        assert_true(c->count < SLOTS / 2);
        if (c->count == c->room) {
            c->room = c->room ? c->room * 2 : 64;
            c->games = realloc(c->games, (size_t)c->room * sizeof *c->games);
            c->chance = realloc(c->chance, (size_t)c->room * sizeof *c->chance);
            assert_true(c->games && c->chance);
        }
        c->games[c->count] = *g;
        c->chance[c->count] = 0;
        c->slot[at] = ++c->count;
    }
    c->chance[c->slot[at] - 1] += chance;
}

static void throw_all(const struct rules *r, const struct game *g, struct dice so_far, int left,
                      double chance, struct crowd *to) {
    for (int face = 1; left && face <= FACES; face++)
        throw_all(r, g, dice_with(so_far, face, 1), left - 1, chance / FACES, to);
    if (left)
        return;
    struct game next = *g;
    assert_int_equal(game_apply(r, &next, (struct action){.act = ACT_ROLL, .dice = so_far}),
                     ALLOWED);
    crowd_add(to, &next, chance);
}

/* Advances every game by one step; returns false if all were already over. */
static bool crowd_step(const struct sheet_solver *s, struct crowd *c) {
    const struct rules *r = sheet_solver_rules(s);
    struct crowd to = crowd_new();
    bool stepped = false;
    for (int i = 0; i < c->count; i++) {
        struct game g = c->games[i];
        struct advice advice;
        stepped = stepped || g.phase != PHASE_OVER;
        if (g.phase == PHASE_ROLL) {
            throw_all(r, &g, (struct dice){0}, g.falling, c->chance[i], &to);
            continue;
        }
        if (g.phase == PHASE_CHOOSE) {
            sheet_advise(s, &g, &advice);
            assert_int_equal(game_apply(r, &g, advice.actions[0].action), ALLOWED);
        }
        crowd_add(&to, &g, c->chance[i]);
    }
    crowd_free(c);
    *c = to;
    return stepped;
}

static void odds_are_those_of(const struct rules *r, const struct crowd *c, int bonuses_before,
                              const struct sheet_odds *odds) {
    double chance[2048] = {0}, upper_bonus = 0, bonuses[BOXES_MAX] = {0};
    double mean[BOXES_MAX] = {0}, zero[BOXES_MAX] = {0};
    for (int i = 0; i < c->count; i++) {
        const struct card *card = &c->games[i].card[0];
        chance[game_total(r, &c->games[i], 0)] += c->chance[i];
        upper_bonus += card_upper_bonus(r, card) ? c->chance[i] : 0;
        bonuses[card->bonuses - bonuses_before] += c->chance[i];
        for (int box = 0; box < r->book->box_count; box++) {
            mean[box] += c->chance[i] * card->points[box];
            zero[box] += card->points[box] ? 0 : c->chance[i];
        }
    }
    for (int total = 0; total < 2048; total++) {
        bool within = total >= odds->low && total <= odds->high;
        assert_true(near(chance[total], within ? odds->chance[total - odds->low] : 0, 1e-12));
    }
    assert_true(near(upper_bonus, odds->upper_bonus, 1e-12));
    for (int n = 0; n < BOXES_MAX; n++)
        assert_true(near(bonuses[n], odds->bonuses[n], 1e-12));
    for (int box = 0; box < r->book->box_count; box++) {
        assert_true(near(mean[box], odds->box_mean[box], 1e-9));
        assert_true(near(zero[box], odds->box_zero[box], 1e-12));
    }
}

static void enumerate(const struct sheet_solver *s, const struct game *g) {
    struct crowd c = crowd_new();
    crowd_add(&c, g, 1);
    while (crowd_step(s, &c))
        continue;
    struct sheet_odds *odds = sheet_odds_of_game(s, g, 2, NULL);
    odds_are_those_of(sheet_solver_rules(s), &c, g->card[0].bonuses, odds);
    sheet_odds_free(odds);
    crowd_free(&c);
}

CLAIM(odds_with_one_open_box_match_brute_force_at_every_point_of_the_turn) {
    static const char *const sets[] = {"yardzee", "yahtzee-classic", "yahtzee:joker=free,bonus=0"};
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        struct draw draw = {1000 + i};
        struct rules r = rules_named(sets[i]);
        const struct sheet_solver *s = solver_of(&r);
        for (int n = 0; n < 5; n++) {
            struct game g = random_game(&r, 1, &draw);
            while (g.phase != PHASE_OVER) {
                enumerate(s, &g);
                assert_int_equal(game_apply(&r, &g, any_action(&r, &g, &draw)), ALLOWED);
            }
        }
    }
}

CLAIM(odds_with_two_open_boxes_match_brute_force) {
    struct rules r;
    /* Jokers with and without a bonus, and an upper bonus still undecided. */
    static const char *const positions[] = {
        "yardzee ones=3,twos=6,threes=9,fours=12,sixes=18,three-kind=20,four-kind=20,full-house=25,"
        "small-straight=30,large-straight=40,five-kind=50 1 ?5 0",
        "yahtzee-classic ones=3,twos=6,threes=9,fours=12,fives=15,sixes=18,three-kind=20,"
        "four-kind=20,small-straight=30,large-straight=0,five-kind=0 1 2,2,2,3,?1 1",
    };
    for (size_t i = 0; i < sizeof positions / sizeof *positions; i++) {
        struct game g = position_named(positions[i], &r);
        const struct sheet_solver *s = solver_of(&r);
        enumerate(s, &g);
    }
}

CLAIM(odds_of_the_template_book_match_brute_force) {
    struct rules r = rules_of(&book_template);
    const struct sheet_solver *s = solver_of(&r);
    struct game g;
    game_start(&r, &g, 1, 0);
    enumerate(s, &g);
}

/* ---- known figures ---- */

#ifndef __SANITIZE_ADDRESS__ /* takes minutes, and tests of late cards cover the same code */
CLAIM(yardzee_from_the_empty_card_has_the_known_figures) {
    struct rules r = rules_named("yardzee");
    const struct sheet_solver *s = solver_of(&r);
    struct card card;
    memset(&card, 0, sizeof card);
    struct sheet_odds *odds = sheet_odds_of(s, &card, 2, NULL);
    check_sums(s, &card, odds);
    assert_true(near(odds->mean, 254.589609, 1e-6));
    assert_true(near(odds->deviation, 59.611436, 1e-6));
    assert_true(near(odds->upper_bonus, 0.681181, 1e-6));
    assert_int_equal(sheet_odds_percentile(odds, 0.5), 248);
    assert_true(near(sheet_odds_reach(odds, 0), 1, 1e-12));
    assert_true(sheet_odds_reach(odds, odds->high + 1) == 0);
    sheet_odds_free(odds);
}
#endif

int main(void) {
    return run_claims(NULL, forget_solvers);
}
