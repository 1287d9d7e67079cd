/* analysis: a record with the ledgers of all its games. */
#pragma once

#include "coach/ledger.h"

struct analysis {
    const char *name;          /* of the record: its path; the caller's; NULL: there is none */
    const struct table *table; /* the caller's */
    struct ledger *games;      /* of the series, in order */
    int count;

    /* All games of the series added up: per seat as in a ledger, the identity included. */
    struct account seat[SEATS_MAX];
    struct account person[SEATS_MAX][PEOPLE_MAX];
};

/* False when a game has no known value; the error says which. */
bool analysis_of(const struct solved_tables *tables, const struct table *t, const char *name,
                 struct analysis *ret, struct text *error);
/* Who sits there. At a table at which nobody sat down there is one seat all the same. */
const struct seat *analysis_seat(const struct analysis *a, int seat);

void analysis_free(struct analysis *a); /* a zeroed one is fine */
