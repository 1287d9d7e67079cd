/* fair_check: whether fair dice match their commitments, and who could have chosen them. */
#pragma once

#include "core/json.h"
#include "play/table.h"

/* One commitment and the throws made under it. */
struct fair_deal {
    int line, until;            /* line of its commitment; first line after the deal */
    int game;                   /* number in the series, from 1 */
    int reveal;                 /* the line of its reveal; 0: not revealed */
    bool followed;              /* another dice entry follows */
    struct set sealed;          /* seats whose share alone makes its dice random */
    const struct state *shares; /* the state after the last pledge or share, from table_state() */
    uint8_t secret[FAIR_BYTES]; /* the revealed secret */
    int first, throws;          /* index of its first throw, number of throws; undone ones count */
};

/* The verdict on all deals; doc/fairness.md explains each value. */
enum fair_verdict {
    FAIR_NONE,      /* no fair dice were rolled */
    FAIR_SEALED,    /* all throws are right, and a share makes each game's dice random */
    FAIR_ABANDONED, /* like FAIR_SEALED, but some commitments were replaced before any throw */
    FAIR_UNSEALED,  /* all throws are right, but the host may have chosen some game's dice */
    FAIR_PENDING,   /* version 1: some throws cannot be checked until the secret is revealed */
    FAIR_BROKEN,    /* see table_wrong_throw() */
};

struct fair_sum {
    enum fair_verdict verdict;
    int throws, checked;
    int abandoned;     /* commitments replaced before any throw */
    struct set sealed; /* seats that seal every game in which dice were thrown; none if broken */
};

struct fair_sum fair_check(const struct table *t);

/* The verdict for people: "sealed by seats 1, 2". */
void fair_words(const struct table *t, const struct fair_sum *sum, struct text *out);

/* Adds the verdict and all deals as fields to an open JSON object. */
void fair_json(struct json *j, const struct table *t);
