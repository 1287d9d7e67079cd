/* tutor: advice for the player to move. In fairness to the other players, advice that was asked for
 * is recorded as a `hint`, and the sheet shows the number of hints. A warning, which comes unasked,
 * is recorded apart. */
#pragma once

#include "coach/adviser.h"
#include "play/record.h"

/* How costly a choice must be for the tutor to question it before it takes effect. */
struct warning {
    int grade;    /* questions choices of this grade or worse; 0: see `limit` */
    double limit; /* in points, percent or turns; if both fields are 0, nothing is questioned */
};

/* The default grade. */
enum { WARNING_GRADE = GRADE_BLUNDER };

/* "off", "inaccuracy", "mistake", "blunder", or a number of points, percent or turns. */
bool warning_parse(struct span word, struct warning *ret, struct text *error);
void warning_print(struct warning w, struct text *out);
const char *warning_words(struct warning w, char room[]); /* for people */
bool warning_on(struct warning w);

/* Whether to question this choice; if so, `out` says what it gives away. Also returns false if the
 * action is illegal or its value unknown. */
bool tutor_warns(struct adviser *a, const struct rules *r, const struct game *g,
                 struct action action, struct warning w, struct work *work, struct text *out);

/* Like tutor_warns(), but from existing advice, whose values are in `unit` (enum unit). */
bool advice_warns(const struct advice *advice, int unit, struct action action, struct warning w,
                  struct text *out);

/* The assessment of a choice before it is made. */
struct judgement {
    struct goal goal;   /* the usual goal */
    int unit, grade;    /* enum unit, enum grade */
    double value, cost; /* value of the action; what it gives away */
    struct action best; /* the best action, and its value */
    double best_value;
    bool approximate;
    bool warns; /* the choice should be questioned, with this warning */
    char warning[96];
};

/* Returns false and fills in the refusal if there is nothing to choose, the action is illegal, or
 * its value cannot be computed. */
bool tutor_judge(struct adviser *a, const struct rules *r, const struct game *g,
                 struct action action, struct warning w, struct work *work, struct judgement *ret,
                 struct refusal *refusal);

/* Records that the player to move received advice, once per choice. */
bool tutor_note(struct table *t, struct record *rec, struct text *error);
bool tutor_note_warning(struct table *t, struct record *rec, struct text *error);
