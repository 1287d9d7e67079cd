/* fair: dice that nobody can choose and everybody can check. doc/fairness.md specifies them and
 * says what they guarantee; this is the arithmetic, and the order in which things must be said.
 *
 * The host that throws the dice commits to a secret. Then every seat gives a share, at once or
 * sealed by a pledge first. In version 1 secret and shares together are the key from which every
 * throw follows by its number, and the secret is revealed at the end. In version 2 the secret is
 * the end of a chain of hashes, and each throw opens its next link: fair_chain.h. */
#pragma once

#include "core/text.h"
#include "rules/game.h"

enum { FAIR_BYTES = 32 };

enum fair_stage {
    FAIR_UNCOMMITTED, /* the dice are others, or the next game has no commitment yet */
    FAIR_COMMITTED,
    FAIR_REVEALED,
};

/* What a seat gives. */
struct gift {
    int seat;    /* from 0 */
    int nothing; /* it gives no share; of a reveal: the table is to know the secret */
    uint8_t bytes[FAIR_BYTES];
};

struct fair {
    uint8_t given[SEATS_MAX][FAIR_BYTES]; /* the share; the pledge until it is opened; or zero */
    uint32_t pledged, shared, passed;     /* seats, one bit each */
    uint32_t first_throw;                 /* the number at the table of this stream's throw 0 */
    int stage;
    int last; /* the seat, from 1, whose share came last of all that was given; 0: none's did */
};

void fair_commitment(const uint8_t secret[FAIR_BYTES], uint8_t ret[FAIR_BYTES]);

/* The same in both versions. */
void fair_pledge(const uint8_t commitment[FAIR_BYTES], int seat, const uint8_t share[FAIR_BYTES],
                 uint8_t ret[FAIR_BYTES]);

/* Out of the secret and what the seats have given. */
void fair_key(const uint8_t secret[FAIR_BYTES], const uint8_t commitment[FAIR_BYTES],
              const struct fair *f, int seats, uint8_t ret[FAIR_BYTES]);

/* The first n dice of a throw, in the order in which they fall. */
void fair_faces(const uint8_t key[FAIR_BYTES], uint32_t throw_number, int n, uint8_t *ret);
struct dice fair_dice(const uint8_t key[FAIR_BYTES], uint32_t throw_number, int n);

/* The hash of a log with one line more, from that of the log before it (zeros: an empty one). The
 * two may be the same array. */
void fair_log_hash(const uint8_t before[FAIR_BYTES], struct span line, uint8_t ret[FAIR_BYTES]);

/* Of `seats`, those that have to pledge or to give a share now, one bit each. */
uint32_t fair_missing(const struct fair *f, int seats);
bool fair_wants_pledges(const struct fair *f, int seats);

/* Whether a seat has said anything: from then on nothing but new dice can be set up. */
bool fair_begun(const struct fair *f);

/* A seat speaks. On failure nothing is changed. */
bool fair_take_pledge(struct fair *f, const struct gift *g, struct text *error);
bool fair_take_share(struct fair *f, const uint8_t commitment[FAIR_BYTES], int seats,
                     const struct gift *g, struct text *error);

/* Seats whose share alone makes the dice random, whatever all others do, the host included. */
uint32_t fair_sealing(const struct fair *f);

/* Whether dice may fall. */
bool fair_ready(const struct fair *f, int seats, struct text *error);
