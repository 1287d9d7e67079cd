/* The sheet solver at its limits: six dice against brute force over ordered dice, and twenty boxes
 * against a plain recursion. Neither shares code with the solver or the referee. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "solve/parallel.h"
#include "solve/sheet_goal.h"
#include "solve/sheet_odds.h"

/* ---- six dice ---- */

enum { SIX = 0, SIX_KIND = 1, HOUSE = 2, BOXES = 3, ROLLS = 3, BONUS = 100, UPPER = 35, PAR = 18 };

static const struct book six_dice = {
    .id = "six-dice",
    .name = "Six dice",
    .about = M_book_template_about,
    .source = M_book_template_source,
    .bonus = M_book_yardzee_bonus,
    .family = FAMILY_SHEET,
    .dice = 6,
    .rolls = ROLLS,
    .columns = 4,
    .params = {.joker = JOKER_FREE, .bonus = BONUS, .upper_bonus = UPPER, .upper_par = PAR},
    .box_count = BOXES,
    .boxes = {{"sixes", M_book_sixes, M_book_how_face, PATTERN_FACE, 6, 0, PAYS_MATCHED, 0},
              {"six-kind", M_book_4_kind, M_book_how_five, PATTERN_KIND, 6, 0, PAYS_FIXED, 50},
              {"full-house", M_book_full_house, M_book_how_all, PATTERN_HOUSE, 0, 0, PAYS_MATCHED,
               0}},
};

enum { THROWS = 46656, PARTIAL = 117649 }; /* 6^6, and 7^6 with dice still to be rolled */

/* All ordered throws, full and partial. In an index, die i has the weight 7^i; the digit 0 means
 * that the die has not been rolled yet. */
struct brute {
    int full[THROWS]; /* throw -> its index among the partial throws */
    double value[PARTIAL], best[THROWS];
    double memo[1 << BOXES][2][7];
    bool known[1 << BOXES][2][7];
};

static int score(int box, const int faces[6], int same, int *ret_sum) {
    int count[7] = {0}, sum = 0, best = 0;
    for (int i = 0; i < 6; i++) {
        count[faces[i]]++;
        sum += faces[i];
    }
    *ret_sum = sum;
    if (box == SIX)
        return 6 * count[6];
    if (box == SIX_KIND)
        return same ? 50 : 0;
    for (int three = 1; three <= 6; three++) {
        for (int two = 1; two <= 6; two++) {
            if (three != two && count[three] >= 3 && count[two] >= 2 && 3 * three + 2 * two > best)
                best = 3 * three + 2 * two;
        }
    }
    return best;
}

static double brute_value(struct brute *b, int filled, int holds, int sixes);

/* The value after the last roll, if the best open box is filled. */
static double brute_fill(struct brute *b, int filled, int holds, int sixes, const int faces[6]) {
    int same = 1;
    double best = -1;
    for (int i = 1; i < 6; i++)
        same = same && faces[i] == faces[0];
    bool joker = same && (filled >> SIX_KIND & 1);
    for (int box = 0; box < BOXES; box++) {
        if (filled >> box & 1)
            continue;
        int sum, points = score(box, faces, same, &sum);
        /* Only sixes have an upper box; for other faces none can be open. */
        if (joker && box != SIX && (faces[0] != 6 || (filled >> SIX & 1)))
            points = sum;
        double value = points + (joker && holds ? BONUS : 0) +
                       brute_value(b, filled | 1 << box, box == SIX_KIND ? points > 0 : holds,
                                   box == SIX ? points / 6 : sixes);
        best = value > best ? value : best;
    }
    return best;
}

