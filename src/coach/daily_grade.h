/* daily_grade: how well a daily game was decided, which no dice can change. */
#pragma once

#include "coach/ledger.h"
#include "play/daily.h"

enum { DAILY_MARKS = 64 };

/* One mark per turn, by the worst decision in it. */
enum daily_mark { MARK_BEST, MARK_GOOD, MARK_MISSED, MARKS };

struct daily_grade {
    int unit;        /* enum unit: points or turns */
    double cost;     /* what all decisions gave away; 0 is perfect */
    double accuracy; /* see coach/grade.h; NAN without decisions */
    int decisions, best;
    int turns;                  /* number of marks: the first DAILY_MARKS turns */
    uint8_t marks[DAILY_MARKS]; /* enum daily_mark */
};

/* The tables must have been prepared for one seat at least (ledger_prepare_alone()). Returns false
 * and sets error if the table has no game yet, or if the value of a position is unknown. */
bool daily_grade(const struct solved_tables *tables, const struct table *t, struct daily_grade *ret,
                 struct text *error);

/* Texts to show to others that give away neither dice nor decisions, one sentence per line.
 * `streak`: days in a row; below 2, nothing is said about it. */
void daily_share(const struct daily_result *result, const struct daily_grade *grade, int streak,
                 struct text *out);

/* The answer to the position of a day. `week` has a letter for each of the last days, the day
 * itself last: b, g or m for best, good or missed, anything else for a day without an answer. */
struct daily_answer {
    int day, level, grade; /* enum practice_level, enum grade */
    const struct book *book;
    struct span week;
    int streak;
};
void daily_share_position(const struct daily_answer *answer, struct text *out);
