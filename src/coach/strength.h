/* strength: how well somebody plays, measured by what they give away in a game.
 *
 * Luck does not count, only the exact cost of decisions, so a handful of games already says a lot.
 * The strength of a bot level is known; a person is rated by finished games under the same
 * rules. */
#pragma once

#include "coach/bot.h"
#include "coach/history.h"

enum { STRENGTH_GAMES_MIN = 5, STRENGTH_NAME_MAX = PEOPLE_MAX * (PERSON_NAME_MAX + 1) };

struct strength {
    char name[STRENGTH_NAME_MAX];
    const struct bot_level *level; /* NULL: a person */
    struct loss loss;              /* people only: the loss in their games */
    double uncertainty; /* half the width of the 95 % interval of loss.mean; 0 for bots */
    int hints;          /* hints taken in these games */
};

/* Looks up a bot level or else a person (or partners, "Ann+Bea") in the history. Press games count
 * only if they were for two players, because only those have exact chances of winning. Returns
 * false and sets error if the name is unknown or its history too short. */
bool strength_of(const struct history *h, const struct rules *r, struct span name,
                 struct strength *ret, struct text *error);

/* Half the width of the 95 % interval of a mean of n values, in standard errors (Student's t). */
double student_95(int n);
