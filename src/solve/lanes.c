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

/* The best value among those of a hand and of its subsets with one die fewer. */
INLINE void best_of(const struct climb *c, int faces, const struct lane *hand, four best[FOURS]) {
    EACH_FOUR best[q] = in(&hand[c->hand])[q];
    for (int face = 0; face < faces; face++)
        EACH_FOUR four_raise(&best[q], &in(&hand[c->from[face]])[q]);
}

/* Gives each hand the best value among its own and those of its subsets, up to the last of these
 * runs of climbs. */
CLONES static void choose(const struct hands *h, int runs, struct lane *hand) {
    for (int i = 0; i < runs; i++) {
        for (int n = h->run[i]; n < h->run[i + 1]; n++) {
            four best[FOURS], *out = (four *)hand[h->climbs[n].hand].v;
            best_of(&h->climbs[n], h->faces[i], hand, best);
            EACH_FOUR out[q] = best[q];
        }
    }
}

CLONES static void root(const struct hands *h, const struct lane *hand, struct lane *ret) {
    four sum[FOURS] = {{0}}, *out = (four *)ret->v;
    for (int i = h->inner_runs; i < h->runs; i++) {
        for (int n = h->run[i]; n < h->run[i + 1]; n++) {
            four best[FOURS];
            best_of(&h->climbs[n], h->faces[i], hand, best);
            EACH_FOUR sum[q] += h->chance[h->climbs[n].hand - h->inner] * best[q];
        }
    }
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

CLONES static void add(const double *value, double points, double *ret) {
    const four *from = (const four *)value;
    four *to = (four *)ret;
    EACH_FOUR to[q] = from[q] + points;
}

void lanes_keep(const struct hands *h, struct lane *hand) {
    keep(h, hand);
}

void lanes_choose(const struct hands *h, struct lane *hand) {
    choose(h, h->runs, hand);
}

void lanes_root(const struct hands *h, struct lane *hand, struct lane *ret) {
    choose(h, h->inner_runs, hand);
    root(h, hand, ret);
}

void lanes_score(const struct hands *h, const struct lane_box *boxes, int count,
                 struct lane *hand) {
    score(h, boxes, count, hand);
}

void lanes_add(const double *value, double points, double *ret) {
    add(value, points, ret);
}
