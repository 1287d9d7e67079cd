#include "solve/sheet_player.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/random.h"
#include "solve/sheet_policy.h"

/* Sizes for five dice, the most that the player supports. */
enum { STAGES_MAX = 2, ROLLS_OF_FIVE = 252, FIRST_ROLLS_MAX = 7776, PARTS = 32 };

/* The choices for one card state and upper total: which dice of each roll to keep after the first
 * and second roll (one bit per die, in ascending order), and which box to fill after the last. */
struct choices {
    uint8_t keep[STAGES_MAX][ROLLS_OF_FIVE];
    uint8_t box[ROLLS_OF_FIVE];
};

/* The choices for all upper totals of one card state. */
struct page {
    int first, last;
    struct choices at[];
};

struct sheet_player {
    const struct sheet_solver *s;
    const struct sheet_table *t;
    _Atomic(struct page *) *pages; /* two per card */
    atomic_int_least64_t bytes;
    uint16_t first_roll[FIRST_ROLLS_MAX]; /* ordered throw -> roll */
    int first_rolls;
    uint16_t part[ROLLS_OF_FIVE][PARTS]; /* roll and bits -> hand kept */
};

/* ---- lookup ---- */

/* The hand formed by the dice in a roll whose bits are set; dice are in ascending order. */
static int part_of(const struct hands *h, int roll, unsigned bits) {
    struct dice d = {0};
    for (int face = 1; face <= FACES; face++) {
        for (int i = 0; i < dice_count(h->hand[h->inner + roll], face); i++, bits >>= 1)
            d = dice_with(d, face, bits & 1);
    }
    return hand_index(h, d);
}

/* The bits of the dice that form this hand within a roll. */
static uint8_t bits_of(const struct hands *h, int roll, int kept) {
    unsigned bits = 0, bit = 1;
    for (int face = 1; face <= FACES; face++) {
        int keep = dice_count(h->hand[kept], face);
        for (int i = 0; i < dice_count(h->hand[h->inner + roll], face); i++, bit <<= 1)
            bits |= i < keep ? bit : 0;
    }
    return (uint8_t)bits;
}

struct sheet_player *sheet_player_new(const struct sheet_solver *s) {
    struct sheet_player *p = grab(1, sizeof *p);
    if (sheet_solver_rules(s)->book->dice > 5)
        abort();
    p->s = s;
    p->t = sheet_solver_table(s);
    const struct hands *h = &p->t->hands;
    p->pages = grab(((size_t)p->t->full + 1) * 2, sizeof *p->pages);
    p->first_rolls = 1;
    for (int die = 0; die < h->dice; die++)
        p->first_rolls *= FACES;
    for (int i = 0; i < p->first_rolls; i++) {
        int hand = 0;
        for (int die = 0, rest = i; die < h->dice; die++, rest /= FACES)
            hand = h->more[hand][rest % FACES];
        p->first_roll[i] = (uint16_t)(hand - h->inner);
    }
    for (int roll = 0; roll < h->count - h->inner; roll++) {
        for (unsigned bits = 0; bits < 1u << h->dice; bits++)
            p->part[roll][bits] = (uint16_t)part_of(h, roll, bits);
    }
    return p;
}

void sheet_player_free(struct sheet_player *p) {
    if (!p)
        return;
    for (uint32_t i = 0; i < (p->t->full + 1) * 2; i++)
        free(atomic_load(&p->pages[i]));
    free(p->pages);
    free(p);
}

int64_t sheet_player_bytes(const struct sheet_player *p) {
    return atomic_load(&((struct sheet_player *)p)->bytes);
}

/* ---- computing a page ---- */

/* Finds the hand to keep from a roll: starts with all dice, and drops dice while that helps. */
static int best_part(const struct hands *h, const uint16_t *climb_of, const struct lane *keep,
                     const struct lane *choose, int roll, int lane) {
    int hand = h->inner + roll;
    while (keep[hand].v[lane] < choose[hand].v[lane]) {
        const struct climb *climb = &h->climbs[climb_of[hand]];
        int f = 0;
        while (choose[climb->from[f]].v[lane] < choose[hand].v[lane])
            f++;
        hand = climb->from[f];
    }
    return hand;
}

/* The best box, the first of several equally good ones. For five of a kind whose box is filled, the
 * referee decides what each box scores, because the joker rules apply. */
static int best_box(const struct sheet_table *t, const struct sheet_spot *spot,
                    const struct sheet_after *after, const struct policy_bench *bench, int roll,
                    int lane) {
    int best = -1, face = dice_commonest(t->hands.hand[t->hands.inner + roll]);
    double most = 0;
    bool joker = t->five >= 0 && (spot->filled >> t->five & 1) && t->five_roll[face] == roll;
    for (int box = 0; box < t->boxes; box++) {
        struct sheet_spot next = *spot;
        struct lane value;
        int points, scored;
        if ((spot->filled >> box & 1) ||
            (joker && !sheet_spot_fill(t, &next, roll, box, &points, &scored)))
            continue;
        if (joker)
            after->value(after->user, &next, scored, value.v);
        double here = joker ? value.v[0] : bench->turn.row[box][t->kind[box][roll]].v[lane];
        if (best < 0 || here > most) {
            best = box;
            most = here;
        }
    }
    return best;
}