/* The value before the first roll, including the upper bonus. */
static double brute_value(struct brute *b, int filled, int holds, int sixes) {
    if (filled == (1 << BOXES) - 1)
        return 6 * sixes >= PAR ? UPPER : 0;
    if (b->known[filled][holds][sixes])
        return b->memo[filled][holds][sixes];
    double *fill = malloc(THROWS * sizeof *fill), *value = malloc(PARTIAL * sizeof *value);
    assert_true(fill && value);
    for (int t = 0; t < THROWS; t++) {
        int faces[6];
        for (int i = 0, rest = t; i < 6; i++, rest /= 6)
            faces[i] = rest % 6 + 1;
        fill[t] = brute_fill(b, filled, holds, sixes, faces);
    }
    for (int roll = ROLLS; roll >= 1; roll--) {
        for (int t = 0; t < THROWS; t++) { /* value of a throw: keep part of it or fill a box */
            double best = fill[t];
            for (int mask = 0; roll < ROLLS && mask < 63; mask++) {
                int part = 0;
                for (int i = 0, rest = b->full[t], unit = 1; i < 6; i++, rest /= 7, unit *= 7)
                    part += mask >> i & 1 ? rest % 7 * unit : 0;
                best = value[part] > best ? value[part] : best;
            }
            b->best[t] = best;
        }
        for (int t = 0; t < THROWS; t++)
            value[b->full[t]] = b->best[t];
        for (int p = PARTIAL - 1; p >= 0; p--) { /* one more die means a higher index */
            int unit = 1;
            while (unit < PARTIAL && p / unit % 7)
                unit *= 7;
            if (unit == PARTIAL)
                continue;
            double sum = 0;
            for (int face = 1; face <= 6; face++)
                sum += value[p + face * unit];
            value[p] = sum / 6;
        }
    }
    b->known[filled][holds][sixes] = true;
    b->memo[filled][holds][sixes] = value[0];
    free(fill);
    free(value);
    return b->memo[filled][holds][sixes];
}

static struct brute *brute_new(void) {
    struct brute *b = calloc(1, sizeof *b);
    assert_non_null(b);
    for (int t = 0; t < THROWS; t++) {
        for (int i = 0, rest = t, unit = 1; i < 6; i++, rest /= 6, unit *= 7)
            b->full[t] += (rest % 6 + 1) * unit;
    }
    return b;
}

static struct card six_card(int filled, int holds, int sixes) {
    struct card card = {.filled = (uint32_t)filled};
    card.points[SIX] = (int16_t)(filled >> SIX & 1 ? 6 * sixes : 0);
    card.points[SIX_KIND] = (int16_t)(holds ? 50 : 0);
    return card;
}

CLAIM(solutions_with_six_dice_match_brute_force) {
    struct rules r = rules_of(&six_dice);
    struct sheet_solver *s = sheet_solve(&r, 2, NULL);
    struct brute *b = brute_new();
    int compared = 0;
    brute_value(b, 0, 0, 0);
    for (int filled = 0; filled < (1 << BOXES) - 1; filled++) {
        for (int holds = 0; holds < 2; holds++) {
            for (int sixes = 0; sixes <= 6; sixes++) {
                struct card card = six_card(filled, holds, sixes);
                if (!b->known[filled][holds][sixes])
                    continue;
                double value = sheet_solver_to_come(s, &card);
                if (fabs(value - b->memo[filled][holds][sixes]) > 1e-9)
                    fail_msg("%d %d %d: %.12f, by brute force %.12f", filled, holds, sixes, value,
                             b->memo[filled][holds][sixes]);
                compared++;
            }
        }
    }
    print_message("# six dice: %d cards, from the empty one %.9f points\n", compared,
                  sheet_solver_value(s));
    assert_int_equal(compared, 34); /* all reachable cards */
    free(b);
    sheet_solver_free(s);
}

CLAIM(odds_goals_and_advice_work_with_six_dice) {
    struct rules r = rules_of(&six_dice);
    struct sheet_solver *s = sheet_solve(&r, 2, NULL);
    struct card empty = {0};
    struct sheet_odds *odds = sheet_odds_of(s, &empty, 2, NULL);
    assert_true(fabs(odds->mean - sheet_solver_value(s)) < 1e-9);
    struct sheet_odds *cold = sheet_odds_of_soft(s, &empty, 1e-7, 2, NULL);
    struct sheet_odds *warm = sheet_odds_of_soft(s, &empty, 2, 2, NULL);
    assert_true(fabs(cold->mean - odds->mean) < 1e-6);
    assert_true(warm->mean < odds->mean - 0.1);
    assert_true(fabs(warm->dropped) < 1e-9);

    /* Playing for a total reaches it at least as often as playing for points. */
    double worth[41] = {[40] = 1};
    struct sheet_goal *goal =
        sheet_goal_solve(&r, &empty, (struct goal_worth){worth, 41}, false, 2, NULL);
    assert_true(sheet_goal_value(goal, &empty) >= sheet_odds_reach(odds, 40));

    /* Six different faces have the most choices: 63 subsets to keep and three boxes. */
    struct game g;
    struct advice advice;
    game_start(&r, &g, 1, 0);
    struct action roll = {.act = ACT_ROLL, .dice = {0x111111}};
    assert_int_equal(game_apply(&r, &g, roll), ALLOWED);
    sheet_advise(s, &g, &advice);
    assert_int_equal(advice.count, 63 + 3);
    double mean = 0;
    struct dice d = dice_first(6);
    do {
        game_start(&r, &g, 1, 0);
        roll.dice = d;
        game_apply(&r, &g, roll);
        sheet_advise(s, &g, &advice);
        mean += advice.actions[0].value * dice_ways(d) / dice_throws(6);
    } while (dice_next(&d));
    assert_true(fabs(mean - sheet_solver_value(s)) < 1e-9);
    sheet_goal_free(goal);
    sheet_odds_free(odds);
    sheet_odds_free(cold);
    sheet_odds_free(warm);
    sheet_solver_free(s);
}

