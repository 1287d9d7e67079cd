/* ledger: was it the dice, or the decisions?
 *
 * In a solved game every moment has a value: the expected final total (sheet games), the chance of
 * winning (press games), or the expected number of turns (press games played alone). A roll changes
 * the value by its luck, a decision by its error. Added up over a game, for every seat,
 *
 *     par + luck - errors + others = result
 *
 * par is the value before the first roll, luck the sum of (after - before) over the seat's own
 * rolls, errors the sum of (best - chosen) over its own decisions, and others the change in its
 * value during other seats' turns. The result is the final total, 1 for a win (a fraction if
 * shared), or the number of turns; for a game in progress it is the current value. Where the value
 * is a number of turns, lower is better, so a bad roll is positive and an error negative; `cost`
 * has no sign.
 *
 * In turns that are entered without all their throws, luck and errors cannot be told apart: how the
 * value changed there is `unknown`, another term on the left side.
 *
 * The ledger covers what is in force: undone steps are left out, and corrected ones count in their
 * corrected form.
 *
 * Values of press games for three or more players are estimates before the final round
 * (press_solver.h), and during it for all seats but the one to move; the identity still holds,
 * `others` absorbs the errors of the estimate, and the ledger is marked approximate. */
#pragma once

#include "coach/adviser.h"
#include "play/table.h"

/* One roll or one decision; or what happened in a turn whose throws were not all entered. */
struct moment {
    int step, line;   /* in the table: table_step() has the entry and the state before it */
    int seat, person; /* person: which partner's turn it is, from 0 */
    int turn;         /* the seat's turn, from 1 */
    int pace; /* enum pace: what was entered. PACE_LAST, for a decision: the box for the last dice,
                 or whether to stop with dice set aside from a throw that is not known */
    bool decision;
    bool unknown; /* neither a roll nor a decision: luck and decisions together */
    bool approximate;
    struct action action;
    double before; /* the value for the seat; for a decision, with the best choice */
    double after;  /* the value afterwards; for a decision, with the choice made */

    /* Decisions only. */
    struct action best, second; /* second: the best action worth less than `best`, if any */
    double second_value;        /* equals `before` if all choices are worth the same */
    int choices;
    double cost; /* what the choice cost, never negative */
    int grade;   /* enum grade */
    int slip;    /* enum slip: how it differed from the best action */
    bool hinted; /* a hint was asked for at this choice */
};

struct account {
    double par, luck, errors, others, result;
    double unknown;       /* luck and errors of turns that were entered without all their throws */
    int kept[PACES];      /* the number of such turns, by what was entered of them */
    int rolls, decisions; /* decisions: only those where choices differ in value */
    int grades[GRADES];
    double accuracy; /* 0 to 100, see grade.h; NAN without decisions */
    int hints;
};

/* Press games: the turns valued as if each were played for points alone. par + luck - errors equals
 * the points scored. Only turns with all their throws count. */
struct turn_points {
    int turns;
    double par, luck, errors, result;
};

struct ledger {
    struct rules rules;
    int unit; /* enum unit */
    int game; /* in the series, from 0 */
    int seats;
    struct seat *who; /* the seats of this game */
    bool finished, approximate;
    struct account seat[SEATS_MAX];
    struct account person[SEATS_MAX][PEOPLE_MAX]; /* all but par, others and result */
    struct turn_points points[SEATS_MAX];         /* press games */
    struct moment *moments;                       /* in order of play */
    int count;
};

/* Solved tables, owned by the adviser; any number of threads may read them. */
struct solved_tables {
    const struct sheet_solver *sheet;
    const struct press_solver *press;
};

/* Returns false and sets error if canceled, or if the solvers cannot handle the rules. */
bool ledger_prepare(struct adviser *a, const struct rules *r, struct work *work,
                    struct solved_tables *ret, struct text *error);

/* The same for games of one seat, which are much faster to solve in the press family. */
bool ledger_prepare_alone(struct adviser *a, const struct rules *r, struct work *work,
                          struct solved_tables *ret, struct text *error);

/* The ledger of one game of the series (from 0; -1: the last). Returns false and sets error if the
 * record does not have this game, or if the value of a position is unknown. */
bool ledger_of(const struct solved_tables *tables, const struct table *t, int game,
               struct ledger *ret, struct text *error);
void ledger_free(struct ledger *l); /* a zeroed struct is fine */

/* The number of turns that were entered without all their throws. */
int account_kept(const struct account *a);

/* Whether only points were entered, so that nothing is known of luck and decisions. */
bool account_only_points(const struct account *a);

/* Whether the dice that were thrown before this decision are not known. */
bool moment_is_partial(const struct ledger *l, const struct moment *m);

/* The three costliest decisions of a seat (-1: of all seats), among those worse than good; indices
 * into moments, -1 for none. */
void ledger_costliest(const struct ledger *l, int seat, int ret[3]);

/* The luckiest and the unluckiest roll of a seat, as indices into moments; -1 if no roll was lucky,
 * or none unlucky. */
void ledger_luckiest(const struct ledger *l, int seat, int *ret_best, int *ret_worst);
