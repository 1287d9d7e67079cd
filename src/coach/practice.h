/* practice: positions to decide.
 *
 * Generated ones come out of seeded games that are played sensibly (every choice one that gives
 * away next to nothing) and are picked where one choice is clearly right: everything else is no
 * good choice any more. How hard such a position is, is what the best of the wrong choices gives
 * away. */
#pragma once

#include "coach/deck.h"
#include "coach/ledger.h"

enum practice_level {
    PRACTICE_EASY,   /* the next best choice is a blunder */
    PRACTICE_MEDIUM, /* ... a mistake */
    PRACTICE_HARD,   /* ... an inaccuracy */
    PRACTICE_LEVELS
};

const char *practice_level_word(int level);
extern const char *const practice_levels[]; /* NULL at the end */
int practice_level_find(struct span word);  /* -1: none */

struct practice_question {
    struct game game;
    struct advice advice; /* for the usual goal */
    int unit;             /* enum unit */
    int second;           /* in advice: the best choice that is worth less than the best */
    double gap;           /* what that one gives away */
    int level;
};

/* How many seats a generated game has: sheet games are played alone, press games by two. */
int practice_seats(const struct rules *r);

/* What there is to say about a choice in this position: its values, the next best, the level. False
 * when cancelled or the position has no known value. second is -1, and the gap 0, when all choices
 * are worth the same. */
bool practice_look(struct adviser *a, const struct rules *r, const struct game *g,
                   struct work *work, struct practice_question *ret, struct text *error);

/* What an action of the question gives away, never below 0; -1 when it is not among the choices. */
double practice_cost(const struct practice_question *q, struct action a);

/* The next position of a stream of random numbers. */
bool practice_generate(struct adviser *a, const struct rules *r, int level, uint64_t *stream,
                       struct work *work, struct practice_question *ret, struct text *error);

/* The position of a day: the same everywhere, whatever the machine, its threads and its cache. */
bool practice_daily(struct adviser *a, const struct rules *r, int day, struct work *work,
                    struct practice_question *ret, struct text *error);

/* Adds the decisions of a record that were no good ones to the deck: those of this person, or
 * without a name those of all who are no bots. Sheet games are reduced to the card of whoever
 * decided. Returns how many are new, -1 with an error. */
int practice_gather(const struct solved_tables *tables, const struct table *t, struct span name,
                    int today, struct deck *d, struct text *error);
