#include "solve/lanes.h"

#include "solve/vector.h"

#define MAX(a, b) ((a) > (b) ? (a) : (b))

CLONES static void keep(const struct hands *h, struct lane *hand) {
    for (int k = h->inner - 1; k >= 0; k--) {
        const uint16_t *more = h->more[k];
        const double *a = hand[more[0]].v, *b = hand[more[1]].v, *c = hand[more[2]].v;
        const double *d = hand[more[3]].v, *e = hand[more[4]].v, *f = hand[more[5]].v;
        double *out = hand[k].v;
        FOR_LANES out[l] = (a[l] + b[l] + c[l] + d[l] + e[l] + f[l]) * (1.0 / FACES);
    }
}

/* Gives each hand in a run the best value among its own and those of its subsets with one die
 * fewer. All hands in a run have the same number of different faces, so the inner loops have no
 * branches. */
CLONES static void climb_run(const struct climb *c, const struct climb *end, int faces,
                             struct lane *hand) {
    switch (faces) {
    case 1:
        for (; c < end; c++) {
            const double *a = hand[c->from[0]].v;
            double *out = hand[c->hand].v;
            FOR_LANES out[l] = MAX(out[l], a[l]);
        }
        break;
    case 2:
        for (; c < end; c++) {
            const double *a = hand[c->from[0]].v, *b = hand[c->from[1]].v;
            double *out = hand[c->hand].v;
            FOR_LANES {
                double ab = MAX(a[l], b[l]);
                out[l] = MAX(out[l], ab);
            }
        }
        break;
    case 3:
        for (; c < end; c++) {
            const double *a = hand[c->from[0]].v, *b = hand[c->from[1]].v;
            const double *d = hand[c->from[2]].v;
            double *out = hand[c->hand].v;
            FOR_LANES {
                double ab = MAX(a[l], b[l]), rest = MAX(out[l], d[l]);
                out[l] = MAX(ab, rest);
            }
        }
        break;
    case 4:
        for (; c < end; c++) {
            const double *a = hand[c->from[0]].v, *b = hand[c->from[1]].v;
            const double *d = hand[c->from[2]].v, *e = hand[c->from[3]].v;
            double *out = hand[c->hand].v;
            FOR_LANES {
                double ab = MAX(a[l], b[l]), de = MAX(d[l], e[l]), all = MAX(ab, de);
                out[l] = MAX(out[l], all);
            }
        }
        break;
    case 5:
        for (; c < end; c++) {
            const double *a = hand[c->from[0]].v, *b = hand[c->from[1]].v;
            const double *d = hand[c->from[2]].v, *e = hand[c->from[3]].v;
            const double *f = hand[c->from[4]].v;
            double *out = hand[c->hand].v;
            FOR_LANES {
                double ab = MAX(a[l], b[l]), de = MAX(d[l], e[l]), fo = MAX(f[l], out[l]);
                double all = MAX(ab, de);
                out[l] = MAX(all, fo);
            }
        }
        break;
    default:
        for (; c < end; c++) {
            const double *a = hand[c->from[0]].v, *b = hand[c->from[1]].v;
            const double *d = hand[c->from[2]].v, *e = hand[c->from[3]].v;
            const double *f = hand[c->from[4]].v, *g = hand[c->from[5]].v;
            double *out = hand[c->hand].v;
            FOR_LANES {
                double ab = MAX(a[l], b[l]), de = MAX(d[l], e[l]), fg = MAX(f[l], g[l]);
                double abde = MAX(ab, de), rest = MAX(fg, out[l]);
                out[l] = MAX(abde, rest);
            }
        }
        break;
    }
}

CLONES static void root(const struct hands *h, const struct lane *hand, struct lane *ret) {
    struct lane sum = {{0}};
    for (int i = 0; i < h->count - h->inner; i++) {
        double chance = h->chance[i];
        const double *roll = hand[h->inner + i].v;
        FOR_LANES sum.v[l] += chance * roll[l];
    }
    *ret = sum;
}

/* Scores four boxes at a time: this takes fewer passes over the rolls, and the pointers still fit
 * into the registers. Slots beyond the count repeat the first box, which changes no maximum. */
CLONES static void score_four(const struct hands *h, const struct lane_box *b, int count,
                              bool first, struct lane *hand) {
    const struct lane_box *b1 = &b[count > 1 ? 1 : 0], *b2 = &b[count > 2 ? 2 : 0],
                          *b3 = &b[count > 3 ? 3 : 0];
    int rolls = h->count - h->inner;
    for (int i = 0; i < rolls; i++) {
        const double *p = b->row[b->kind[i]].v, *q = b1->row[b1->kind[i]].v;
        const double *r = b2->row[b2->kind[i]].v, *s = b3->row[b3->kind[i]].v;
        double *out = hand[h->inner + i].v;
        if (first) {
            FOR_LANES {
                double pq = MAX(p[l], q[l]), rs = MAX(r[l], s[l]);
                out[l] = MAX(pq, rs);
            }
        } else {
            FOR_LANES {
                double pq = MAX(p[l], q[l]), rs = MAX(r[l], s[l]), all = MAX(pq, rs);
                out[l] = MAX(out[l], all);
            }
        }
    }
}

void lanes_keep(const struct hands *h, struct lane *hand) {
    keep(h, hand);
}

void lanes_choose(const struct hands *h, struct lane *hand) {
    for (int i = 0; i < h->runs; i++)
        climb_run(&h->climbs[h->run[i]], &h->climbs[h->run[i + 1]], h->faces[i], hand);
}

void lanes_root(const struct hands *h, const struct lane *hand, struct lane *ret) {
    root(h, hand, ret);
}

void lanes_score(const struct hands *h, const struct lane_box *boxes, int count,
                 struct lane *hand) {
    for (int b = 0; b < count; b += 4)
        score_four(h, &boxes[b], count - b, b == 0, hand);
}
