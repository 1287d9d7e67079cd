#include "rules/kept.h"

/* ---- boxes ---- */

bool box_is_upper(const struct box *box) {
    return box->pattern == PATTERN_FACE;
}

/* Finds the highest sum of dice that form the pattern; returns false if no dice form it. */
static bool matched(const struct box *box, struct dice d, int *ret_sum) {
    int sum = 0, found = 0;
    switch (box->pattern) {
    case PATTERN_FACE:
        *ret_sum = box->n * dice_count(d, box->n);
        return true;
    case PATTERN_ANY:
        *ret_sum = dice_sum(d);
        return true;
    case PATTERN_KIND:
        for (int face = FACES; face >= 1; face--) {
            if (dice_count(d, face) >= box->n) {
                *ret_sum = face * box->n;
                return true;
            }
        }
        return false;
    case PATTERN_PAIRS:
        for (int face = FACES; face >= 1 && found < box->n; face--) {
            if (dice_count(d, face) >= 2) {
                found++;
                sum += 2 * face;
            }
        }
        *ret_sum = sum;
        return found == box->n;
    case PATTERN_HOUSE:
        *ret_sum = 0;
        for (int three = 1; three <= FACES; three++) {
            for (int two = 1; two <= FACES && dice_count(d, three) >= 3; two++) {
                sum = 3 * three + 2 * two;
                if (two != three && dice_count(d, two) >= 2 && sum > *ret_sum)
                    *ret_sum = sum;
            }
        }
        return *ret_sum > 0;
    case PATTERN_RUN:
        for (int low = FACES + 1 - box->n; low >= 1; low--) {
            if (box->from && low != box->from)
                continue;
            int length = 0;
            while (length < box->n && dice_count(d, low + length))
                length++;
            if (length == box->n) {
                *ret_sum = box->n * low + box->n * (box->n - 1) / 2;
                return true;
            }
        }
        return false;
    }
    return false;
}

static int pays(const struct box *box, struct dice d, int matched_sum) {
    switch (box->pays) {
    case PAYS_ALL:
        return dice_sum(d);
    case PAYS_MATCHED:
        return matched_sum;
    case PAYS_FIXED:
        break;
    }
    return box->points;
}

int box_points(const struct box *box, struct dice d) {
    int sum;
    return matched(box, d, &sum) ? pays(box, d, sum) : 0;
}

int box_joker_points(const struct box *box, struct dice d) {
    int sum;
    return matched(box, d, &sum) ? pays(box, d, sum) : pays(box, d, dice_sum(d));
}

int sheet_five_box(const struct book *book) {
    for (int i = 0; i < book->box_count; i++) {
        if (book->boxes[i].pattern == PATTERN_KIND && book->boxes[i].n == book->dice)
            return i;
    }
    return -1;
}

int sheet_face_box(const struct book *book, int face) {
    for (int i = 0; i < book->box_count; i++) {
        if (book->boxes[i].pattern == PATTERN_FACE && book->boxes[i].n == face)
            return i;
    }
    return -1;
}

/* ---- claims ---- */

static bool open_box(const struct card *card, int box) {
    return !(card->filled >> box & 1);
}

static bool lower_open(const struct book *book, const struct card *card) {
    for (int i = 0; i < book->box_count; i++) {
        if (!box_is_upper(&book->boxes[i]) && open_box(card, i))
            return true;
    }
    return false;
}

static bool all_same(const struct book *book, struct dice d) {
    return d.bits && dice_count(d, dice_commonest(d)) == book->dice;
}

bool sheet_is_joker(const struct rules *r, const struct card *card, struct dice d) {
    if (!all_same(r->book, d))
        return false;
    int five = sheet_five_box(r->book);
    return five >= 0 && !open_box(card, five);
}

struct claim sheet_claim(const struct rules *r, const struct card *card, struct dice d, int box) {
    const struct book *book = r->book;
    if (box < 0 || box >= book->box_count)
        return (struct claim){.refusal = REFUSED_NO_BOX};
    if (!open_box(card, box))
        return (struct claim){.refusal = REFUSED_BOX_FILLED};
    struct claim claim = {.points = box_points(&book->boxes[box], d)};
    if (!sheet_is_joker(r, card, d))
        return claim;

    /* An extra five of a kind. The roll itself earns the bonus, whichever box is filled, in every
     * book that has one (doc/sources.md), unless the five-of-a-kind box holds a zero. */
    bool holds_points = card->points[sheet_five_box(book)] > 0;
    claim.bonus = holds_points ? r->params.bonus : 0;

    int own = sheet_face_box(book, dice_commonest(d));
    bool own_open = own >= 0 && open_box(card, own);
    bool forced =
        r->params.joker == JOKER_FORCED || (r->params.joker == JOKER_CLASSIC && holds_points);
    if (forced && own_open && box != own)
        claim.refusal = REFUSED_JOKER_UPPER;
    if (box_is_upper(&book->boxes[box])) {
        if (forced && !own_open && lower_open(book, card))
            claim.refusal = REFUSED_JOKER_LOWER;
    } else if (r->params.joker != JOKER_NONE && !own_open) {
        claim.points = box_joker_points(&book->boxes[box], d);
    }
    return claim;
}

bool sheet_makes(const struct rules *r, const struct card *card, struct dice d, int box) {
    const struct box *b = &r->book->boxes[box];
    if (b->pattern == PATTERN_FACE)
        return dice_count(d, b->n) >= 3;
    return b->pattern != PATTERN_ANY && sheet_claim(r, card, d, box).points > 0;
}

