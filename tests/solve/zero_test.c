/* A zero by choice is never better than the points, in any sheet book, under any joker rule and
 * bonus. So the solvers need not consider it.
 *
 * Filling a box with points instead of a zero changes only the total, the upper total and whether
 * the five-of-a-kind box holds points. The claims compare both cards for every set of filled boxes,
 * every upper total that these boxes can have, either content of the five-of-a-kind box, every open
 * box and every score that it can get. A short run looks at some of the sets of boxes. */
#include <math.h>

#include "rules/sheet.h"
#include "solve/sheet_goal.h"
#include "solve/sheet_solver.h"
#include "support.h"

/* Holding points in the five-of-a-kind box can do harm only under the classic joker, which is then
 * forced instead of free; without a bonus nothing makes up for that but the points. */
static const char *const rule_sets[] = {
    "yardzee",
    "yahtzee",
    "yahtzee-classic",
    "yatzy",
    "yahtzee-classic:bonus=0",
    "yahtzee-classic:bonus=0,upper-bonus=0",
    "yahtzee:bonus=0,joker=none",
    "yahtzee:bonus=0,joker=free",
    "yahtzee:bonus=0,joker=forced",
    "yatzy:joker=classic",
    "yardzee:upper-bonus=100@90",
};

/* Adds to a card, box by box, an upper total of at most `total`; returns what it reaches. */
static int fill_upper(const struct book *book, struct card *card, int total) {
    int left = total;
    for (int box = book->box_count - 1; box >= 0; box--) {
        const struct box *b = &book->boxes[box];
        if (!(card->filled >> box & 1) || !box_is_upper(b))
            continue;
        int dice = left / b->n < book->dice ? left / b->n : book->dice;
        card->points[box] = (int16_t)(dice * b->n);
        left -= dice * b->n;
    }
    return total - left;
}

static double worth(const struct sheet_solver *s, const struct card *card, int box, int points) {
    struct card next = *card;
    next.filled |= 1u << box;
    next.points[box] = (int16_t)points;
    return points + sheet_solver_to_come(s, &next);
}

/* The scores above zero that a box can get, from any dice or from a joker. */
struct scores {
    int count, list[64];
};

static struct scores scores_of(const struct rules *r, int box) {
    const struct box *b = &r->book->boxes[box];
    struct scores ret = {0};
    bool seen[BOX_POINTS_MAX + 1] = {[0] = true};
    struct dice d = dice_first(r->book->dice);
    do {
        bool five = dice_count(d, dice_commonest(d)) == r->book->dice;
        int joker = five && !box_is_upper(b) && r->params.joker != JOKER_NONE;
        int scores[] = {box_points(b, d), joker ? box_joker_points(b, d) : 0};
        for (int i = 0; i < 2; i++) {
            if (!seen[scores[i]])
                ret.list[ret.count++] = scores[i];
            seen[scores[i]] = true;
        }
    } while (dice_next(&d));
    return ret;
}

static int64_t compare_card(const struct sheet_solver *s, const struct scores *scores,
                            const struct card *card) {
    const struct rules *r = sheet_solver_rules(s);
    int64_t compared = 0;
    for (int box = 0; box < r->book->box_count; box++) {
        if (card->filled >> box & 1)
            continue;
        double zero = worth(s, card, box, 0);
        for (int i = 0; i < scores[box].count; i++) {
            double points = worth(s, card, box, scores[box].list[i]);
            if (zero >= points)
                fail_msg("%s, filled %x, upper total %d: a zero in %s is worth %.9f, %d points "
                         "%.9f",
                         r->book->id, card->filled, card_upper(r->book, card),
                         r->book->boxes[box].key, zero, scores[box].list[i], points);
            compared++;
        }
    }
    return compared;
}

static int64_t compare_filled(const struct sheet_solver *s, const struct scores *scores,
                              uint32_t filled) {
    const struct rules *r = sheet_solver_rules(s);
    int five = sheet_five_box(r->book), most = r->params.upper_par, last = -1;
    int64_t compared = 0;
    for (int total = 0; total <= most; total++) {
        struct card card = {.filled = filled};
        int upper = fill_upper(r->book, &card, total);
        if (upper == last)
            continue; /* these boxes cannot have this total */
        last = upper;
        compared += compare_card(s, scores, &card);
        if (!(filled >> five & 1))
            continue;
        card.points[five] = (int16_t)r->book->boxes[five].points;
        compared += compare_card(s, scores, &card);
    }
    return compared;
}

CLAIM(a_zero_by_choice_is_worth_less_than_the_points_on_every_card) {
    for (size_t i = 0; i < sizeof rule_sets / sizeof *rule_sets; i++) {
        struct rules r = rules_named(rule_sets[i]);
        struct sheet_solver *s = sheet_solve(&r, 2, NULL);
        struct scores scores[BOXES_MAX];
        int64_t compared = 0;
        for (int box = 0; box < r.book->box_count; box++)
            scores[box] = scores_of(&r, box);
        uint32_t full = (1u << r.book->box_count) - 1, step = (uint32_t)how_many(1, 37);
        if (!in_full() && SANITIZED)
            step = 997;
        for (uint32_t filled = 0; filled < full; filled += step)
            compared += compare_filled(s, scores, filled);
        print_message("# %s: %lld comparisons\n", rule_sets[i], (long long)compared);
        assert_true(compared > 10000);
        sheet_solver_free(s);
    }
}

/* Chances of reaching a total: more points never hurt there, either. */
CLAIM(a_zero_by_choice_never_improves_the_chance_of_reaching_a_total) {
    struct draw draw = {0x2e40};
    int zeros = 0, worse = 0;
    for (int n = SANITIZED ? 20 : how_many(400, 40); n; n--) {
        struct rules r = rules_named(rule_sets[draw_below(&draw, 6)]);
        struct game g;
        struct advice advice;
        game_start(&r, &g, 1, 0);
        while (r.book->box_count - __builtin_popcount(g.card[0].filled) > 3 ||
               g.phase != PHASE_CHOOSE)
            assert_int_equal(game_apply(&r, &g, any_action(&r, &g, &draw)), ALLOWED);
        int total = game_total(&r, &g, 0) + draw_below(&draw, 80);
        double *step = calloc((size_t)total + 1, sizeof *step);
        assert_non_null(step);
        step[total] = 1;
        struct sheet_goal *goal =
            sheet_goal_solve(&r, &g.card[0], (struct goal_worth){step, total + 1}, true, 2, NULL);
        sheet_goal_advise(goal, &g, &advice);
        for (int i = advice.count; i < advice.count + advice.zeros; i++) {
            struct action points = advice.actions[i].action;
            points.zero = 0;
            double value = advice_find(&advice, points)->value;
            assert_true(advice.actions[i].value <= value + 1e-12);
            worse += advice.actions[i].value < value - 1e-12;
            zeros++;
        }
        sheet_goal_free(goal);
        free(step);
    }
    assert_true(zeros > 20 && worse > 5);
}
