/* kept_turn: plays random turns with every throw, and enters the same turns with less detail. */
#ifndef YARD_TESTS_KEPT_TURN_H
#define YARD_TESTS_KEPT_TURN_H

#include "check.h"
#include "play/table.h"
#include "rules/kept.h"

static struct draw draw = {20261118};

static inline struct dice random_dice(int n) {
    struct dice d = {0};
    while (n--)
        d = dice_with(d, 1 + draw_below(&draw, FACES), 1);
    return d;
}

static inline void tell(struct table *t, const char *line) {
    char words[1024];
    struct text error = TEXT_IN(words);
    if (!table_say(t, span_of(line), &error))
        fail_msg("'%s': %s", line, words);
}

static inline void tell_action(struct table *t, struct action a) {
    char line[64];
    struct text l = TEXT_IN(line);
    action_print(&table_now(t)->rules, a, &l);
    tell(t, line);
}

/* One turn at the table with every throw: its rolls and choices. */
struct turn {
    struct action list[256];
    int count, seat, before; /* before: the seat's total */
    struct card card;        /* before the turn */
};

/* A choice that often stops, so that press games come to an end. */
static inline struct action random_choice(const struct state *s) {
    struct action list[ACTIONS_MAX];
    int n = game_legal(&s->rules, &s->game, list);
    struct action a = list[draw_below(&draw, n)];
    for (int i = 0; i < n && s->rules.book->family == FAMILY_PRESS && draw_below(&draw, 2); i++)
        a = list[i].act == ACT_TAKE_STOP ? list[i] : a;
    if (s->rules.book->family == FAMILY_SHEET && draw_below(&draw, 2))
        a = list[n - 1 - draw_below(&draw, n < 3 ? n : 3)];
    a.zero = a.act == ACT_SCORE && draw_below(&draw, 8) == 0;
    return a;
}

static inline void play_turn(struct table *t, struct turn *ret) {
    const struct state *s = table_now(t);
    int seat = s->game.seat, turns = s->game.turns[seat];
    *ret = (struct turn){.seat = seat, .before = game_total(&s->rules, &s->game, seat)};
    if (s->rules.book->family == FAMILY_SHEET)
        ret->card = s->game.card[seat];
    while (!state_over(s) && s->game.seat == seat && s->game.turns[seat] == turns) {
        int falling = state_falling(s);
        bool five = falling && draw_below(&draw, 6) == 0; /* often enough for jokers and bonuses */
        struct action a =
            !falling
                ? random_choice(s)
                : (struct action){.act = ACT_ROLL,
                                  .dice = five ? dice_with((struct dice){0},
                                                           1 + draw_below(&draw, FACES), falling)
                                               : random_dice(falling)};
        assert_true(ret->count < 256);
        ret->list[ret->count++] = a;
        tell_action(t, a);
    }
}

/* ---- the same turn with less detail ---- */

static inline void set_pace(struct table *t, enum pace pace) {
    char line[32];
    struct text l = TEXT_IN(line);
    text_add(&l, "pace %s", pace_words[pace]);
    if (table_now(t)->pace != (int)pace || !draw_below(&draw, 10))
        tell(t, line);
}

/* The dice on the table when a sheet turn ended. */
static inline struct dice last_dice(const struct turn *turn) {
    struct dice d = {0};
    for (int i = 0; i + 1 < turn->count; i++)
        d = turn->list[i].act == ACT_KEEP ? turn->list[i].dice : dice_plus(d, turn->list[i].dice);
    return d;
}

static inline void enter_sheet(struct table *t, const struct turn *turn, enum pace pace,
                               const struct state *after) {
    struct action score = turn->list[turn->count - 1];
    if (pace == PACE_LAST) {
        tell_action(t, (struct action){.act = ACT_LAST, .dice = last_dice(turn)});
        tell_action(t, score);
        return;
    }
    const struct card *card = &after->game.card[turn->seat];
    score.points = card->points[score.box];
    score.zero = !score.points;
    score.bonus = card->bonuses > turn->card.bonuses;
    tell_action(t, score);
}

static inline void enter_press(struct table *t, const struct turn *turn, enum pace pace,
                               const struct state *after) {
    struct action last = turn->list[turn->count - 1];
    int points = after->game.total[turn->seat] - turn->before;
    for (int i = 0; i < turn->count && pace == PACE_LAST; i++) {
        if (turn->list[i].act != ACT_ROLL)
            tell_action(t, (struct action){.act = ACT_ASIDE, .dice = turn->list[i].dice});
    }
    if (last.act == ACT_ROLL)
        tell(t, "bust");
    else
        tell_action(t, (struct action){.act = ACT_BANK, .points = pace == PACE_LAST ? 0 : points});
}

/* Returns whether the turn was entered with all its throws. */
static inline bool enter_turn(struct table *t, const struct turn *turn, enum pace pace,
                              const struct state *after) {
    bool rolls = pace == PACE_THROWS || draw_below(&draw, 12) == 0; /* throws are always welcome */
    for (int i = 0; i < turn->count && rolls; i++)
        tell_action(t, turn->list[i]);
    if (!rolls && after->rules.book->family == FAMILY_SHEET)
        enter_sheet(t, turn, pace, after);
    else if (!rolls)
        enter_press(t, turn, pace, after);
    return rolls;
}

#endif
