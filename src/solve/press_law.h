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

/* A last turn against a known score, for a player 0 to `far` units short of a tie. [0]: for a
 * player without a score; [1]: for a player with a score. Beyond `far` the chance of winning is
 * negligible. */
struct last_law {
    int far;
    double *win[2];   /* the chance of winning */
    double *given[2]; /* what the player's mistakes give away */
    double *after[2]; /* what the leader's mistakes give away in an answering turn */
};

/* What a turn in the final round of two players is worth if it ends `ahead` units above the score
 * to beat, and the leader then has a last turn: with best play, and as the leader plays. */
struct law_answer {
    int far; /* with a greater lead, the win is certain */
    double *best, *played;
};

/* Computes the last turn. `answer` is NULL unless the leader has a turn afterwards. Returns false
 * if out of memory; the caller frees the result in either case. */
bool press_last_laws(const struct press_solver *s, const struct law_throws *throws,
                     double temperature, int far, const struct law_answer *answer,
                     struct last_law *ret);
void last_law_free(struct last_law *law);

/* The answer of a leader with mistakes at this temperature; `own` is that player's last turn. */
bool law_answer_new(const struct press_solver *s, const struct law_throws *throws,
                    double temperature, const struct last_law *own, struct law_answer *ret);
void law_answer_free(struct law_answer *answer);
void law_values_free(struct law_values *values);
