/* Choices that are plainly dominated: what counts as one, and that no bot makes one. */
#include <math.h>
#include <stdlib.h>

#include "coach/bot.h"
#include "core/random.h"
#include "rules/press.h"
#include "rules/sheet.h"
#include "solve/dominated.h"
#include "support.h"

CLAIM(a_box_is_hasty_if_another_roll_can_only_improve_it) {
    static const struct {
        const char *book, *box, *dice;
        bool hasty, hasty_as_the_only_one;
    } cases[] = {
        {"yardzee", "threes", "3 3 3 1 2", true, true}, /* the 1 and the 2 can become threes */
        {"yardzee", "threes", "3 3 3 3 3", false, false},
        {"yardzee", "sixes", "1 2 3 4 5", true, true}, /* a zero */
        {"yardzee", "chance", "6 6 6 6 1", true, true},
        {"yardzee", "chance", "6 6 6 5 2", false, false},
        {"yardzee", "three-kind", "5 5 5 1 4", true, true},
        {"yardzee", "three-kind", "5 5 5 4 6", false, false},
        {"yardzee", "full-house", "3 3 3 2 2", false, false},
        {"yardzee", "full-house", "3 3 3 3 3", true, true},      /* a zero */
        {"yardzee", "small-straight", "2 3 4 5 6", true, false}, /* the 6 can go; nothing to gain */
        {"yardzee", "large-straight", "2 3 4 5 6", false, false},
        {"yardzee", "five-kind", "4 4 4 4 4", false, false},
        {"yatzy", "one-pair", "6 6 1 2 3", true, false},
        {"yatzy", "one-pair", "5 5 1 2 6", true, true}, /* a second 6 makes a better pair */
        {"yatzy", "full-house", "3 3 3 2 2", false, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct rules r = rules_named(cases[i].book);
        const struct box *box = &r.book->boxes[box_named(&r, cases[i].box)];
        struct dice d = hand(cases[i].dice);
        if (box_is_hasty(box, d, false) != cases[i].hasty ||
            box_is_hasty(box, d, true) != cases[i].hasty_as_the_only_one)
            fail_msg("%s with %s", cases[i].box, cases[i].dice);
    }
}

CLAIM(with_only_upper_boxes_open_dice_that_none_of_them_counts_are_not_kept) {
    const struct book *book = book_find(span_of("yardzee"));
    uint32_t threes_open = 0x1fff & ~(1u << 2), two_open = threes_open & ~(1u << 4);
    uint32_t lower_open = threes_open & ~(1u << 12);
    assert_true(keep_is_pointless(book, threes_open, hand("3 3 1 2 4"), hand("3 3 4")));
    assert_true(keep_is_pointless(book, threes_open, hand("3 3 1 2 4"), hand("3")));
    assert_false(keep_is_pointless(book, threes_open, hand("3 3 1 2 4"), hand("3 3")));
    assert_false(keep_is_pointless(book, two_open, hand("3 3 1 5 5"), hand("5 5")));
    assert_true(keep_is_pointless(book, two_open, hand("3 3 1 5 5"), hand("1 5 5")));
    assert_false(keep_is_pointless(book, lower_open, hand("3 3 1 2 4"), hand("3 3 4")));
}

/* ---- whole games ---- */

struct watch {
    const struct rules *r;
    const struct bot_level *level;
    struct advice advice;
    int decisions;
};

static void complain(const struct watch *w, const struct game *g, struct action a,
                     const char *what) {
    char position[POSITION_TEXT_MAX], words[64];
    struct text p = TEXT_IN(position), t = TEXT_IN(words);
    position_print(w->r, g, &p);
    action_print(w->r, a, &t);
    fail_msg("%s: %s: %s %s", w->level->name, position, words, what);
}

/* Written without dominated.c: every other legal action is tried instead. */
static void check_press(const struct watch *w, const struct game *g,
                        const struct valued_action *done) {
    bool stops = done->action.act == ACT_TAKE_STOP;
    int lead = 0, own = g->total[g->seat] + g->turn_points + done->points;
    double loss = fabs(done->value - w->advice.value);
    for (int i = 0; i < w->advice.count; i++) {
        const struct valued_action *other = &w->advice.actions[i];
        bool same_way = other->action.act == done->action.act &&
                        (stops || dice_size(other->action.dice) == dice_size(done->action.dice));
        if (same_way && press_points(w->r->book, other->action.dice) > done->points &&
            (fabs(other->value - w->advice.value) < loss || (stops && other->value == done->value)))
            complain(w, g, done->action, "takes fewer points than it could");
    }
    for (int seat = 0; seat < g->seats; seat++)
        lead = seat != g->seat && g->total[seat] > lead ? g->total[seat] : lead;
    if (g->ender && stops && own < lead)
        complain(w, g, done->action, "gives up behind in the last turn");
}

static void check_sheet(const struct watch *w, const struct game *g,
                        const struct valued_action *done) {
    const struct card *card = &g->card[g->seat];
    if (done->action.act != ACT_SCORE || g->rolls == w->r->book->rolls ||
        sheet_is_joker(w->r, card, g->dice))
        return;
    if (done->points == 0)
        complain(w, g, done->action, "takes a zero with a roll left");
    const struct box *box = &w->r->book->boxes[done->action.box];
    if (box_is_upper(box) && dice_count(g->dice, box->n) < w->r->book->dice)
        complain(w, g, done->action, "scores an upper box that another roll could only improve");
    if (box->pattern == PATTERN_ANY && dice_count(g->dice, 1))
        complain(w, g, done->action, "does not roll a 1 again");
}

static void play_game(struct adviser *a, struct watch *w, uint64_t *random) {
    char words[256];
    struct text error = TEXT_IN(words);
    bool press = w->r->book->family == FAMILY_PRESS, sensible[ACTIONS_MAX];
    struct game g;
    game_start(w->r, &g, press ? 2 : 1, 0);
    while (g.phase != PHASE_OVER) {
        struct action act = {.act = ACT_ROLL};
        if (g.phase == PHASE_ROLL) {
            for (int n = 0; n < g.falling; n++)
                act.dice = dice_with(act.dice, 1 + (int)random_below(random, FACES), 1);
            game_apply(w->r, &g, act);
            continue;
        }
        struct goal goal = goal_of_game(w->r, &g, (struct goal){.kind = GOAL_USUAL});
        if (!adviser_advise(a, w->r, &g, goal, NULL, &w->advice, &error))
            fail_msg("%s", words);
        act = bot_pick(w->level, w->r, &g, &w->advice, goal_unit(goal), random_unit(random));
        const struct valued_action *done = advice_find(&w->advice, act);
        assert_non_null(done);
        if (press)
            check_press(w, &g, done);
        else
            check_sheet(w, &g, done);
        /* What is left out is never needed: some best action remains. */
        int best = 0;
        advice_sensible(w->r, &g, &w->advice, sensible);
        while (best < w->advice.count && !sensible[best])
            best++;
        assert_true(best < w->advice.count);
        if (fabs(w->advice.actions[best].value - w->advice.value) > 1e-9)
            complain(w, &g, w->advice.actions[0].action, "is best, but counts as dominated");
        w->decisions++;
        game_apply(w->r, &g, act);
    }
}

static const struct book *book; /* named by the argument */

CLAIM(no_level_makes_a_dominated_choice) {
    struct adviser *a = adviser_new(0);
    struct rules r = rules_of(book);
    uint64_t random = 11;
    if (getenv("YARD_SOLVED"))
        adviser_use_cache(a, getenv("YARD_SOLVED"), false, NULL, NULL);
    if (SANITIZED && book->family == FAMILY_PRESS)
        r.params.goal = 1000; /* solving takes long */
    for (const struct bot_level *level = bot_levels; level->name; level++) {
        struct watch w = {.r = &r, .level = level};
        while (w.decisions < how_many(100000, 500))
            play_game(a, &w, &random);
    }
    adviser_free(a);
}

int main(int argc, char **argv) {
    book = argc > 1 ? book_find(span_of(argv[1])) : NULL;
    return book ? run_claims(NULL, NULL) : 2;
}
