#include "solve/lanes.h"

#include "solve/vector.h"

/* All lanes of a hand fit into the registers of every target, so each loop over hands keeps its
 * result there until it is complete. */
enum { FOURS = LANES / 4 };
#define EACH_FOUR UNROLL for (int q = 0; q < FOURS; q++)

INLINE const four *in(const struct lane *lane) {
    return (const four *)lane->v;
}

CLONES static void keep(const struct hands *h, struct lane *hand) {
    for (int k = h->inner - 1; k >= 0; k--) {
        const uint16_t *more = h->more[k];
        four sum[FOURS], *out = (four *)hand[k].v;
        EACH_FOUR sum[q] = in(&hand[more[0]])[q];
        for (int face = 1; face < FACES; face++)
            EACH_FOUR sum[q] += in(&hand[more[face]])[q];
        EACH_FOUR out[q] = sum[q] * (1.0 / FACES);
    }
}

/* Gives each hand the best value among its own and those of its subsets with one die fewer. */
CLONES static void choose(const struct hands *h, struct lane *hand) {
    for (int i = 0; i < h->runs; i++) {
        int faces = h->faces[i];
        for (int n = h->run[i]; n < h->run[i + 1]; n++) {
            const struct climb *c = &h->climbs[n];
            four best[FOURS], *out = (four *)hand[c->hand].v;
            EACH_FOUR best[q] = out[q];
            for (int face = 0; face < faces; face++)
                EACH_FOUR four_raise(&best[q], &in(&hand[c->from[face]])[q]);
            EACH_FOUR out[q] = best[q];
        }
    }
}

CLONES static void root(const struct hands *h, const struct lane *hand, struct lane *ret) {
    four sum[FOURS] = {{0}}, *out = (four *)ret->v;
    for (int i = 0; i < h->count - h->inner; i++)
        EACH_FOUR sum[q] += h->chance[i] * in(&hand[h->inner + i])[q];
    EACH_FOUR out[q] = sum[q];
}

CLONES static void score(const struct hands *h, const struct lane_box *boxes, int count,
                         struct lane *hand) {
    for (int i = 0; i < h->count - h->inner; i++) {
        four best[FOURS], *out = (four *)hand[h->inner + i].v;
        EACH_FOUR best[q] = in(&boxes->row[boxes->kind[i]])[q];
        for (const struct lane_box *b = boxes + 1; b < boxes + count; b++)
            EACH_FOUR four_raise(&best[q], &in(&b->row[b->kind[i]])[q]);
        EACH_FOUR out[q] = best[q];
    }
}

void lanes_keep(const struct hands *h, struct lane *hand) {
    keep(h, hand);
}

void lanes_choose(const struct hands *h, struct lane *hand) {
    choose(h, hand);
}

void lanes_root(const struct hands *h, const struct lane *hand, struct lane *ret) {
    root(h, hand, ret);
}

void lanes_score(const struct hands *h, const struct lane_box *boxes, int count,
                 struct lane *hand) {
    score(h, boxes, count, hand);
}
