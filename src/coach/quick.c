#include "coach/quick.h"

#include <string.h>

#include "rules/press.h"
#include "solve/press_solver.h"
#include "solve/sheet_rough.h"

/* ---- the final round ---- */

/* Whether fewer than `most` of the seats still to come have more points than list[index]; among
 * equals, the earlier one ranks higher. */
static bool is_strong(const struct game *g, const int *list, int coming, int index, int most) {
    int stronger = 0, own = g->total[list[index]];
    for (int i = 0; i < coming; i++) {
        int other = g->total[list[i]];
        stronger += other > own || (other == own && i < index);
    }
    return stronger < most;
}

void quick_final(const struct rules *r, const struct game *g, int most, struct game *ret) {
    int list[SEATS_MAX], coming = press_to_come(r, g, list), seats = 0;
    struct set weak = set_none();
    coming -= coming && list[coming - 1] == g->ender - 1; /* it may hold the lead */
    for (int i = 0; i < coming; i++)
        weak = is_strong(g, list, coming, i, most) ? weak : set_with(weak, list[i]);
    *ret = *g;
    ret->left = set_none();
    memset(ret->total, 0, sizeof ret->total);
    memset(ret->turns, 0, sizeof ret->turns);
    for (int i = 0; i < g->seats; i++) {
        int seat = (g->seat + i) % g->seats;
        if (set_has(weak, seat))
            continue;
        if (g->ender == seat + 1)
            ret->ender = (uint8_t)(seats + 1);
        if (g->first == seat)
            ret->first = (uint8_t)seats;
        if (set_has(g->left, seat))
            ret->left = set_with(ret->left, seats);
        ret->turns[seats] = g->turns[seat];
        ret->total[seats++] = g->total[seat];
    }
    ret->seat = 0;
    ret->seats = (uint8_t)seats;
}

/* ---- press games ---- */

/* When you play alone, points beyond the goal gain you nothing. */
static void stop_at_goal(const struct rules *r, const struct game *g, struct advice *ret) {
    double most = ret->value;
    for (int i = 0; i < ret->count; i++) {
        struct valued_action *a = &ret->actions[i];
        int total = g->total[g->seat] + g->turn_points + a->points;
        if (a->action.act == ACT_TAKE_STOP && total >= r->params.goal)
            a->value = most + 1;
    }
    advice_sort(ret, false);
}

static bool advise_press(const struct rules *r, const struct game *g, struct advice *ret) {
    struct press_solver *s = press_solver_new(r);
    struct game chase;
    bool good = false;
    if (s && g->ender) {
        quick_final(r, g, 0, &chase);
        good = press_advise_win(s, &chase, ret);
    }
    if (s && !good)
        good = press_advise_points(s, g, ret);
    press_solver_free(s);
    if (good && set_count(game_playing(g)) == 1)
        stop_at_goal(r, g, ret);
    return good && ret->count;
}

/* For positions that no solver handles, such as those with too many turn points: stop if
 * possible. */
static void advise_anything(const struct rules *r, const struct game *g, struct advice *ret) {
    struct action list[ACTIONS_MAX];
    ret->count = game_legal(r, g, list);
    ret->zeros = 0;
    for (int i = 0; i < ret->count; i++)
        ret->actions[i] =
            (struct valued_action){.action = list[i], .value = list[i].act == ACT_TAKE_STOP};
    advice_sort(ret, false);
}

void quick_advise(const struct rules *r, const struct game *g, struct advice *ret) {
    if (r->book->family == FAMILY_SHEET)
        sheet_rough_advise(r, g, ret);
    else if (!advise_press(r, g, ret))
        advise_anything(r, g, ret);
}
