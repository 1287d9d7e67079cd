/* history: how people have played over many records, with one performance per person and game.
 *
 * Partners each have a performance of their own, with their rolls and decisions; par, others and
 * result are those of their seat. */
#pragma once

#include "coach/analysis.h"

struct performance {
    char name[PERSON_NAME_MAX + 1];
    char date[32]; /* date of the record, or "" */
    char rules[RULES_TEXT_MAX];
    const char *record; /* name of the record; owned by the caller */
    int game, seat;     /* from 0 */
    int unit;
    bool bot, partners, finished, approximate;
    bool whole; /* all throws of this person were entered; otherwise errors say nothing */
    struct account account; /* the person's, but par, others and result are the seat's */

    /* Decisions worse than good, by kind. */
    int slips[SLIPS];
    double slip_cost[SLIPS];
};

struct history {
    struct performance *list;
    int count, room;
};

/* Leaves out what-if games. */
void history_add(struct history *h, const struct analysis *a);

/* Appends all of another history. */
void history_join(struct history *h, const struct history *other);

/* Sorts by rules, unit and person, then by date, record, game and seat. */
void history_sort(struct history *h);
void history_free(struct history *h); /* a zeroed struct is fine */

/* After sorting: the end of the run of performances starting at `from` with the same
 * person, rules and unit. */
int history_run(const struct history *h, int from);

/* The number of finished games with all their throws and the mean loss per game (NAN if there are
 * none), with its standard error (NAN with fewer than two games). Losses are never negative; they
 * are in the unit of the run. */
struct loss {
    int games;
    double mean, error;
};
struct loss history_loss(const struct history *h, int from, int end);
