/* history: how people have played over many records: one performance a person and game.
 *
 * Of partners each person has a performance of his own, with his own rolls and decisions; par,
 * others and result are those of the side. */
#pragma once

#include "coach/analysis.h"

struct performance {
    char name[PERSON_NAME_MAX + 1];
    char date[32]; /* of the record, or "" */
    char rules[RULES_TEXT_MAX];
    const char *record; /* its name, the caller's */
    int game, seat;     /* from 0 */
    int unit;
    bool bot, partners, finished, approximate;
    struct account account; /* luck, errors, decisions, grades, accuracy, hints are the person's */

    /* What was worse than good, by kind. */
    int slips[SLIPS];
    double slip_cost[SLIPS];
};

struct history {
    struct performance *list;
    int count, room;
};

void history_add(struct history *h, const struct analysis *a);

/* Appends all of another one. */
void history_join(struct history *h, const struct history *other);

/* By rules, person, and then in time; records without a date by their names. */
void history_sort(struct history *h);
void history_free(struct history *h); /* a zeroed one is fine */

/* After sorting: the end of the run of performances that begins at `from` and is of the same
 * person, rules and unit. */
int history_run(const struct history *h, int from);

/* Finished games and the mean of what was given away in them, with its standard error (NAN below
 * two games). Costs: never below 0, in the unit of the run. */
struct loss {
    int games;
    double mean, error;
};
struct loss history_loss(const struct history *h, int from, int end);
