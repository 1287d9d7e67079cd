#include "solve/sheet_policy.h"

#include <string.h>

#include "solve/vector.h"

/* ---- moving probabilities: the same steps in all lanes, without branches ---- */

/* Moves `mass` to `to` in the lanes where `value` is as good as `best`. */
static inline void move_where_best(struct lane *restrict mass, struct lane *restrict to,
                                   const struct lane *value, const struct lane *best) {
    FOR_LANES {
        double moved = value->v[l] >= best->v[l] ? mass->v[l] : 0;
        to->v[l] += moved;
        mass->v[l] -= moved;
    }
}

/* Moves the probabilities of rolls down to the hands kept from them. A hand is kept whole if no
 * subset is better; otherwise its best subset lies within a hand with one die fewer. */
CLONES static void keep_best(const struct hands *h, const struct lane *keep,
                             const struct lane *choose, struct lane *mass) {
    for (int run = h->runs - 1; run >= 0; run--) {
        for (int c = h->run[run]; c < h->run[run + 1]; c++) {
            const struct climb *climb = &h->climbs[c];
            const struct lane *best = &choose[climb->hand];
            struct lane *here = &mass[climb->hand], leaving, staying = {{0}};
            leaving = *here;
            move_where_best(&leaving, &staying, &keep[climb->hand], best);
            for (int f = 0; f < h->faces[run]; f++)
                move_where_best(&leaving, &mass[climb->from[f]], &choose[climb->from[f]], best);
            *here = staying;
        }
    }
}

/* Rolls the missing dice, one at a time. */
CLONES static void roll_missing(const struct hands *h, struct lane *mass) {
    for (int k = 0; k < h->inner; k++) {
        struct lane each;
        FOR_LANES {
            each.v[l] = mass[k].v[l] * (1.0 / FACES);
            mass[k].v[l] = 0;
        }
        for (int f = 0; f < FACES; f++) {
            double *to = mass[h->more[k][f]].v;
            FOR_LANES to[l] += each.v[l];
        }
    }
}

/* Fills the best box, or the first of several equally good ones. `best` has, for each roll, the
 * value of its best box. */
CLONES static void fill_best(const struct sheet_table *t, uint32_t filled, const struct lane *best,
                             struct policy_bench *bench) {
    const struct hands *h = &t->hands;
    for (int roll = 0; roll < h->count - h->inner; roll++) {
        struct lane *mass = &bench->mass[h->inner + roll];
        for (int box = 0; box < t->boxes; box++) {
            int kind = t->kind[box][roll];
            if (!(filled >> box & 1))
                move_where_best(mass, &bench->by_kind[box][kind], &bench->turn.row[box][kind],
                                &best[h->inner + roll]);
        }
    }
}

/* ---- the turn ---- */

static void start_mass(const struct hands *h, const struct game *from, struct lane *mass) {
    memset(mass, 0, (size_t)h->count * sizeof *mass);
    if (from && from->rolls) {
        double *here = mass[hand_index(h, from->dice)].v;
        FOR_LANES here[l] = 1;
        return;
    }
    for (int i = h->inner; i < h->count; i++) {
        double chance = h->chance[i - h->inner];
        FOR_LANES mass[i].v[l] = chance;
    }
}

void sheet_policy_first_roll(const struct hands *h, struct policy_bench *bench) {
    start_mass(h, NULL, bench->mass);
}

void sheet_policy_roll(const struct hands *h, struct policy_bench *bench) {
    roll_missing(h, bench->mass);
}

