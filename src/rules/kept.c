#include "rules/kept.h"

#include "rules/press.h"

const char *const pace_words[PACES + 1] = {
    [PACE_THROWS] = "throws", [PACE_POINTS] = "points", [PACE_LAST] = "last", NULL};

bool action_is_kept(const struct game *g, struct action a) {
    if (a.act == ACT_SCORE)
        return game_turn_begins(g) && (a.zero || a.points || a.bonus);
    return a.act >= ACT_LAST;
}

enum pace action_pace(const struct game *g, struct action a, enum pace chosen) {
    if (!action_is_kept(g, a))
        return PACE_THROWS;
    bool ends = a.act == ACT_BUST || a.act == ACT_BANK, points = a.points || a.zero;
    if (ends && !points && game_turn_begins(g))
        return chosen == PACE_LAST ? PACE_LAST : PACE_POINTS;
    return a.act == ACT_SCORE || points ? PACE_POINTS : PACE_LAST;
}

/* ---- sheet games ---- */

/* The points that rolls would enter in an open box: without a bonus, with it, and those that the
 * joker rule sends to another box. Any roll that may fill the box may be entered as a zero. */
struct survey {
    uint8_t seen[BONUS_EITHER + 1][BOX_POINTS_MAX + 1];
};

static void survey(const struct rules *r, const struct card *card, int box, struct survey *ret) {
    struct dice d = dice_first(r->book->dice);
    *ret = (struct survey){0};
    do {
        struct claim claim = sheet_claim(r, card, d, box);
        int kind = claim.refusal != ALLOWED ? BONUS_EITHER
                   : claim.bonus            ? BONUS_WITH
                                            : BONUS_WITHOUT;
        ret->seen[kind][claim.points] = 1;
        ret->seen[kind][0] |= kind != BONUS_EITHER;
    } while (dice_next(&d));
}

struct claim kept_score(const struct rules *r, const struct card *card, struct action a) {
    struct survey all;
    if (a.box >= r->book->box_count)
        return (struct claim){.refusal = REFUSED_NO_BOX};
    if (card->filled >> a.box & 1)
        return (struct claim){.refusal = REFUSED_BOX_FILLED};
    survey(r, card, a.box, &all);
    if (all.seen[BONUS_WITHOUT][a.points] && !a.bonus)
        return (struct claim){.points = a.points};
    if (all.seen[BONUS_WITH][a.points])
        return (struct claim){.points = a.points, .bonus = r->params.bonus};
    return (struct claim){.refusal = all.seen[BONUS_EITHER][a.points]    ? REFUSED_POINTS_JOKER
                                     : all.seen[BONUS_WITHOUT][a.points] ? REFUSED_NO_BONUS
                                                                         : REFUSED_POINTS};
}

int kept_points(const struct rules *r, const struct card *card, int box, enum kept_bonus bonus,
                int ret[POSSIBLE_MAX]) {
    struct survey all;
    int n = 0;
    survey(r, card, box, &all);
    for (int points = 0; points <= BOX_POINTS_MAX; points++) {
        bool without = all.seen[BONUS_WITHOUT][points], with = all.seen[BONUS_WITH][points];
        if ((without && bonus != BONUS_WITH) || (with && bonus != BONUS_WITHOUT))
            ret[n++] = points;
    }
    return n;
}

static enum refused check_last(const struct rules *r, const struct game *g, struct action a) {
    if (g->phase != PHASE_ROLL)
        return REFUSED_CHOOSE_FIRST;
    if (!game_turn_begins(g)) /* after the last roll, the dice kept before it could not change */
        return REFUSED_TURN_BEGUN;
    return dice_size(a.dice) == r->book->dice ? ALLOWED : REFUSED_LAST_COUNT;
}

/* ---- press games ---- */

int kept_least(const struct rules *r, const struct game *g) {
    int unit = press_unit(r->book), entry = g->total[g->seat] ? 0 : r->params.entry;
    return entry > unit ? entry : unit;
}

static enum refused check_aside(const struct rules *r, const struct game *g, struct action a) {
    if (!a.dice.bits)
        return REFUSED_TAKES_NOTHING;
    if (dice_size(a.dice) > g->falling)
        return REFUSED_ASIDE_COUNT;
    return press_points(r->book, a.dice) ? ALLOWED : REFUSED_DEAD_DIE;
}

/* Sets add up to every multiple of the unit, under every reading (tests/books/kept_points_test.c),
 * so only the unit and the entry score limit the points of a turn. */
static enum refused check_bank(const struct rules *r, const struct game *g, struct action a) {
    bool begins = game_turn_begins(g), entered = g->total[g->seat] > 0;
    if (!begins && (a.points || a.zero))
        return REFUSED_TURN_BEGUN;
    if (a.zero)
        return REFUSED_BANK_ZERO;
    if (begins && !a.points)
        return REFUSED_ASIDE_FIRST;
    if (a.points % press_unit(r->book))
        return REFUSED_UNIT;
    if (!begins && g->falling == r->book->dice && r->params.hot_dice == HOT_DICE_MUST)
        return REFUSED_HOT_DICE;
    return !entered && g->turn_points + a.points < r->params.entry ? REFUSED_ENTRY : ALLOWED;
}

enum refused kept_check(const struct rules *r, const struct game *g, struct action a) {
    bool sheet = a.act == ACT_SCORE || a.act == ACT_LAST;
    if (g->phase == PHASE_OVER)
        return REFUSED_OVER;
    if (sheet != (r->book->family == FAMILY_SHEET))
        return REFUSED_OTHER_FAMILY;
    if (a.act == ACT_SCORE)
        return kept_score(r, &g->card[g->seat], a).refusal;
    if (a.act == ACT_LAST)
        return check_last(r, g, a);
    if (g->phase != PHASE_ROLL)
        return REFUSED_CHOOSE_FIRST;
    return a.act == ACT_ASIDE  ? check_aside(r, g, a)
           : a.act == ACT_BANK ? check_bank(r, g, a)
                               : ALLOWED;
}

enum refused kept_apply(const struct rules *r, struct game *g, struct action a) {
    enum refused refusal = kept_check(r, g, a);
    if (refusal != ALLOWED)
        return refusal;
    if (r->book->family == FAMILY_SHEET)
        sheet_do(r, g, a);
    else
        press_do(r, g, a);
    return ALLOWED;
}
