#include "rules/game.h"

#include <string.h>

#include "rules/press.h"
#include "rules/sheet.h"

void game_start(const struct rules *r, struct game *g, int seats, int first) {
    memset(g, 0, sizeof *g);
    g->seats = (uint8_t)seats;
    g->seat = (uint8_t)first;
    g->first = r->book->family == FAMILY_PRESS ? (uint8_t)first : 0;
    if (r->book->family == FAMILY_SHEET)
        sheet_begin_turn(r, g);
    else
        press_begin_turn(r, g);
}

void game_leave(const struct rules *r, struct game *g, int seat) {
    g->left = set_with(g->left, seat);
    if (seat != g->seat)
        return;
    if (r->book->family == FAMILY_SHEET)
        sheet_next_turn(r, g);
    else
        press_next_turn(r, g);
}

struct set game_contenders(const struct game *g) {
    struct set playing = game_playing(g);
    return set_any(playing) ? playing : set_below(g->seats);
}

enum refused game_check(const struct rules *r, const struct game *g, struct action a) {
    if (g->phase == PHASE_OVER)
        return REFUSED_OVER;
    if (a.act == ACT_ROLL) {
        if (g->phase != PHASE_ROLL)
            return REFUSED_CHOOSE_FIRST;
        return dice_size(a.dice) == g->falling ? ALLOWED : REFUSED_DICE_COUNT;
    }
    if (g->phase == PHASE_ROLL) {
        bool keeps = a.act == ACT_KEEP || a.act == ACT_SCORE;
        return keeps == (r->book->family == FAMILY_SHEET) ? REFUSED_ROLL_FIRST
                                                          : REFUSED_OTHER_FAMILY;
    }
    return r->book->family == FAMILY_SHEET ? sheet_check(r, g, a) : press_check(r, g, a);
}

enum refused game_apply(const struct rules *r, struct game *g, struct action a) {
    enum refused refusal = game_check(r, g, a);
    if (refusal != ALLOWED)
        return refusal;
    if (r->book->family == FAMILY_SHEET)
        sheet_do(r, g, a);
    else
        press_do(r, g, a);
    return ALLOWED;
}

int game_legal(const struct rules *r, const struct game *g, struct action list[ACTIONS_MAX]) {
    if (g->phase != PHASE_CHOOSE)
        return 0;
    return r->book->family == FAMILY_SHEET ? sheet_legal(r, g, list) : press_legal(r, g, list);
}

int game_total(const struct rules *r, const struct game *g, int seat) {
    if (r->book->family == FAMILY_PRESS)
        return g->total[seat];
    const struct card *card = &g->card[seat];
    return card_upper(r->book, card) + card_upper_bonus(r, card) + card_lower(r, card);
}

struct set game_winners(const struct rules *r, const struct game *g) {
    if (g->phase != PHASE_OVER)
        return set_none();
    if (r->book->family == FAMILY_PRESS)
        return press_winners(r, g);
    struct set winners = set_none();
    int most = -1;
    SET_EACH(seat, game_contenders(g)) {
        int total = game_total(r, g, seat);
        if (total > most)
            winners = set_none();
        if (total >= most) {
            winners = set_with(winners, seat);
            most = total;
        }
    }
    return winners;
}

int game_round(const struct game *g) {
    int most = 0;
    for (int seat = 0; seat < g->seats; seat++)
        most = g->turns[seat] > most ? g->turns[seat] : most;
    return g->phase == PHASE_OVER ? most : g->turns[g->seat] + 1;
}

bool game_turn_begins(const struct game *g) {
    return g->phase == PHASE_ROLL && !g->rolls && !g->dice.bits && !g->turn_points;
}
