/* press_law: what comes of one turn of a press game played with the mistakes of a graded bot, as
 * exact chances.
 *
 * At every choice each legal action is taken with a chance that falls off with the chance of
 * winning it gives away: exp(-loss / temperature); at temperature 0 the best is taken (equally good
 * ones equally often). Losses are those of the exact solver, against a perfect opponent.
 *
 * A turn goes forwards: from throw to throw the chance of each count of turn points with each
 * number of dice still to be thrown. States met with less than 1e-11 count as ending there. */
#pragma once

#include "solve/press_table.h"

/* What throws offer. Unlike the solver's menus these know how many actions lead to the same place:
 * each of them is a chance to be taken. */
struct law_choice {
    int at;       /* units * dice of the game + dice left over; 0 left: all of them fall again */
    double times; /* so many sets of dice */
};

struct law_throw {
    double chance;
    int begin, end; /* choices */
};

struct law_throws {
    int begin[DICE_MAX + 2]; /* those of n dice: throws[begin[n]] to throws[begin[n + 1]] */
    struct law_throw *throws;
    struct law_choice *choices;
};

/* NULL when memory runs out. */
struct law_throws *law_throws_new(const struct press_solver *s);
void law_throws_free(struct law_throws *throws);

/* The exact values of a turn, and the chances of what comes of it. Reused from turn to turn: zero
 * them first, free them last. */
struct law_values {
    int count;           /* rows: turn points in units */
    double *roll, *stop; /* [row * dice + slot]; stop[row]: NAN where one may not */
    double bust;
    size_t room;
};

struct press_law {
    int rows;
    double *stop; /* of stopping with so many units: stop[0] to stop[rows - 1] */
    double bust;
    double error; /* expected loss of chance of winning by all choices of the turn */
    size_t room;
};

/* The seat to move of a game for two, at the start of its turn and before the last round, for each
 * of these temperatures. False when memory runs out, or the position has no value. */
bool press_laws(const struct press_solver *s, const struct law_throws *throws, const struct game *g,
                const double *temperatures, int count, struct law_values *values,
                struct press_law *laws);
void press_law_free(struct press_law *law);

/* The last turn against a known score, for gaps of 0 to `far` units to equal it: the chance of
 * winning, and what is given away by mistakes. [0]: of a player without a score, [1]: with one.
 * False when memory runs out. */
bool press_last_laws(const struct press_solver *s, const struct law_throws *throws,
                     double temperature, int far, double *win[2], double *given[2]);
void law_values_free(struct law_values *values);
