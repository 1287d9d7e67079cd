/* analysis: a record with the ledgers of all its games. */
#pragma once

#include "coach/ledger.h"

struct analysis {
    const char *name;          /* path of the record or a title, or NULL; owned by the caller */
    const struct table *table; /* owned by the caller */
    struct ledger *games;      /* one ledger per game of the series */
    int count;

    /* The sides of the series: those of the last game in the order of their seats, then those that
     * played only earlier games. */
    struct seat sides[SEATS_MAX];
    int side_count;

    /* Sums over all games of the series, per side and per person as in a ledger; the ledger's
     * identity holds for the sums per side, too. */
    struct account seat[SEATS_MAX];
    struct account person[SEATS_MAX][PEOPLE_MAX];
};

/* Returns false if the value of a game is unknown; in a series, the error says which game. */
bool analysis_of(const struct solved_tables *tables, const struct table *t, const char *name,
                 struct analysis *ret, struct text *error);
/* The side that sat at this seat in this game (from 0); -1 if there were too many sides. */
int analysis_side(const struct analysis *a, int game, int seat);

void analysis_free(struct analysis *a); /* a zeroed struct is fine */
