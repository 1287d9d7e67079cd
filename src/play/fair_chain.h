/* fair_chain: fair dice of version 2 (doc/fairness.md). The secret is the end of a chain of hashes
 * whose beginning is the commitment. Each throw opens the next link, so everybody can check it as
 * it falls; the links behind it stay unknown. */
#pragma once

#include "play/fair.h"

enum {
    FAIR_CHAIN_MAX = 4096,   /* links; working a chain out takes about a millisecond */
    FAIR_CHAIN_USUAL = 1024, /* more than nearly every game needs */
    FAIR_MARK = 16,          /* bytes of the log's hash that stand in a line */
};

/* What a line about version-2 dice proves: the link that a roll opens, and the log before it. */
struct proof {
    int given, spare;
    uint8_t link[FAIR_BYTES]; /* of a roll */
    uint8_t mark[FAIR_MARK];
};

/* Link `number` from the one behind it. The length of the chain is in every link, or the beginning
 * of a long chain could pass for a shorter one, with other dice. */
void chain_step(int links, uint32_t number, const uint8_t next[FAIR_BYTES],
                uint8_t ret[FAIR_BYTES]);

/* Link `number` of the chain of so many links that ends in this secret; link 0 is the commitment.
 */
void chain_link(const uint8_t secret[FAIR_BYTES], int links, int number, uint8_t ret[FAIR_BYTES]);

/* The dice of throw t, in the order in which they fall: t opens link t + 1. */
struct chain_throw {
    const uint8_t *commitment, *link;
    int links, seats;
    const struct fair *shares;
    uint32_t number;
};
void chain_faces(const struct chain_throw *throw, int n, uint8_t *ret);
struct dice chain_dice(const struct chain_throw *throw, int n);

/* The links of a secret that is known here, for the table that throws with it: some of them, from
 * which the next are worked out when they are needed. */
struct chain;

/* NULL when its first link is not the commitment. */
struct chain *chain_new(const uint8_t secret[FAIR_BYTES], int links,
                        const uint8_t commitment[FAIR_BYTES]);
void chain_free(struct chain *c); /* NULL is fine */
const uint8_t *chain_at(struct chain *c, int number);
size_t chain_bytes(const struct chain *c); /* of memory */
