#include "coach/dice_check.h"

#include <math.h>

/* ---- chi-square ---- */

/* The regularized upper incomplete gamma function: by its series for x < a + 1, otherwise by its
 * continued fraction (Lentz's method). */
static double gamma_tail(double a, double x) {
    double scale = exp(a * log(x) - x - lgamma(a));
    if (x < a + 1) {
        double term = 1 / a, sum = term;
        for (double n = a + 1; term > sum * 1e-17; n++)
            sum += term *= x / n;
        return 1 - scale * sum;
    }
    double b = x + 1 - a, c = 1e300, d = 1 / b, h = d;
    for (int i = 1; i < 10000; i++) {
        double an = -i * (i - a);
        b += 2;
        d = 1 / (an * d + b);
        c = b + an / c;
        h *= c * d;
        if (fabs(c * d - 1) < 1e-15)
            break;
    }
    return scale * h;
}

double chi_square_tail(double x, int freedom) {
    return x <= 0 ? 1 : gamma_tail(freedom / 2.0, x / 2);
}

/* A mixture of central chi-square distributions, with a Poisson-distributed number of additional
 * pairs of degrees of freedom. */
double chi_square_tail_off(double x, int freedom, double lambda) {
    double sum = 0, seen = 0;
    for (int j = 0; seen < 1 - 1e-13 && j < 10000; j++) {
        double weight = lambda > 0 ? exp(j * log(lambda / 2) - lambda / 2 - lgamma(j + 1)) : !j;
        sum += weight * chi_square_tail(x, freedom + 2 * j);
        seen += weight;
        if (j > lambda && weight < 1e-16)
            break;
    }
    return sum;
}

/* Where an increasing (with `falls`, a decreasing) function of x crosses a level, by bisection. */
static double crossing(double (*f)(double, double), double other, double level, bool falls) {
    double low = 0, high = 1;
    while ((f(high, other) < level) != falls)
        high *= 2;
    while (high - low > 1e-9 * high) {
        double middle = (low + high) / 2;
        if ((f(middle, other) < level) != falls)
            low = middle;
        else
            high = middle;
    }
    return (low + high) / 2;
}

static double tail_of(double x, double freedom) {
    return chi_square_tail(x, (int)freedom);
}

double chi_square_critical(double p, int freedom) {
    return crossing(tail_of, freedom, p, true);
}

/* ---- power ---- */

static double power_of(double lambda, double critical) {
    return chi_square_tail_off(critical, FACES - 1, lambda);
}

static double needed_lambda(void) {
    return crossing(power_of, chi_square_critical(DICE_CHECK_LEVEL, FACES - 1), DICE_CHECK_POWER,
                    false);
}

/* If one face has probability (1 + b) / 6 and the others share the rest evenly, n dice have the
 * noncentrality n (6 (b/6)^2 + 5 * 6 (b/30)^2) = n b^2 / 5. */
static int64_t dice_for(double lambda, double bias) {
    return (int64_t)ceil(lambda * (FACES - 1) / (bias * bias));
}

static double bias_for(double lambda, int64_t dice) {
    return dice ? sqrt(lambda * (FACES - 1) / (double)dice) : INFINITY;
}

/* ---- evidence ---- */

/* The logarithm of the evidence if the faces' probabilities have a Dirichlet distribution with all
 * parameters equal to `spread`. */
static double log_evidence(const int64_t counts[FACES + 1], double spread) {
    double sum = 0, dice = 0;
    for (int face = 1; face <= FACES; face++) {
        dice += (double)counts[face];
        sum += lgamma((double)counts[face] + spread) - lgamma(spread);
    }
    return sum + lgamma(FACES * spread) - lgamma(dice + FACES * spread) + dice * log(FACES);
}

/* All dice are equally likely under the first distribution, which soon finds dice that are far off;
 * under the second, most are nearly fair, which finds smaller faults sooner. */
double dice_check_evidence(const int64_t counts[FACES + 1]) {
    return (exp(log_evidence(counts, 1)) + exp(log_evidence(counts, 10))) / 2;
}

/* ---- counting ---- */

void dice_check_add(struct dice_check *c, const struct table *t) {
    for (int i = 0; i < table_steps(t); i++) {
        const struct step *s = table_step(t, i);
        if (s->entry.kind != ENTRY_ACTION || s->entry.action.act != ACT_ROLL ||
            s->before.dice.kind != DICE_PHYSICAL)
            continue;
        for (int face = 1; face <= FACES; face++)
            c->counts[face] += dice_count(s->entry.action.dice, face);
        c->rolls++;
    }
}

void dice_check_judge(struct dice_check *c) {
    c->dice = 0;
    c->chi_square = c->p = NAN;
    for (int face = 1; face <= FACES; face++)
        c->dice += c->counts[face];
    double lambda = needed_lambda();
    c->needed = dice_for(lambda, DICE_CHECK_BIAS);
    c->findable = bias_for(lambda, c->dice);
    c->evidence = dice_check_evidence(c->counts);
    c->verdict = DICE_TOO_FEW;
    if (!c->dice)
        return;
    double expected = (double)c->dice / FACES;
    c->chi_square = 0;
    for (int face = 1; face <= FACES; face++)
        c->chi_square += pow((double)c->counts[face] - expected, 2) / expected;
    c->p = chi_square_tail(c->chi_square, FACES - 1);
    if (c->evidence >= DICE_CHECK_EVIDENCE)
        c->verdict = DICE_UNEVEN;
    else if (c->dice >= c->needed)
        c->verdict = c->p < DICE_CHECK_LEVEL ? DICE_UNEVEN : DICE_EVEN;
}
