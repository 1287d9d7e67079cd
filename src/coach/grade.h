/* grade: how good a decision was, measured by what it gave away. The thresholds are also in
 * doc/coach.md. */
#pragma once

#include "lang/messages.h"
#include "solve/advice.h"

enum unit { UNIT_POINTS, UNIT_WIN, UNIT_TURNS };

enum grade { GRADE_BEST, GRADE_GOOD, GRADE_INACCURACY, GRADE_MISTAKE, GRADE_BLUNDER, GRADES };

/* How a choice differed from the best one. */
enum slip {
    SLIP_NONE,
    SLIP_KEEP,    /* sheet: kept the wrong dice */
    SLIP_STOPPED, /* stopped where throwing again was better */
    SLIP_WENT_ON, /* threw again where stopping was better */
    SLIP_BOX,     /* sheet: scored points in the wrong box */
    SLIP_ZERO,    /* sheet: took a zero where that was not best */
    SLIP_ASIDE,   /* press: set aside the wrong dice */
    SLIP_GAVE_UP, /* sheet: entered a zero in a box that would have scored */
    SLIPS
};

/* What a choice costs: the difference, without the noise in its last digits. That noise
 * depends on the compiler, and a grade must not. */
double choice_cost(double value, double best);

/* The lowest cost that no longer gets this grade: grade_limit(UNIT_POINTS, GRADE_GOOD) is 0.5. */
double grade_limit(int unit, int grade);
int grade_of(int unit, double cost);
const char *grade_word(int grade);     /* "best", "good", "mistake", ... */
enum message grade_message(int grade); /* the same, as a message for people */

int slip_of(const struct valued_action *chosen, const struct valued_action *best);
const char *slip_word(int slip);     /* machine-readable: "keep", "went-on", ... */
enum message slip_message(int slip); /* "kept the wrong dice", ... */

/* The contribution of one decision to the accuracy of a game, 0 to 1: halved for every 2 points,
 * every 2 percentage points of win probability or every 0.1 turns given away. */
double grade_accuracy(int unit, double cost);

/* Machine-readable: "points", "win", "turns". */
const char *unit_word(int unit);

/* "points", "chance of winning", "turns". */
const char *unit_words(int unit);

/* A value or a difference for people: "254.6", "+12.3", "52.9 %", "+3.1 %", "18.31". */
void unit_print(int unit, double value, struct text *out);
void unit_print_signed(int unit, double value, struct text *out);

/* A difference in a sentence that names the unit: "12.3", "+12.3"; of chances, the percentage
 * points. */
void unit_print_number(int unit, double value, bool sign, struct text *out);
