#include "solve/sheet_table.h"

#include <stdlib.h>
#include <string.h>

static void add_box(struct sheet_table *t, int box) {
    const struct box *b = &t->rules.book->boxes[box];
    int rolls = t->hands.count - t->hands.inner;
    for (int i = 0; i < rolls; i++) {
        int points = box_points(b, t->hands.hand[t->hands.inner + i]);
        int k = 0;
        while (k < t->kinds[box] && t->points[box][k] != points)
            k++;
        t->points[box][k] = (int16_t)points;
        t->kind[box][i] = (uint8_t)k;
        t->kinds[box] += k == t->kinds[box];
    }
}

/* Asks the referee about one card that represents all cards of its class. */
static void ask_referee(struct sheet_table *t, bool holds, bool own_open, bool lower_open, int face,
                        int box) {
    struct card card = {.filled = t->full};
    bool upper = box_is_upper(&t->rules.book->boxes[box]);
    int own = t->face_box[face];
    card.filled &= ~(1u << box);
    if (own >= 0 && own_open)
        card.filled &= ~(1u << own);
    for (int b = 0; lower_open && upper && b < t->boxes; b++) {
        if (!box_is_upper(&t->rules.book->boxes[b]) && b != t->five)
            card.filled &= ~(1u << b);
    }
    card.points[t->five] = holds ? 1 : 0;
    struct dice d = dice_with((struct dice){0}, face, t->hands.dice);
    struct claim claim = sheet_claim(&t->rules, &card, d, box);
    t->joker[holds][own_open][lower_open][face][box] =
        (struct joker_claim){claim.refusal == ALLOWED, (int16_t)claim.points, (int16_t)claim.bonus};
}

static void add_jokers(struct sheet_table *t) {
    for (int sort = 0; sort < 8; sort++) {
        for (int face = 1; face <= FACES; face++) {
            for (int box = 0; box < t->boxes; box++) {
                if (box != t->five)
                    ask_referee(t, sort & 4, sort & 2, sort & 1, face, box);
            }
        }
    }
}

void sheet_table_make(struct sheet_table *t, const struct rules *r) {
    LOCAL_TEXT(error, 256);
    if (!book_check(r->book, &error)) /* the tables below rely on the limits it checks */
        abort();
    memset(t, 0, sizeof *t);
    t->rules = *r;
    hands_make(&t->hands, r->book->dice);
    t->boxes = r->book->box_count;
    t->full = (1u << t->boxes) - 1;
    t->five = sheet_five_box(r->book);
    t->five_matters = t->five >= 0 && (r->params.bonus || r->params.joker == JOKER_CLASSIC);
    t->par = r->params.upper_bonus ? r->params.upper_par : 0;
    for (int face = 1; face <= FACES; face++) {
        t->face_box[face] = sheet_face_box(r->book, face);
        struct dice five = dice_with((struct dice){0}, face, t->hands.dice);
        t->five_roll[face] = (uint16_t)(hand_index(&t->hands, five) - t->hands.inner);
    }
    for (int box = 0; box < t->boxes; box++)
        add_box(t, box);
    if (t->five >= 0)
        add_jokers(t);
}

/* The most points that the upper boxes in this set can score. */
static int upper_max(const struct sheet_table *t, uint32_t boxes) {
    int sum = 0;
    for (int face = 1; face <= FACES; face++) {
        if (t->face_box[face] >= 0 && (boxes >> t->face_box[face] & 1))
            sum += face * t->hands.dice;
    }
    return sum;
}

int sheet_upper_range(const struct sheet_table *t, uint32_t filled, int *ret_first) {
    int most = upper_max(t, filled), to_come = upper_max(t, t->full & ~filled);
    int last = most < t->par ? most : t->par;
    int first = t->par - to_come - 1; /* at this total the bonus is just out of reach */
    first = first < 0 ? 0 : first;
    *ret_first = first < last ? first : last;
    return last;
}

const struct joker_claim *sheet_joker_claims(const struct sheet_table *t, uint32_t filled,
                                             bool holds, int face) {
    bool own_open = t->face_box[face] >= 0 && !(filled >> t->face_box[face] & 1);
    bool lower_open = false;
    for (int box = 0; box < t->boxes; box++)
        lower_open =
            lower_open || (!(filled >> box & 1) && !box_is_upper(&t->rules.book->boxes[box]));
    return t->joker[holds][own_open][lower_open][face];
}

uint32_t boxes_squeeze(uint32_t boxes, uint32_t open) {
    uint32_t dense = 0;
    for (int bit = 0; open; open &= open - 1, bit++)
        dense |= (boxes & open & -open ? 1u : 0u) << bit;
    return dense;
}

uint32_t boxes_spread(uint32_t dense, uint32_t open) {
    uint32_t boxes = 0;
    for (; open; open &= open - 1, dense >>= 1)
        boxes |= dense & 1 ? open & -open : 0;
    return boxes;
}
