/* Games entered twice: at one table with every throw, at another turn by turn with every throw, the
 * last dice only or the points only, chosen at random. After every turn the game must be the same.
 * The second table also undoes and corrects, and its record must replay to the same state. */
#include <string.h>

#include "kept_turn.h"
#include "play/record.h"
#include "same.h"

static void refused(struct table *t, const char *line) {
    static struct state before;
    char words[1024];
    struct text error = TEXT_IN(words);
    before = *table_now(t);
    if (table_say(t, span_of(line), &error))
        fail_msg("'%s' was accepted", line);
    assert_true(same_state(&before, table_now(t)));
}

static void same_game(const struct table *a, const struct table *b) {
    const struct state *x = table_now(a), *y = table_now(b);
    assert_memory_equal(&x->game, &y->game, sizeof x->game);
    assert_memory_equal(x->ledger, y->ledger, sizeof x->ledger);
    assert_memory_equal(x->wins, y->wins, sizeof x->wins);
    assert_int_equal(x->games, y->games);
    assert_int_equal(x->first, y->first);
}

/* Takes all lines of the turn back. */
static void undo_turn(struct table *t, int steps) {
    while (table_steps(t) > steps)
        tell(t, "undo");
}

/* Corrects what was entered last to what it was: nothing may change. */
static void correct_in_vain(struct table *t) {
    static struct state before;
    char line[128];
    struct text l = TEXT_IN(line);
    const struct step *step = table_step(t, table_steps(t) - 1);
    if (step->entry.kind != ENTRY_ACTION)
        return;
    struct entry e = step->entry;
    e.corrects = step->line;
    entry_print(&step->before.rules, &e, &l);
    before = *table_now(t);
    tell(t, line);
    assert_true(same_state(&before, table_now(t)));
    tell(t, "undo");
    assert_true(same_state(&before, table_now(t)));
}

static void replays(const struct table *t) {
    static char text[4 << 20];
    char words[1024];
    struct text record = TEXT_IN(text), error = TEXT_IN(words);
    struct table *fresh = table_new();
    struct record_tail tail;
    for (int i = 1; i <= table_lines(t); i++)
        text_add(&record, "%s\n", table_line(t, i));
    if (!record_read_text((struct span){record.data, record.len}, "record", fresh, NULL, &tail,
                          &error))
        fail_msg("%s", words);
    assert_true(same_state(table_now(t), table_now(fresh)));
    for (int i = 1; i <= table_lines(t); i++)
        assert_string_equal(table_line(t, i), table_line(fresh, i));
    table_free(fresh);
}

/* ---- whole games ---- */

static void set_up(struct table *t, const char *rules, int seats, bool roll) {
    LOCAL_TEXT(l, 128);
    text_add(&l, "rules %s", rules);
    tell(t, l.data);
    for (int i = 0; i < seats; i++) {
        text_clear(&l);
        text_add(&l, i % 3 == 2 ? "seat P%d+Q%d" : "seat P%d", i, i);
        tell(t, l.data);
    }
    if (roll)
        tell(t, "start roll");
}

static void roll_for_start(struct table *a, struct table *b) {
    static struct state view;
    for (;;) {
        state_view(table_now(a), &view);
        if (view.stage != STAGE_OPENING)
            return;
        struct action roll = {.act = ACT_ROLL, .dice = random_dice(view.rules.book->dice)};
        tell_action(a, roll);
        tell_action(b, roll);
    }
}

static void one_series(const char *rules, int games) {
    static struct turn turn;
    static struct state after;
    struct table *a = table_new(), *b = table_new();
    int seats = 1 + draw_below(&draw, 5);
    bool roll = draw_below(&draw, 3) == 0;
    set_up(a, rules, seats, roll);
    set_up(b, rules, seats, roll);
    for (int game = 0; game < games; game++) {
        if (game)
            tell(a, "rematch");
        if (game)
            tell(b, "rematch");
        roll_for_start(a, b);
        do {
            enum pace pace = (enum pace)draw_below(&draw, PACES);
            set_pace(b, pace);
            int steps = table_steps(b);
            play_turn(a, &turn);
            after = *table_now(a);
            enter_turn(b, &turn, pace, &after);
            same_game(a, b);
            if (draw_below(&draw, 8) == 0 && table_now(b)->stage == STAGE_PLAY) {
                undo_turn(b, steps);
                enter_turn(b, &turn, pace, &after);
                same_game(a, b);
            }
            if (draw_below(&draw, 8) == 0)
                correct_in_vain(b);
        } while (!state_over(table_now(a)));
        assert_true(state_over(table_now(b)));
        struct set winners = game_winners(&table_now(a)->rules, &table_now(a)->game);
        assert_true(set_same(winners, game_winners(&table_now(b)->rules, &table_now(b)->game)));
        refused(b, "bust");
    }
    replays(b);
    table_free(a);
    table_free(b);
}

