#include "solve/sheet_policy.h"

#include <string.h>

/* Only two re-rolls are kept apart; no book has more. */
_Static_assert(sizeof((struct policy_bench *)0)->keep / sizeof(struct lane[HAND_COUNT_MAX]) == 2,
               "a turn has at most three rolls");

void sheet_policy_make(const struct sheet_table *t, const struct sheet_spot *spot,
                       const struct sheet_after *after, struct policy_bench *bench) {
    size_t size = (size_t)t->hands.count * sizeof(struct lane);
    sheet_turn_score(t, spot, after, &bench->turn);
    for (int stage = t->rules.book->rolls - 2; stage >= 0; stage--) {
        lanes_keep(&t->hands, bench->turn.hand);
        memcpy(bench->keep[stage], bench->turn.hand, size);
        lanes_choose(&t->hands, bench->turn.hand);
        memcpy(bench->choose[stage], bench->turn.hand, size);
    }
}

/* Moves the chances of rolls down to the hands that are kept of them. A hand is kept as it is when
 * no part of it is better; else its best part lies within a hand of one die less. */
static void keep_best(const struct hands *h, const struct lane *keep, const struct lane *choose,
                      int lane, double *mass) {
    for (int run = h->runs - 1; run >= 0; run--) {
        for (int c = h->run[run]; c < h->run[run + 1]; c++) {
            const struct climb *climb = &h->climbs[c];
            int hand = climb->hand;
            double best = choose[hand].v[lane];
            if (mass[hand] == 0 || keep[hand].v[lane] >= best)
                continue;
            for (int f = 0; f < h->faces[run]; f++) {
                if (choose[climb->from[f]].v[lane] >= best) {
                    mass[climb->from[f]] += mass[hand];
                    break;
                }
            }
            mass[hand] = 0;
        }
    }
}

/* Rolls the missing dice, one at a time. */
static void roll_missing(const struct hands *h, double *mass) {
    for (int k = 0; k < h->inner; k++) {
        double each = mass[k] * (1.0 / FACES);
        if (each == 0)
            continue;
        for (int f = 0; f < FACES; f++)
            mass[h->more[k][f]] += each;
        mass[k] = 0;
    }
}

/* Five alike with the five-alike box filled, which is not scored by kinds. */
static bool is_joker(const struct sheet_table *t, const struct sheet_spot *spot, int roll) {
    int face = dice_commonest(t->hands.hand[t->hands.inner + roll]);
    return t->five >= 0 && (spot->filled >> t->five & 1) && t->alike_roll[face] == roll;
}

static int best_box(const struct sheet_table *t, const struct sheet_spot *spot,
                    const struct sheet_after *after, const struct policy_bench *bench, int roll,
                    int lane, bool joker, struct outcome *ret) {
    int best = -1;
    double most = 0;
    for (int box = 0; box < t->boxes; box++) {
        if (spot->filled >> box & 1)
            continue;
        double value;
        struct outcome o = {.after = *spot, .box = box};
        if (joker) {
            struct lane lanes;
            if (!sheet_spot_fill(t, &o.after, roll, box, &o.points, &o.scored))
                continue;
            after->value(after->user, &o.after, o.scored, lanes.v);
            value = lanes.v[0];
        } else {
            value = bench->turn.row[box][t->kind[box][roll]].v[lane];
        }
        if (best < 0 || value > most) {
            best = box;
            most = value;
            *ret = o;
        }
    }
    return best;
}

int sheet_policy_outcomes(const struct sheet_table *t, const struct sheet_spot *spot,
                          const struct sheet_after *after, struct policy_bench *bench, int lane,
                          struct outcome list[OUTCOMES_MAX]) {
    const struct hands *h = &t->hands;
    int rolls = h->count - h->inner, count = 0;
    memset(bench->mass, 0, sizeof bench->mass);
    memset(bench->by_kind, 0, sizeof bench->by_kind);
    memcpy(&bench->mass[h->inner], h->chance, (size_t)rolls * sizeof *h->chance);
    for (int stage = 0; stage < t->rules.book->rolls - 1; stage++) {
        keep_best(h, bench->keep[stage], bench->choose[stage], lane, bench->mass);
        roll_missing(h, bench->mass);
    }
    for (int roll = 0; roll < rolls; roll++) {
        double mass = bench->mass[h->inner + roll];
        struct outcome o;
        if (mass == 0)
            continue;
        bool joker = is_joker(t, spot, roll);
        int box = best_box(t, spot, after, bench, roll, lane, joker, &o);
        if (joker) {
            o.chance = mass;
            list[count++] = o;
        } else {
            bench->by_kind[box][t->kind[box][roll]] += mass;
        }
    }
    for (int box = 0; box < t->boxes; box++) {
        for (int k = 0; k < t->kinds[box]; k++) {
            if (bench->by_kind[box][k] == 0)
                continue;
            struct outcome *o = &list[count++];
            *o = (struct outcome){.after = *spot, .box = box, .chance = bench->by_kind[box][k]};
            o->points = o->scored = t->points[box][k];
            sheet_spot_pay(t, &o->after, box, o->points, o->scored);
        }
    }
    return count;
}

int sheet_policy_box(const struct sheet_table *t, const struct sheet_spot *spot,
                     const struct sheet_after *after, const struct policy_bench *bench, int roll,
                     int lane) {
    struct outcome o;
    return best_box(t, spot, after, bench, roll, lane, is_joker(t, spot, roll), &o);
}
