#include "solve/sheet_soft.h"

#include <string.h>

#include "rules/sheet.h"
#include "solve/dominated.h"
#include "solve/vector.h"

enum { WAYS_MAX = PARTS_MAX + BOXES_MAX };

/* It is safe to sum weights down to exp(-SAFE) and to divide by their sum. */
static const double SAFE = 600;

void sheet_soft_make(const struct sheet_table *t, double temperature, struct sheet_soft *ret) {
    const struct hands *h = &t->hands;
    int count = 0;
    memset(ret, 0, sizeof *ret);
    ret->temperature = temperature;
    for (int roll = 0; roll < h->count - h->inner; roll++) {
        ret->first[roll] = count;
        for (int k = 0; k < h->inner; k++) {
            if (dice_contain(h->hand[h->inner + roll], h->hand[k]))
                ret->part[count++] = (uint16_t)k;
        }
    }
    ret->first[h->count - h->inner] = count;
    for (int box = 0; box < t->boxes; box++) {
        for (int roll = 0; roll < h->count - h->inner; roll++) {
            for (int only = 0; only < 2; only++)
                ret->hasty[only][roll] |= (uint32_t)box_is_hasty(&t->rules.book->boxes[box],
                                                                 h->hand[h->inner + roll], only)
                                          << box;
        }
    }
    for (int k = 0; k < h->inner; k++) {
        for (int f = 0; f < FACES; f++) {
            int step = ret->steps[f]++;
            ret->hand[f][step] = h->more[k][f];
            ret->less[f][step] = (uint16_t)k;
        }
    }
}

/* ---- weights ---- */

/* exp(x) for x up to 0 (or barely above), accurate to the last digit or two; far below 0 the result
 * stays positive. Written out because the library function is not vectorized. */
INLINE double soft_exp(double x) {
    union {
        double value;
        int64_t bits;
    } whole, power;
    x = x < -700 ? -700 : x;
    whole.value = x * 1.44269504088896338700 + 0x1.8p52; /* rounds to an integer exponent */
    double n = whole.value - 0x1.8p52;
    double r = x - n * 6.93147180369123816490e-01 - n * 1.90821492927058770002e-10;
    double p = 1.0 / 479001600;
    p = p * r + 1.0 / 39916800;
    p = p * r + 1.0 / 3628800;
    p = p * r + 1.0 / 362880;
    p = p * r + 1.0 / 40320;
    p = p * r + 1.0 / 5040;
    p = p * r + 1.0 / 720;
    p = p * r + 1.0 / 120;
    p = p * r + 1.0 / 24;
    p = p * r + 1.0 / 6;
    p = p * r + 0.5;
    p = p * r + 1;
    p = p * r + 1;
    power.bits = (int64_t)((uint64_t)(whole.bits + 1023) << 52);
    return p * power.value;
}

CLONES static void weigh(const struct lane *value, int count, const struct lane *best,
                         double per_point, struct lane *weight) {
    for (int i = 0; i < count; i++) {
        FOR_LANES weight[i].v[l] = soft_exp((value[i].v[l] - best->v[l]) * per_point);
    }
}

CLONES static void find_best(const struct lane *value, int count, struct lane *best) {
    *best = value[0];
    for (int i = 1; i < count; i++) {
        FOR_LANES best->v[l] = value[i].v[l] > best->v[l] ? value[i].v[l] : best->v[l];
    }
}

INLINE void lane_add(struct lane *to, const struct lane *from) {
    FOR_LANES to->v[l] += from->v[l];
}

INLINE void lane_add_product(struct lane *to, const struct lane *a, const struct lane *b) {
    FOR_LANES to->v[l] += a->v[l] * b->v[l];
}

/* ---- boxes ---- */

/* The joker claims with which a roll fills boxes; NULL if it scores its ordinary points. */
static const struct joker_claim *claims_of(const struct sheet_table *t,
                                           const struct sheet_spot *spot, int roll, int *ret_face) {
    *ret_face = dice_commonest(t->hands.hand[t->hands.inner + roll]);
    if (t->five < 0 || !(spot->filled >> t->five & 1) || t->five_roll[*ret_face] != roll)
        return NULL;
    return sheet_joker_claims(t, spot->filled, spot->holds, *ret_face);
}

static bool may_fill(const struct sheet_spot *spot, const struct joker_claim *claims, int box) {
    return !(spot->filled >> box & 1) && (!claims || claims[box].allowed);
}

static void weigh_claims(const struct sheet_table *t, const struct sheet_spot *spot,
                         const struct sheet_after *after, double per_point,
                         struct soft_bench *work) {
    for (int face_of_five = 1; face_of_five <= FACES; face_of_five++) {
        int face;
        const struct joker_claim *claims = claims_of(t, spot, t->five_roll[face_of_five], &face);
        for (int box = 0; claims && box < t->boxes; box++) {
            if (!may_fill(spot, claims, box))
                continue;
            int scored = claims[box].points + claims[box].bonus;
            struct sheet_spot next = *spot;
            sheet_spot_pay(t, &next, box, claims[box].points, scored);
            after->value(after->user, &next, scored, work->claim_value[face][box].v);
            weigh(&work->claim_value[face][box], 1, &work->best, per_point,
                  &work->claim[face][box]);
        }
    }
}

