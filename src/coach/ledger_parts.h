/* ledger_parts: shared by the files that walk through a game; all others use ledger.h. */
#pragma once

#include "coach/ledger.h"

/* State of the walk through one game. */
struct walk {
    const struct solved_tables *tables;
    struct ledger *ledger;
    int room; /* capacity of moments */
    double now[SEATS_MAX];
    double accuracy[SEATS_MAX], person_accuracy[SEATS_MAX][PEOPLE_MAX];

    /* Press games: the plan of the current turn, and the plans for turns played for points alone:
     * one for seats without a score, and one for seats with a score. */
    struct press_plan *plan, *points_plans[2], *points_plan;
    int plan_seat, plan_turn;
    double points_now;
    struct turn_points points_before; /* of the seat to move, before this turn */

    int kept_seat,
        kept_turn; /* the last turn that was entered without all its throws; turn 0: none */
};

/* One step of the walk: the game before it, as players see it, and the step's place at the table.
 */
struct walked {
    const struct table *table;
    int step;
    const struct state *view;
};

/* Advice for the seat to move, in the ledger's unit: turns already taken count too. */
bool walk_advise(struct walk *w, const struct game *g, struct advice *ret, struct text *error);

/* The value of a card while it is another seat's turn. */
double walk_standing(const struct walk *w, const struct game *g, int seat);

/* Appends a moment. */
struct moment *walk_moment(struct walk *w, const struct walked *at);

/* Counts a decision toward the accounts of its seat and person, if its choices differ in value. */
void walk_count_decision(struct walk *w, const struct moment *m, bool differ);

/* ledger_kept.c: accounts for an action of a turn that is entered without all its throws. */
bool walk_kept(struct walk *w, const struct walked *at, const struct game *after,
               struct text *error);
