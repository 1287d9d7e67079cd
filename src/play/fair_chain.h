/* fair_chain: version 2 of fair dice (doc/fairness.md). The secret is the end of a hash chain that
 * starts at the commitment. Each throw opens the next link, so everybody can verify the throw at
 * once; later links stay unknown. */
#pragma once

#include "play/fair.h"

enum {
    FAIR_CHAIN_MAX = 4096,   /* links; computing a chain this long takes about a millisecond */
    FAIR_CHAIN_USUAL = 1024, /* enough for nearly every game */
    FAIR_MARK = 16,          /* bytes of the log hash written in a line */
};

/* The proof in a line about version 2 dice: the link that a roll opens, and a hash of the log. */
struct proof {
    int given, spare;
    uint8_t link[FAIR_BYTES]; /* rolls only */
    uint8_t mark[FAIR_MARK];
};

/* Computes link `number` from the next one. Every link includes the chain length; otherwise the
 * start of a long chain could pass for a shorter one with different dice. */
void chain_step(int links, uint32_t number, const uint8_t next[FAIR_BYTES],
                uint8_t ret[FAIR_BYTES]);

/* Link `number` of a chain of `links` links ending in this secret; link 0 is the commitment. */
void chain_link(const uint8_t secret[FAIR_BYTES], int links, int number, uint8_t ret[FAIR_BYTES]);

/* The dice of throw `number`, which opens link number + 1; chain_faces() puts them in the order
 * they fall. */
struct chain_throw {
    const uint8_t *commitment, *link;
    int links, seats;
    const struct fair *shares;
    uint32_t number;
};
void chain_faces(const struct chain_throw *throw, int n, uint8_t *ret);
struct dice chain_dice(const struct chain_throw *throw, int n);

/* The links of a known secret, for the table that throws with it. Stores some of the links and
 * computes the others when needed. */
struct chain;

/* NULL if the secret does not lead to the commitment. */
struct chain *chain_new(const uint8_t secret[FAIR_BYTES], int links,
                        const uint8_t commitment[FAIR_BYTES]);
void chain_free(struct chain *c); /* NULL is fine */
const uint8_t *chain_at(struct chain *c, int number);
size_t chain_bytes(const struct chain *c); /* memory used */