/* One way to fill a box with a roll: its value, its weight, and where its probability goes.
 * share_out_alone() also lists the ways to keep dice here, without weights. */
struct fill {
    const struct lane *value, *weight;
    struct lane *to;
};

/* The boxes that a bot fills with this roll, `last` being whether it is the last of the turn. */
static int fills_of(const struct sheet_table *t, const struct sheet_soft *soft,
                    const struct sheet_spot *spot, int roll, bool last, struct soft_bench *work,
                    struct policy_bench *bench, struct fill *list) {
    int face, count = 0;
    const struct joker_claim *claims = claims_of(t, spot, roll, &face);
    uint32_t open = ((1u << t->boxes) - 1) & ~spot->filled;
    uint32_t hasty = last || claims ? 0 : soft->hasty[!(open & (open - 1))][roll];
    for (int box = 0; box < t->boxes; box++) {
        int kind = t->kind[box][roll];
        if (!may_fill(spot, claims, box) || hasty >> box & 1)
            continue;
        if (claims)
            list[count++] = (struct fill){&work->claim_value[face][box], &work->claim[face][box],
                                          &bench->by_face[face][box]};
        else
            list[count++] = (struct fill){&bench->turn.row[box][kind], &work->row[box][kind],
                                          &bench->by_kind[box][kind]};
    }
    return count;
}

static void weigh_boxes(const struct sheet_table *t, const struct sheet_soft *soft,
                        const struct sheet_spot *spot, const struct sheet_after *after,
                        struct soft_bench *work, struct policy_bench *bench) {
    struct fill list[BOXES_MAX];
    double per_point = 1 / soft->temperature;
    for (int box = 0; box < t->boxes; box++) {
        if (!(spot->filled >> box & 1))
            weigh(bench->turn.row[box], t->kinds[box], &work->best, per_point, work->row[box]);
    }
    weigh_claims(t, spot, after, per_point, work);
    memset(work->boxes, 0, sizeof work->boxes);
    for (int roll = 0; roll < t->hands.count - t->hands.inner; roll++) {
        for (int last = 0; last < 2; last++) {
            int count = fills_of(t, soft, spot, roll, last, work, bench, list);
            for (int i = 0; i < count; i++)
                lane_add(&work->boxes[last][roll], list[i].weight);
        }
    }
}

CLONES static void fill_boxes(const struct sheet_table *t, const struct sheet_soft *soft,
                              const struct sheet_spot *spot, struct soft_bench *work,
                              struct policy_bench *bench) {
    struct fill list[BOXES_MAX];
    for (int roll = 0; roll < t->hands.count - t->hands.inner; roll++) {
        for (int last = 0; last < 2; last++) {
            int count = fills_of(t, soft, spot, roll, last, work, bench, list);
            for (int i = 0; i < count; i++)
                lane_add_product(list[i].to, &work->filled[last][roll], list[i].weight);
        }
    }
}

/* ---- a choice: distributes the probability of each roll among its subsets and boxes ---- */

/* Whether the weights of a roll, relative to the best of all rolls, are too small to sum safely. */
static bool too_small(const struct lane *of_all, const struct lane *best, double per_point) {
    for (int l = 0; l < LANES; l++) {
        if ((of_all->v[l] - best->v[l]) * per_point > SAFE)
            return true;
    }
    return false;
}

/* Whether some subsets are dominated: only upper boxes are open, and no bonus can be earned. */
static bool has_pointless_parts(const struct sheet_table *t, const struct sheet_spot *spot) {
    if (spot->holds && t->rules.params.bonus)
        return false;
    for (int box = 0; box < t->boxes; box++) {
        if (!(spot->filled >> box & 1) && !box_is_upper(&t->rules.book->boxes[box]))
            return false;
    }
    return true;
}

/* Distributes the probability of one roll among its subsets and boxes, with weights relative to the
 * roll's own best choice. */
