/* fair: dice that nobody can choose and everybody can verify. doc/fairness.md specifies them and
 * their guarantees; this file has the arithmetic and the required order of steps.
 *
 * The host that throws the dice commits to a secret. Then every seat gives a share, either directly
 * or sealed by a pledge first. In version 1, secret and shares form the key that determines every
 * throw by its number, and the secret is revealed at the end. In version 2, the secret is the end
 * of a hash chain, and each throw opens the next link of the chain (see fair_chain.h). */
#pragma once

#include "core/text.h"
#include "rules/game.h"

enum { FAIR_BYTES = 32 };

enum fair_stage {
    FAIR_UNCOMMITTED, /* other kinds of dice, or no commitment yet for the next game */
    FAIR_COMMITTED,
    FAIR_REVEALED,
};

/* A pledge, a share or a revealed secret. */
struct gift {
    int seat;    /* from 0 */
    int nothing; /* a pass; in a reveal: fill in the secret known to the table */
    uint8_t bytes[FAIR_BYTES];
};

struct fair {
    uint8_t given[SEATS_MAX][FAIR_BYTES]; /* the share; before it, the pledge; else zeros */
    struct set pledged, shared, passed;   /* seats */
    uint64_t first_throw;                 /* table-wide number of the first throw of these dice */
    int stage;
    int last; /* the last seat to share, from 1; 0 if none has, or if a pass came last */
};

void fair_commitment(const uint8_t secret[FAIR_BYTES], uint8_t ret[FAIR_BYTES]);

/* Computes a seat's pledge from its share; the same in both versions. */
void fair_pledge(const uint8_t commitment[FAIR_BYTES], int seat, const uint8_t share[FAIR_BYTES],
                 uint8_t ret[FAIR_BYTES]);

/* The key of version 1 dice, derived from the secret and the seats' shares. */
void fair_key(const uint8_t secret[FAIR_BYTES], const uint8_t commitment[FAIR_BYTES],
              const struct fair *f, int seats, uint8_t ret[FAIR_BYTES]);

/* The first n dice of a throw; fair_faces() keeps the order in which they fall. */
void fair_faces(const uint8_t key[FAIR_BYTES], uint32_t throw_number, int n, uint8_t *ret);
struct dice fair_dice(const uint8_t key[FAIR_BYTES], uint32_t throw_number, int n);

/* The hash of a log extended by one line, computed from the line and the hash of the log before it
 * (zeros for an empty log). `before` and `ret` may be the same array. */
void fair_log_hash(const uint8_t before[FAIR_BYTES], struct span line, uint8_t ret[FAIR_BYTES]);

_Static_assert(sizeof(struct fair) == SEATS_MAX * FAIR_BYTES + 3 * sizeof(struct set) + 16,
               "no padding");

/* The seats that have to pledge or share next. */
struct set fair_missing(const struct fair *f, int seats);
bool fair_wants_pledges(const struct fair *f, int seats);

/* Whether any seat has pledged, shared or passed: from then on, setup lines may change only the
 * dice and the date. */
bool fair_begun(const struct fair *f);

/* Applies a seat's pledge or share. Changes nothing on failure. */
bool fair_take_pledge(struct fair *f, const struct gift *g, struct text *error);
bool fair_take_share(struct fair *f, const uint8_t commitment[FAIR_BYTES], int seats,
                     const struct gift *g, struct text *error);

/* Seats whose share alone makes the dice random, whatever all others do, the host included. */
struct set fair_sealing(const struct fair *f);

/* Whether dice may be thrown. */
bool fair_ready(const struct fair *f, int seats, struct text *error);
