#include "solve/sheet_turn.h"

static bool box_open(const struct sheet_spot *spot, int box) {
    return !(spot->filled >> box & 1);
}

/* The upper total after filling a box, capped where the upper bonus is earned. */
static int upper_after(const struct sheet_table *t, int upper, int box, int points) {
    if (!t->par || !box_is_upper(&t->rules.book->boxes[box]))
        return upper;
    return upper + points < t->par ? upper + points : t->par;
}

void sheet_spot_pay(const struct sheet_table *t, struct sheet_spot *spot, int box, int points,
                    int scored) {
    spot->filled |= 1u << box;
    spot->holds = box == t->five ? points > 0 : spot->holds;
    spot->upper = upper_after(t, spot->upper, box, points);
    spot->total += scored;
}

static bool is_joker(const struct sheet_table *t, const struct sheet_spot *spot, int roll,
                     int *ret_face) {
    *ret_face = dice_commonest(t->hands.hand[t->hands.inner + roll]);
    return t->five >= 0 && !box_open(spot, t->five) && t->five_roll[*ret_face] == roll;
}

bool sheet_spot_score(const struct sheet_table *t, struct sheet_spot *spot, int roll,
                      struct action a, int *ret_points, int *ret_scored) {
    int face, points = t->points[a.box][t->kind[a.box][roll]], bonus = 0;
    if (is_joker(t, spot, roll, &face)) {
        const struct joker_claim *claim =
            &sheet_joker_claims(t, spot->filled, spot->holds, face)[a.box];
        if (!claim->allowed)
            return false;
        points = claim->points;
        bonus = claim->bonus;
    }
    points = a.zero ? 0 : points;
    sheet_spot_pay(t, spot, a.box, points, points + bonus);
    *ret_points = points;
    *ret_scored = points + bonus;
    return true;
}

bool sheet_spot_fill(const struct sheet_table *t, struct sheet_spot *spot, int roll, int box,
                     int *ret_points, int *ret_scored) {
    struct action a = {.act = ACT_SCORE, .box = (uint8_t)box};
    return sheet_spot_score(t, spot, roll, a, ret_points, ret_scored);
}

struct sheet_spot sheet_spot_of(const struct sheet_table *t, const struct card *card) {
    int upper = card_upper(t->rules.book, card);
    return (struct sheet_spot){
        .filled = card->filled,
        .holds = t->five >= 0 && card->points[t->five] > 0,
        .upper = upper < t->par ? upper : t->par,
        .total = upper + card_lower(&t->rules, card),
    };
}

/* Values every extra five of a kind, which scores what the referee says. */
static void score_jokers(const struct sheet_table *t, const struct sheet_spot *spot,
                         const struct sheet_after *after, struct sheet_bench *bench) {
    for (int face = 1; face <= FACES; face++) {
        const struct joker_claim *claims = sheet_joker_claims(t, spot->filled, spot->holds, face);
        double *out = bench->hand[t->hands.inner + t->five_roll[face]].v;
        bool first = true;
        for (int box = 0; box < t->boxes; box++) {
            if (!box_open(spot, box) || !claims[box].allowed)
                continue;
            int scored = claims[box].points + claims[box].bonus;
            struct sheet_spot next = *spot;
            sheet_spot_pay(t, &next, box, claims[box].points, scored);
            struct lane value;
            after->value(after->user, &next, scored, value.v);
            for (int l = 0; l < LANES; l++)
                out[l] = first || value.v[l] > out[l] ? value.v[l] : out[l];
            first = false;
        }
    }
}

void sheet_turn_score(const struct sheet_table *t, const struct sheet_spot *spot,
                      const struct sheet_after *after, struct sheet_bench *bench) {
    struct lane_box boxes[BOXES_MAX];
    int count = 0;
    for (int box = 0; box < t->boxes; box++) {
        if (!box_open(spot, box))
            continue;
        for (int k = 0; k < t->kinds[box]; k++) {
            int points = t->points[box][k];
            struct sheet_spot next = *spot;
            sheet_spot_pay(t, &next, box, points, points);
            after->value(after->user, &next, points, bench->row[box][k].v);
        }
        boxes[count++] = (struct lane_box){bench->row[box], t->kind[box]};
    }
    lanes_score(&t->hands, boxes, count, bench->hand);
    if (t->five >= 0 && !box_open(spot, t->five))
        score_jokers(t, spot, after, bench);
}

/* Continues backwards to the choice after `rolls` throws, computing the values of all kept
 * hands. */
static void turn_keep(const struct sheet_table *t, int rolls, struct sheet_bench *bench) {
    lanes_keep(&t->hands, bench->hand);
    for (int roll = t->rules.book->rolls - 1; roll > rolls; roll--) {
        lanes_choose(&t->hands, bench->hand);
        lanes_keep(&t->hands, bench->hand);
    }
}

void sheet_turn(const struct sheet_table *t, const struct sheet_spot *spot,
                const struct sheet_after *after, struct sheet_bench *bench, struct lane *ret) {
    sheet_turn_score(t, spot, after, bench);
    if (t->rules.book->rolls == 1) {
        lanes_keep(&t->hands, bench->hand);
        *ret = bench->hand[0];
        return;
    }
    turn_keep(t, 1, bench);
    lanes_root(&t->hands, bench->hand, ret);
}

/* The value of an ACT_SCORE, in lane 0; sets its points. */
static double value_of_score(const struct sheet_table *t, const struct game *g,
                             const struct sheet_after *after, struct valued_action *a) {
    struct sheet_spot next = sheet_spot_of(t, &g->card[g->seat]);
    struct lane value;
    int scored = 0, roll = hand_index(&t->hands, g->dice) - t->hands.inner;
    sheet_spot_score(t, &next, roll, a->action, &a->points, &scored);
    after->value(after->user, &next, scored, value.v);
    return value.v[0];
}

/* Appends a zero by choice for every box that would score. */
static void advise_zeros(const struct sheet_table *t, const struct game *g,
                         const struct sheet_after *after, double offset, struct advice *ret) {
    for (int i = 0; i < ret->count; i++) {
        struct valued_action zero = {.action = ret->actions[i].action};
        if (zero.action.act != ACT_SCORE || !ret->actions[i].points)
            continue;
        zero.action.zero = 1;
        zero.value = offset + value_of_score(t, g, after, &zero);
        ret->actions[ret->count + ret->zeros++] = zero;
    }
}

void sheet_turn_advise(const struct sheet_table *t, const struct game *g,
                       const struct sheet_after *after, struct sheet_bench *bench, double offset,
                       struct advice *ret) {
    struct sheet_spot spot = sheet_spot_of(t, &g->card[g->seat]);
    struct action list[ACTIONS_MAX];
    ret->count = game_legal(&t->rules, g, list);
    ret->zeros = 0;
    sheet_turn_score(t, &spot, after, bench);
    if (g->rolls < t->rules.book->rolls)
        turn_keep(t, g->rolls, bench);
    if (g->phase == PHASE_ROLL)
        ret->value = offset + bench->hand[hand_index(&t->hands, g->dice)].v[0];
    for (int i = 0; i < ret->count; i++) {
        struct valued_action *a = &ret->actions[i];
        *a = (struct valued_action){.action = list[i]};
        a->value = offset + (list[i].act == ACT_KEEP
                                 ? bench->hand[hand_index(&t->hands, list[i].dice)].v[0]
                                 : value_of_score(t, g, after, a));
    }
    advice_sort(ret, false);
    advise_zeros(t, g, after, offset, ret);
}