struct claim sheet_score(const struct rules *r, const struct game *g, struct action a) {
    if (g->phase == PHASE_ROLL)
        return kept_score(r, &g->card[g->seat], a);
    struct claim claim = sheet_claim(r, &g->card[g->seat], g->dice, a.box);
    claim.points = a.zero ? 0 : claim.points;
    return claim;
}

int sheet_given_up(const struct rules *r, const struct game *g, struct action a) {
    if (a.act != ACT_SCORE || !a.zero || g->phase == PHASE_ROLL)
        return 0;
    struct claim claim = sheet_claim(r, &g->card[g->seat], g->dice, a.box);
    return claim.refusal == ALLOWED ? claim.points : 0;
}

/* ---- totals ---- */

int card_upper(const struct book *book, const struct card *card) {
    int sum = 0;
    for (int i = 0; i < book->box_count; i++)
        sum += box_is_upper(&book->boxes[i]) ? card->points[i] : 0;
    return sum;
}

int card_upper_bonus(const struct rules *r, const struct card *card) {
    return card_upper(r->book, card) >= r->params.upper_par ? r->params.upper_bonus : 0;
}

int card_upper_ahead(const struct rules *r, const struct card *card) {
    int faces = 0, filled = 0;
    for (int i = 0; i < r->book->box_count; i++) {
        int face = box_is_upper(&r->book->boxes[i]) ? r->book->boxes[i].n : 0;
        faces += face;
        filled += card->filled >> i & 1 ? face : 0;
    }
    /* The share is rounded down: on par means that the bonus is as near as it was. */
    return card_upper(r->book, card) - (faces ? r->params.upper_par * filled / faces : 0);
}

int card_upper_most(const struct book *book, const struct card *card) {
    int most = card_upper(book, card);
    for (int i = 0; i < book->box_count; i++) {
        if (box_is_upper(&book->boxes[i]) && !(card->filled >> i & 1))
            most += book->boxes[i].n * book->dice;
    }
    return most;
}

int card_lower(const struct rules *r, const struct card *card) {
    int sum = card->bonuses * r->params.bonus;
    for (int i = 0; i < r->book->box_count; i++)
        sum += box_is_upper(&r->book->boxes[i]) ? 0 : card->points[i];
    return sum;
}

/* ---- play ---- */

static bool card_full(const struct book *book, const struct card *card) {
    return card->filled == (1u << book->box_count) - 1;
}

void sheet_begin_turn(const struct rules *r, struct game *g) {
    g->phase = PHASE_ROLL;
    g->rolls = 0;
    g->dice = (struct dice){0};
    g->falling = (uint8_t)r->book->dice;
}

enum refused sheet_check(const struct rules *r, const struct game *g, struct action a) {
    switch (a.act) {
    case ACT_KEEP:
        if (!dice_contain(g->dice, a.dice))
            return REFUSED_NOT_THROWN;
        if (g->rolls >= r->book->rolls)
            return REFUSED_NO_ROLL_LEFT;
        return dice_same(g->dice, a.dice) ? REFUSED_KEEPS_ALL : ALLOWED;
    case ACT_SCORE:
        return a.points || a.bonus ? REFUSED_DICE_DECIDE : sheet_score(r, g, a).refusal;
    default:
        return REFUSED_OTHER_FAMILY;
    }
}

void sheet_next_turn(const struct rules *r, struct game *g) {
    sheet_begin_turn(r, g);
    for (int i = 0; i < g->seats; i++) {
        g->seat = (uint8_t)(g->seat + 1 < g->seats ? g->seat + 1 : 0);
        if (!card_full(r->book, &g->card[g->seat]) && !set_has(g->left, g->seat))
            return;
    }
    g->phase = PHASE_OVER;
    g->falling = 0;
}

static void fill(const struct rules *r, struct game *g, struct action a) {
    struct card *card = &g->card[g->seat];
    struct claim claim = sheet_score(r, g, a);
    card->filled |= 1u << a.box;
    card->points[a.box] = (int16_t)claim.points;
    card->bonuses += claim.bonus != 0;
    g->turns[g->seat]++;
    sheet_next_turn(r, g);
}

/* The caller has checked the action. */
void sheet_do(const struct rules *r, struct game *g, struct action a) {
    switch (a.act) {
    case ACT_ROLL:
        g->dice = dice_plus(g->dice, a.dice);
        g->falling = 0;
        g->rolls++;
        g->phase = PHASE_CHOOSE;
        break;
    case ACT_KEEP:
        g->dice = a.dice;
        g->falling = (uint8_t)(r->book->dice - dice_size(a.dice));
        g->phase = PHASE_ROLL;
        break;
    case ACT_LAST:
        g->dice = a.dice;
        g->falling = 0;
        g->rolls = (uint8_t)r->book->rolls;
        g->phase = PHASE_CHOOSE;
        break;
    default:
        fill(r, g, a);
        break;
    }
}

int sheet_legal(const struct rules *r, const struct game *g, struct action list[ACTIONS_MAX]) {
    int n = 0;
    struct dice part = {0};
    if (g->rolls < r->book->rolls) {
        do {
            if (!dice_same(part, g->dice))
                list[n++] = (struct action){.act = ACT_KEEP, .dice = part};
        } while (dice_next_part(g->dice, &part));
    }
    for (int box = 0; box < r->book->box_count; box++) {
        if (sheet_claim(r, &g->card[g->seat], g->dice, box).refusal == ALLOWED)
            list[n++] = (struct action){.act = ACT_SCORE, .box = (uint8_t)box};
    }
    return n;
}
