#include "play/fair_chain.h"

#include <stdlib.h>
#include <string.h>

#include "core/blake2b.h"
#include "core/memory.h"
#include "play/fair_bytes.h"

static const char label_chain[] = "yard-fair2-chain", label_share[] = "yard-fair2-share",
                  label_throw[] = "yard-fair2-throw";

/* ---- links ---- */

void chain_step(int links, uint32_t number, const uint8_t next[FAIR_BYTES],
                uint8_t ret[FAIR_BYTES]) {
    uint8_t message[FAIR_LABEL + 8 + FAIR_BYTES];
    uint8_t *end = put_number(put_bytes(message, label_chain, FAIR_LABEL), (uint32_t)links);
    end = put_number(end, number);
    end = put_bytes(end, next, FAIR_BYTES);
    blake2b(span_between(message, end), NULL, 0, ret, FAIR_BYTES);
}

void chain_link(const uint8_t secret[FAIR_BYTES], int links, int number, uint8_t ret[FAIR_BYTES]) {
    memcpy(ret, secret, FAIR_BYTES);
    for (int i = links - 1; i >= number; i--)
        chain_step(links, (uint32_t)i, ret, ret);
}

/* ---- throws ---- */

static void mix_shares(const struct chain_throw *t, uint8_t ret[FAIR_BYTES]) {
    uint8_t message[FAIR_LABEL + FAIR_BYTES + 4 + FAIR_PARTS_MAX];
    uint8_t *end = put_bytes(message, label_share, FAIR_LABEL);
    end = put_number(put_bytes(end, t->commitment, FAIR_BYTES), (uint32_t)t->links);
    end = put_parts(end, t->shares, t->seats);
    blake2b(span_between(message, end), NULL, 0, ret, FAIR_BYTES);
}

void chain_faces(const struct chain_throw *t, int n, uint8_t *ret) {
    uint8_t message[FAIR_LABEL + FAIR_BYTES + 8];
    uint8_t *mix = put_bytes(message, label_throw, FAIR_LABEL);
    mix_shares(t, mix);
    uint8_t *end = put_number(mix + FAIR_BYTES, t->number);
    faces_of_blocks(span_between(message, end + 4), t->link, n, ret);
}

struct dice chain_dice(const struct chain_throw *t, int n) {
    uint8_t faces[DICE_MAX];
    chain_faces(t, n, faces);
    return dice_of_faces(faces, n);
}

/* ---- chain of a known secret ---- */

/* Stores the last link of each stretch, and all links of one stretch: a throw costs about one hash,
 * and a chain of 1,024 links takes two kilobytes. */
enum { STRETCH = 32 };

struct chain {
    int links;
    int at_hand;                       /* the stretch stored in `near`; -1: none */
    uint8_t near[STRETCH][FAIR_BYTES]; /* link at_hand * STRETCH + 1 and the ones after it */
    uint8_t kept[][FAIR_BYTES];        /* the last link of each stretch */
};

static int stretches(int links) {
    return (links + STRETCH - 1) / STRETCH;
}

static int last_of(const struct chain *c, int stretch) {
    int last = (stretch + 1) * STRETCH;
    return last < c->links ? last : c->links;
}

struct chain *chain_new(const uint8_t secret[FAIR_BYTES], int links,
                        const uint8_t commitment[FAIR_BYTES]) {
    struct chain *c = grab(1, sizeof *c + (size_t)stretches(links) * FAIR_BYTES);
    uint8_t link[FAIR_BYTES];
    c->links = links;
    c->at_hand = -1;
    memcpy(link, secret, FAIR_BYTES);
    for (int i = links; i > 0; i--) {
        if (i == last_of(c, (i - 1) / STRETCH))
            memcpy(c->kept[(i - 1) / STRETCH], link, FAIR_BYTES);
        chain_step(links, (uint32_t)i - 1, link, link);
    }
    if (!memcmp(link, commitment, FAIR_BYTES))
        return c;
    chain_free(c);
    return NULL;
}

void chain_free(struct chain *c) {
    free(c);
}

const uint8_t *chain_at(struct chain *c, int number) {
    int stretch = (number - 1) / STRETCH, first = stretch * STRETCH + 1;
    if (c->at_hand != stretch) {
        int last = last_of(c, stretch);
        memcpy(c->near[last - first], c->kept[stretch], FAIR_BYTES);
        for (int i = last - 1; i >= first; i--)
            chain_step(c->links, (uint32_t)i, c->near[i + 1 - first], c->near[i - first]);
        c->at_hand = stretch;
    }
    return c->near[number - first];
}

size_t chain_bytes(const struct chain *c) {
    return c ? sizeof *c + (size_t)stretches(c->links) * FAIR_BYTES : 0;
}
