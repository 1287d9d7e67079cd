#include "tui/work_odds.h"

#include <stdlib.h>

#include "core/columns.h"
#include "core/memory.h"
#include "core/say.h"
#include "solve/press_solver.h"

/* Pads words to `width` columns: left-aligned or, if `width` is negative, right-aligned. */
static void put_cell(struct text *out, int width, const char *words) {
    int pad = abs(width) - shown_width(words);
    pad = pad > 0 ? pad : 0;
    text_add(out, "%*s%s%*s", width < 0 ? pad : 0, "", words, width < 0 ? 0 : pad, "");
}

/* Adds a sentence on an indented line of its own. */
static void put_line(struct text *out, const char *words) {
    text_add(out, "  %s\n", words);
}

static void put_boxes(const struct rules *r, const struct sheet_odds *odds, struct text *out) {
    enum { BOX = 16, MEAN = 10, SHARE = 8, HEAD = 17, BETWEEN = 7 };
    const char *head = words_of(M_tui_points_on_average);
    int wider = shown_width(head) > HEAD ? shown_width(head) - HEAD : 0;
    put_cell(out, BOX + 1, words_of(M_tui_box));
    put_cell(out, HEAD + wider + 3, head);
    text_add(out, "%s\n", words_of(M_tui_a_zero_in));
    for (int i = 0; i < r->book->box_count; i++) {
        text_put(out, "  ");
        put_cell(out, BOX, words_of(r->book->boxes[i].label));
        text_put(out, " ");
        put_cell(out, -MEAN, WORDS(tui_number, .number = odds->box_mean[i]));
        put_cell(out, BETWEEN + wider, "");
        put_cell(out, -SHARE, WORDS(tui_share, .percent = odds->box_zero[i] * 100));
        text_put(out, "\n");
    }
}

static void sheet_words(const struct rules *r, const struct sheet_odds *odds, struct text *out) {
    static const int totals[] = {150, 200, 250, 300, 350, 400, 500};
    text_add(out, "%s\n", words_of(M_tui_perfect_for_points));
    put_line(out, WORDS(tui_odds_mean, .mean = odds->mean, .deviation = odds->deviation,
                        .median = sheet_odds_percentile(odds, 0.5)));
    put_line(out, WORDS(tui_odds_tenths, .low = sheet_odds_percentile(odds, 0.1),
                        .high = sheet_odds_percentile(odds, 0.9)));
    if (r->params.upper_bonus)
        put_line(out, WORDS(tui_odds_upper_bonus, .percent = odds->upper_bonus * 100));
    text_add(out, "\n%s\n", words_of(M_tui_chance_of_at_least));
    for (size_t i = 0; i < sizeof totals / sizeof *totals; i++) {
        text_add(out, "  %4d  ", totals[i]);
        put_cell(out, -8,
                 WORDS(tui_share_fine, .percent = sheet_odds_reach(odds, totals[i]) * 100));
        text_put(out, "\n");
    }
    text_put(out, "\n");
    put_boxes(r, odds, out);
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
    text_add(out, "%s\n", words_of(M_tui_perfect_play));
    if (press_win(s, 0, 0, &win))
        put_line(out, WORDS(tui_odds_beginner, .percent = win * 100));
    if (press_turns(s, 0, &turns))
        put_line(out, WORDS(tui_odds_turns, .turns = turns, .goal = r->params.goal));
    if (press_turn_points(s, true, &entered) && press_turn_points(s, false, &fresh))
        put_line(out, WORDS(tui_odds_turn_points, .points = entered, .fresh = fresh));
    const char *head = words_of(M_tui_dice_thrown);
    int width = shown_width(head) + 3;
    text_put(out, "\n");
    put_cell(out, width, head);
    text_add(out, "%s\n", words_of(M_tui_no_scoring_die));
    for (int n = 1; n <= r->book->dice; n++) {
        text_add(out, "  %-*d", width - 2, n);
        put_cell(out, -8, WORDS(tui_share_fine, .percent = bust_chance(r, n) * 100));
        text_put(out, "\n");
    }
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
