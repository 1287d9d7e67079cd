/* dice_check: whether real dice are fair.
 *
 * Every face should come up one time in six. Pearson's chi-square of the six counts measures how
 * far they are from that; its p-value is the chance that fair dice would look at least this uneven.
 *
 * A test that cannot detect a loaded die must not call it fair. So dice are called even only from
 * the number of dice on at which a face that comes up a fifth more or less often than it should
 * (the other five share the difference evenly) would be detected in four cases out of five, with
 * one false alarm in a hundred.
 *
 * Overwhelming evidence needs no such number. The evidence is the probability of the rolls under
 * uneven dice, averaged over all dice there could be (two Dirichlet distributions), divided by
 * their probability under fair dice. With fair dice, this ratio is a martingale of mean 1 for any
 * number of dice, so it ever reaches 1000 with a probability of at most 1/1000 (Ville's
 * inequality), however often the dice are checked. No approximation is involved, so it holds for
 * few dice, too. */
#pragma once

#include "play/table.h"

#define DICE_CHECK_LEVEL 0.01
#define DICE_CHECK_POWER 0.8
#define DICE_CHECK_BIAS 0.2      /* relative: 1/6 times 1.2, or times 0.8 */
#define DICE_CHECK_EVIDENCE 1000 /* enough to call dice uneven, however few they are */

/* The chance that a chi-square variable with this many degrees of freedom is at least x; and the
 * same for a noncentral variable with noncentrality lambda. */
double chi_square_tail(double x, int freedom);
double chi_square_tail_off(double x, int freedom, double lambda);

/* The x whose tail is p. */
double chi_square_critical(double p, int freedom);

enum dice_verdict { DICE_TOO_FEW, DICE_EVEN, DICE_UNEVEN };

struct dice_check {
    int64_t counts[FACES + 1]; /* by face; [0] is unused */
    int64_t dice, rolls;
    double chi_square, p; /* NAN without dice */
    int64_t needed;       /* dice needed to detect a bias of DICE_CHECK_BIAS in one face */
    double evidence;      /* against fair dice; 1 without dice */
    double findable;      /* relative bias that this many dice can detect; INFINITY without dice */
    enum dice_verdict verdict;
};

/* Adds the physical dice that were rolled at a table: all rolls that were not undone, with
 * corrections applied, including those that decide who starts. Kept dice are not rolled again, and
 * not counted again. */
void dice_check_add(struct dice_check *c, const struct table *t);

/* The evidence against fair dice in these counts by face; INFINITY if it is too large for a double.
 */
double dice_check_evidence(const int64_t counts[FACES + 1]);

/* Computes all other fields from the counts. With fewer dice than needed, the verdict is
 * DICE_UNEVEN if the evidence is overwhelming, and otherwise DICE_TOO_FEW. */
void dice_check_judge(struct dice_check *c);
