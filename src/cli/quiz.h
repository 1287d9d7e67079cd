/* quiz: asks for decisions and grades them, in plain lines for people or as one JSON object per
 * line for programs. */
#pragma once

#include "coach/practice.h"

struct quiz {
    bool json;
    int of; /* total number of questions */

    int asked, grades[GRADES];
    double cost[UNIT_TURNS + 1]; /* total cost of errors, by unit */
    int counts[UNIT_TURNS + 1];
};

/* Asks until the answer is legal. Returns false at end of input or if the player quits. `about`
 * says briefly where the position comes from. */
bool quiz_ask(struct quiz *z, const struct rules *r, const struct practice_question *q,
              const char *about, struct action *ret);

/* Grades and counts the answer, and prints the result. `due` is the day the question comes back;
 * 0: never. */
void quiz_grade(struct quiz *z, struct adviser *a, const struct rules *r,
                const struct practice_question *q, struct action answer, int due);

/* Counts the answer without grading it; for programs, also prints it. */
void quiz_note(struct quiz *z, const struct rules *r, struct action answer);

/* Prints the totals. `last` is an extra sentence; may be NULL. */
void quiz_summary(const struct quiz *z, const char *last);
