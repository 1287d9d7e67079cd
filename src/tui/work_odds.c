#include "tui/work_odds.h"

#include <stdlib.h>

#include "core/memory.h"
#include "solve/press_solver.h"

static void sheet_words(const struct rules *r, const struct sheet_odds *odds, struct text *out) {
    static const int totals[] = {150, 200, 250, 300, 350, 400, 500};
    text_add(out, "Perfect play for points, alone:\n");
    text_add(out, "  mean %.2f, standard deviation %.2f, median %d\n", odds->mean, odds->deviation,
             sheet_odds_percentile(odds, 0.5));
    text_add(out, "  one game in ten is below %d, one in ten at %d or more\n",
             sheet_odds_percentile(odds, 0.1), sheet_odds_percentile(odds, 0.9));
    if (r->params.upper_bonus)
        text_add(out, "  upper bonus in %.1f %% of the games\n", odds->upper_bonus * 100);
    text_put(out, "\nChance of at least\n");
    for (size_t i = 0; i < sizeof totals / sizeof *totals; i++)
        text_add(out, "  %4d  %6.2f %%\n", totals[i], sheet_odds_reach(odds, totals[i]) * 100);
    text_put(out, "\nBox              points on average   a zero in\n");
    for (int i = 0; i < r->book->box_count; i++)
        text_add(out, "  %-16s %10.2f       %6.1f %%\n", r->book->boxes[i].label, odds->box_mean[i],
                 odds->box_zero[i] * 100);
}

/* The probability that none of n dice scores. */
static double bust_chance(const struct rules *r, int n) {
    struct game g;
    struct dice d = dice_first(n);
    double busts = 0, all = 0;
    do {
        game_start(r, &g, 1, 0);
        g.falling = (uint8_t)n;
        game_apply(r, &g, (struct action){.act = ACT_ROLL, .dice = d});
        busts += g.phase == PHASE_CHOOSE ? 0 : dice_ways(d);
        all += dice_ways(d);
    } while (dice_next(&d));
    return busts / all;
}

static void press_words(const struct rules *r, const struct press_solver *s, struct text *out) {
    double win, turns, entered, fresh;
    text_put(out, "Perfect play:\n");
    if (press_win(s, 0, 0, &win))
        text_add(out, "  of two players, who begins wins %.2f %% of the games\n", win * 100);
    if (press_turns(s, 0, &turns))
        text_add(out, "  alone, it takes %.2f turns to %d points on average\n", turns,
                 r->params.goal);
    if (press_turn_points(s, true, &entered) && press_turn_points(s, false, &fresh))
        text_add(out, "  a turn brings up to %.1f points on average (%.1f before getting in)\n",
                 entered, fresh);
    text_put(out, "\nDice thrown   no scoring die among them\n");
    for (int n = 1; n <= r->book->dice; n++)
        text_add(out, "  %d           %6.2f %%\n", n, bust_chance(r, n) * 100);
}

bool odds_words_of(struct adviser *a, const struct rules *r, struct work *work,
                   struct odds_words **ret, struct text *error) {
    struct odds_words *words = grab(1, sizeof *words);
    struct text out = TEXT_IN(words->words);
    bool good = false;
    if (r->book->family == FAMILY_SHEET) {
        struct sheet_odds *odds = adviser_odds(a, r, NULL, work);
        if (odds)
            sheet_words(r, odds, &out);
        good = odds != NULL;
        sheet_odds_free(odds);
    } else {
        const struct press_solver *s = adviser_press(a, r, work, error);
        if (s)
            press_words(r, s, &out);
        good = s != NULL;
    }
    *ret = good ? words : NULL;
    if (!good)
        free(words);
    return good;
}
