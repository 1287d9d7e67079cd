/* dice_check: whether real dice fall evenly.
 *
 * Every face should come up one time in six. Pearson's chi-square of the six counts measures how
 * far they are from that; its p-value is the chance that fair dice would look at least so uneven.
 *
 * Few dice say nothing either way, and a test that cannot find a loaded die must not call it fair.
 * So a verdict is given only from the number of dice on with which a face that comes up a fifth
 * more often, or less often, than it should (the other five share the difference evenly) would be
 * found in four cases of five, at the level of one false alarm in a hundred. */
#pragma once

#include "play/table.h"

#define DICE_CHECK_LEVEL 0.01
#define DICE_CHECK_POWER 0.8
#define DICE_CHECK_BIAS 0.2 /* relative: 1/6 times 1.2, or times 0.8 */

/* The chance that a chi-square of so many degrees of freedom is at least x; and when it is not
 * central, with noncentrality lambda. */
double chi_square_tail(double x, int freedom);
double chi_square_tail_off(double x, int freedom, double lambda);

/* The x whose tail is p. */
double chi_square_critical(double p, int freedom);

enum dice_verdict { DICE_TOO_FEW, DICE_EVEN, DICE_UNEVEN };

struct dice_check {
    int64_t counts[FACES + 1]; /* by face; [0] is not used */
    int64_t dice, rolls;
    double chi_square, p; /* NAN without dice */
    int64_t needed;       /* to find the bias above in one face */
    double findable;      /* which relative bias so many dice find; INFINITY without dice */
    enum dice_verdict verdict;
};

/* Adds the physical dice of a table that actually fell: the rolls in force, as corrected, those for
 * who starts among them. Kept dice do not fall again, and are not counted again. */
void dice_check_add(struct dice_check *c, const struct table *t);

/* Works out the rest from the counts. Below the needed number the verdict is DICE_TOO_FEW whatever
 * fell; how rare that would be with fair dice is in p. */
void dice_check_judge(struct dice_check *c);