/* ---- twenty boxes ---- */

/* One die and one roll, so that all 2^20 cards are solved quickly. The first six boxes are upper
 * boxes, the next six require one face each, and the others accept any face. */
static struct book twenty_boxes(void) {
    static char keys[BOXES_MAX][8];
    struct book book = {
        .id = "twenty-boxes",
        .name = "Twenty boxes",
        .about = M_book_template_about,
        .source = M_book_template_source,
        .family = FAMILY_SHEET,
        .dice = 1,
        .rolls = 1,
        .columns = 4,
        .params = {.joker = JOKER_NONE, .upper_par = 1},
        .box_count = BOXES_MAX,
    };
    for (int i = 0; i < BOXES_MAX; i++) {
        struct text key = TEXT_IN(keys[i]);
        text_add(&key, "box%d", i);
        struct box *box = &book.boxes[i];
        *box = (struct box){.key = keys[i], .label = M_book_chance, .how = M_book_how_all};
        box->pattern = i < 6 ? PATTERN_FACE : i < 12 ? PATTERN_RUN : PATTERN_ANY;
        box->n = i < 6 ? i + 1 : i < 12 ? 1 : 0;
        box->from = i >= 6 && i < 12 ? i - 5 : 0;
        box->pays = i < 6 ? PAYS_MATCHED : i < 16 ? PAYS_FIXED : PAYS_ALL;
        box->points = i < 16 ? i * i % 17 : 0;
    }
    return book;
}

static int points_of(int box, int face) {
    if (box < 6)
        return face == box + 1 ? face : 0;
    if (box < 12 && face != box - 5)
        return 0;
    return box < 16 ? box * box % 17 : face;
}

CLAIM(solutions_with_twenty_boxes_match_a_plain_recursion) {
    enum { CARDS = 1 << BOXES_MAX };
    struct book book = twenty_boxes();
    struct rules r = rules_of(&book);
    struct sheet_solver *s = sheet_solve(&r, parallel_threads(), NULL);
    double *value = calloc(CARDS, sizeof *value);
    int wrong = 0;
    assert_non_null(value);
    for (int filled = CARDS - 2; filled >= 0; filled--) {
        for (int face = 1; face <= 6; face++) {
            double best = 0;
            for (int box = 0; box < BOXES_MAX; box++) {
                double v = filled >> box & 1 ? 0 : points_of(box, face) + value[filled | 1 << box];
                best = v > best ? v : best;
            }
            value[filled] += best / 6;
        }
        struct card card = {.filled = (uint32_t)filled};
        wrong += fabs(sheet_solver_to_come(s, &card) - value[filled]) > 1e-9;
    }
    assert_int_equal(wrong, 0);
    print_message("# twenty boxes: %d cards, from the empty one %.9f points\n", CARDS,
                  sheet_solver_value(s));

    /* The odds from a card on which the last eight boxes are open. */
    struct card card = {.filled = 0xFFF};
    struct sheet_odds *odds = sheet_odds_of(s, &card, 2, NULL);
    assert_true(fabs(odds->mean - value[0xFFF]) < 1e-9);
    assert_true(fabs(odds->dropped) < 1e-9);
    free(value);
    sheet_odds_free(odds);
    sheet_solver_free(s);
}
