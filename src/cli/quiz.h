/* quiz: asking for decisions and saying how good they were; in plain lines for people, as one JSON
 * object a line for programs. */
#pragma once

#include "coach/practice.h"

struct quiz {
    bool json;
    int of; /* how many questions there will be */

    int asked, grades[GRADES];
    double cost[UNIT_TURNS + 1]; /* given away, by unit */
    int counts[UNIT_TURNS + 1];
};

/* Asks until there is a legal answer. False at the end of the input, or when somebody has had
 * enough. `about` says where the position is from, in a few words. */
bool quiz_ask(struct quiz *z, const struct rules *r, const struct practice_question *q,
              const char *about, struct action *ret);

/* Says how good it was, and counts it. It comes back on the day `due`; 0: it does
 * not. */
void quiz_grade(struct quiz *z, struct adviser *a, const struct rules *r,
                const struct practice_question *q, struct action answer, int due);

/* Takes the answer down without a word about it. */
void quiz_note(struct quiz *z, const struct rules *r, struct action answer);

/* What it came to. `last` (may be NULL) is a sentence of its own. */
void quiz_summary(const struct quiz *z, const char *last);
