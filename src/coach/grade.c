#include "coach/grade.h"

#include <math.h>

#include "core/say.h"

/* The lowest cost that no longer gets the grade. Rounding errors of the solvers are far below the
 * first limit. */
static const double limits[][GRADE_BLUNDER] = {
    [UNIT_POINTS] = {0.005, 0.5, 1.5, 4},
    [UNIT_WIN] = {0.00005, 0.005, 0.015, 0.04},
    [UNIT_TURNS] = {0.0005, 0.03, 0.09, 0.24},
};

static const double half_of_accuracy[] = {[UNIT_POINTS] = 2, [UNIT_WIN] = 0.02, [UNIT_TURNS] = 0.1};

double choice_cost(double value, double best) {
    return round(fabs(value - best) * 1e11) / 1e11;
}

double grade_limit(int unit, int grade) {
    return grade < GRADE_BLUNDER ? limits[unit][grade] : INFINITY;
}

int grade_of(int unit, double cost) {
    int grade = GRADE_BEST;
    while (grade < GRADE_BLUNDER && cost >= limits[unit][grade])
        grade++;
    return grade;
}

const char *grade_word(int grade) {
    static const char *const words[GRADES] = {"best", "good", "inaccuracy", "mistake", "blunder"};
    return words[grade];
}

/* ---- slips ---- */

static bool goes_on(const struct action *a) {
    return a->act == ACT_KEEP || a->act == ACT_TAKE_ROLL;
}

int slip_of(const struct valued_action *chosen, const struct valued_action *best) {
    const struct action *c = &chosen->action, *b = &best->action;
    if (c->act == ACT_SCORE && c->zero)
        return SLIP_GAVE_UP;
    if (goes_on(c) != goes_on(b))
        return goes_on(c) ? SLIP_WENT_ON : SLIP_STOPPED;
    if (c->act == ACT_KEEP)
        return SLIP_KEEP;
    if (c->act == ACT_SCORE)
        return chosen->points == 0 ? SLIP_ZERO : SLIP_BOX;
    return SLIP_ASIDE;
}

enum message grade_message(int grade) {
    static const enum message names[GRADES] = {
        [GRADE_BEST] = M_coach_grade_best,
        [GRADE_GOOD] = M_coach_grade_good,
        [GRADE_INACCURACY] = M_coach_grade_inaccuracy,
        [GRADE_MISTAKE] = M_coach_grade_mistake,
        [GRADE_BLUNDER] = M_coach_grade_blunder,
    };
    return names[grade];
}

const char *slip_word(int slip) {
    static const char *const words[SLIPS] = {
        [SLIP_NONE] = "none",       [SLIP_KEEP] = "keep",       [SLIP_STOPPED] = "stopped",
        [SLIP_WENT_ON] = "went-on", [SLIP_BOX] = "box",         [SLIP_ZERO] = "zero",
        [SLIP_ASIDE] = "aside",     [SLIP_GAVE_UP] = "gave-up",
    };
    return words[slip];
}

enum message slip_message(int slip) {
    static const enum message names[SLIPS] = {
        [SLIP_NONE] = M_coach_slip_none,       [SLIP_KEEP] = M_coach_slip_keep,
        [SLIP_STOPPED] = M_coach_slip_stopped, [SLIP_WENT_ON] = M_coach_slip_went_on,
        [SLIP_BOX] = M_coach_slip_box,         [SLIP_ZERO] = M_coach_slip_zero,
        [SLIP_ASIDE] = M_coach_slip_aside,     [SLIP_GAVE_UP] = M_coach_slip_gave_up,
    };
    return names[slip];
}

double grade_accuracy(int unit, double cost) {
    return exp2(-cost / half_of_accuracy[unit]);
}

/* ---- for people ---- */

const char *unit_word(int unit) {
    static const char *const words[] = {
        [UNIT_POINTS] = "points", [UNIT_WIN] = "win", [UNIT_TURNS] = "turns"};
    return words[unit];
}

const char *unit_words(int unit) {
    static const char *const words[] = {
        [UNIT_POINTS] = "points", [UNIT_WIN] = "chance of winning", [UNIT_TURNS] = "turns"};
    return words[unit];
}

/* Prevents "-0.0": a value that rounds to zero becomes zero. */
static double shown(int unit, double value) {
    value *= unit == UNIT_WIN ? 100 : 1;
    return fabs(value) < (unit == UNIT_TURNS ? 0.005 : 0.05) ? 0 : value;
}

void unit_print(int unit, double value, struct text *out) {
    double x = shown(unit, value);
    if (unit == UNIT_WIN)
        say(out, coach_percent, .number = WORDS(coach_number_1, .x = x));
    else if (unit == UNIT_TURNS)
        say(out, coach_number_2, .x = x);
    else
        say(out, coach_number_1, .x = x);
}

void unit_print_number(int unit, double value, bool sign, struct text *out) {
    double x = shown(unit, value);
    if (unit == UNIT_TURNS)
        text_put(out, sign ? WORDS(coach_signed_2, .x = x) : WORDS(coach_number_2, .x = x));
    else
        text_put(out, sign ? WORDS(coach_signed_1, .x = x) : WORDS(coach_number_1, .x = x));
}

void unit_print_signed(int unit, double value, struct text *out) {
    double x = shown(unit, value);
    if (unit == UNIT_WIN)
        say(out, coach_percent, .number = WORDS(coach_signed_1, .x = x));
    else if (unit == UNIT_TURNS)
        say(out, coach_signed_2, .x = x);
    else
        say(out, coach_signed_1, .x = x);
}