static void fill_jokers(const struct sheet_table *t, const struct sheet_spot *spot,
                        const struct sheet_after *after, const struct lane *best,
                        struct policy_bench *bench) {
    for (int face = 1; face <= FACES; face++) {
        int hand = t->hands.inner + t->five_roll[face];
        const struct joker_claim *claims = sheet_joker_claims(t, spot->filled, spot->holds, face);
        for (int box = 0; box < t->boxes; box++) {
            if ((spot->filled >> box & 1) || !claims[box].allowed)
                continue;
            int scored = claims[box].points + claims[box].bonus;
            struct sheet_spot next = *spot;
            struct lane value;
            sheet_spot_pay(t, &next, box, claims[box].points, scored);
            after->value(after->user, &next, scored, value.v);
            move_where_best(&bench->mass[hand], &bench->by_face[face][box], &value, &best[hand]);
        }
    }
}

void sheet_policy_values(const struct sheet_table *t, const struct sheet_spot *spot,
                         const struct sheet_after *after, struct policy_bench *bench) {
    const struct hands *h = &t->hands;
    size_t size = (size_t)h->count * sizeof(struct lane);
    sheet_turn_score(t, spot, after, &bench->turn);
    for (int stage = t->rules.book->rolls - 2; stage >= 0; stage--) {
        lanes_keep(h, bench->turn.hand);
        memcpy(bench->keep[stage], bench->turn.hand, size);
        lanes_choose(h, bench->turn.hand);
        memcpy(bench->choose[stage], bench->turn.hand, size);
    }
}

void sheet_policy_make(const struct sheet_table *t, const struct sheet_spot *spot,
                       const struct sheet_after *after, const struct game *from,
                       struct policy_bench *bench) {
    const struct hands *h = &t->hands;
    int stages = t->rules.book->rolls - 1, made = from ? from->rolls : 0;
    sheet_policy_values(t, spot, after, bench);
    start_mass(h, from, bench->mass);
    if (made && from->phase == PHASE_ROLL)
        roll_missing(h, bench->mass); /* the dice to keep have been chosen */
    else
        made -= made > 0;
    for (int stage = made; stage < stages; stage++) {
        keep_best(h, bench->keep[stage], bench->choose[stage], bench->mass);
        roll_missing(h, bench->mass);
    }
    /* A roll kept whole has the value of its best box. */
    const struct lane *best = stages ? bench->keep[stages - 1] : bench->turn.hand;
    memset(bench->by_kind, 0, sizeof bench->by_kind);
    if (t->five >= 0 && (spot->filled >> t->five & 1)) {
        memset(bench->by_face, 0, sizeof bench->by_face);
        fill_jokers(t, spot, after, best, bench); /* takes all the mass of five-of-a-kind rolls */
    }
    fill_best(t, spot->filled, best, bench);
}

static void add_outcome(const struct sheet_table *t, const struct sheet_spot *spot, int box,
                        int points, int bonus, double chance, struct outcome *ret) {
    *ret = (struct outcome){.after = *spot, .box = box, .chance = chance};
    ret->points = points;
    ret->scored = points + bonus;
    sheet_spot_pay(t, &ret->after, box, points, ret->scored);
}

int sheet_policy_outcomes(const struct sheet_table *t, const struct sheet_spot *spot,
                          const struct policy_bench *bench, int lane,
                          struct outcome list[OUTCOMES_MAX]) {
    int count = 0;
    for (int box = 0; box < t->boxes; box++) {
        if (spot->filled >> box & 1)
            continue;
        for (int k = 0; k < t->kinds[box]; k++) {
            double chance = bench->by_kind[box][k].v[lane];
            if (chance != 0)
                add_outcome(t, spot, box, t->points[box][k], 0, chance, &list[count++]);
        }
    }
    if (t->five < 0 || !(spot->filled >> t->five & 1))
        return count;
    for (int face = 1; face <= FACES; face++) {
        const struct joker_claim *claims = sheet_joker_claims(t, spot->filled, spot->holds, face);
        for (int box = 0; box < t->boxes; box++) {
            double chance = bench->by_face[face][box].v[lane];
            if (chance != 0)
                add_outcome(t, spot, box, claims[box].points, claims[box].bonus, chance,
                            &list[count++]);
        }
    }
    return count;
}
