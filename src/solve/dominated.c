#include "solve/dominated.h"

#include <math.h>

#include "rules/sheet.h"

/* ---- sheet games ---- */

bool box_is_hasty(const struct box *box, struct dice d, bool only) {
    int points = box_points(box, d);
    if (points == 0)
        return true;
    for (int face = 1; face <= FACES; face++) {
        if (!dice_count(d, face))
            continue;
        struct dice rest = dice_minus(d, dice_with((struct dice){0}, face, 1));
        bool lower = false, higher = false;
        for (int next = 1; next <= FACES; next++) {
            int then = box_points(box, dice_with(rest, next, 1));
            lower = lower || then < points;
            higher = higher || then > points;
        }
        if (!lower && (higher || !only))
            return true;
    }
    return false;
}

bool keep_is_pointless(const struct book *book, uint32_t filled, struct dice d, struct dice keep) {
    int open = 0, face_open = 0;
    bool counts[FACES + 1] = {false};
    for (int i = 0; i < book->box_count; i++) {
        if (filled >> i & 1)
            continue;
        if (!box_is_upper(&book->boxes[i]))
            return false;
        open++;
        face_open = book->boxes[i].n;
        counts[face_open] = true;
    }
    for (int face = 1; face <= FACES; face++) {
        if (!counts[face] && dice_count(keep, face))
            return true;
    }
    return open == 1 && dice_count(keep, face_open) < dice_count(d, face_open);
}

static bool sheet_dominated(const struct rules *r, const struct game *g, struct action a) {
    const struct card *card = &g->card[g->seat];
    int five = sheet_five_box(r->book);
    bool bonus = five >= 0 && card->points[five] > 0 && r->params.bonus;
    if (a.act == ACT_KEEP)
        return !bonus && keep_is_pointless(r->book, card->filled, g->dice, a.dice);
    if (g->rolls >= r->book->rolls || sheet_is_joker(r, card, g->dice))
        return false;
    uint32_t all = (1u << r->book->box_count) - 1, open = all & ~card->filled;
    return box_is_hasty(&r->book->boxes[a.box], g->dice, !(open & (open - 1)));
}

/* ---- press games ---- */

/* Whether both actions end the turn, or leave equally many dice to throw. */
static bool alike(struct action a, struct action b) {
    return a.act == b.act && (a.act == ACT_TAKE_STOP || dice_size(a.dice) == dice_size(b.dice));
}

static bool press_dominated(const struct game *g, const struct advice *advice, int i) {
    const struct valued_action *list = advice->actions;
    double loss = fabs(list[i].value - advice->value);
    for (int j = 0; j < advice->count; j++) {
        if (alike(list[j].action, list[i].action) && list[j].points > list[i].points &&
            fabs(list[j].value - advice->value) < loss)
            return true;
    }
    /* Behind in the last turn, stopping loses for certain, and throwing again does not. */
    return g->ender && list[i].action.act == ACT_TAKE_STOP && list[i].value == 0;
}

void advice_sensible(const struct rules *r, const struct game *g, const struct advice *advice,
                     bool ret[ACTIONS_MAX]) {
    for (int i = 0; i < advice->count; i++)
        ret[i] = r->book->family == FAMILY_SHEET ? !sheet_dominated(r, g, advice->actions[i].action)
                                                 : !press_dominated(g, advice, i);
}
