/* ledger: was it the dice, or the decisions?
 *
 * In a solved game every moment has a value: the expected final total (sheet games), the chance of
 * winning (press games), or the expected number of turns (press games played alone). A roll moves
 * the value by luck, a decision moves it by its error. Added up over a game, for every seat,
 *
 *     par + luck - errors + others = result
 *
 * par is the value before the first roll, luck the sum of (after - before) over the seat's own
 * rolls, errors the sum of (best - chosen) over its own decisions, others what happened to its
 * value while other seats had their turns. The result is the final total, 1 for a win (a shared
 * one: its share), the number of turns; of a running game it is the value now. Where turns are
 * counted less is better, so that a bad roll is positive there and an error negative; `cost` has no
 * such sign.
 *
 * Undone steps are not in it, corrected ones count as corrected: the ledger is of what is in force.
 *
 * Values of press games with three and more seats are estimates before the final round
 * (press_solver.h), and in it for seats other than the one to move; the identity holds all the
 * same, `others` takes up what the estimate misses, and the ledger says so. */
#pragma once

#include "coach/adviser.h"
#include "play/table.h"

/* One roll or one decision. */
struct moment {
    int step, line;   /* of the table: table_step() has the entry and the state before it */
    int seat, person; /* of partners the one whose turn it is, from 0 */
    int turn;         /* the seat's turn, from 1 */
    bool decision;
    bool approximate;
    struct action action;
    double before; /* the value for the seat; of a decision: with the best choice */
    double after;  /* of a decision: with the one that was made */

    /* Decisions only. */
    struct action best, second; /* second: the best of those worth less, if there are any */
    double second_value;        /* equals `before` when all choices are worth the same */
    int choices;
    double cost; /* what was given away, never below 0 */
    int grade;   /* enum grade */
    int slip;    /* enum slip: in which way it was not the best */
    bool hinted; /* a hint was asked for at this choice */
};

struct account {
    double par, luck, errors, others, result;
    int rolls, decisions; /* decisions: those that mattered, where choices differ in value */
    int grades[GRADES];
    double accuracy; /* 0 to 100: grade.h; NAN without a decision */
    int hints;
};

/* Press games: the turns as if each were played for its points alone. par + luck - errors is the
 * points made. */
struct turn_points {
    int turns;
    double par, luck, errors, result;
};

struct ledger {
    struct rules rules;
    int unit; /* enum unit */
    int game; /* of the series, from 0 */
    int seats;
    bool finished, approximate;
    struct account seat[SEATS_MAX];
    struct account person[SEATS_MAX]
                         [PEOPLE_MAX];    /* luck, errors, rolls, decisions, grades, hints */
    struct turn_points points[SEATS_MAX]; /* press games */
    struct moment *moments;               /* in the order in which they happened */
    int count;
};

/* Solved tables: read by any number of threads at once; they are the adviser's. */
struct solved_tables {
    const struct sheet_solver *sheet;
    const struct press_solver *press;
};

/* False when cancelled or the rules are beyond the solvers. */
bool ledger_prepare(struct adviser *a, const struct rules *r, struct work *work,
                    struct solved_tables *ret, struct text *error);

/* The ledger of one game of the series (from 0; -1: the last). False when the record has no such
 * game, or a position that has no known value. */
bool ledger_of(const struct solved_tables *tables, const struct table *t, int game,
               struct ledger *ret, struct text *error);
void ledger_free(struct ledger *l); /* a zeroed one is fine */

/* The three costliest decisions of a seat (-1: of all), indices into moments, -1 for none; only
 * such as were no good ones. */
void ledger_costliest(const struct ledger *l, int seat, int ret[3]);

/* The luckiest and the unluckiest roll of a seat; -1: none was lucky, or unlucky. */
void ledger_luckiest(const struct ledger *l, int seat, int *ret_best, int *ret_worst);
