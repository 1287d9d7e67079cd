/* press_law: the exact distribution of outcomes of one turn of a press game played with the
 * mistakes of a graded bot.
 *
 * At every choice each legal action is taken with a probability proportional to
 * exp(-loss / temperature), the loss being the chance of winning that the action costs; at
 * temperature 0 the best action is taken (equally good actions equally often). Dominated actions
 * (dominated.h) are never taken. Losses are those of the exact solver, against a perfect opponent.
 *
 * The solver walks the turn forwards, from throw to throw, tracking the probability of each number
 * of turn points with each number of dice still to throw. A state with a probability below 1e-11 is
 * followed no further: it counts as a stop or, where stopping is not allowed, as a bust. */
#pragma once

#include "solve/press_table.h"

/* The choices of each throw. Unlike the solver's menus, these count how many actions lead to the
 * same state, because each of them may be taken. */
struct law_choice {
    int at;       /* units * (dice in the game) + dice left; 0 left: all are thrown again */
    double times; /* number of sets of dice that lead there */
    int most;     /* `at` of the choice with the most points among those that leave as many dice */
};

struct law_throw {
    double chance;
    int begin, end; /* range in choices[] */
    int most;       /* `at` of the choice with the most points after which stopping is possible; -1
                     * if none */
};

struct law_throws {
    int begin[DICE_MAX + 2]; /* throws of n dice: throws[begin[n]] to throws[begin[n + 1] - 1] */
    struct law_throw *throws;
    struct law_choice *choices;
};

/* Returns NULL if out of memory. */
struct law_throws *law_throws_new(const struct press_solver *s);
void law_throws_free(struct law_throws *throws);

/* The exact values of a turn, and the probabilities of its outcomes. Both structs are reused from
 * turn to turn: zero-initialize them first, free them at the end. */
struct law_values {
    int count;           /* number of rows, one per unit of turn points */
    double *roll, *stop; /* roll[row * dice + slot]; stop[row], NAN if stopping is not allowed */
    double bust;
    size_t room;
};

struct press_law {
    int rows;
    double *stop; /* probability of stopping with n units: stop[0] to stop[rows - 1] */
    double bust;
    double error; /* expected chance of winning given away by all choices in the turn */
    size_t room;
};

/* Computes one law per temperature for the seat to move in a two-player game, at the start of its
 * turn and before the final round. Returns false if out of memory, or if the value of the
 * position is unknown. */
bool press_laws(const struct press_solver *s, const struct law_throws *throws, const struct game *g,
                const double *temperatures, int count, struct law_values *values,
                struct press_law *laws);
void press_law_free(struct press_law *law);

/* Computes the last turn against a known score, for a player 0 to `far` units short of a tie: the
 * chance of winning, and what mistakes give away. [0]: for a player without a score; [1]: for a
 * player with a score. Returns false if out of memory. */
bool press_last_laws(const struct press_solver *s, const struct law_throws *throws,
                     double temperature, int far, double *win[2], double *given[2]);
void law_values_free(struct law_values *values);
