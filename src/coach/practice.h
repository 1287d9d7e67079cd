/* practice: positions in which the player has to choose.
 *
 * Generated positions come from seeded games whose players make only choices that cost next to
 * nothing. Only positions with a clear answer are used: every choice that is not among the best is
 * an inaccuracy or worse. The less the best wrong choice costs, the harder the position. */
#pragma once

#include "coach/deck.h"
#include "coach/ledger.h"

enum practice_level {
    PRACTICE_EASY,   /* the next-best choice is a blunder */
    PRACTICE_MEDIUM, /* ... a mistake */
    PRACTICE_HARD,   /* ... an inaccuracy */
    PRACTICE_LEVELS
};

const char *practice_level_word(int level);
enum message practice_level_message(int level); /* the same for people */
extern const char *const practice_levels[];     /* NULL-terminated */
int practice_level_find(struct span word);      /* -1 if none */

struct practice_question {
    struct game game;
    struct advice advice; /* for the usual goal */
    int unit;             /* enum unit */
    int second;           /* index of the runner-up, the best of the worse choices; -1: none */
    double gap;           /* how much worse the runner-up is than the best choice */
    int level;
};

/* The number of seats in a generated game: sheet games are played alone, press games by two. */
int practice_seats(const struct rules *r);

/* Values the choices in this position and finds the runner-up and the level. Returns false if
 * canceled, or if the value of the position is unknown. second is -1, and gap 0, if all choices
 * are worth the same. */
bool practice_look(struct adviser *a, const struct rules *r, const struct game *g,
                   struct work *work, struct practice_question *ret, struct text *error);

/* What an action gives away; -1 if it is not among the choices. */
double practice_cost(const struct practice_question *q, struct action a);

/* Generates the next position from a stream of random numbers. */
bool practice_generate(struct adviser *a, const struct rules *r, int level, uint64_t *stream,
                       struct work *work, struct practice_question *ret, struct text *error);

/* The position of a day: the same regardless of the machine, its threads and its cache. */
bool practice_daily(struct adviser *a, const struct rules *r, int day, struct work *work,
                    struct practice_question *ret, struct text *error);

/* Adds to the deck the decisions of a record that were worse than good: those of this person or, if
 * the name is empty, of everyone, but never those of bots. Sheet games are reduced to the card of
 * the player who decided. Returns the number of new positions, or -1 with an error. */
int practice_gather(const struct solved_tables *tables, const struct table *t, struct span name,
                    int today, struct deck *d, struct text *error);
