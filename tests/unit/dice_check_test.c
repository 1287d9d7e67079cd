/* The check of real dice: chi-square matches tables, power matches simulations, and only dice that
 * were rolled count. */
#include <math.h>
#include <string.h>

#include "coach/dice_check.h"
#include "coach_support.h"
#include "core/random.h"

static void near(double got, double want, double within) {
    if (!(fabs(got - want) <= within))
        fail_msg("%.10f should be %.10f", got, want);
}

CLAIM(chi_square_values_match_printed_tables) {
    near(chi_square_critical(0.05, 1), 3.8415, 5e-5);
    near(chi_square_critical(0.05, 5), 11.0705, 5e-5);
    near(chi_square_critical(0.01, 5), 15.0863, 5e-5);
    near(chi_square_critical(0.001, 10), 29.5883, 5e-5);
    near(chi_square_critical(0.95, 5), 1.1455, 5e-5);
    near(chi_square_tail(0, 5), 1, 0);
    near(chi_square_tail(5, 5), 0.4158801870, 1e-9);
    near(chi_square_tail(100, 5) / 5.2849e-20, 1, 1e-3);
}

/* With two degrees of freedom the tail is exponential; with one it is twice the normal tail. */
CLAIM(chi_square_tails_match_their_closed_forms) {
    for (double x = 0.05; x < 80; x *= 1.3) {
        near(chi_square_tail(x, 2) / exp(-x / 2), 1, 1e-12);
        near(chi_square_tail(x, 1) / erfc(sqrt(x / 2)), 1, 1e-10);
        near(chi_square_tail(x, 4) / (exp(-x / 2) * (1 + x / 2)), 1, 1e-12);
    }
}

/* Cohen's tables: the noncentrality for a power of 0.8. */
CLAIM(the_power_of_the_test_matches_printed_tables) {
    near(chi_square_tail_off(chi_square_critical(0.05, 1), 1, 7.849), 0.8, 1e-4);
    near(chi_square_tail_off(chi_square_critical(0.01, 1), 1, 11.679), 0.8, 1e-4);
    near(chi_square_tail_off(chi_square_critical(0.05, 5), 5, 12.828), 0.8, 1e-4);
    near(chi_square_tail_off(chi_square_critical(0.01, 5), 5, 0), 0.01, 1e-9);
}

static struct dice_check judged(int64_t dice) {
    struct dice_check c = {.counts = {[1] = dice}};
    dice_check_judge(&c);
    return c;
}

/* How often `dice` rolls of a die with one loaded face are judged uneven. */
static double found(int64_t dice, double bias, int trials, uint64_t *random) {
    int uneven = 0;
    for (int i = 0; i < trials; i++) {
        struct dice_check c = {0};
        for (int64_t n = 0; n < dice; n++) {
            double u = random_unit(random), loaded = (1 + bias) / FACES;
            c.counts[u < loaded ? 6 : 1 + (int)((u - loaded) / (1 - loaded) * (FACES - 1))]++;
        }
        dice_check_judge(&c);
        assert_int_equal(c.dice, dice);
        assert_true(c.verdict != DICE_TOO_FEW);
        uneven += c.verdict == DICE_UNEVEN;
    }
    return (double)uneven / trials;
}

CLAIM(with_the_required_number_of_dice_a_loaded_face_is_found_four_times_in_five) {
    enum { TRIALS = 1000 };
    uint64_t random = 20261115;
    int64_t needed = judged(0).needed;
    double within = 4 * sqrt(0.8 * 0.2 / TRIALS);
    near(found(needed, DICE_CHECK_BIAS, TRIALS, &random), 0.8, within);
    near(found(needed, -DICE_CHECK_BIAS, TRIALS, &random), 0.8, within);
    near(judged(needed).findable, DICE_CHECK_BIAS, 1e-4);
    near(judged(4 * needed).findable, DICE_CHECK_BIAS / 2, 1e-4);
}

CLAIM(fair_dice_are_judged_uneven_one_time_in_a_hundred) {
    enum { TRIALS = 2000 };
    uint64_t random = 42;
    near(found(judged(0).needed, 0, TRIALS, &random), 0.01, 4 * sqrt(0.01 * 0.99 / TRIALS));
}

