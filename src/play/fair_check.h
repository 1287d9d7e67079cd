/* fair_check: whether the throws of a table's fair dice are those that were committed to, and who
 * could have chosen them. */
#pragma once

#include "core/json.h"
#include "play/table.h"

/* One commitment and what was thrown under it. */
struct fair_deal {
    int line, until;            /* of its commitment; where the next begins, or behind the log */
    int game;                   /* of the series, from 1 */
    int reveal;                 /* the line of its reveal; 0: not revealed */
    bool followed;              /* by another commitment */
    uint32_t sealed;            /* seats whose share alone makes its dice random */
    const struct state *shares; /* the table once all seats had given theirs: a table_state() */
    uint8_t secret[FAIR_BYTES]; /* of a reveal */
    int first, throws; /* its throws at the table, from the first; undone ones are throws, too */
};

/* What can be said of all of them; doc/fairness.md has what each means. */
enum fair_verdict {
    FAIR_NONE,      /* no fair dice have fallen */
    FAIR_SEALED,    /* every throw is right, and somebody's share makes every game's dice random */
    FAIR_ABANDONED, /* the same, but commitments were replaced before a throw */
    FAIR_UNSEALED, /* every throw is right, but nobody's share rules out that the host chose them */
    FAIR_PENDING,  /* version 1: some cannot be checked before their secret is revealed */
    FAIR_BROKEN,   /* table_wrong_throw() */
};

struct fair_sum {
    enum fair_verdict verdict;
    int throws, checked;
    int abandoned;   /* commitments */
    uint32_t sealed; /* seats that seal every game in which dice have fallen */
};

struct fair_sum fair_check(const struct table *t);

/* The verdict as people read it: "sealed by seats 1, 2". */
void fair_words(const struct table *t, const struct fair_sum *sum, struct text *out);

/* What is wrong, in words, where the dice are broken. */
void fair_wrong_words(const struct wrong_throw *wrong, struct text *out);

/* All of it as fields of an object. */
void fair_json(struct json *j, const struct table *t);