CLAIM(games_entered_with_less_detail_have_the_same_turns_totals_and_winners) {
    static const char *const rules[] = {
        "yardzee",
        "yahtzee",
        "yahtzee-classic",
        "yatzy",
        "yahtzee:joker=none,settlement=on",
        "yardkle:goal=3000",
        "yardkle:goal=2000,set-aside=all,tie=chaser,settlement=on",
        "yardkle:goal=1000,entry=0,final-round=everyone,hot-dice=may",
        "farkle:goal=3000,final-round=rest,tie=leader",
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        for (int game = how_many(400, 25); game; game--)
            one_series(rules[i], 1 + (draw_below(&draw, 5) == 0));
    }
}

/* ---- the pace ---- */

CLAIM(only_real_dice_may_be_entered_without_all_throws) {
    static const char *const dice[] = {
        "dice system", "dice seed 42",
        "dice fair c3700eb8a0e2d831785541918ecce091c9ea7669630da3d11c9bdb40968ea547",
        "dice fair2 9 c3700eb8a0e2d831785541918ecce091c9ea7669630da3d11c9bdb40968ea547"};
    static const char *const books_lines[][7] = {
        {"rules yardzee", "score ones 3", "score ones 0", "score ones 0 bonus", "last 1 2 3 4 5",
         NULL},
        {"rules farkle", "bank 850", "bust", "aside 1", "bank", NULL}};
    for (int d = 0; d < 4; d++) {
        for (int book = 0; book < 2; book++) {
            struct table *t = table_new();
            tell(t, books_lines[book][0]);
            tell(t, "seat Ann");
            tell(t, dice[d]);
            refused(t, "pace points");
            refused(t, "pace last");
            for (int i = 1; books_lines[book][i]; i++)
                refused(t, books_lines[book][i]);
            tell(t, "pace throws"); /* as it is */
            table_free(t);
            t = table_new();
            tell(t, books_lines[book][0]);
            tell(t, "pace points");
            refused(t, dice[d]);
            tell(t, "pace throws");
            tell(t, dice[d]);
            table_free(t);
        }
    }
}

CLAIM(each_word_needs_its_pace) {
    struct table *t = table_new();
    tell(t, "rules yardkle:entry=0");
    tell(t, "seat Ann");
    refused(t, "bank 850");
    refused(t, "bust");
    refused(t, "aside 1");
    tell(t, "pace last");
    refused(t, "bank 850");
    tell(t, "aside 1");
    tell(t, "pace points"); /* at any time; this turn has begun with dice */
    refused(t, "bank 850");
    refused(t, "bank");
    refused(t, "bust");
    refused(t, "aside 1");
    tell(t, "roll 1 2 3 4 4"); /* throws always count */
    tell(t, "take 1 stop");
    assert_int_equal(table_now(t)->game.total[0], 200);
    tell(t, "bank 850");
    tell(t, "bust");
    refused(t, "aside 1");
    tell(t, "pace throws");
    refused(t, "bank 850");
    table_free(t);
}

CLAIM(undo_takes_back_a_change_of_pace_too) {
    struct table *t = table_new();
    tell(t, "rules yahtzee");
    tell(t, "seat Ann");
    tell(t, "pace points"); /* setting up: not undone */
    tell(t, "score ones 3");
    tell(t, "pace last");
    tell(t, "last 2 2 2 4 5");
    tell(t, "undo");
    assert_int_equal(table_now(t)->pace, PACE_LAST);
    tell(t, "undo");
    assert_int_equal(table_now(t)->pace, PACE_POINTS);
    assert_int_equal(table_now(t)->game.card[0].points[0], 3);
    tell(t, "undo");
    refused(t, "undo");
    assert_int_equal(table_now(t)->pace, PACE_POINTS);
    table_free(t);
}

CLAIM(a_correction_counts_again_what_follows) {
    struct table *t = table_new();
    tell(t, "rules yahtzee");
    tell(t, "seat Ann");
    tell(t, "pace points");
    tell(t, "score five-kind 50");
    tell(t, "score sixes 30"); /* five sixes: nothing else is 30 there */
    assert_int_equal(game_total(&table_now(t)->rules, &table_now(t)->game, 0), 180);
    tell(t, "correct 4 score five-kind 0");
    assert_int_equal(game_total(&table_now(t)->rules, &table_now(t)->game, 0), 30);
    tell(t, "undo");
    tell(t, "score full-house 25 bonus");
    refused(t, "correct 4 score five-kind 0"); /* the bonus would be impossible */
    tell(t, "correct 8 score full-house 25");
    tell(t, "correct 4 score five-kind 0");
    assert_int_equal(game_total(&table_now(t)->rules, &table_now(t)->game, 0), 55);
    refused(t, "correct 4 last 1 2 3 4 5");
    table_free(t);
}

CLAIM(seats_stay_once_a_turn_without_throws_was_entered) {
    struct table *t = table_new();
    tell(t, "rules yardkle:goal=500");
    tell(t, "seat Ann");
    tell(t, "seat Bea");
    tell(t, "pace points");
    tell(t, "bank 500");
    tell(t, "bust");
    assert_true(state_over(table_now(t)));
    tell(t, "rematch");
    tell(t, "seats 2 1");
    tell(t, "bust");
    refused(t, "seats 2 1");
    refused(t, "seat Cy");
    tell(t, "undo");
    tell(t, "pace last");
    tell(t, "aside 5");
    refused(t, "seats 2 1");
    table_free(t);
}