CLAIM(too_few_dice_give_no_verdict_unless_the_evidence_is_overwhelming) {
    struct dice_check none = {0}, sixes = {.counts = {[6] = 600}};
    dice_check_judge(&none);
    assert_int_equal(none.verdict, DICE_TOO_FEW);
    assert_true(isnan(none.p) && isinf(none.findable));
    near(none.evidence, 1, 1e-12);
    dice_check_judge(&sixes);
    assert_int_equal(sixes.verdict, DICE_UNEVEN);
    assert_true(sixes.p < 1e-100 && sixes.chi_square == 3000);
    static const struct {
        int64_t counts[FACES + 1];
        enum dice_verdict verdict;
    } seen[] = {
        {{0, 0, 0, 0, 0, 0, 7}, DICE_TOO_FEW}, /* once in 46,656 series: not yet */
        {{0, 0, 0, 0, 0, 0, 9}, DICE_UNEVEN},
        {{0, 36, 36, 35, 35, 36, 277}, DICE_UNEVEN}, /* 61 % sixes */
        {{0, 70, 70, 70, 69, 32, 106}, DICE_UNEVEN}, /* 417 dice, chi-square 39 */
        {{0, 70, 70, 70, 69, 55, 83}, DICE_TOO_FEW}, /* 417 dice, chi-square 6 */
    };
    for (size_t i = 0; i < sizeof seen / sizeof *seen; i++) {
        struct dice_check c = {0};
        memcpy(c.counts, seen[i].counts, sizeof c.counts);
        dice_check_judge(&c);
        assert_true(c.dice < c.needed);
        assert_int_equal(c.verdict, seen[i].verdict);
    }
}

/* Ten sixes: 5! 10! / 15! for the first distribution; for the second, die after die, the share that
 * sixes have so far among 60 imagined dice, 10 of each face, and the dice before it. */
CLAIM(the_evidence_of_ten_sixes_is_what_pencil_and_paper_give) {
    const int64_t sixes[FACES + 1] = {[6] = 10};
    double one = 120.0 * 3628800 / 1307674368000, ten = 1;
    for (int k = 0; k < 10; k++)
        ten *= (10.0 + k) / (60.0 + k);
    near(dice_check_evidence(sixes) / ((one + ten) / 2 * pow(6, 10)), 1, 1e-10);
}

/* Averaged over all results that fair dice can have, the evidence is 1: it favors nothing. */
CLAIM(with_fair_dice_the_evidence_is_1_on_average) {
    for (int n = 1; n <= DICE_MAX; n++) {
        double mean = 0;
        struct dice d = dice_first(n);
        do {
            int64_t counts[FACES + 1] = {0};
            for (int face = 1; face <= FACES; face++)
                counts[face] = dice_count(d, face);
            mean += dice_ways(d) / pow(6, n) * dice_check_evidence(counts);
        } while (dice_next(&d));
        near(mean, 1, 1e-10);
    }
}

/* Ville's inequality allows one in a thousand. */
CLAIM(fair_dice_checked_after_every_roll_are_hardly_ever_accused) {
    int series = how_many(20000, 2000), accused = 0;
    uint64_t random = 7;
    for (int i = 0; i < series; i++) {
        int64_t counts[FACES + 1] = {0};
        for (int n = 0; n < 600; n++) {
            counts[1 + (int)(random_unit(&random) * FACES)]++;
            if (n % 5 == 4 && dice_check_evidence(counts) >= DICE_CHECK_EVIDENCE) {
                accused++;
                break;
            }
        }
    }
    assert_true(accused <= series / 1000 + 4 * sqrt(series / 1000.0));
}

static void counts(const char *lines, const char *want) {
    struct dice_check c = {0};
    struct table *t = table_of(lines);
    char words[64];
    struct text w = TEXT_IN(words);
    dice_check_add(&c, t);
    for (int face = 1; face <= FACES; face++)
        text_add(&w, "%d ", (int)c.counts[face]);
    text_add(&w, "in %d", (int)c.rolls);
    assert_string_equal(words, want);
    table_free(t);
}

CLAIM(only_dice_that_were_rolled_are_counted) {
    counts("rules yardzee\nseat Ann\ndice physical\nstart 1\nroll 1 1 3 5 6\nkeep 1 1\nroll 1 2 2\n"
           "keep 1 1 1\nroll 6 6\nscore ones",
           "3 2 1 0 1 3 in 3");
    counts("rules yardkle\nseat Ann\nseat Bea\ndice physical\nstart 1\nroll 1 2 2 3 4 6\n"
           "take 1 roll\nroll 2 2 3 4 6",
           "1 4 2 2 0 2 in 2");
}

CLAIM(rolls_to_decide_who_starts_are_counted) {
    counts("rules yardzee\nseat Ann\nseat Bea\ndice physical\nstart roll\nroll 1 1 1 1 1\n"
           "roll 6 6 6 6 6",
           "5 0 0 0 0 5 in 2");
}

CLAIM(corrected_rolls_count_in_their_new_form_and_undone_rolls_do_not_count) {
    counts(
        "rules yardzee\nseat Ann\ndice physical\nstart 1\nroll 1 1 3 5 6\ncorrect 5 roll 2 2 2 2 2",
        "0 5 0 0 0 0 in 1");
    counts("rules yardzee\nseat Ann\ndice physical\nstart 1\nroll 1 1 3 5 6\nundo",
           "0 0 0 0 0 0 in 0");
}

CLAIM(dice_rolled_by_the_program_are_not_counted) {
    counts("rules yardzee\nseat Ann\ndice seed 42\nstart 1\nroll", "0 0 0 0 0 0 in 0");
}
