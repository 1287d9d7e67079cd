/* analysis: a record with the ledgers of all its games. */
#pragma once

#include "coach/ledger.h"

struct analysis {
    const char *name;          /* path of the record or a title, or NULL; owned by the caller */
    const struct table *table; /* owned by the caller */
    struct ledger *games;      /* one ledger per game of the series */
    int count;

    /* Sums over all games of the series, per seat and per person as in a ledger; the ledger's
     * identity holds for the sums per seat, too. */
    struct account seat[SEATS_MAX];
    struct account person[SEATS_MAX][PEOPLE_MAX];
};

/* Returns false if the value of a game is unknown; in a series, the error says which game. */
bool analysis_of(const struct solved_tables *tables, const struct table *t, const char *name,
                 struct analysis *ret, struct text *error);
/* The players of a seat. A table at which nobody sat down still has one seat. */
const struct seat *analysis_seat(const struct analysis *a, int seat);

void analysis_free(struct analysis *a); /* a zeroed struct is fine */