static void share_out_alone(const struct sheet_table *t, const struct sheet_soft *soft,
                            const struct sheet_spot *spot, int roll, int stage,
                            const struct lane *best, struct soft_bench *work,
                            struct policy_bench *bench) {
    struct fill ways[WAYS_MAX];
    struct lane weight[WAYS_MAX], share = {{0}}, *mass = &bench->mass[t->hands.inner + roll];
    const struct hands *h = &t->hands;
    bool pointless = has_pointless_parts(t, spot);
    int count = fills_of(t, soft, spot, roll, stage < 0, work, bench, ways);
    for (int i = soft->first[roll]; stage >= 0 && i < soft->first[roll + 1]; i++) {
        if (pointless && keep_is_pointless(t->rules.book, spot->filled, h->hand[h->inner + roll],
                                           h->hand[soft->part[i]]))
            continue;
        ways[count++] = (struct fill){.value = &bench->keep[stage][soft->part[i]],
                                      .to = &bench->mass[soft->part[i]]};
    }
    for (int i = 0; i < count; i++) {
        weigh(ways[i].value, 1, best, 1 / soft->temperature, &weight[i]);
        lane_add(&share, &weight[i]);
    }
    for (int l = 0; l < LANES; l++) {
        share.v[l] = mass->v[l] / share.v[l];
        mass->v[l] = 0;
    }
    for (int i = 0; i < count; i++)
        lane_add_product(ways[i].to, &share, &weight[i]);
}

/* Sets sum[] to the total weight of all subsets of each hand. */
CLONES static void add_up_parts(const struct hands *h, const struct sheet_soft *soft,
                                struct soft_bench *work) {
    memcpy(work->sum, work->weight, (size_t)h->inner * sizeof *work->sum);
    memset(work->sum + h->inner, 0, (size_t)(h->count - h->inner) * sizeof *work->sum);
    for (int f = 0; f < FACES; f++) {
        for (int i = 0; i < soft->steps[f]; i++)
            lane_add(&work->sum[soft->hand[f][i]], &work->sum[soft->less[f][i]]);
    }
}

/* The reverse of add_up_parts(): passes the rolls' shares per unit of weight down to their
 * subsets. */
CLONES static void share_with_parts(const struct hands *h, const struct sheet_soft *soft,
                                    struct soft_bench *work, struct lane *mass) {
    memset(work->sum, 0, (size_t)h->inner * sizeof *work->sum);
    for (int f = 0; f < FACES; f++) {
        for (int i = soft->steps[f] - 1; i >= 0; i--)
            lane_add(&work->sum[soft->less[f][i]], &work->sum[soft->hand[f][i]]);
    }
    for (int k = 0; k < h->inner; k++)
        lane_add_product(&mass[k], &work->sum[k], &work->weight[k]);
}

CLONES static void share_of_weight(struct lane *sum, const struct lane *boxes, struct lane *mass,
                                   struct lane *filled) {
    FOR_LANES {
        double share = mass->v[l] / (sum->v[l] + boxes->v[l]);
        mass->v[l] = 0;
        sum->v[l] = share;
        filled->v[l] += share;
    }
}

/* `stage` is the number of throws made so far, less one; -1 after the last throw, when only boxes
 * are left. */
static void choose_all(const struct sheet_table *t, const struct sheet_soft *soft,
                       const struct sheet_spot *spot, int stage, const struct lane *best,
                       struct soft_bench *work, struct policy_bench *bench) {
    const struct hands *h = &t->hands;
    double per_point = 1 / soft->temperature;
    bool alone = stage >= 0 && has_pointless_parts(t, spot);
    if (stage >= 0)
        weigh(bench->keep[stage], h->inner, &work->best, per_point, work->weight);
    else
        memset(work->weight, 0, (size_t)h->inner * sizeof *work->weight);
    add_up_parts(h, soft, work);
    for (int roll = 0; roll < h->count - h->inner; roll++) {
        int hand = h->inner + roll;
        if (alone || too_small(&work->best, &best[hand], per_point)) {
            share_out_alone(t, soft, spot, roll, stage, &best[hand], work, bench);
            memset(&work->sum[hand], 0, sizeof work->sum[hand]);
        } else {
            share_of_weight(&work->sum[hand], &work->boxes[stage < 0][roll], &bench->mass[hand],
                            &work->filled[stage < 0][roll]);
        }
    }
    if (stage >= 0)
        share_with_parts(h, soft, work, bench->mass);
}

void sheet_soft_turn(const struct sheet_table *t, const struct sheet_soft *soft,
                     const struct sheet_spot *spot, const struct sheet_after *after,
                     struct soft_bench *work, struct policy_bench *bench) {
    const struct hands *h = &t->hands;
    int stages = t->rules.book->rolls - 1;
    sheet_policy_values(t, spot, after, bench);
    find_best(&bench->turn.hand[h->inner], h->count - h->inner, &work->best);
    weigh_boxes(t, soft, spot, after, work, bench);
    memset(bench->by_kind, 0, sizeof bench->by_kind);
    memset(bench->by_face, 0, sizeof bench->by_face);
    memset(work->filled, 0, sizeof work->filled);
    sheet_policy_first_roll(h, bench);
    for (int stage = 0; stage < stages; stage++) {
        choose_all(t, soft, spot, stage, bench->choose[stage], work, bench);
        sheet_policy_roll(h, bench);
    }
    /* A roll kept whole has the value of its best box. */
    choose_all(t, soft, spot, -1, stages ? bench->keep[stages - 1] : bench->turn.hand, work, bench);
    fill_boxes(t, soft, spot, work, bench);
}
