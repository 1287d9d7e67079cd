/* The proficiency test: bots of known strength take it with many seeds, and its 95 % interval
 * contains their known loss about as often as it should. */
#include <math.h>
#include <stdlib.h>

#include "coach/bot.h"
#include "coach/proficiency.h"
#include "coach_support.h"
#include "core/random.h"
#include "support.h"

enum { POSITIONS = 40 };

static void draw_test(const struct rules *r, uint64_t seed, int count, struct proficiency *ret) {
    char words[512];
    struct text error = TEXT_IN(words);
    if (!proficiency_draw(adviser, r, seed, count, NULL, ret, &error))
        fail_msg("%s", words);
}

/* The test with this seed, drawn once for all claims about the same rules. */
static const struct proficiency *test_of(const struct rules *r, int seed) {
    static struct proficiency drawn[200];
    struct proficiency *p = &drawn[seed];
    if (!p->count || !rules_same(&p->rules, r)) {
        if (p->count)
            proficiency_free(p);
        draw_test(r, (uint64_t)seed, POSITIONS, p);
    }
    return p;
}

/* A bot answers the first `answers` positions. */
static struct rating taken_by(const struct bot_level *level, const struct proficiency *p,
                              int answers, uint64_t *random) {
    double costs[PROFICIENCY_MOST];
    for (int i = 0; i < answers; i++) {
        const struct practice_question *q = &p->items[i].question;
        struct action a =
            bot_pick(level, &p->rules, &q->game, &q->advice, p->unit, random_unit(random));
        costs[i] = practice_cost(q, a);
        assert_true(costs[i] >= 0);
    }
    return proficiency_rate(p, costs, answers);
}

/* The fewest successes to accept in n trials of probability p: three standard deviations below the
 * mean. With correct intervals, about one test in 700 has fewer, but the seeds are fixed. */
static int at_least(int n, double p) {
    return (int)floor(n * p - 3 * sqrt(n * p * (1 - p)));
}

struct tally {
    int inside;
    double sum, squares;
};

/* The positions come from games between bots of the family level. Novices' own
 * games offer slightly more to lose, and novices' costs are the most skewed, so for them 90 %
 * coverage is enough. */
static void covers(const char *rules, int tests, int answers) {
    struct rules r = rules_named(rules);
    struct tally tallies[8] = {0};
    uint64_t random = 5;
    for (int seed = 1; seed <= tests; seed++) {
        const struct proficiency *p = test_of(&r, seed);
        for (int i = 0; bot_levels[i].name; i++) {
            double known =
                p->unit == UNIT_WIN ? bot_levels[i].press_loss : bot_levels[i].sheet_loss;
            struct rating rating = taken_by(&bot_levels[i], p, answers, &random);
            assert_true(rating.low <= rating.mean && rating.mean <= rating.high);
            tallies[i].inside += rating.low <= known && known <= rating.high;
            tallies[i].sum += rating.mean;
            tallies[i].squares += rating.mean * rating.mean;
        }
    }
    /* Sanitizer runs have too few tests to check the means. */
    for (int i = 0; bot_levels[i].name && !SANITIZED; i++) {
        bool press = r.book->family == FAMILY_PRESS, weakest = !bot_levels[i + 1].name;
        double known = press ? bot_levels[i].press_loss : bot_levels[i].sheet_loss;
        double mean = tallies[i].sum / tests;
        double error = sqrt((tallies[i].squares / tests - mean * mean) / tests);
        print_message("# %s, %d answers, %s: known %.4f, mean rating %.4f, inside %d of %d\n",
                      rules, answers, bot_levels[i].name, known, mean, tallies[i].inside, tests);
        if (tallies[i].inside < at_least(tests, weakest ? 0.9 : 0.95))
            fail_msg("%s: the interval holds %.3f only %d of %d times", bot_levels[i].name, known,
                     tallies[i].inside, tests);
        /* A bias of 5 % is allowed: positions come from other bots' games, and known losses are
         * rounded. */
        if (fabs(mean - known) > 3.5 * error + 0.05 * known)
            fail_msg("%s: rated %.4f on average, known %.4f", bot_levels[i].name, mean, known);
    }
}

CLAIM(intervals_contain_the_points_that_bots_are_known_to_lose) {
    covers("yardzee", how_many(150, 40), POSITIONS);
}

CLAIM(interrupted_test_still_reports_valid_interval) {
    covers("yardzee", how_many(80, 30), 15);
}

CLAIM(intervals_contain_the_chance_of_winning_that_bots_are_known_to_lose) {
    covers("yardkle", how_many(50, 6), POSITIONS);
}

CLAIM(more_positions_make_a_rating_more_precise) {
    struct rules r = rules_named("yardzee");
    uint64_t random = 9;
    double errors[2];
    for (int i = 0; i < 2; i++) {
        struct proficiency p;
        draw_test(&r, 3, i ? 640 : 40, &p);
        errors[i] = taken_by(bot_find(span_of("club")), &p, p.count, &random).error;
        proficiency_free(&p);
    }
    assert_true(errors[1] < errors[0] / 2); /* about a quarter */
}

CLAIM(the_same_seed_gives_the_same_test_and_a_different_seed_a_different_one) {
    struct rules r = rules_named("yardzee");
    struct proficiency a, b, c;
    int same = 0, other = 0;
    draw_test(&r, 1, 41, &a);
    draw_test(&r, 1, 41, &b);
    draw_test(&r, 2, 41, &c);
    for (int i = 0; i < 41; i++) {
        char x[512], y[512], z[512];
        struct text tx = TEXT_IN(x), ty = TEXT_IN(y), tz = TEXT_IN(z);
        position_print(&r, &a.items[i].question.game, &tx);
        position_print(&r, &b.items[i].question.game, &ty);
        position_print(&r, &c.items[i].question.game, &tz);
        same += span_is(span_of(x), y) && a.items[i].weight == b.items[i].weight;
        other += span_is(span_of(x), z);
    }
    assert_int_equal(same, 41);
    assert_true(other < 5);
    proficiency_free(&a);
    proficiency_free(&b);
    proficiency_free(&c);
}

/* A rating is the mean of the costs times their weights, so a person who lost 1 / weight everywhere
 * would be rated exactly 1. */
CLAIM(every_stratum_gets_its_share_of_positions) {
    struct rules r = rules_named("yardzee");
    struct proficiency p;
    double costs[41];
    int members[20] = {0}, rolls[4] = {0};
    draw_test(&r, 1, 41, &p);
    for (int i = 0; i < 41; i++) {
        costs[i] = 1 / p.items[i].weight;
        members[p.items[i].stratum]++;
        rolls[p.items[i].question.game.rolls]++;
    }
    for (int i = 0; i < 20; i++)
        assert_int_equal(members[i], i == 19 ? 3 : 2);
    assert_true(rolls[1] > 3 && rolls[2] > 3 && rolls[3] > 3);
    struct rating rating = proficiency_rate(&p, costs, 41);
    assert_true(fabs(rating.mean - 1) < 1e-12 && rating.error < 1e-6);
    proficiency_free(&p);
}

int main(void) {
    return run_claims(adviser_begin, adviser_end);
}