static void fill_choices(const struct sheet_table *t, const struct sheet_spot *spot,
                         const struct sheet_after *after, struct policy_bench *bench,
                         const uint16_t *climb_of, int lane, struct choices *c) {
    const struct hands *h = &t->hands;
    for (int roll = 0; roll < h->count - h->inner; roll++) {
        for (int stage = 0; stage < t->rules.book->rolls - 1; stage++) {
            int kept = best_part(h, climb_of, bench->keep[stage], bench->choose[stage], roll, lane);
            c->keep[stage][roll] = bits_of(h, roll, kept);
        }
        c->box[roll] = (uint8_t)best_box(t, spot, after, bench, roll, lane);
    }
}

static struct page *make_page(struct sheet_player *p, uint32_t filled, bool holds) {
    const struct sheet_table *t = p->t;
    struct sheet_after after = sheet_solver_after(p->s);
    struct policy_bench *bench = grab(1, sizeof *bench);
    uint16_t climb_of[HAND_COUNT_MAX] = {0};
    int first, last = sheet_upper_range(t, filled, &first);
    size_t size = sizeof(struct page) + (size_t)(last - first + 1) * sizeof(struct choices);
    struct page *page = grab(1, size);
    page->first = first;
    page->last = last;
    for (int c = 0; c < t->hands.run[t->hands.runs]; c++)
        climb_of[t->hands.climbs[c].hand] = (uint16_t)c;
    for (int upper = first; upper <= last; upper += LANES) {
        struct sheet_spot spot = {.filled = filled, .holds = holds, .upper = upper};
        sheet_policy_values(t, &spot, &after, bench);
        for (int l = 0; l < LANES && upper + l <= last; l++) {
            spot.upper = upper + l;
            fill_choices(t, &spot, &after, bench, climb_of, l, &page->at[upper + l - first]);
        }
    }
    atomic_fetch_add(&p->bytes, (int64_t)size);
    free(bench);
    return page;
}

static const struct choices *choices_of(struct sheet_player *p, const struct sheet_spot *spot) {
    bool second = spot->holds && p->t->five_matters;
    _Atomic(struct page *) *slot = &p->pages[spot->filled * 2 + second];
    struct page *page = atomic_load_explicit(slot, memory_order_acquire);
    if (!page) {
        struct page *mine = make_page(p, spot->filled, spot->holds), *other = NULL;
        if (atomic_compare_exchange_strong(slot, &other, mine)) {
            page = mine;
        } else { /* another thread was quicker */
            free(mine);
            page = other;
        }
    }
    return &page->at[spot->upper < page->first ? 0 : spot->upper - page->first];
}

/* ---- playing ---- */

int sheet_player_game(struct sheet_player *p, uint64_t seed) {
    const struct sheet_table *t = p->t;
    const struct hands *h = &t->hands;
    struct sheet_spot spot = {0};
    uint64_t random = random_mix(seed); /* consecutive seeds give unrelated streams */
    while (spot.filled != t->full) {
        const struct choices *c = choices_of(p, &spot);
        int roll = p->first_roll[random_below(&random, (uint32_t)p->first_rolls)];
        for (int stage = 0; stage < t->rules.book->rolls - 1; stage++) {
            int hand = p->part[roll][c->keep[stage][roll]];
            while (hand < h->inner)
                hand = h->more[hand][random_below(&random, FACES)];
            roll = hand - h->inner;
        }
        int points, scored;
        sheet_spot_fill(t, &spot, roll, c->box[roll], &points, &scored);
    }
    return spot.total + (t->par && spot.upper >= t->par ? t->rules.params.upper_bonus : 0);
}

struct action sheet_player_choose(struct sheet_player *p, const struct game *g) {
    const struct sheet_table *t = p->t;
    struct sheet_spot spot = sheet_spot_of(t, &g->card[g->seat]);
    const struct choices *c = choices_of(p, &spot);
    int roll = hand_index(&t->hands, g->dice) - t->hands.inner;
    for (int stage = g->rolls - 1; stage < t->rules.book->rolls - 1; stage++) {
        struct dice kept = t->hands.hand[p->part[roll][c->keep[stage][roll]]];
        if (!dice_same(kept, g->dice))
            return (struct action){.act = ACT_KEEP, .dice = kept};
    }
    return (struct action){.act = ACT_SCORE, .box = c->box[roll]};
}
