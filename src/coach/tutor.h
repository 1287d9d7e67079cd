/* tutor: advice for whoever is to choose at a table. Fair to the others: what was told stands in
 * the record as a `hint`, and on the sheet. */
#pragma once

#include "coach/adviser.h"
#include "play/record.h"

/* From which cost on a choice is questioned before it counts. */
struct warning {
    int grade;    /* this grade or a worse one; 0: by `limit` */
    double limit; /* in the unit people read: points, per cent, turns; 0 and grade 0: never */
};

/* What is questioned where nobody has said anything else. */
enum { WARNING_GRADE = GRADE_BLUNDER };

/* "off", "inaccuracy", "mistake", "blunder", or a number: points, per cent, turns. */
bool warning_parse(struct span word, struct warning *ret, struct text *error);
void warning_print(struct warning w, struct text *out);
bool warning_on(struct warning w);

/* Whether this choice is to be questioned, and then in words what it gives away: "that gives away
 * 6.2 points". False also when its value is not known, or the action is not legal. */
bool tutor_warns(struct adviser *a, const struct rules *r, const struct game *g,
                 struct action action, struct warning w, struct work *work, struct text *out);

/* The same from advice at hand; unit: enum unit of its values. */
bool advice_warns(const struct advice *advice, int unit, struct action action, struct warning w,
                  struct text *out);

/* What there is to say about a choice before it is made. */
struct judgement {
    struct goal goal;   /* the usual one */
    int unit, grade;    /* enum unit, enum grade */
    double value, cost; /* of the action; what it gives away */
    struct action best; /* the best action, and its value */
    double best_value;
    bool approximate;
    bool warns; /* it is to be questioned, in these words */
    char warning[96];
};

/* False, with an error, when there is nothing to choose, the action is not legal, or its value
 * cannot be had. */
bool tutor_judge(struct adviser *a, const struct rules *r, const struct game *g,
                 struct action action, struct warning w, struct work *work, struct judgement *ret,
                 struct refusal *refusal);

/* Writes down that the one to choose was told something, once a choice. */
bool tutor_note(struct table *t, struct record *rec, struct text *error);
